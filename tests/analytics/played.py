"""Everything the project has a record of, as one source of statistics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from projections.store import Store
from tests.projections.logs import fill, log_of, vector_logs

EXAMPLES = Path(__file__).parents[2] / "ingest" / "examples"


def records() -> list[bytes]:
    """Return the records of all vectors and examples."""
    raws = [raw for _, log in vector_logs() for raw in log]
    for path in sorted(EXAMPLES.glob("*.jsonl")):
        raws += path.read_bytes().splitlines()
    return raws


class Stored:
    """The tables of a store as a source."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self.store.reading() as con:
            return con.execute(query, list(values)).fetchall()


def stored(raws: Sequence[bytes]) -> Stored:
    """Return the tables made of some records."""
    return Stored(fill(log_of(raws)))
