"""Rows put by a plan that is there are the rows put as columns, whatever they hold."""

from __future__ import annotations

from ast import literal_eval
from typing import Any, cast

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections import writing
from projections.rows import Chunk
from projections.schema import BYTES, FLAG, INT, INTS, LONG, TABLES, TEXTS, Column, stored
from projections.store import Store
from projections.writing import run

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=12) | st.sampled_from(
    ["'", "''); DROP TABLE events; --", '"', "\\", "\\u0000", "\0", "$1", "ž", "\U0001f3b1", "null"]
)
NUMBER = st.integers(-(2**31), 2**31 - 1)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    INT: NUMBER,
    LONG: st.integers(-(2**63), 2**63 - 1),
    FLAG: st.booleans(),
    BYTES: st.binary(max_size=40),
    TEXTS: st.lists(TEXT, max_size=3).map(tuple),
    INTS: st.lists(NUMBER, max_size=3).map(tuple),
}
WRITTEN = tuple(Chunk().rows)


def value(column: Column) -> st.SearchStrategy[Any]:
    if column.type.startswith("ENUM"):
        return st.none() | st.sampled_from(literal_eval(column.type.removeprefix("ENUM")))
    return st.none() | VALUES.get(column.type, TEXT)


def rows_of(name: str) -> st.SearchStrategy[list[tuple[Any, ...]]]:
    columns = [one for one in TABLES[name].columns if not one.computed]
    return st.lists(st.tuples(*map(value, columns)), min_size=1, max_size=5)


def put(store: Store, name: str, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    chunk = Chunk()
    chunk.rows[name] = rows
    with store.transaction():
        store.write(chunk, {})
    with store.reading() as con:
        columns = ", ".join(stored(TABLES[name]))
        found = run(con, f"SELECT {columns} FROM {name} ORDER BY rowid")  # noqa: S608 - ours
        run(con, f"DELETE FROM {name}")  # noqa: S608 - names of ours
    return [tuple(map(as_given, row)) for row in found]


def as_given(one: Any) -> Any:  # noqa: ANN401 - any value of a table
    """Return a value of DuckDB as rows hold it: lists are tuples there."""
    return tuple(cast("list[Any]", one)) if isinstance(one, list) else one


@pytest.mark.parametrize("name", WRITTEN)
def test_a_plan_and_columns_put_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.open(None, threads=1)

    @settings(max_examples=30)
    @given(rows_of(name))
    def same(rows: list[tuple[Any, ...]]) -> None:
        planned = put(store, name, rows)
        with monkeypatch.context() as patched:
            patched.setattr(writing, "SOME", 0)
            assert put(store, name, rows) == planned
        assert planned == rows

    same()
    store.close()


def test_a_number_too_great_is_an_error_and_nothing_is_kept() -> None:
    store = Store.open(None, threads=1)
    good = ("m", 1, "code", "note", "")
    with pytest.raises(duckdb.Error):
        put(store, "findings", [good, ("m", 2**40, "code", "note", "")])
    assert put(store, "findings", [good]) == [good]
    store.close()


def test_a_plan_holds_for_tables_made_anew() -> None:
    store = Store.open(None, threads=1)
    row = ("m", None, "code", "note", "it's")
    assert put(store, "findings", [row]) == [row]
    store.empty()
    assert put(store, "findings", [row]) == [row]
    store.close()
