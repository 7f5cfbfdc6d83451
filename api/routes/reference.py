"""What the code knows: the schema of events, the clause register, the codes."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from api.codes import reason_tables
from api.house import Cursor, Limit, answer
from api.paging import page, sliced
from api.problems import Problem
from api.reference import clause_fields, clause_rows
from domain.clauses import Status, find
from domain.events import event_schema
from ingest.asyncapi import asyncapi

router = APIRouter(tags=["reference"])
_COLUMNS = (
    "id", "kind", "text", "language", "section", "status", "question", "paraphrase", "concerns",
    "synonyms",
)  # fmt: skip
_NOT_FOUND: dict[int | str, dict[str, Any]] = {404: {"description": "no such clause"}}


@router.get("/schema")
def get_schema() -> Response:
    """Return the JSON Schema of an event."""
    return answer(event_schema())


@router.get("/asyncapi")
def get_asyncapi() -> Response:
    """Return the Kafka topics as an AsyncAPI 3 document."""
    return answer(asyncapi())


@router.get("/clauses")
def get_clauses(
    request: Request,
    text: Annotated[str | None, Query(description="of one text")] = None,
    status: Annotated[Status | None, Query(description="of one status")] = None,
    limit: Limit = 500,
    cursor: Cursor = None,
) -> Response:
    """List the clause register: every clause, reading and decision a ruling may rest on."""
    rows = [clause_fields(clause) for clause in clause_rows(text, status)]
    items, following = sliced(rows, cursor, limit)
    return page(request, items, cursor=following, columns=_COLUMNS)


@router.get("/clauses/{clause}", responses=_NOT_FOUND)
def get_clause(clause: Annotated[str, Path(max_length=64)]) -> Response:
    """Return one clause by its id or a synonym of it."""
    found = find(clause)
    if found is None:
        raise Problem("not_found", f"no clause has the id {clause}")
    return answer(clause_fields(found))


@router.get("/reasons")
def get_reasons() -> Response:
    """Return the tables of codes: why records are not folded, and kinds of findings."""
    return answer(reason_tables())
