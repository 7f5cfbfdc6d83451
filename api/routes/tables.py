"""Whole tables, streamed; and what is in quarantine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

import duckdb
from fastapi import APIRouter, Path, Request
from fastapi.responses import Response, StreamingResponse

from api.formats import ARROW, CSV, NDJSON, PARQUET, choose, csv_lines, frame, ndjson
from api.house import Cursor, Limit, TheHouse, answer
from api.node import Node
from api.paging import PAGE, cursor_of, page, place_of
from api.people import Known
from api.problems import Problem
from domain.events import encode_event as encode
from projections.schema import TABLES, Table

router = APIRouter(tags=["tables"])
CHUNK: Final = 2_000
"""Rows read at once."""
_NO_TABLE: dict[int | str, dict[str, Any]] = {404: {"description": "no such table"}}
QUARANTINE_COLUMNS: Final = ("position", "match", "seq", "id", "reason", "detail", "raw")
_QUARANTINE: Final = """
SELECT log_partition, log_offset, match, seq, id, reason, detail, raw FROM quarantine
WHERE (log_partition, log_offset) > (?, ?) ORDER BY log_partition, log_offset LIMIT ?
"""


def text_of(raw: bytes) -> str:
    """Return bytes as text; what is no UTF-8 is shown as escapes."""
    return raw.decode("utf-8", "backslashreplace")


@router.get("/tables")
def get_tables() -> Response:
    """List the tables: every column, its type, unit and meaning."""
    return answer([_described(table) for table in TABLES.values()])


def _described(table: Table) -> dict[str, Any]:
    columns = [
        {"name": column.name, "type": column.type, "unit": column.unit or None}
        | {"meaning": column.meaning}
        for column in table.columns
    ]
    return {"name": table.name, "kind": table.kind, "meaning": table.meaning, "columns": columns}


@router.get("/tables/{table}", responses=_NO_TABLE)
def get_table(
    table: Annotated[str, Path(max_length=64)], request: Request, house: TheHouse
) -> Response:
    """Return a whole table, in no order."""
    found = TABLES.get(table)
    if found is None:
        raise Problem("not_found", f"no table is called {table}; see /v1/tables")
    media = choose(request.headers.get("accept"))
    columns = [column.name for column in found.columns]
    rows = _rows(house.node, house.node.people.known(), found.name, columns)
    if media in (ARROW, PARQUET):
        return Response(frame(columns, list(rows), media), media_type=media)
    return StreamingResponse(_written(rows, columns, media), media_type=media)


def _written(rows: Iterator[dict[str, Any]], columns: Sequence[str], media: str) -> Iterator[bytes]:
    if media == NDJSON:
        return ndjson(rows)
    return csv_lines(columns, rows) if media == CSV else _listed(rows)


def _listed(rows: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    opening = b"["
    for row in rows:
        yield opening + encode(row)
        opening = b","
    yield b"]" if opening.startswith(b",") else b"[]"


def _rows(node: Node, known: Known, table: str, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Read a table a chunk at a time, through a cursor of its own, without erased names."""
    names = ", ".join(f'"{column}"' for column in columns)
    cursor: duckdb.DuckDBPyConnection = node.store.cursor()
    try:
        cursor.execute(f'SELECT {names} FROM "{table}"')  # noqa: S608 - names of ours
        while chunk := cursor.fetchmany(CHUNK):
            for row in chunk:
                cells = known.clean_row(table, dict(zip(columns, row, strict=True)))
                yield {
                    name: text_of(cell) if isinstance(cell, bytes) else cell
                    for name, cell in cells.items()
                }
    finally:
        cursor.close()


@router.get("/quarantine")
def get_quarantine(
    request: Request, house: TheHouse, limit: Limit = PAGE, cursor: Cursor = None
) -> Response:
    """List the records that took no seq: where they stand, why, and their bytes."""
    items, following = quarantined(house.node, cursor, limit)
    return page(request, items, cursor=following, columns=QUARANTINE_COLUMNS)


def quarantined(
    node: Node, cursor: str | None, limit: int
) -> tuple[list[dict[str, Any]], str | None]:
    """Return a page of the records in quarantine, without erased names, and the next cursor."""
    known = node.people.known()
    after = place_of(cursor, (int, int)) or [-1, -1]
    rows = node.rows(_QUARANTINE, [*after, limit + 1])
    items: list[dict[str, Any]] = [
        dict(
            zip(
                QUARANTINE_COLUMNS,
                (f"{row[0]}:{row[1]}", *row[2:7], text_of(known.clean_record(row[7]))),
                strict=True,
            )
        )
        for row in rows[:limit]
    ]
    following = cursor_of(rows[limit - 1][0], rows[limit - 1][1]) if len(rows) > limit else None
    return items, following
