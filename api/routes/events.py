"""Competitions: the report of one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from api.event_answer import BadReport, NoSuchEvent, report_of
from api.house import House, TheHouse, answer
from api.problems import Problem

router = APIRouter(tags=["events"])
_REPORT: dict[int | str, dict[str, Any]] = {
    400: {"description": "a criterion or a standing that there is not"},
    404: {"description": "no match belongs to it"},
}


Criteria = Annotated[str | None, Query(max_length=200, description="what ranks, with commas")]
Include = Annotated[
    str | None, Query(max_length=200, description="how results may stand, with commas")
]


@router.get("/event", responses=_REPORT)
def get_event(
    house: TheHouse,
    event: Annotated[str, Query(min_length=1, max_length=500, description="the competition")],
    criteria: Criteria = None,
    include: Include = None,
) -> Response:
    """Return the report of a competition: standings, results, what is open or doubtful."""
    return _report(house, event, criteria, include)


@router.get("/reports/{event:path}", responses=_REPORT)
def get_report(
    house: TheHouse,
    event: Annotated[str, Path(min_length=1, max_length=500, description="the competition")],
    criteria: Criteria = None,
    include: Include = None,
) -> Response:
    """Return the same report, where the name of the competition is part of the address."""
    return _report(house, event, criteria, include)


def _report(house: House, event: str, criteria: str | None, include: str | None) -> Response:
    try:
        return answer(report_of(house.node, event, criteria, include))
    except NoSuchEvent as error:
        raise Problem("not_found", str(error)) from error
    except BadReport as error:
        raise Problem("invalid_parameter", str(error)) from error
