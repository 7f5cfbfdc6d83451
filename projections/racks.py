"""The rack or frame being played, and the rows of those that are over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from domain.events import Break, Rack
from domain.game import Game
from domain.games.snooker.balls import BIT, COLOURS, VALUE
from domain.games.snooker.state import SnookerState
from domain.play import NOBODY, RackRecord, Side
from domain.racks import RackGame
from domain.rulings import Points
from domain.table import UNKNOWN
from projections.strokes import FULL, Struck, scored

RackRow = tuple[object, ...]
"""Values of ``RACK_FIELDS``, in their order."""
RACK_FIELDS: Final = (
    "rack", "breaker", "winner", "how", "is_open", "is_decider", "points1", "points2", "strokes",
    "first_seq", "last_seq", "first_inning", "last_inning", "rebreaks", "push_out_by",
    "push_out_answer", "completed_by", "completed_inning", "break_players", "break_points",
    "foul_points1", "foul_points2", "needed_fouls", "duration_ms",
)  # fmt: skip


@dataclass(slots=True, frozen=True)
class Summary:
    """What only a rack summed up tells."""

    how: str | None = None
    breaks: tuple[Break, ...] = ()
    fouls: tuple[int | None, int | None] = (None, None)
    duration_ms: int | None = None


NOT_SUMMED: Final = Summary()


@dataclass(slots=True)
class RackNow:
    """The running rack; ``full`` while it began with all balls and nobody put any elsewhere."""

    rack: int = 1
    decider: bool = False
    breaker: Side = NOBODY
    full: bool = True
    strokes: int = 0
    first_seq: int | None = None
    last_seq: int | None = None
    first_inning: int | None = None
    last_inning: int | None = None
    last_side: Side = NOBODY
    scored_in: int | None = None
    """The turn in which its first ball was made."""
    rebreaks: int = 0
    push_out_by: Side = NOBODY
    push_out_answer: str | None = None
    needing: int | None = None
    """Snooker: bits of the sides that were behind by more than was on the table."""
    through: bool = False
    """The turn at the table is summed up and may go on into the next rack."""
    summary: Summary = NOT_SUMMED

    def absorb(self, strokes: Sequence[Struck], sums: int = 0) -> None:
        """Add up strokes that follow those added before, some of them turns summed up."""
        if strokes:
            self._last(*_where(strokes[0]))
            self._last(*_where(strokes[-1]))
            self.strokes += len(strokes) - sums
            if self.scored_in is None:
                self.scored_in = next((_where(one)[1] for one in strokes if scored(one)), None)

    def look(self, game: SnookerState) -> None:
        """Note who cannot win the frame any more without points for fouls."""
        first, second = game.frame
        behind = game.reds != UNKNOWN and abs(first - second) > on_table(game)
        self.needing = (self.needing or 0) | ((2 if first > second else 1) if behind else 0)

    def answered(self) -> None:
        """Note that a push-out was accepted, if nothing was said: the next turn has begun."""
        if self.push_out_by != NOBODY and self.push_out_answer is None:
            self.push_out_answer = "accept"

    def sum_up(self, rack: Rack, game: Game) -> None:
        """Take what a rack summed up says."""
        self._last(rack.seq, game.inning, game.side(rack.breaker or ""))
        self.breaker = game.side(rack.breaker or "")
        self.summary = summary_of(rack, game.players)

    def through_to(self, rack: int, game: Game) -> RackNow:
        """Return the next rack, into which the turn at the table goes on."""
        after = RackNow(rack, is_decider(game), through=True)
        if self.last_seq is not None and self.last_inning is not None:
            after._last(self.last_seq, self.last_inning, self.last_side)
            if rack < game.rack or game.count < FULL:
                after.scored_in = self.last_inning
        return after

    def _last(self, seq: int, inning: int, side: Side) -> None:
        """Note the latest stroke, or the event that stands for strokes."""
        if self.first_seq is None:
            self.first_seq, self.first_inning = seq, inning
            if self.breaker == NOBODY:
                self.breaker = side
        self.last_seq, self.last_inning, self.last_side = seq, inning, side

    def closed(self, game: Game, record: RackRecord, how: str) -> RackRow:
        """Return the rack as a row, now that it is over."""
        return self._row(game, record.winner, self.summary.how or how, record.points)

    def running(self, game: Game, how: str | None) -> RackRow:
        """Return the rack as a row as it stands; the end of the match may have ended it."""
        return self._row(game, NOBODY, how, game.rack_points())

    def _row(self, game: Game, winner: Side, how: str | None, points: Points) -> RackRow:
        alone = how == "racked" and self.full and self.scored_in == self.last_inning
        said = self.summary
        return (
            self.rack, game.name(self.breaker), game.name(winner), how, how is None, self.decider,
            points[0], points[1], self.strokes, self.first_seq, self.last_seq, self.first_inning,
            self.last_inning, self.rebreaks, game.name(self.push_out_by), self.push_out_answer,
            game.name(self.last_side) if alone else None, self.last_inning if alone else None,
            tuple(one.player for one in said.breaks) or None,
            tuple(one.points for one in said.breaks) or None,
            said.fouls[0], said.fouls[1],
            None if self.needing is None or winner == NOBODY else bool(self.needing >> winner & 1),
            said.duration_ms,
        )  # fmt: skip


@dataclass(slots=True)
class Racks:
    """The racks of a match: rows of those that are over, and the one being played."""

    rows: list[RackRow] = field(default_factory=list[RackRow])
    now: RackNow = field(default_factory=RackNow)
    over: int = 0
    summed: int = 0

    def turn(self, game: Game, how: str, *, last: str | None = None, until: int = 0) -> None:
        """Close what is over since, up to the rack ``until``; ``last`` tells how the last ended.

        A turn of 14.1 summed up may have gone through several, so each but the one after ``last``
        goes on with the turn before; a rack somebody won ends the turn.
        """
        records = game.racks
        while self.over < len(records):
            record = records[self.over]
            if until and record.rack >= until:
                return
            self.over += 1
            final = self.over == len(records)
            before = self.now
            self.rows.append(before.closed(game, record, last if last and final else how))
            number = record.rack + 1
            ended = record.winner != NOBODY or (last and final)
            goes_on = before.through and not ended
            self.now = (
                before.through_to(number, game) if goes_on else RackNow(number, is_decider(game))
            )

    def taken(self, game: Game) -> list[RackRow]:
        """Return the rows since the last time, and the running rack as it stands."""
        rows, self.rows = self.rows, []
        ended = game.phase == "finished"
        begun = self.now.first_seq is not None or not ended
        if begun:
            rows = [*rows, self.now.running(game, "match_ended" if ended else None)]
        return rows


def summary_of(rack: Rack, players: tuple[str, str]) -> Summary:
    """Return what a rack summed up says of itself."""
    given = rack.foul_points or {}
    return Summary(
        rack.how or "summed",
        rack.breaks,
        (given.get(players[0]), given.get(players[1])),
        None if rack.duration_s is None else round(rack.duration_s * 1000),
    )


def is_decider(game: Game) -> bool:
    """Tell whether both need one more, where racks are counted."""
    return isinstance(game, RackGame) and all(
        game.score[side] == game.target[side] - 1 for side in (0, 1)
    )


def on_table(game: SnookerState) -> int:
    """Return the most points the balls on the table can still give."""
    colours = sum(VALUE[colour] for colour in COLOURS if BIT[colour] & game.colours)
    return game.reds * 8 + colours + (VALUE["black"] if game.colour_due else 0)


def _where(struck: Struck) -> tuple[int, int, Side]:
    """Return seq, turn and side of a stroke that was not out of turn."""
    event, _, _, _, _, _, phase, side, inning, *_ = struck
    return event.seq, inning + (phase == "choice"), side
