"""The facts of one stroke, and the fouls that follow from them, as the pool games share them."""

from __future__ import annotations

from domain.events import Call, Inning, Shot
from domain.play import Play
from domain.rulings import Finding
from domain.table import BIT, UNKNOWN, as_set
from domain.vocabulary import FoulCode

DELIBERATE = frozenset({"deliberate_touch", "deliberate_stop"})
"""Codes of fouls committed on purpose with the balls (Z16, Z17)."""

HALF_A_BALL = 0.5
"""How far a cue ball may follow a close ball, in ball diameters (LT-G-F-8)."""

Fallen = tuple[tuple[str, ...], int, bool]
"""Object balls in the order they fell, their set, and whether the cue ball fell too."""

UNNUMBERED = ("?",)
NO_SUCH_BALL = 1
"""A bit no table has, for a ball of another game."""

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


def plainly_there(shot: Shot, table: int, balls: tuple[str, ...], mask: int) -> bool:
    """Tell at little cost that the balls a usual stroke names are on the table.

    ``balls`` and their set ``mask`` are those that fell. No means only that
    ``objection_to_balls`` has to look.
    """
    if table == UNKNOWN or shot.off_table or len(balls) > 1:
        return False
    named = mask
    if shot.first_contact:
        for ball in shot.first_contact:
            named |= BIT.get(ball, NO_SUCH_BALL)
    call = shot.call
    if type(call) is Call:
        named |= BIT.get(call.ball, NO_SUCH_BALL)
    return not named & ~table and mask.bit_count() == len(balls)


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
        made = False
        for potted in shot.pocketed:
            fits = pocket is None or potted.pocket is None or potted.pocket == pocket
            if potted.ball == ball != "?":
                return fits
            made = made or (fits and (potted.ball == "?" or (ball == "?" and potted.ball != "cue")))
        return made
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


def no_rail(play: Play, shot: Shot) -> tuple[bool, tuple[Finding, ...]]:
    """Tell whether no ball reached a cushion after the contact (LT-G-F-2).

    The own cushion of a frozen ball counts for nothing once the ball was announced as frozen in
    the same turn; without the announcement there is only a finding (LT-G-FRZ-1, R-06).
    """
    missing, findings = cushion_missing(shot), ()
    if shot.contact_state == "frozen":
        if play.frozen_said:
            missing = missing or shot.only_near_cushion
        else:
            findings = (play.note("frozen_not_announced", "No announcement in this turn."),)
    return missing, findings


def ending_codes(inning: Inning) -> tuple[FoulCode, ...]:
    """Return the fouls of the stroke that ended a turn summed up; ``foul`` alone names no kind."""
    codes = list(inning.fouls)
    if "cue" in inning.off_table and "scratch" not in codes:
        codes.append("scratch")
    if any(ball != "cue" for ball in inning.off_table) and "ball_off_table" not in codes:
        codes.append("ball_off_table")
    match inning.end:
        case "break_foul" if "break_foul" not in codes:
            codes.insert(0, "break_foul")
        case "deliberate_foul" if DELIBERATE.isdisjoint(codes):
            codes.insert(0, "deliberate_touch")
        case "foul" if not codes:
            codes.append("unspecified")
        case _:
            pass
    return tuple(codes)


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


def called_codes(shot: Shot) -> tuple[str, ...]:
    """Return the codes the referee called, each once."""
    return tuple(dict.fromkeys(shot.fouls or ()))


def judged(
    play: Play, shot: Shot, derived: list[str]
) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """Join the fouls the facts imply with those the referee called, and name where they differ.

    A stroke marked ``ruled`` has exactly the fouls the referee named. Where nothing was hit at all
    ``no_contact`` stands instead of ``wrong_ball_first``, whoever named which (Z4).
    """
    if shot.fouls is None and not shot.ruled:
        return tuple(derived), ()
    called = called_codes(shot)
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
    nothing_hit = "no_contact" in derived or ("no_contact" in called and not shot.first_contact)
    beside = {*derived, "wrong_ball_first"} if nothing_hit else derived
    return (*derived, *(code for code in called if code not in beside)), tuple(findings)


def break_seen(
    play: Play, shot: Shot, codes: tuple[str, ...], derived: list[str], *, made: bool
) -> tuple[Finding, ...]:
    """Note a failed break that was called where the recorded facts show that it was met.

    ``made`` tells that a ball fell which alone makes the break good.
    """
    if shot.ruled or "break_foul" not in codes or "break_foul" in derived:
        return ()
    if not made and shot.cue_to_cushion is None and shot.balls_to_cushion is None:
        return ()
    return (play.note("called_without_fact", "The recorded facts show an opening that was met."),)


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
