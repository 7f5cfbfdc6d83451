"""Rows of a table as Arrow columns, which DuckDB reads as they are."""

# pyarrow has no types of its own.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import pyarrow as pa

from projections import schema

TYPES: Final[Mapping[str, Any]] = {
    schema.TEXT: pa.string(),
    schema.INT: pa.int32(),
    schema.LONG: pa.int64(),
    schema.FLAG: pa.bool_(),
    schema.BYTES: pa.binary(),
    schema.TEXTS: pa.list_(pa.string()),
    schema.INTS: pa.list_(pa.int32()),
}
"""What the types of the tables are in Arrow, but for enumerations."""


def arrow(name: str, rows: Sequence[Sequence[Any]], only: Collection[str] | None = None) -> Any:  # noqa: ANN401 - a table of Arrow
    """Return rows of a table, which hold its stored columns in order, as an Arrow table.

    ``only`` names the columns that are wanted, where not all are.
    """
    columns = [column for column in schema.TABLES[name].columns if not column.computed]
    arrays = {
        column.name: _lists(values)
        if column.type == schema.TEXTS
        else pa.array(values, type_of(column))
        for column, values in zip(columns, zip(*rows, strict=True), strict=True)
        if only is None or column.name in only
    }
    return pa.table(arrays)


def type_of(column: schema.Column) -> Any:  # noqa: ANN401 - a type of Arrow
    """Return what a column is in Arrow; enumerations are text."""
    return TYPES.get(column.type, pa.string())


def _lists(values: Sequence[Sequence[str] | None]) -> Any:  # noqa: ANN401 - an array of Arrow
    """Return lists of codes; few different ones occur, so each is converted once."""
    known: dict[Sequence[str] | None, int] = {}
    places = [known.setdefault(value, len(known)) for value in values]
    return pa.array(list(known), TYPES[schema.TEXTS]).take(pa.array(places, pa.int32()))
