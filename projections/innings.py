"""The turn at the table being written down, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from domain.events import Inning, Shot
from domain.play import Side
from domain.rulings import Ruling
from projections.strokes import BALLS, Struck, balls_made, made

InningRow = tuple[Any, ...]
"""Values of ``INNING_FIELDS``, in their order; a side stands for a player."""
INNING_FIELDS: Final = (
    "inning", "side", "rack", "first_seq", "last_seq", "strokes", "balls", "points",
    "points_opponent", "run", "ending", "open", "fouls", "is_shots", "paired", "started_in_hand",
    "first_is_break", "safety_at_once", "scored_at_once", "inferred", "at", "first_rack_ball",
    "clearance",
)  # fmt: skip
GOES_ON: Final = frozenset({"open", "match_won", "match_ended", "limit", "concession"})
"""Endings during which a run was still open."""


@dataclass(slots=True)
class Turn:
    """A turn with at least one stroke; figures are sums over its strokes."""

    inning: int
    side: Side
    rack: int
    first_seq: int
    at: str | None
    paired: bool
    in_hand: bool
    is_break: bool
    rack_ball: int | None
    whole: bool = False
    """All balls were on the table at its first stroke."""
    summed: bool = False
    last_seq: int = 0
    strokes: int = 0
    balls: int = 0
    points: int = 0
    points_opponent: int = 0
    run: int = 0
    fouls: int = 0
    inferred: bool = False
    safety_at_once: bool = False
    scored_at_once: bool = False
    clearance: bool | None = None

    def absorb(self, strokes: Sequence[Struck]) -> None:
        """Add up strokes that follow those added before."""
        if not strokes:
            return
        if not self.strokes:
            self._start(strokes[0])
        self.strokes += len(strokes)
        event, ruling = strokes[-1][:2]
        self.last_seq, self.run = event.seq, ruling.run
        self.summed = isinstance(event, Inning)
        if self.whole and strokes[-1][BALLS] == 1 and ruling.pocketed and not ruling.fouls:
            self.clearance = True
        if self.summed:
            self.balls += balls_made(event, ruling) - len(ruling.pocketed)
        own, other = self.side, 1 - self.side
        for struck in strokes:
            ruling = struck[1]
            points = ruling.points
            self.points += points[own]
            self.points_opponent += points[other]
            self.balls += len(ruling.pocketed)
            if ruling.fouls:
                self.fouls += 1
            if struck[0].inferred:
                self.inferred = True

    def _start(self, struck: Struck) -> None:
        event, ruling = struck[:2]
        call = event.call if isinstance(event, Shot) else event.end
        self.scored_at_once = made(struck)
        self.safety_at_once = call == "safety" and not (ruling.fouls or self.scored_at_once)

    def row(self, ending: str) -> InningRow:
        """Return the turn as a row that ended so, or is open."""
        return (
            self.inning, self.side, self.rack, self.first_seq, self.last_seq,
            None if self.summed else self.strokes, self.balls, self.points, self.points_opponent,
            self.run, ending, ending in GOES_ON, self.fouls, not self.summed, self.paired,
            self.in_hand, self.is_break, self.safety_at_once,
            None if self.summed else self.scored_at_once, self.inferred, self.at, self.rack_ball,
            self.clearance,
        )  # fmt: skip


def ending_of(ruling: Ruling, call: object, striker: str, *, scored: bool) -> str:
    """Return how the stroke that ended a turn ended it."""
    if scored and ruling.match_won_by == striker:
        return "match_won"
    if ruling.rack_won_by == striker:
        return "rack_won"
    if ruling.verdict != "legal":
        return ruling.verdict
    return str(call) if call in ("safety", "push_out") else "miss"


def ending_by(kind: str | None, *, finished: bool, closed_by: str | None) -> str:
    """Return how something else than a stroke ended a turn; ``kind`` is what ended the match."""
    if not finished:
        return "stopped"
    if kind == "concession":
        return "concession"
    return "limit" if closed_by == "limit" else "match_ended"
