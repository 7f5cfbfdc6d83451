"""The facts of a snooker stroke: what it names, which ball counts as on, which fouls follow."""

from __future__ import annotations

from typing import NamedTuple

from domain.events import Call, Shot
from domain.fouls import UNNUMBERED
from domain.games.snooker.balls import BIT, KNOWN_BALLS, NO_COLOUR, VALUE
from domain.games.snooker.state import COLOUR, Balls, SnookerState
from domain.table import UNKNOWN

FIRST_CONTACT = frozenset({"wrong_ball_first", "successive_red"})
SEVEN_POINTS = frozenset({"successive_red", "struck_object_ball", "before_nomination"})
"""Offences printed without a value, or left out; seven each (LT-S-PEN-6, R-34)."""

LEAST_PENALTY = 4
"""LT-S-PEN-4."""


class Stroke(NamedTuple):
    """What was seen of a stroke.

    ``on`` is the ball that had to be hit, None where nothing tells; ``worth`` its value for a
    penalty, 0 where it is not known.
    """

    on: str | None
    worth: int
    potted: Balls
    lost: Balls = ()
    cue_gone: bool = False
    implied: bool = False
    """Whether the colour on after a red was not nominated in the log (R-41)."""


def usual(game: SnookerState, shot: Shot) -> Stroke | None:
    """Return the facts of a stroke that met the ball on alone and potted nothing else.

    Most strokes are such, and nothing can be wrong with them; None means only that the others
    have to look.
    """
    contact, call, fallen = shot.first_contact, shot.call, shot.pocketed
    if not contact or shot.fouls is not None or shot.off_table or shot.ruled:
        return None
    ball, on = contact[0], game.ball_on()
    if call is not None and (type(call) is not Call or call.ball != ball):
        return None
    if on == COLOUR:
        if call is None or not BIT.get(ball, NO_COLOUR) & game.colours:
            return None
    elif ball != on:
        return None
    if len(contact) > 1 or len(fallen) > 1 or (fallen and fallen[0].ball != ball):
        return None
    return Stroke(ball, 0, (ball,) if fallen else ())


def objection_to_balls(game: SnookerState, shot: Shot) -> str | None:
    """Return why the balls named cannot be right on this table, or None.

    A ball ``?`` has no value: it may be only where the table is not known (Z30).
    """
    gone = [potted.ball for potted in shot.pocketed] if shot.pocketed else []
    gone += shot.off_table
    if len(gone) > 1:
        single = [ball for ball in gone if ball not in ("red", "?")]
        if len(set(single)) < len(single):
            return "ball_twice"
    named = [*gone, *(shot.first_contact or ())]
    if type(shot.call) is Call:
        named.append(shot.call.ball)
    if game.reds == UNKNOWN:
        return None if all(ball in KNOWN_BALLS or ball in ("cue", "?") for ball in named) else _GONE
    for ball in named:
        if ball == "red":
            if not game.reds:
                return _GONE
        elif ball != "cue" and not BIT.get(ball, NO_COLOUR) & game.colours:
            return _GONE
    if _made_unnamed(shot):
        return _GONE
    return _GONE if len(gone) > 1 and gone.count("red") > game.reds else None


_GONE = "ball_not_on_table"


def _made_unnamed(shot: Shot) -> bool:
    """Tell whether a ball is said to have fallen and none is named: one ``?``."""
    return bool(shot.made) and shot.call == "ball" and not shot.pocketed


def read(game: SnookerState, shot: Shot) -> Stroke:
    """Return the facts of a stroke in the terms of the rules."""
    potted: Balls = ()
    lost: Balls = ()
    cue_gone = False
    if shot.pocketed:
        potted = tuple([fallen.ball for fallen in shot.pocketed if fallen.ball != "cue"])
        cue_gone = len(potted) < len(shot.pocketed)
    if shot.off_table:
        lost = tuple([ball for ball in shot.off_table if ball != "cue"])
        cue_gone = cue_gone or "cue" in shot.off_table
    if _made_unnamed(shot):
        potted = UNNUMBERED
    on = game.ball_on()
    if on == COLOUR:
        on, worth = _nominated(shot, potted)
        return Stroke(on, worth, potted, lost, cue_gone, type(shot.call) is not Call)
    on = on or _implied(shot, potted)
    return Stroke(on, VALUE[on] if on else 0, potted, lost, cue_gone)


def _nominated(shot: Shot, potted: Balls) -> tuple[str | None, int]:
    """Return the colour nominated and its value for a penalty.

    Without a nomination the colour hit first is the one (R-41). Where one was made and not
    recorded that holds too, but it counts for nothing in a penalty (Z28).
    """
    call = shot.call
    if type(call) is Call and call.ball != "red":
        return call.ball, VALUE[call.ball]
    colour = _implied(shot, potted, but="red")
    if call != "ball":
        return colour, VALUE[colour] if colour else 0
    if shot.made is False and colour in potted:
        colour = None
    return colour, 0


def _implied(shot: Shot, potted: Balls, but: str = "?") -> str | None:
    """Return the ball a stroke was played at: the one hit first, or else the one that fell.

    Of two hit at once it is the one that fell.
    """
    hit = potted if shot.first_contact is None else shot.first_contact
    balls = [ball for ball in hit if ball not in (but, "?")]
    if len(balls) > 1:
        return next((ball for ball in balls if ball in potted), balls[0])
    return balls[0] if balls else None


def derived_fouls(shot: Shot, stroke: Stroke) -> list[str]:
    """Return the fouls the facts imply; no cushion is ever needed (LT-S-LEGAL-1).

    A red hit after a red with no colour nominated is a foul of its own (LT-S-PEN-6, R-41); with
    a nomination it is a wrong ball first like any other.
    """
    on, contact = stroke.on, shot.first_contact
    codes: list[str] = []
    if stroke.cue_gone:
        codes.append("scratch")
    if contact == ():
        codes.append("no_contact")
    elif contact and on not in contact and contact != ("?",):
        unnamed = on is None and shot.call != "ball" and "red" in contact
        codes.append("successive_red" if unnamed else "wrong_ball_first")
    if stroke.potted and any(ball not in (on, "?") for ball in stroke.potted):
        codes.append("wrong_ball_potted")
    if stroke.lost:
        codes.append("ball_off_table")
    return codes


def penalty(game: SnookerState, shot: Shot, stroke: Stroke, codes: tuple[str, ...]) -> int:
    """Return what a stroke with these fouls costs: the highest value in it, at least four (R-34).

    Values of balls not on count where the foul they made stands; a referee may rule otherwise.
    """
    if game.rules.seven_point_codes and not SEVEN_POINTS.isdisjoint(codes):
        return 7
    on = stroke.on
    values = [LEAST_PENALTY, stroke.worth]
    if not FIRST_CONTACT.isdisjoint(codes):
        values += [VALUE.get(ball, 0) for ball in shot.first_contact or () if ball != on]
    if "wrong_ball_potted" in codes:
        values += [VALUE.get(ball, 0) for ball in stroke.potted if ball != on]
    if "ball_off_table" in codes:
        values += [VALUE.get(ball, 0) for ball in stroke.lost]
    return max(values)
