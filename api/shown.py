"""A match as it is shown under any view: replay, turns, racks and figures of the same records.

The rows are those the tables would hold of these records: the same code writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from api.reading import NOW, Seen, Source, View, look
from domain import events as ev
from domain.ledger import Received
from domain.replay import Line
from domain.whatif import under
from projections.innings import INNING_FIELDS, InningRow
from projections.live import Live
from projections.matches import MATCH_FIELDS, match_row
from projections.racks import RACK_FIELDS
from projections.rulings import inning_row, shared
from projections.schema import INNINGS, stored

Row = dict[str, Any]


@dataclass(slots=True, frozen=True)
class Changed:
    """A record whose event says something else than its bytes."""

    raw: bytes
    event: ev.AnyEvent | None
    verified: bool
    fault: None = None

    def canonical(self) -> bytes:
        """Return the bytes: nothing is signed here."""
        return self.raw


@dataclass(slots=True, frozen=True)
class Shown:
    """A match under a view; a turn's ``side`` is 0 or 1, in the order of ``players``."""

    seen: Seen
    opening: ev.MatchOpened | None
    players: tuple[str, str] | None
    row: Row
    innings: list[Row]
    racks: list[Row]

    @property
    def state(self) -> Mapping[str, Any]:
        """Return the state at the end, empty while nothing is open."""
        return self.seen.result.state or {}

    @property
    def lines(self) -> list[Line]:
        """Return the lines of the replay."""
        return self.seen.lines

    def states(self) -> dict[int, Mapping[str, Any]]:
        """Return the state after each seq."""
        return {line.step.seq: line.state for line in self.lines if line.state is not None}


def show_match(source: Source, match: str, view: View = NOW) -> Shown:
    """Return a match under a view; raises ``NoSuchMatch`` and ``BadView``."""
    seen = look(source, match, view)
    return _shown(seen, written(match, seen.known, view))


def _shown(seen: Seen, live: Live) -> Shown:
    players, innings, racks = tabled(live)
    row: Row = dict(zip(MATCH_FIELDS, match_row(live), strict=True))
    return Shown(seen, live.fold.match.opening, players, row, innings, racks)


def tabled(live: Live) -> tuple[tuple[str, str] | None, list[Row], list[Row]]:
    """Return the players, the turns and the racks of a match that was written down."""
    game = live.fold.match.game
    racks = [] if game is None else live.book.racks.taken(game)
    return (
        None if game is None else (game.players[0], game.players[1]),
        [dict(zip(INNING_FIELDS, row, strict=True)) for row in _turns(live)],
        [dict(zip(RACK_FIELDS, row, strict=True)) for row in racks],
    )


def _turns(live: Live) -> list[InningRow]:
    """Return the turns of a match, the open one last."""
    turn = live.book.turn
    return [*live.book.innings, *([] if turn is None else [turn.row("open")])]


def tabled_innings(live: Live) -> list[Row]:
    """Return the turns of a match as rows of the table ``innings``."""
    of, columns = shared(live), stored(INNINGS)
    return [dict(zip(columns, inning_row(of, turn), strict=True)) for turn in _turns(live)]


def under_view(known: Sequence[Received], view: View) -> Iterator[Received]:
    """Yield the events a view knows of, the opening under the text it asks for."""
    change = None if view.rules is None else under(view.rules, {})
    for record in known:
        event = record.event
        if event is None or (view.as_of is not None and event.seq > view.as_of):
            continue
        yield record if change is None else Changed(record.raw, change(event), record.verified)


def written(match: str, known: Sequence[Received], view: View = NOW) -> Live:
    """Write a match down as the tables do, from what a view knows of it."""
    live = Live(match)
    for record in under_view(known, view):
        live.add(record)
    live.advance()
    live.book.close()
    return live
