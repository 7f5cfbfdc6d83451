"""What fouls of snooker cost, and who plays next (digest 2.4, rows 1, 3, 9 and 13)."""

from __future__ import annotations

from typing import NamedTuple

from domain.games.snooker.balls import VALUE
from domain.games.snooker.facts import LEAST_PENALTY, SEVEN_POINTS
from domain.games.snooker.state import Balls, SnookerState
from domain.play import NOBODY, Side
from domain.racks import Findings
from domain.rulings import NO_POINTS, Points, Ruling

NOT_A_RED = frozenset({"no_contact", "wrong_ball_first", "break_foul"})
"""Fouls of an opening stroke that did not hit a red first (LT-S-OPEN-1, Z26)."""


class Fault(NamedTuple):
    """A foul: whose, the codes, what it costs, and what else its effect depends on.

    ``gone`` are the balls that fell or left the table, ``potted`` those that fell. ``ends`` tells
    that the frame is recorded as over after it, ``unnamed`` that a colour was on and which one is
    not known.
    """

    side: Side
    codes: tuple[str, ...]
    points: int
    potted: Balls = ()
    gone: Balls = ()
    cue_gone: bool = False
    opening: bool = False
    at_table: bool = True
    ends: bool = False
    unnamed: bool = False
    findings: Findings = ()


def penalise(game: SnookerState, fault: Fault) -> Ruling:
    """Give the points to the opponent; he chooses who plays next, unless the frame is over.

    With only the black left a foul ends the frame (LT-S-END-2, LT-S-END-4). Out of turn, the
    rightful player goes on (Z27).
    """
    side = fault.side
    run = game.run if fault.at_table else 0
    game.foul_total[side] += 1
    game.fouls[side] += 1
    game.frame[1 - side] += fault.points
    ends = "frame.foul" if game.last_black() else "frame.recorded" if fault.ends else ""
    spotted = game.put_back(fault.gone)
    decisions = [f"foul.{code}" for code in fault.codes]
    decisions += _effects(fault, spotted)
    winner = NOBODY
    if ends:
        winner, why = game.end_frame(ends)
        decisions += why
        if winner == NOBODY:
            spotted = ("black",)
    elif fault.at_table:
        decisions += _offer(game, fault)
    elif fault.cue_gone:
        game.cue_ball = "D"
    return Ruling(
        "foul",
        fouls=fault.codes,
        points=points_of(1 - side, fault.points),
        pocketed=stayed_down(fault.potted),
        spotted=spotted,
        run=run,
        rack_won_by=game.name(winner),
        match_won_by=game.name(game.winner),
        clauses=game.cite(*decisions),
        findings=fault.findings,
    )


def _effects(fault: Fault, spotted: Balls) -> list[str]:
    """Return the decisions on points and balls a foul rests on."""
    decisions = ["foul"]
    if fault.points == 7 and not SEVEN_POINTS.isdisjoint(fault.codes):
        decisions.append("foul.seven")
    if len(fault.codes) > 1:
        decisions.append("foul.several")
    if fault.unnamed:
        decisions.append("foul.nomination")
    if "red" in fault.gone:
        decisions.append("foul.red_down")
    if spotted:
        decisions.append("foul.spotted")
    return decisions


def _offer(game: SnookerState, fault: Fault) -> list[str]:
    """Let the opponent play or make the offender play; a failed opening may be repeated."""
    options, decisions = ("accept", "pass"), ["foul.choice"]
    if fault.opening and not NOT_A_RED.isdisjoint(fault.codes):
        options, decisions = ("accept", "pass", "rebreak"), ["foul.choice", "foul.opening"]
    if fault.cue_gone:
        decisions.append("foul.in_hand")
    game.colour_due = False
    game.offer(1 - fault.side, options, "D" if fault.cue_gone else "position")
    return decisions


def stayed_down(potted: Balls) -> Balls:
    """Return what stays down of balls that scored nothing: the reds (LT-S-SPOT-1)."""
    return ("red",) * potted.count("red")


def points_of(side: Side, points: int) -> Points:
    """Return points of a player as a pair in the order of the players."""
    return (points, 0) if side == 0 else (0, points) if points else NO_POINTS


def value_on(game: SnookerState) -> int:
    """Return the penalty for the ball on: its value, at least four; a colour due has none yet."""
    return max(LEAST_PENALTY, VALUE.get(game.ball_on() or "", 0))
