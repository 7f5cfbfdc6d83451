"""The dictionary of statistics, and the rows of each."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from analytics import Filters
from api.formats import JSON, choose, render
from api.house import IfNoneMatch, TheHouse, answer, etag, not_modified, unchanged
from api.problems import Problem
from api.statistics import (
    BadFilter,
    UnknownStatistic,
    columns_of,
    compute,
    dictionary,
    read_filters,
    used,
)
from domain.events import encode_event as encode

router = APIRouter(prefix="/statistics", tags=["statistics"])
BEST = "best"
_ANSWERS: dict[int | str, dict[str, Any]] = {
    304: {"description": "not changed since"},
    400: {"description": "a filter cannot be understood"},
    404: {"description": "no such statistic"},
}


@router.get("")
def get_dictionary() -> Response:
    """List every statistic: its definition, and the meaning of its columns."""
    return answer(dictionary())


@router.get("/{name}", responses=_ANSWERS)
def get_statistic(
    name: Annotated[str, Path(max_length=64)],
    request: Request,
    house: TheHouse,
    *,
    best: Annotated[bool, Query(description="one row a player, where offered")] = False,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """Return the rows of a statistic.

    Filters: player, opponent, discipline, rules, event, match, standing, from, to, min_n.
    """
    media = choose(request.headers.get("accept"))
    node = house.node

    def tag() -> str:
        filters = _filters(request)
        return etag(name, filters.told(), best, used(node, filters), media)

    def make() -> bytes:
        told = compute(name, node, _filters(request), best=best)
        return encode(told) if media == JSON else render(columns_of(name), told["rows"], media)

    try:
        given = house.answers.again(node, f"{name}?{request.url.query} {media}", tag, make)
    except UnknownStatistic as error:
        raise Problem("not_found", f"no statistic is called {name}; see /v1/statistics") from error
    if unchanged(given.tag, if_none_match):
        return not_modified(given.tag)
    return Response(given.body, 200, {"ETag": given.tag, "Vary": "Accept"}, media)


def _filters(request: Request) -> Filters:
    given = {key: value for key, value in request.query_params.items() if key != BEST}
    try:
        return read_filters(given)
    except BadFilter as error:
        raise Problem("invalid_parameter", str(error)) from error
