"""What one transaction writes into each table: rows to add, and rows they take the place of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Final

from domain.ledger import Received
from projections import schema
from projections.live import Live
from projections.records import LogRecord
from projections.rulings import (
    Row,
    inning_row,
    rack_row,
    ruling_row,
    shared,
    stored_match,
)
from projections.strokes import recorded

Changed = tuple[Row, Row]
"""A row of a table as it is stored, and as it is to be."""
_WRITTEN: Final = (
    "events", "quarantine", "duplicates", "rulings", "innings", "racks", "findings", "matches",
)  # fmt: skip
_FLAGS: Final = itemgetter(schema.stored(schema.RULINGS).index("flags"))


def _no_rows() -> dict[str, list[Row]]:
    return {table: [] for table in _WRITTEN}


def _no_changes() -> dict[str, list[Changed]]:
    return {table: [] for table in ("innings", "racks", "matches")}


@dataclass(slots=True)
class Chunk:
    """What one transaction writes: rows to add and rows they take the place of."""

    rows: dict[str, list[Row]] = field(default_factory=_no_rows)
    """The rows to add to each table: its stored columns, in order."""
    whole: list[str] = field(default_factory=list[str])
    """Matches stored before of which all rows are replaced."""
    changed: dict[str, list[Changed]] = field(default_factory=_no_changes)
    """Rows of each table that go on from before."""
    gone: list[tuple[str, Row]] = field(default_factory=list[tuple[str, Row]])
    """Table and key of rows that no longer hold: a rack to be played once the match is over."""
    players: set[str] = field(default_factory=set[str])
    """Players of openings that were not in the store."""

    def take(self, live: Live, group: Sequence[tuple[LogRecord, Received, bool]]) -> int:
        """Hand the records of a match to its ledger; return how many took or hold a place."""
        events = self.rows["events"]
        before = len(events)
        add = live.ledger.add
        for record, read, proved in group:
            verdict = add(read, verified=proved)
            event = read.event
            if event is None:
                continue
            if verdict == "accepted":
                events.append(
                    (
                        event.match, event.seq, event.id, *_place(record), record.received_ms,
                        record.recorder, proved, record.raw,
                    )
                )  # fmt: skip
            elif verdict == "duplicate":
                self.rows["duplicates"].append((*_place(record), event.match, event.seq, event.id))
            else:
                self.refuse(record, read, event.match, live.ledger.quarantined[-1].reason)
        return len(events) - before

    def refuse(
        self,
        record: LogRecord,
        read: Received,
        match: str | None,
        reason: str | None = None,
        detail: str | None = None,
    ) -> None:
        """Put a record into quarantine, for the fault in it where no other reason is given."""
        told = read.event or read.fault
        seq, name = (None, None) if told is None else (told.seq, told.id)
        if reason is None and read.fault is not None:
            reason, detail = read.fault.reason, read.fault.detail
        row = (*_place(record), match, seq, name, reason, detail or "", record.raw)
        self.rows["quarantine"].append(row)

    def write(self, live: Live) -> None:
        """Take the new rows of a match; the match then counts as stored."""
        book, game = live.book, live.fold.match.game
        if live.stored and live.whole:
            self.whole.append(live.match)
            live.going_on = {}
        if game is not None and not (live.stored and live.named and not live.whole):
            self.players.update(game.players)
        book.close()
        of, rows = shared(live), self.rows
        strokes = [ruling_row(of, struck) for struck in book.strokes]
        book.figures.facts.update(recorded(map(_FLAGS, strokes)))
        rows["rulings"] += strokes
        rows["findings"] += [
            (live.match, found.seq, found.code, found.severity, found.detail)
            for found in book.findings
        ]
        self._go_on(live)
        live.taken()

    def _go_on(self, live: Live) -> None:
        """Take the rows of turns, racks and the match: those that went on, and new ones."""
        before, made = live.going_on, rows_of(live)
        live.going_on = _going_on(live, made)
        for name, rows in made.items():
            if (old := before.get(name)) is not None:
                key = len(schema.TABLES[name].key)
                if rows and rows[0][:key] == old[:key]:
                    self.changed[name].append((old, rows.pop(0)))
                else:
                    self.gone.append((name, old[:key]))
            self.rows[name] += rows


def bring_back(match: str, records: Sequence[Received], verified: Sequence[bool]) -> Live:
    """Bring back a match from its records in log order; the store has its rows."""
    live = Live.load(match, records, verified)
    live.going_on = _going_on(live, rows_of(live))
    return live


def rows_of(live: Live) -> dict[str, list[Row]]:
    """Return the rows of turns and racks since they were last taken, and that of the match."""
    of, book, game = shared(live), live.book, live.fold.match.game
    turns = book.innings if book.turn is None else [*book.innings, book.turn.row("open")]
    racks = [] if game is None else book.racks.taken(game)
    return {
        "innings": [inning_row(of, row) for row in turns],
        "racks": [rack_row(of, row) for row in racks],
        "matches": [stored_match(live)],
    }


def _going_on(live: Live, made: Mapping[str, Sequence[Row]]) -> dict[str, Row]:
    """Return of rows just made those the next event may change."""
    turn, rack = live.book.turn, live.book.racks.now.rack
    now = {"innings": None if turn is None else turn.inning, "racks": rack}
    return {
        name: rows[-1]
        for name, rows in made.items()
        if rows and now.get(name, rows[-1][1]) == rows[-1][1]
    }


def _place(record: LogRecord) -> tuple[int, int]:
    position = record.position
    return position.partition, position.offset
