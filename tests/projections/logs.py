"""Logs for the projector: records of matches in any order, and stores filled from them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from domain.events import AnyEvent, encode_event, replaced
from ingest.log import EventLog, LogRecord, NewRecord, Position, open_log
from ingest.simulate import Season, drawn_field, play
from ingest.wire import receive_all
from projections.projector import Projector
from projections.schema import DERIVED
from projections.store import Store, table_hash
from tests.vectors.reader import paths, read

SEASON = Season(drawn_field(4, 1), 1, 12)
GARBAGE = (b"", b"\xff\x00 no json", b'{"match":"sim-1-000003","seq":3}', b'{"match":"!"}')


class ListLog(NamedTuple):
    """A log of one partition in a list."""

    records: list[LogRecord]

    def read(self, after: Mapping[int, int], limit: int = 1000) -> Sequence[LogRecord]:
        start = after.get(0, 0)
        return self.records[start : start + limit]


def log_of(raws: Iterable[bytes]) -> ListLog:
    """Return a log of records received one a millisecond."""
    return ListLog(
        [LogRecord(Position(0, offset), None, raw, offset) for offset, raw in enumerate(raws)]
    )


def raws_of(events: Iterable[AnyEvent], match: str = "m") -> list[bytes]:
    """Return events as the records of a match."""
    return [encode_event(replaced(event, match=match)) for event in events]


def fill(
    log: ListLog,
    batches: Iterator[int] | int = 1000,
    *,
    store: Store | None = None,
    events_kept: int = 50_000,
) -> Store:
    """Bring a log into a store in batches of the sizes given."""
    store = store or Store.open(None, threads=1)
    projector = Projector(store, receive_all, events_kept=events_kept)
    end = len(log.records)
    while (start := projector.positions.get(0, 0)) < end:
        limit = batches if isinstance(batches, int) else next(batches)
        projector.apply(log.records[start : start + limit])
    return store


def hashes(store: Store) -> dict[str, str]:
    """Return the hash of each derived table."""
    with store.reading() as con:
        return {table: table_hash(con, table) for table in DERIVED}


def tables(store: Store) -> dict[str, pl.DataFrame]:
    """Return the derived tables sorted, for a difference one can read."""
    return {name: store.frame(f"FROM {name} ORDER BY ALL") for name in DERIVED}


def assert_equal(one: Store, other: Store) -> None:
    """Compare the derived tables of two stores."""
    if hashes(one) != hashes(other):
        for name, frame in tables(one).items():
            assert frame.to_dicts() == tables(other)[name].to_dicts(), name
    assert hashes(one) == hashes(other)


def vector_logs() -> list[tuple[str, list[bytes]]]:
    """Return the records of every conformance vector."""
    return [(path.stem, read(path).records) for path in paths("14.1", "pool", "snooker", "replay")]


def season_log() -> EventLog:
    """Return a log of matches dealt out at random, with records that are none among them."""
    log, rng = open_log("memory:"), random.Random(7)  # noqa: S311 - a seed
    matches = [list(enumerate(records)) for records in play(SEASON)]
    order = [number for number, records in enumerate(matches) for _ in records]
    rng.shuffle(order)
    turns = [iter(records) for records in matches]
    for place, number in enumerate(order):
        _, raw = next(turns[number])
        log.append([NewRecord(SEASON.name(number), raw, "scorer" if number % 2 else None)])
        if place % 200 == 0:
            log.append([NewRecord(None, GARBAGE[place // 200 % 4], None, "signature")])
    return log


def only(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the one row there is."""
    (row,) = rows
    return row


def file_store(path: Path) -> Store:
    return Store.open(path / "tables.duckdb", threads=1)
