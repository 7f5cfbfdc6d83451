"""A few rows into a table by a statement that is planned once.

Of what a few rows cost nearly all is parsing and planning. DuckDB keeps the plan of a prepared
statement that reads no table, and takes literals alone to run it: so the rows are one text of JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from projections import schema

_LISTS: Final = {schema.TEXTS: ["VARCHAR"], schema.INTS: ["INTEGER"]}
_AS_THEY_ARE: Final = frozenset({schema.INT, schema.LONG, schema.FLAG})
_encoded: Final = msgspec.json.Encoder().encode


def prepare(name: str) -> str:
    """Return the statement that prepares putting rows into a table."""
    columns = [one for one in schema.TABLES[name].columns if not one.computed]
    shape = _encoded([{one.name: _shape(one.type) for one in columns}]).decode()
    values = ", ".join(
        f"from_base64(row.{one.name})" if one.type == schema.BYTES else f"row.{one.name}"
        for one in columns
    )
    return (
        f"PREPARE put_{name} AS INSERT INTO {name} ({', '.join(one.name for one in columns)}) "  # noqa: S608 - names of ours
        f"SELECT {values} FROM (SELECT unnest(from_json_strict($1::VARCHAR, '{shape}')) AS row)"
    )


def put(name: str, rows: Sequence[Sequence[Any]]) -> str:
    """Return the statement that puts rows, which hold the stored columns in order, into a table."""
    columns = schema.stored(schema.TABLES[name])
    text = _encoded([dict(zip(columns, row, strict=True)) for row in rows]).decode()
    return f"EXECUTE put_{name}({literal(text)})"


def literal(text: object) -> str:
    """Return a text as it stands in SQL where no parameter may, with its quotes."""
    return "'" + str(text).replace("'", "''") + "'"


def _shape(of: str) -> str | list[str]:
    """Return what a column is in JSON: bytes are base64 there, enumerations text."""
    return _LISTS.get(of) or (of if of in _AS_THEY_ARE else schema.TEXT)
