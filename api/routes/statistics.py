"""The dictionary of statistics, and the rows of each."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from analytics import Filters
from api.answers import Given, state_of
from api.formats import JSON, choose, render
from api.house import House, IfNoneMatch, TheHouse, answer, etag, not_modified, unchanged
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
    asked = f"{name}?{request.url.query} {media}"
    node = house.node
    state = state_of(node, node.people.known().identities)
    found = house.answers.find(asked)
    if found is None or found.state != state:
        found = _answered(house, name, _filters(request), best=best, media=media, before=found)
        found.state = state
        house.answers.keep(asked, found)
    if unchanged(found.tag, if_none_match):
        return not_modified(found.tag)
    return Response(found.body, 200, {"ETag": found.tag, "Vary": "Accept"}, media)


def _filters(request: Request) -> Filters:
    given = {key: value for key, value in request.query_params.items() if key != BEST}
    try:
        return read_filters(given)
    except BadFilter as error:
        raise Problem("invalid_parameter", str(error)) from error


def _answered(
    house: House, name: str, filters: Filters, *, best: bool, media: str, before: Given | None
) -> Given:
    """Return the answer before, where no row it used has changed since, or a new one."""
    try:
        columns = columns_of(name)
        tag = etag(name, filters.told(), best, used(house.node, filters), media)
        if before is not None and before.tag == tag:
            return Given(tag, before.body, ())
        told = compute(name, house.node, filters, best=best)
    except UnknownStatistic as error:
        raise Problem("not_found", f"no statistic is called {name}; see /v1/statistics") from error
    body = encode(told) if media == JSON else render(columns, told["rows"], media)
    return Given(tag, body, ())
