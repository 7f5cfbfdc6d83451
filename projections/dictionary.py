"""The tables as a page of the manual: ``python -m projections.dictionary > docs/tables.md``."""

from __future__ import annotations

import sys
from typing import Final

from projections.schema import DICTIONARY_VERSION, SCHEMA_VERSION, TABLES, Column, Table

HEAD: Final = f"""# Tables

Generated from `projections/schema.py`; schema version {SCHEMA_VERSION}, dictionary version
{DICTIONARY_VERSION}. Rebuilt from the log at any time. Tables marked *derived* depend on the
accepted events alone and are equal on every node; *delivery* and *log* tables tell how records
arrived. Only integers, text, booleans and lists are stored; rates are divided when shown. Player 1
and player 2 are those of `match_opened`, in its order. *Computed* columns are worked out when read.
"""


def page() -> str:
    """Return the page."""
    return "\n".join([HEAD, *(_section(table) for table in TABLES.values())])


def _section(table: Table) -> str:
    key = f" Key: {', '.join(f'`{name}`' for name in table.key)}." if table.key else ""
    rows = [_row(column) for column in table.columns]
    head = "| column | type | unit | meaning |\n|---|---|---|---|"
    return "\n".join([f"## {table.name} ({table.kind})\n\n{table.meaning}{key}\n", head, *rows, ""])


def _row(column: Column) -> str:
    closed = column.type.startswith("ENUM")
    values = column.type.removeprefix("ENUM(").removesuffix(")").replace("'", "`")
    meaning = f"{column.meaning}: {values}" if closed else column.meaning
    kind = "ENUM" if closed else column.type
    computed = ", computed" if column.computed else ""
    return f"| `{column.name}` | {kind}{computed} | {column.unit} | {meaning} |"


if __name__ == "__main__":
    sys.stdout.write(page())
