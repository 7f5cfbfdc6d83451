"""Appending to the embedded log beside bare SQLite and bare ``fdatasync``, and how soon it shows.

A wall clock, for a disk is waited for. From append to visible an event of a match in play is timed
until the tables of a running node have it.
"""

from __future__ import annotations

import os
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final

from api.wiring import hold
from benchmarks.generate import keyed, long_match
from benchmarks.report import Goal, Report, compared, interleaved, p95
from ingest.log import NewRecord
from ingest.sqlite_log import SqliteLog

SINGLES: Final = 200
BATCH: Final = 1_000
SHOWN: Final = 500
MATCH: Final = "bench"


def _bare_sqlite(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE log (number INTEGER PRIMARY KEY, raw BLOB)")
    return connection


def _in_batches(log: SqliteLog, raws: list[bytes], size: int) -> Callable[[], None]:
    def append() -> None:
        for start in range(0, len(raws), size):
            log.append([NewRecord(MATCH, raw) for raw in raws[start : start + size]])

    return append


def _bare_batches(bare: sqlite3.Connection, raws: list[bytes], size: int) -> Callable[[], None]:
    def append() -> None:
        for start in range(0, len(raws), size):
            bare.execute("BEGIN IMMEDIATE")
            rows = ((raw,) for raw in raws[start : start + size])
            bare.executemany("INSERT INTO log (raw) VALUES (?)", rows)
            bare.execute("COMMIT")

    return append


def _synced(path: Path, raws: list[bytes]) -> Callable[[], None]:
    def append() -> None:
        with path.open("ab", buffering=0) as file:
            for raw in raws:
                file.write(raw)
                os.fdatasync(file.fileno())

    return append


def measured(directory: Path, rounds: int) -> list[Report]:
    """Measure single appends, batches, and append to visible."""
    raws = long_match(BATCH)
    few = raws[:SINGLES]
    with (
        closing(SqliteLog(directory / "log.sqlite")) as log,
        closing(_bare_sqlite(directory / "bare.sqlite")) as bare,
    ):
        paths = {
            "fdatasync of each record": _synced(directory / "synced", few),
            "bare SQLite, one a transaction": _bare_batches(bare, few, 1),
            "our log, one an append": _in_batches(log, few, 1),
            "bare SQLite, all in one": _bare_batches(bare, raws, BATCH),
            "our log, all in one": _in_batches(log, raws, BATCH),
        }
        sizes = (SINGLES, SINGLES, SINGLES, BATCH, BATCH)
        found = interleaved(paths, rounds, time.perf_counter)
    items = dict(zip(paths, sizes, strict=True))
    appended = compared("Appending, wall clock", found, items, "bare SQLite, one a transaction")
    return [appended, visible(directory / "node")]


def visible(directory: Path) -> Report:
    """Append the events of a match one by one to a running node, and wait for the tables."""
    waits = sorted(_waits(directory))
    row = ("append to visible", statistics.median(waits), p95(waits), waits[-1])
    columns = ("embedded", "median, ms", "p95, ms", "most, ms")
    title = f"From append to the tables, {SHOWN} events one by one"
    goal = Goal("append to visible, p95, ms", 10, row[2], most=True)
    return Report(title, columns, [row], goals=[goal])


def _waits(directory: Path) -> Iterator[float]:
    with hold(directory, None) as node:
        node.start()
        for number, raw in zip(count(), long_match(SHOWN + 20)):
            begin = time.perf_counter()
            positions = node.log.append([keyed(raw)])
            if not node.wait(positions, 10.0):
                raise RuntimeError(f"{positions} did not come within 10 s")
            if number >= 20:
                yield (time.perf_counter() - begin) * 1e3
