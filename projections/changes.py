"""What other rules change: the same records ruled twice, in two files of tables, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import duckdb

from projections.prepared import literal
from projections.store import Store
from projections.writing import run

RULED: Final = (
    "verdict", "fouls", "points", "points_opponent", "balls", "run", "third_foul", "cue_ball",
    "rack_won_by", "match_won_by", "clauses",
)  # fmt: skip
"""Columns of a ruling that are compared."""
RESULT: Final = ("status", "winner", "result", "score1", "score2", "rejected")
"""Columns of a match that are compared."""
COMPARED: Final = {"rulings": (("match", "seq", "part"), RULED), "matches": (("match",), RESULT)}


class Change(NamedTuple):
    """A row that differs: its key, and of the columns that do the values before and after.

    ``before`` or ``after`` is None where there is no such row, as of a stroke that is rejected.
    """

    table: str
    key: dict[str, Any]
    before: dict[str, Any] | None
    after: dict[str, Any] | None


def changes(store: Store, fresh: Path) -> list[Change]:
    """Return what differs between the tables of a store and those in another, closed file."""
    with store.reading() as con:
        run(con, f"ATTACH {literal(fresh)} AS fresh (READ_ONLY)")
        try:
            return [change for table in COMPARED for change in _of(con, table)]
        finally:
            run(con, "DETACH fresh")


def _of(con: duckdb.DuckDBPyConnection, table: str) -> Iterator[Change]:
    key, columns = COMPARED[table]
    old, new = (", ".join(f"{side}.{name}" for name in columns) for side in ("o", "n"))
    keys = ", ".join(f"coalesce(o.{name}, n.{name})" for name in key)
    same = " AND ".join(f"o.{name} IS NOT DISTINCT FROM n.{name}" for name in key)
    query = f"""
        SELECT {keys}, o.match IS NOT NULL, n.match IS NOT NULL, {old}, {new}
        FROM {table} o FULL JOIN fresh.{table} n ON {same}
        WHERE ROW(o.match, {old}) IS DISTINCT FROM ROW(n.match, {new})
        ORDER BY {", ".join(str(place + 1) for place in range(len(key)))}
    """  # noqa: S608 - names of ours
    for row in run(con, query):
        rest = row[len(key) + 2 :]
        before, after = rest[: len(columns)], rest[len(columns) :]
        had, has = row[len(key)], row[len(key) + 1]
        names = [
            name
            for name, one, other in zip(columns, before, after, strict=True)
            if not (had and has) or one != other
        ]
        yield Change(
            table,
            dict(zip(key, row, strict=False)),
            {n: v for n, v in zip(columns, before, strict=True) if n in names} if had else None,
            {n: v for n, v in zip(columns, after, strict=True) if n in names} if has else None,
        )
