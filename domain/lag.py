"""The lag: who won it, or that it is played again (LT-G-LAG-1 to LT-G-LAG-9, R-40)."""

from __future__ import annotations

from typing import NamedTuple

from domain.events import UNSET, Lag, LagBall
from domain.play import NOBODY, Side


class LagResult(NamedTuple):
    """The winner (nobody: lag again), the decisions it rests on, and a contradiction if any."""

    winner: Side
    decisions: tuple[str, ...]
    contradiction: str = ""


def judge_lag(lag: Lag, players: tuple[str, str]) -> LagResult:
    """Judge one attempt: late stroke, both bad, one bad, undecided, nearest, in this order."""
    balls = [lag.players.get(player, LagBall()) for player in players]
    if any(ball.late for ball in balls):
        return LagResult(NOBODY, ("lag.late",))
    faults = [lag_faults(ball) for ball in balls]
    if all(faults):
        return LagResult(NOBODY, ("lag.both_bad", *faults[0], *faults[1]))
    if any(faults):
        winner = 0 if faults[1] else 1
        return LagResult(winner, ("lag.won", *faults[1 - winner]))
    return _nearest(lag, balls, players)


def lag_faults(ball: LagBall) -> tuple[str, ...]:
    """Return what makes a lag ball bad; a fact that was not recorded makes it no worse."""
    contacts = ball.foot_cushion
    facts = {
        "lag.crossed": ball.crossed_centre,
        "lag.foot_cushion": contacts is not None and contacts > 1,
        "lag.short": contacts == 0,
        "lag.lost": ball.pocketed or ball.off_table,
        "lag.side_cushion": ball.side_cushion,
    }
    return tuple(name for name, bad in facts.items() if bad)


def _nearest(lag: Lag, balls: list[LagBall], players: tuple[str, str]) -> LagResult:
    first, second = (ball.distance_mm for ball in balls)
    measured = NOBODY
    if first is not None and second is not None and first != second:
        measured = 0 if first < second else 1
    if lag.nearest is UNSET:
        decision = "lag.undecided" if measured == NOBODY else "lag.won"
        return LagResult(measured, (decision,))
    if lag.nearest is None:
        return LagResult(NOBODY, ("lag.undecided",))
    winner = players.index(lag.nearest)
    differs = measured not in (NOBODY, winner)
    text = f"The distances favour {players[measured]}." if differs else ""
    return LagResult(winner, ("lag.won",), text)
