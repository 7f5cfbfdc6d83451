"""The schema: what it promises of types, and that its page of the manual is current."""

from __future__ import annotations

from pathlib import Path

import pytest

from projections.dictionary import page
from projections.schema import TABLES, Table, stored
from projections.store import Store

PLAIN = ("VARCHAR", "INTEGER", "BIGINT", "BOOLEAN", "VARCHAR[]", "INTEGER[]", "BLOB")
tables = pytest.mark.parametrize("table", TABLES.values(), ids=lambda table: table.name)


@tables
def test_no_column_holds_a_float(table: Table) -> None:
    kinds = {column.type for column in table.columns if not column.type.startswith("ENUM")}
    assert kinds <= set(PLAIN)


@tables
def test_the_store_has_the_columns_declared(table: Table) -> None:
    columns = Store.open(None).rows(
        "SELECT column_name FROM duckdb_columns() WHERE table_name = ? ORDER BY column_index",
        [table.name],
    )
    assert [row["column_name"] for row in columns] == [column.name for column in table.columns]
    assert set(table.key) <= set(stored(table))


@tables
def test_derived_tables_hold_no_fact_of_delivery(table: Table) -> None:
    if table.kind == "derived":
        told = {"log_partition", "log_offset", "received_ms", "recorder"}
        assert told.isdisjoint(stored(table))


def test_the_page_of_the_manual_is_current() -> None:
    made = (Path(__file__).parents[2] / "docs" / "tables.md").read_text("utf-8")
    assert made == page(), "run: python -m projections.dictionary > docs/tables.md"
