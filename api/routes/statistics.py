"""The dictionary of statistics, and the rows of each."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

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
    given = {key: value for key, value in request.query_params.items() if key != BEST}
    try:
        filters = read_filters(given)
        columns = columns_of(name)
        media = choose(request.headers.get("accept"))
        tag = etag(name, filters.told(), best, used(house.node, filters), media)
        if unchanged(tag, if_none_match):
            return not_modified(tag)
        told = compute(name, house.node, filters, best=best)
    except UnknownStatistic as error:
        raise Problem("not_found", f"no statistic is called {name}; see /v1/statistics") from error
    except BadFilter as error:
        raise Problem("invalid_parameter", str(error)) from error
    headers = {"ETag": tag, "Vary": "Accept"}
    if media == JSON:
        return answer(told, headers=headers)
    return Response(render(columns, told["rows"], media), 200, headers, media)
