"""Rows of many matches as columns: what one transaction writes into each table.

Rows come as tuples and are turned into columns match by match. What all rows of a match share
(its id, its players, its rules) is gathered from the match when the frame is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl

from domain.events import AnyEvent
from domain.ledger import Received
from projections import schema
from projections.columns import STRUCK, Frame, instant, noted, recorded, rulings
from projections.innings import INNING_FIELDS
from projections.live import Live
from projections.matches import MATCH_FIELDS, MatchRow, match_row
from projections.racks import RACK_FIELDS
from projections.records import LogRecord
from projections.strokes import INNING

POLARS: Final[dict[str, Any]] = {
    schema.TEXT: pl.String,
    schema.INT: pl.Int32,
    schema.LONG: pl.Int64,
    schema.FLAG: pl.Boolean,
    schema.TEXTS: pl.List(pl.String),
    schema.INTS: pl.List(pl.Int32),
    schema.BYTES: pl.Binary,
}
FINDING_FIELDS: Final = ("seq", "code", "severity", "detail")


Accepted = tuple[LogRecord, AnyEvent, bool]
"""A record that took or holds a place, and whether it proves an official's right."""
Again = tuple[str, int | None, int]
"""A match with the first turn (none: no turn was open) and the first rack to replace."""


class Columns:
    """Rows of one table as lists, a column each; ``owner`` counts the match they belong to."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.lists: list[list[Any]] = [[] for _ in names]
        self.owner: list[int] = []

    def extend(self, rows: Sequence[tuple[Any, ...]], owner: int = 0) -> None:
        """Add the rows of a match."""
        if rows:
            for values, more in zip(self.lists, zip(*rows, strict=True), strict=True):
                values.extend(more)
            self.owner += [owner] * len(rows)

    def __len__(self) -> int:
        return len(self.owner)

    def column(self, name: str) -> list[Any]:
        """Return the values of a column."""
        return self.lists[self.names.index(name)]


@dataclass(slots=True)
class Chunk:
    """What one transaction writes: rows to add and rows they take the place of."""

    events: list[Accepted] = field(default_factory=list["Accepted"])
    quarantine: Columns = field(default_factory=lambda: Columns(schema.stored(schema.QUARANTINE)))
    duplicates: Columns = field(default_factory=lambda: Columns(schema.stored(schema.DUPLICATES)))
    strokes: Columns = field(default_factory=lambda: Columns(STRUCK))
    sums: Columns = field(default_factory=lambda: Columns(STRUCK))
    innings: Columns = field(default_factory=lambda: Columns(INNING_FIELDS))
    racks: Columns = field(default_factory=lambda: Columns(RACK_FIELDS))
    findings: Columns = field(default_factory=lambda: Columns(FINDING_FIELDS))
    lives: list[Live] = field(default_factory=list[Live])
    whole: list[str] = field(default_factory=list[str])
    again: list[Again] = field(default_factory=list[Again])
    """Matches stored before."""
    players: set[str] = field(default_factory=set[str])
    """Players of openings that were not in the store."""

    def take(self, live: Live, group: Sequence[tuple[LogRecord, Received, bool]]) -> int:
        """Hand the records of a match to its ledger; return how many took or hold a place."""
        before = len(self.events)
        add = live.ledger.add
        for record, read, proved in group:
            verdict = add(read, verified=proved)
            event = read.event
            if event is None:
                continue
            if verdict == "accepted":
                self.events.append((record, event, proved))
            elif verdict == "duplicate":
                self.duplicates.extend([(*_place(record), event.match, event.seq, event.id)])
            else:
                self.refuse(record, read, event.match, live.ledger.quarantined[-1].reason)
        return len(self.events) - before

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
        self.quarantine.extend([row])

    def write(self, live: Live) -> None:
        """Take the new rows of a match; the match then counts as stored."""
        owner = len(self.lives)
        book, game = live.book, live.fold.match.game
        if live.stored and live.whole:
            self.whole.append(live.match)
        elif live.stored:
            self.again.append((live.match, live.open_turn, live.open_rack))
        if game is not None and not (live.stored and live.named and not live.whole):
            self.players.update(game.players)
        self.lives.append(live)
        book.close()
        sums = [struck for struck in book.strokes if struck[5] & INNING] if book.sums else []
        shots = [struck for struck in book.strokes if not struck[5] & INNING]
        self.strokes.extend(shots if sums else book.strokes, owner)
        self.sums.extend(sums, owner)
        self.innings.extend(book.innings, owner)
        if book.turn is not None:
            self.innings.extend([book.turn.row("open")], owner)
        if game is not None:
            self.racks.extend(book.racks.taken(game), owner)
        self.findings.extend(
            [(found.seq, found.code, found.severity, found.detail) for found in book.findings],
            owner,
        )
        live.taken()

    def frames(self) -> list[tuple[str, pl.DataFrame]]:
        """Return the rows to add with their tables; the columns are those stored, in order."""
        owners = Owners(self.lives)
        rulings = [("rulings", owners.strokes(rows)) for rows in (self.strokes, self.sums)]
        rows = [match_row(live) for live in self.lives]
        made = [
            ("events", _events(self.events)),
            ("quarantine", _plain(self.quarantine, "quarantine")),
            ("duplicates", _plain(self.duplicates, "duplicates")),
            *rulings,
            ("innings", owners.rows(self.innings, "innings")),
            ("racks", owners.rows(self.racks, "racks")),
            ("findings", owners.rows(self.findings, "findings")),
            ("matches", _matches(rows)),
        ]
        return [(name, frame) for name, frame in made if frame is not None]


class Owners:
    """The matches of a chunk, from which their rows gather what they share."""

    def __init__(self, lives: Sequence[Live]) -> None:
        self.lives = lives
        openings = [live.fold.match.opening for live in lives]
        games = [live.fold.match.game for live in lives]
        values = {
            "match": [live.match for live in lives],
            "discipline": [opening and opening.discipline for opening in openings],
            "rules": [opening and opening.rules for opening in openings],
            "one": [game and game.players[0] for game in games],
            "two": [game and game.players[1] for game in games],
        }
        self.shared = pl.DataFrame(values, schema=dict.fromkeys(values, pl.String))

    def of(self, owner: Sequence[int]) -> Frame:
        """Return what the rows of some matches share: id, game, text and players."""
        gathered = self.shared[pl.Series(owner, dtype=pl.UInt32)]
        return {column.name: column for column in gathered.get_columns()}

    def strokes(self, rows: Columns) -> pl.DataFrame | None:
        """Return rows of ``rulings``; the matches count how much was recorded of them."""
        if not len(rows):
            return None
        raw = noted(rows.lists, self.of(rows.owner))
        counted: list[dict[str, int]] = recorded(raw, rows.owner).to_dicts()
        for counts in counted:
            self.lives[counts.pop("owner")].book.figures.facts.update(counts)
        return rulings(raw)

    def rows(self, rows: Columns, table: str) -> pl.DataFrame | None:
        """Return rows of a table; a side stands for player and opponent."""
        if not len(rows):
            return None
        frame = pl.DataFrame(_columns(rows, table) | self.of(rows.owner))
        return frame.select(_SELECT[table])


def _place(record: LogRecord) -> tuple[int, int]:
    position = record.position
    return position.partition, position.offset


def _stored(table: str) -> tuple[str, ...]:
    return schema.stored(schema.TABLES[table])


def _types(table: str) -> dict[str, Any]:
    return {
        column.name: POLARS.get(column.type, pl.String) for column in schema.TABLES[table].columns
    }


TYPES: Final = {name: _types(name) for name in schema.TABLES}


_FIRST: Final = pl.col("side") == 0
_MADE_OF: Final[dict[str, pl.Expr]] = {
    "player": pl.when(_FIRST).then(pl.col("one")).otherwise(pl.col("two")),
    "opponent": pl.when(_FIRST).then(pl.col("two")).otherwise(pl.col("one")),
    "at_ms": instant("at"),
    "opened_ms": instant("opened"),
    "first_ms": instant("first"),
    "last_ms": instant("last"),
}
"""Columns that are worked out of others; a column of these names is."""
_RAW: Final = {"side": pl.Int8} | dict.fromkeys(("at", "opened", "first", "last"), pl.String)
_SELECT: Final = {
    table: [_MADE_OF.get(name, pl.col(name)).alias(name) for name in _stored(table)]
    for table in ("innings", "racks", "findings", "matches")
}


def _columns(rows: Columns, table: str) -> Frame:
    """Return the columns of a table that the rows hold as they are."""
    types = TYPES[table] | _RAW
    return {
        name: pl.Series(name, values, types[name])
        for name, values in zip(rows.names, rows.lists, strict=True)
        if name in types
    }


def _events(accepted: Sequence[Accepted]) -> pl.DataFrame | None:
    if not accepted:
        return None
    events = [event for _, event, _ in accepted]
    records = [record for record, _, _ in accepted]
    columns: dict[str, list[Any]] = {
        "match": [event.match for event in events],
        "seq": [event.seq for event in events],
        "id": [event.id for event in events],
        "log_partition": [record.position.partition for record in records],
        "log_offset": [record.position.offset for record in records],
        "received_ms": [record.received_ms for record in records],
        "recorder": [record.recorder for record in records],
        "verified": [proved for _, _, proved in accepted],
        "raw": [record.raw for record in records],
    }
    types = TYPES["events"]
    return pl.DataFrame([pl.Series(name, column, types[name]) for name, column in columns.items()])


def _plain(rows: Columns, table: str) -> pl.DataFrame | None:
    return pl.DataFrame(_columns(rows, table)) if len(rows) else None


def _matches(rows: Sequence[MatchRow]) -> pl.DataFrame | None:
    if not rows:
        return None
    types = TYPES["matches"] | _RAW
    columns = zip(MATCH_FIELDS, zip(*rows, strict=True), strict=True)
    frame = pl.DataFrame([pl.Series(name, values, types[name]) for name, values in columns])
    return frame.select(_SELECT["matches"])
