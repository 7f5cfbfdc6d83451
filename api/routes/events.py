"""Competitions: the report of one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from api.event_answer import BadReport, NoSuchEvent, report_of
from api.house import TheHouse, answer
from api.problems import Problem

router = APIRouter(tags=["events"])
_REPORT: dict[int | str, dict[str, Any]] = {
    400: {"description": "a criterion or a standing that there is not"},
    404: {"description": "no match belongs to it"},
}


@router.get("/event", responses=_REPORT)
def get_event(
    house: TheHouse,
    event: Annotated[str, Query(min_length=1, max_length=500, description="the competition")],
    criteria: Annotated[
        str | None, Query(max_length=200, description="what ranks players, with commas")
    ] = None,
    include: Annotated[
        str | None, Query(max_length=200, description="how results may stand, with commas")
    ] = None,
) -> Response:
    """Return the report of a competition: standings, results, what is open or doubtful."""
    try:
        return answer(report_of(house.node, event, criteria, include))
    except NoSuchEvent as error:
        raise Problem("not_found", str(error)) from error
    except BadReport as error:
        raise Problem("invalid_parameter", str(error)) from error
