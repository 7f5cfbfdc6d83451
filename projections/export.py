"""Whole tables for others: rows and column files out of one state of the store, in pieces.

A table is read in one transaction, so that its rows are those of the position it names, in the
order of its key, so that the same position gives the same bytes. DuckDB sorts within its memory
limit and spills beside its file; here a batch is held at a time, whatever the size of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import version
from typing import Any, Final

from domain.rulesets import RULES_VERSION
from projections.schema import DICTIONARY_VERSION, NAMES, TABLES, Column, Table
from projections.store import Store

ROWS: Final = 2_000
"""Rows read at once as rows."""
Clean = Callable[[bytes], bytes]


def _same(raw: bytes) -> bytes:
    return raw


class Export:
    """One table at one position of the log; to be closed, and read once."""

    def __init__(
        self,
        store: Store,
        table: str,
        *,
        erased: Sequence[str] = (),
        clean: Clean = _same,
        merged: Mapping[str, str] | None = None,
    ) -> None:
        """Hold the state of now; raises ``KeyError`` where there is no such table.

        The names of the ids ``erased`` are left out, ``clean`` takes them out of records;
        ``merged`` is told along: the ids in the table are those of the record.
        """
        self.table = TABLES[table]
        self.columns = [column.name for column in self.table.columns]
        self._owners = NAMES.get(table, {})
        self._erased, self._clean, self._merged = list(erased), clean, dict(merged or {})
        self._con = store.cursor()
        self._con.begin()
        found = self._con.execute(
            "SELECT log_partition, next_offset FROM positions ORDER BY log_partition"
        ).fetchall()
        self.position = ",".join(f"{partition}:{offset}" for partition, offset in found)

    def close(self) -> None:
        """Let go of the state."""
        self._con.close()

    @property
    def citation(self) -> str:
        """One line that says where the rows come from."""
        return (
            f"cuelog {version('cuelog')}, table {self.table.name}, log position "
            f"{self.position or 'none'}, rules {RULES_VERSION}, dictionary {DICTIONARY_VERSION}"
        )

    def about(self) -> dict[str, Any]:
        """Return the dictionary of the table, with what its rows are a function of."""
        return {
            **described(self.table),
            "key": list(self.table.key),
            "position": self.position,
            "rules_version": RULES_VERSION,
            "dictionary_version": DICTIONARY_VERSION,
            "citation": self.citation,
            "merged": self._merged,
        }

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the rows; records are bytes."""
        try:
            con = self._con.execute(self._query(), self._values())
            raw = "raw" in self.columns
            while chunk := con.fetchmany(ROWS):
                for cells in chunk:
                    row = dict(zip(self.columns, cells, strict=True))
                    if raw:
                        row["raw"] = self.clean(row["raw"])
                    yield row
        finally:
            self.close()

    def clean(self, raw: bytes) -> bytes:
        """Return a record without erased names."""
        return self._clean(raw)

    def batches(self, size: int) -> Any:  # noqa: ANN401 - a reader of Arrow
        """Return a reader of the rows as Arrow batches, as DuckDB gives them."""
        return self._con.sql(self._query(), params=self._values()).to_arrow_reader(size)

    def _query(self) -> str:
        shown = ", ".join(self._shown(column) for column in self.table.columns)
        order = ", ".join(f'"{name}"' for name in self.table.key) or "ALL"
        return f'SELECT {shown} FROM "{self.table.name}" t ORDER BY {order}'  # noqa: S608 - ours

    def _shown(self, column: Column) -> str:
        name = f't."{column.name}"'
        if self._erased and (owner := self._owners.get(column.name)):
            shown = f'CASE WHEN list_contains(?, t."{owner}") THEN NULL ELSE {name} END'
        else:
            shown = f"CAST({name} AS VARCHAR)" if column.type.startswith("ENUM") else name
        return f'{shown} AS "{column.name}"'

    def _values(self) -> list[list[str]]:
        return [self._erased] * len(self._owners) if self._erased else []


def described(table: Table) -> dict[str, Any]:
    """Return a table with every column, its type, unit and meaning."""
    columns = [
        {"name": column.name, "type": column.type, "unit": column.unit or None}
        | {"meaning": column.meaning}
        for column in table.columns
    ]
    return {"name": table.name, "kind": table.kind, "meaning": table.meaning, "columns": columns}
