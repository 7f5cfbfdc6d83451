"""Whole tables, streamed; and what is in quarantine."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response, StreamingResponse

from api.exporting import SUFFIXES, opened, text_of, written
from api.formats import choose
from api.house import Cursor, House, Limit, TheHouse, answer
from api.node import Node
from api.paging import PAGE, cursor_of, page, place_of
from api.problems import Problem
from projections.export import Export, described
from projections.schema import TABLES

router = APIRouter(tags=["tables"])
_NO_TABLE: dict[int | str, dict[str, Any]] = {404: {"description": "no such table"}}
QUARANTINE_COLUMNS: Final = ("position", "match", "seq", "id", "reason", "detail", "raw")
_QUARANTINE: Final = """
SELECT log_partition, log_offset, match, seq, id, reason, detail, raw FROM quarantine
WHERE (log_partition, log_offset) > (?, ?) ORDER BY log_partition, log_offset LIMIT ?
"""


@router.get("/tables")
def get_tables() -> Response:
    """List the tables: every column, its type, unit and meaning."""
    return answer([described(table) for table in TABLES.values()])


@router.get("/tables/{table}", responses=_NO_TABLE)
def get_table(
    table: Annotated[str, Path(max_length=64, description="such as innings.parquet")],
    request: Request,
    house: TheHouse,
    *,
    bom: Annotated[bool, Query(description="CSV: a byte order mark, for Excel")] = False,
) -> Response:
    """Return a whole table of one position of the log, in the order of its key.

    The format is the suffix of the name, else chosen by `Accept`; `Link` leads to the dictionary.
    """
    name, _, suffix = table.rpartition(".")
    media = SUFFIXES.get(suffix) if name else None
    found = name if media else table
    media = media or choose(request.headers.get("accept"))
    export = _opened(house, found)
    headers = {
        "Cuelog-Position": export.position,
        "Cuelog-Citation": export.citation,
        "Link": f'</v1/tables/{found}/about>; rel="describedby"',
        "Vary": "Accept",
    }
    return StreamingResponse(written(export, media, bom=bom), 200, headers, media)


@router.get("/tables/{table}/about", responses=_NO_TABLE)
def get_about(table: Annotated[str, Path(max_length=64)], house: TheHouse) -> Response:
    """Return the dictionary of a table: columns, position, versions, a line to cite it by."""
    export = _opened(house, table)
    try:
        return answer(export.about())
    finally:
        export.close()


def _opened(house: House, table: str) -> Export:
    try:
        return opened(house.node, table)
    except KeyError as error:
        raise Problem("not_found", f"no table is called {table}; see /v1/tables") from error


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
