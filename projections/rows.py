"""Rows of many matches as columns: what one transaction writes into each table.

Rows come as tuples and are turned into columns match by match. What all rows of a match share
(its id, its players, its rules) is gathered from the match when the frame is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import polars as pl

from domain.ledger import Received
from projections import schema
from projections.innings import INNING_FIELDS
from projections.live import Live
from projections.matches import MATCH_FIELDS, MatchRow, match_row
from projections.racks import RACK_FIELDS
from projections.records import LogRecord
from projections.strokes import STROKE_FIELDS

POLARS: Final[dict[str, Any]] = {
    schema.TEXT: pl.String,
    schema.INT: pl.Int32,
    schema.LONG: pl.Int64,
    schema.FLAG: pl.Boolean,
    schema.TEXTS: pl.List(pl.String),
    schema.INTS: pl.List(pl.Int32),
    schema.BYTES: pl.Binary,
}
EVENT_FIELDS: Final = schema.stored(schema.EVENTS)
FINDING_FIELDS: Final = ("seq", "code", "severity", "detail")


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

    events: Columns = field(default_factory=lambda: Columns(EVENT_FIELDS))
    quarantine: Columns = field(default_factory=lambda: Columns(schema.stored(schema.QUARANTINE)))
    duplicates: Columns = field(default_factory=lambda: Columns(schema.stored(schema.DUPLICATES)))
    strokes: Columns = field(default_factory=lambda: Columns(STROKE_FIELDS))
    innings: Columns = field(default_factory=lambda: Columns(INNING_FIELDS))
    racks: Columns = field(default_factory=lambda: Columns(RACK_FIELDS))
    findings: Columns = field(default_factory=lambda: Columns(FINDING_FIELDS))
    matches: list[MatchRow] = field(default_factory=list[MatchRow])
    whole: list[str] = field(default_factory=list[str])
    again: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    """Matches stored before, with the first turn and the first rack to replace."""
    players: set[str] = field(default_factory=set[str])
    """Players of openings that were not in the store."""

    def take(self, live: Live, group: Sequence[tuple[LogRecord, Received]]) -> int:
        """Hand the records of a match to its ledger; return how many took or hold a place."""
        accepted = list[tuple[Any, ...]]()
        add = live.ledger.add
        for record, read in group:
            event, (partition, offset) = read.event, _place(record)
            verdict = add(read)
            if event is None:
                continue
            if verdict == "accepted":
                accepted.append(
                    (
                        event.match, event.seq, event.id, partition, offset, record.received_ms,
                        record.recorder, record.raw,
                    )
                )  # fmt: skip
            elif verdict == "duplicate":
                self.duplicates.extend([(partition, offset, event.match, event.seq, event.id)])
            else:
                self.refuse(record, read, event.match, live.ledger.quarantined[-1].reason)
        self.events.extend(accepted)
        return len(accepted)

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
        owner = len(self.matches)
        book, game = live.book, live.fold.match.game
        turn = book.turn
        if live.stored and live.whole:
            self.whole.append(live.match)
        elif live.stored:
            self.again.append((live.match, live.open_turn or schema.LAST, live.open_rack))
        self.matches.append(match_row(live))
        self.strokes.extend(book.strokes, owner)
        self.innings.extend(book.innings, owner)
        if turn is not None:
            self.innings.extend([turn.row("open")], owner)
        if game is not None:
            self.racks.extend(book.racks.taken(game), owner)
        self.findings.extend(
            [(found.seq, found.code, found.severity, found.detail) for found in book.findings],
            owner,
        )
        if game is not None and not (live.stored and live.named and not live.whole):
            self.players.update(game.players)
        live.taken()

    def frames(self) -> dict[str, pl.DataFrame]:
        """Return the rows to add, by table; the columns are those stored, in order."""
        owners = Owners(self.matches)
        made = {
            "events": _columns(self.events, "events"),
            "quarantine": _columns(self.quarantine, "quarantine"),
            "duplicates": _columns(self.duplicates, "duplicates"),
            "rulings": owners.rulings(self.strokes),
            "innings": owners.innings(self.innings),
            "racks": owners.racks(self.racks),
            "findings": owners.findings(self.findings),
            "matches": _matches(self.matches),
        }
        return {
            name: pl.DataFrame([columns[column] for column in _stored(name)])
            for name, columns in made.items()
            if columns
        }


Frame = dict[str, pl.Series]


class Owners:
    """The matches of a chunk, from which their rows gather what they share."""

    def __init__(self, matches: Sequence[MatchRow]) -> None:
        place = {name: index for index, name in enumerate(MATCH_FIELDS)}
        self.shared = {
            name: pl.Series(name, [row[place[name]] for row in matches], pl.String)
            for name in ("match", "discipline", "rules")
        }
        one, two = place["player1"], place["player2"]
        self.players = pl.Series(
            "player", [row[index] for row in matches for index in (one, two)], pl.String
        )

    def rulings(self, rows: Columns) -> Frame:
        """Return the columns of ``rulings``."""
        columns = self._with_players(rows, "rulings")
        if columns:
            columns["fouls"] = _sets("fouls", rows.column("fouls"))
            columns["clauses"] = _sets("clauses", rows.column("clauses"))
            for name in ("frame_score", "frame_score_opponent"):
                columns[name] = pl.repeat(None, len(rows), dtype=pl.Int32, eager=True).alias(name)
        return columns

    def innings(self, rows: Columns) -> Frame:
        """Return the columns of ``innings``."""
        return self._with_players(rows, "innings")

    def racks(self, rows: Columns) -> Frame:
        """Return the columns of ``racks``."""
        return self._with_match(rows, "racks") if len(rows) else {}

    def findings(self, rows: Columns) -> Frame:
        """Return the columns of ``findings``."""
        return self._with_match(rows, "findings") if len(rows) else {}

    def _with_match(self, rows: Columns, table: str) -> Frame:
        owner = pl.Series(rows.owner, dtype=pl.UInt32)
        columns = _columns(rows, table)
        for name, values in self.shared.items():
            columns[name] = values.gather(owner)
        return columns

    def _with_players(self, rows: Columns, table: str) -> Frame:
        if not len(rows):
            return {}
        columns = self._with_match(rows, table)
        owner = pl.Series(rows.owner, dtype=pl.UInt32)
        side = owner * 2 + pl.Series(rows.column("side"), dtype=pl.UInt32)
        columns["player"] = self.players.gather(side)
        columns["opponent"] = self.players.gather(side ^ 1).alias("opponent")
        columns["at_ms"] = instants("at_ms", rows.column("at"))
        return columns


def instants(name: str, texts: Sequence[str | None]) -> pl.Series:
    """Return RFC 3339 instants as milliseconds of Unix time."""
    read = pl.Series(name, texts, dtype=pl.String).str.to_datetime(
        "%+", time_unit="ms", time_zone="UTC", strict=False
    )
    return read.cast(pl.Int64)


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
SETS: Final = frozenset({"fouls", "clauses"})


def _columns(rows: Columns, table: str) -> Frame:
    """Return the columns of a table that the rows hold as they are."""
    types = TYPES[table]
    if not len(rows):
        return {}
    return {
        name: pl.Series(name, values, types[name])
        for name, values in zip(rows.names, rows.lists, strict=True)
        if name in types and not (name in SETS and table == "rulings")
    }


def _sets(name: str, values: Iterable[tuple[str, ...]]) -> pl.Series:
    """Return lists of codes; few different ones occur, so each is converted once."""
    known: dict[tuple[str, ...], int] = {}
    places = [known.setdefault(value, len(known)) for value in values]
    sets = pl.Series(name, [list(value) for value in known], pl.List(pl.String))
    return sets.gather(pl.Series(places, dtype=pl.UInt32))


def _matches(rows: Sequence[MatchRow]) -> Frame:
    if not rows:
        return {}
    types = TYPES["matches"]
    values = dict(zip(MATCH_FIELDS, zip(*rows, strict=True), strict=True))
    frame = {
        name: pl.Series(name, column, types[name])
        for name, column in values.items()
        if name in types
    }
    for name in ("opened", "first", "last"):
        frame[f"{name}_ms"] = instants(f"{name}_ms", values[name])
    return frame
