"""How long a start takes, of a command and of a service whose tables are full; writing Parquet."""

# pyarrow has no types of its own.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from __future__ import annotations

import io
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Final

import pyarrow.parquet as pq

from api.node import Node
from api.wiring import bring_up, hold
from benchmarks.generate import keyed, strokes
from benchmarks.report import Goal, Report, compared, interleaved
from projections.columnar import parquet
from projections.export import Export
from projections.store import Store

TABLE: Final = "rulings"
BARE: Final = "bare Parquet writing"
EXPORT: Final = "our export, sorted, with its dictionary"
BATCH: Final = 20_000
SERVE: Final = """
import sys
from pathlib import Path
from starlette.testclient import TestClient
from api.app import create_app
from api.service import make_house
from api.settings import Settings
from api.node import Node
from api.wiring import bring_up, hold
data = Path(sys.argv[1])
with hold(data, None) as node:
    bring_up(node)
    house = make_house(node, Settings.model_validate({"data": data}), "key")
    assert TestClient(create_app(house)).get("/v1/matches").status_code == 200
"""
"""A service from nothing to its first answer; the socket is left out."""


def fill(node: Node, records: Iterable[bytes]) -> None:
    """Bring records into the log and the tables of a node."""
    left = iter(records)
    while batch := list(islice(left, BATCH)):
        node.log.append([keyed(raw) for raw in batch])
    bring_up(node)
    if (refused := node.rows("SELECT count(*) FROM quarantine")[0][0]) > 0:
        raise RuntimeError(f"{refused} records were not folded: nothing is measured")


def full(data: Path, count: int) -> None:
    """Make a data directory with so many simulated strokes in its log and its tables."""
    with hold(data, None) as node:
        fill(node, strokes(count))


def _run(*arguments: str) -> Callable[[], None]:
    def run() -> None:
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)

    return run


def started(data: Path, count: int, rounds: int) -> Report:
    """Start Python, a command, and a service over full tables."""
    service = f"service with {count:,} strokes"
    paths = {
        "python": _run("-c", "pass"),
        "cuelog --help": _run("-c", "from api.cli import main; main(['--help'])"),
        service: _run("-c", SERVE, str(data)),
    }
    found = interleaved(paths, rounds, time.perf_counter)
    items = dict.fromkeys(paths, 1)
    told = compared("A start, wall clock", found, items, "python")
    served = statistics.median(found[service])
    told.goals = [Goal(f"start of a {service}, s", 2, served, most=True)]
    return told


def exported(store: Store, rounds: int) -> Report:
    """Write a table as Parquet as the export does, and as bare pyarrow does from memory."""
    with store.reading() as con:
        held = con.sql(f'SELECT * FROM "{TABLE}"').to_arrow_table()  # noqa: S608 - ours

    def ours() -> None:
        for _ in parquet(Export(store, TABLE)):
            pass

    def bare() -> None:
        pq.write_table(held, io.BytesIO(), compression="zstd")

    paths = {BARE: bare, EXPORT: ours}
    count = int(held.num_rows)
    items = dict.fromkeys(paths, count)
    title = f"Parquet of {count:,} rulings, CPU"
    return compared(title, interleaved(paths, rounds), items, BARE, goals={EXPORT: 0.5})
