"""What one transaction writes into each table: rows to add, and rows they take the place of."""

from __future__ import annotations

from collections.abc import Sequence
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

Again = tuple[str, int | None, int]
"""A match with the first turn (none: no turn was open) and the first rack to replace."""
_WRITTEN: Final = (
    "events", "quarantine", "duplicates", "rulings", "innings", "racks", "findings", "matches",
)  # fmt: skip
_FLAGS: Final = itemgetter(schema.stored(schema.RULINGS).index("flags"))


def _no_rows() -> dict[str, list[Row]]:
    return {table: [] for table in _WRITTEN}


@dataclass(slots=True)
class Chunk:
    """What one transaction writes: rows to add and rows they take the place of."""

    rows: dict[str, list[Row]] = field(default_factory=_no_rows)
    """The rows to add to each table: its stored columns, in order."""
    whole: list[str] = field(default_factory=list[str])
    again: list[Again] = field(default_factory=list[Again])
    """Matches stored before."""
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
        elif live.stored:
            self.again.append((live.match, live.open_turn, live.open_rack))
        if game is not None and not (live.stored and live.named and not live.whole):
            self.players.update(game.players)
        book.close()
        of, rows = shared(live), self.rows
        strokes = [ruling_row(of, struck) for struck in book.strokes]
        book.figures.facts.update(recorded(map(_FLAGS, strokes)))
        rows["rulings"] += strokes
        rows["innings"] += [inning_row(of, row) for row in book.innings]
        if book.turn is not None:
            rows["innings"].append(inning_row(of, book.turn.row("open")))
        if game is not None:
            rows["racks"] += [rack_row(of, row) for row in book.racks.taken(game)]
        rows["findings"] += [
            (live.match, found.seq, found.code, found.severity, found.detail)
            for found in book.findings
        ]
        rows["matches"].append(stored_match(live))
        live.taken()


def _place(record: LogRecord) -> tuple[int, int]:
    position = record.position
    return position.partition, position.offset
