"""The live scoreboard of a match, for the hall, a phone or a stream."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from api.house import House, MatchId, TheHouse
from api.pages.match import people_of
from api.pages.rendering import HEADERS, fill, page
from api.problems import Problem
from api.reading import NoSuchMatch
from api.shown import Shown
from domain.contract import ruling_fields

router = APIRouter(include_in_schema=False)
Overlay = Annotated[bool, Query(description="for a stream: a strip on nothing")]
Clock = Annotated[int, Query(ge=0, le=600, description="seconds of a shot clock; 0: none")]


async def _board(house: House, match: str) -> dict[str, Any]:
    """Return what the board shows."""
    try:
        shown = await house.onlookers.shown(house.node, match)
    except NoSuchMatch as error:
        raise Problem("not_found", f"no record names the match {match}") from error
    return {
        "shown": shown,
        "match": match,
        "names": people_of(house, shown),
        "seq": max((line.step.seq for line in shown.lines), default=0),
        "last": _last(shown),
    }


def _last(shown: Shown) -> dict[str, Any] | None:
    """Return the ruling that was made last, without what was only put on record."""
    for line in reversed(shown.lines):
        if line.ruling.verdict not in ("recorded", "rejected") and not line.step.struck:
            player = getattr(line.step.event, "player", None)
            return {"player": player, "ruling": ruling_fields(line.ruling, shown.players)}
    return None


@router.get("/live/{match}")
async def get_scoreboard(
    match: MatchId, request: Request, house: TheHouse, *, overlay: Overlay = False, clock: Clock = 0
) -> Response:
    """Show the scoreboard, which follows the match."""
    told = await _board(house, match)
    return page(request, "live.html", overlay=overlay, clock=clock, **told)


@router.get("/live/{match}/board")
async def get_board(match: MatchId, request: Request, house: TheHouse) -> Response:
    """Return the board alone, for a page that shows it already."""
    told = await _board(house, match)
    return HTMLResponse(fill(request, "board.html", **told), headers=HEADERS)
