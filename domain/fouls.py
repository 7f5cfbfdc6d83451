"""The facts of one stroke, and the fouls that follow from them, as the pool games share them."""

from __future__ import annotations

from domain.events import Call, Shot
from domain.play import Play
from domain.rulings import Finding
from domain.table import BIT, as_set

DELIBERATE = frozenset({"deliberate_touch", "deliberate_stop"})
"""Codes of fouls committed on purpose with the balls (Z16, Z17)."""

HALF_A_BALL = 0.5
"""How far a cue ball may follow a close ball, in ball diameters (LT-G-F-8)."""

Fallen = tuple[tuple[str, ...], int, bool]
"""Object balls in the order they fell, their set, and whether the cue ball fell too."""

UNNUMBERED = ("?",)
NOTHING: Fallen = ((), 0, False)


def fallen(shot: Shot) -> Fallen:
    """Return what was pocketed; a called ball said to be made and not listed is one ``?``."""
    pocketed = shot.pocketed
    if len(pocketed) == 1 and pocketed[0].ball != "cue":
        ball = pocketed[0].ball
        return (ball,), BIT.get(ball, 0), False
    if not pocketed:
        return (UNNUMBERED, 0, False) if shot.made and shot.call == "ball" else NOTHING
    balls = tuple([potted.ball for potted in pocketed if potted.ball != "cue"])
    cue = len(balls) < len(pocketed)
    if not balls and shot.made and shot.call == "ball":
        balls = UNNUMBERED
    return balls, as_set(balls), cue


def objection_to_balls(shot: Shot, table: int, count: int, known: frozenset[str]) -> str | None:
    """Return why the balls named cannot be right on a table, or None.

    ``table`` is the set of balls on it (unknown: only their number ``count`` is checked) and
    ``known`` the ids this game plays with.
    """
    named = [potted.ball for potted in shot.pocketed] + list(shot.off_table)
    numbered = [ball for ball in named if ball != "?"]
    if len(set(numbered)) < len(numbered):
        return "ball_twice"
    objects = [ball for ball in named if ball != "cue"]
    call = shot.call
    mentioned = [
        *objects,
        *(shot.first_contact or ()),
        *((call.ball,) if isinstance(call, Call) else ()),
    ]
    if len(objects) > count or not known.issuperset(mentioned):
        return "ball_not_on_table"
    if table >= 0 and any(ball != "?" and not BIT[ball] & table for ball in mentioned):
        return "ball_not_on_table"
    return None


def call_made(shot: Shot, balls: tuple[str, ...]) -> bool:
    """Tell whether the called ball fell in the called pocket; what is not recorded counts as met.

    ``balls`` are the object balls that fell. A ball whose number or pocket was not recorded is
    taken for the called one (Z18).
    """
    if not balls:
        return False
    call = shot.call
    if type(call) is Call:
        ball, pocket = call.ball, call.pocket
        for potted in shot.pocketed:
            if (potted.ball in (ball, "?") or (ball == "?" and potted.ball != "cue")) and (
                pocket is None or potted.pocket is None or potted.pocket == pocket
            ):
                return True
        return False
    return call == "ball" and shot.made is not False


def is_plain(shot: Shot, *, contact: bool) -> bool:
    """Tell whether the facts of a stroke leave no room for a foul, as of most strokes.

    ``contact`` tells that a called ball fell, so that no cushion was needed.
    """
    return (
        shot.fouls is None
        and shot.contact_state is None
        and shot.in_hand is None
        and shot.close_ball is None
        and not shot.off_table
        and shot.first_contact != ()
        and (contact or bool(shot.cue_to_cushion) or bool(shot.balls_to_cushion))
        and not shot.ruled
    )


def cushion_missing(shot: Shot) -> bool:
    """Tell whether it was recorded that no ball reached a cushion after the contact."""
    if shot.cue_to_cushion is None and shot.balls_to_cushion is None:
        return False
    return not shot.cue_to_cushion and not shot.balls_to_cushion


def placing_fouls(play: Play, shot: Shot, *, warning_needed: bool) -> list[str]:
    """Return fouls of playing with the cue ball in hand, and of a close ball.

    A ball placed over the line is a foul only after the warning where the text asks for one, and
    otherwise only when it was called (LT-G-F-10, Z24). Touching a ball while placing is free for
    a player who officiates himself (LT-G-F-7).
    """
    codes: list[str] = []
    facts = shot.in_hand
    if facts is not None:
        behind_line = play.cue_ball == "head"
        if behind_line and facts.contact_behind_line and not facts.crossed_first:
            codes.append("kitchen_first")
        if behind_line and facts.over_line and warning_needed and play.over_line_said:
            codes.append("bad_placement")
        if facts.touched and play.referee:
            codes.append("touched_ball")
    close = shot.close_ball
    if close is not None and close.undecided and close.follow > HALF_A_BALL:
        codes.append("double_hit")
    return codes


def judged(
    play: Play, shot: Shot, derived: list[str]
) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """Join the fouls the facts imply with those the referee called, and name where they differ.

    A stroke marked ``ruled`` has exactly the fouls the referee named.
    """
    called = shot.fouls
    if called is None and not shot.ruled:
        return tuple(derived), ()
    called = called or ()
    if shot.ruled:
        beyond = [code for code in derived if code not in called]
        return called, tuple(
            play.note("ruled_otherwise", f"The facts imply {code}; the referee ruled otherwise.")
            for code in beyond
        )
    findings = [
        play.note("fact_without_call", f"The facts imply {code}, which was not called.")
        for code in derived
        if code not in called
    ]
    findings += [
        play.note("called_without_fact", f"{code} was called; the recorded facts do not show it.")
        for code in called
        if code not in derived and _contradicted(shot, code)
    ]
    return (*derived, *(code for code in called if code not in derived)), tuple(findings)


def _contradicted(shot: Shot, code: str) -> bool:
    """Tell whether the facts that would show a called foul were recorded and do not."""
    match code:
        case "scratch" | "ball_off_table":
            return True
        case "no_contact" | "wrong_ball_first":
            return bool(shot.first_contact)
        case "no_rail":
            return bool(shot.cue_to_cushion or shot.balls_to_cushion)
        case "double_hit":
            return shot.close_ball is not None
        case "kitchen_first" | "bad_placement":
            return shot.in_hand is not None
        case _:
            return False
