"""What no rule forbids and an auditor should still see, found event by event.

Times that run backwards, strokes that look recorded twice, play after the end, a target passed.
Only exact times are compared: an estimate or a bare day proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from domain import events as ev
from domain.game import Game
from domain.rulings import Finding, Ruling, finding

TWICE_WITHIN_S: Final = 2.0
"""Two strokes of one player at one ball cannot be closer: the balls have to come to rest."""
EXACT: Final = "exact"
UTC_MARK: Final = "Z"
TAKEN_BACK: Final = (ev.Void, ev.Settled)
"""What comes between two strokes tells that the second is no copy of the first."""
UNKNOWN: Final = ("?", "cue")


class Watch:
    """What was seen of a match so far: the time of the last event, and the last stroke."""

    __slots__ = ("_at", "_shot")

    def __init__(self) -> None:
        self._at: str | None = None
        self._shot: ev.Shot | None = None

    def look(self, event: ev.AnyEvent, ruling: Ruling, game: Game) -> tuple[Finding, ...]:
        """Return the findings of an event just ruled on; most have none, and cost little."""
        before, at, twice = self._at, event.at, None
        if event.at_precision != EXACT:
            before = self._at = None
        else:
            self._at = at
            # Most instants are UTC in one form and compare as text.
            if before is None or (
                before <= at and len(before) == len(at) and before[-1] == UTC_MARK == at[-1]
            ):
                before = None
        if type(event) is ev.Shot:
            last, self._shot = self._shot, event
            if last is not None and last.call == event.call and last.pocketed == event.pocketed:
                twice = last
        elif type(event) in TAKEN_BACK:
            self._shot = None
        if before or twice or ruling.match_won_by or ruling.reason:
            return tuple(_found(event, ruling, game, before, twice))
        return ()


def _later(one: str, other: str) -> bool:
    return datetime.fromisoformat(one) > datetime.fromisoformat(other)


def _found(
    event: ev.AnyEvent, ruling: Ruling, game: Game, before: str | None, twice: ev.Shot | None
) -> Iterator[Finding]:
    if before is not None and _later(before, event.at):
        words = f"at {event.at}, the event before it at {before}"
        yield finding("time_backwards", event.seq, words)
    if isinstance(event, ev.Shot) and twice is not None and _at_one_ball(twice, event):
        apart = _apart(twice, event)
        words = f"{twice.player} at the same ball as seq {twice.seq}, {apart:g} s before"
        yield finding("suspected_duplicate", event.seq, words)
    if ruling.reason == "match_over":
        yield finding("after_end", event.seq, "the match was over before it")
    winner = ruling.match_won_by
    if winner is not None:
        yield from _passed(event, game, game.side(winner))


def _at_one_ball(one: ev.Shot, other: ev.Shot) -> bool:
    """Tell whether two strokes with the same call and balls are one player's, at a known ball."""
    known = isinstance(other.call, ev.Call) or any(
        potted.ball not in UNKNOWN for potted in other.pocketed
    )
    exact = one.at_precision == other.at_precision == EXACT
    return known and exact and one.player == other.player and _apart(one, other) <= TWICE_WITHIN_S


def _apart(one: ev.Shot, other: ev.Shot) -> float:
    """Return the seconds between two strokes."""
    apart = datetime.fromisoformat(other.at) - datetime.fromisoformat(one.at)
    return abs(apart.total_seconds())


def _passed(event: ev.AnyEvent, game: Game, side: int) -> Iterator[Finding]:
    score, target = game.score[side], game.target[side]
    if score > target:
        words = f"{game.name(side)} has {score} of {target}"
        yield finding("target_passed", event.seq, words)
