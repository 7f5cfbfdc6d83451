"""Events: the list, and one with its matches and its best."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from api.house import Cursor, TheHouse
from api.match_list import Filter, list_matches
from api.pages.home import EVENTS, names_in
from api.pages.leaderboards import Board, board_of
from api.pages.rendering import page, stream
from api.problems import Problem
from api.statistics import dictionary, read_filters

router = APIRouter(include_in_schema=False)
LISTED: Final = 500
MATCHES: Final = 60
BOARDS: Final = ("averages", "high-runs", "snooker-breaks", "rack-results", "head-to-head")
"""Statistics an event is told by, where it has rows of them."""
BEST_OF: Final = 10
DROPPED: Final = ("rules", "at")


@router.get("/events")
def get_event_list(request: Request, house: TheHouse) -> Response:
    """List the events matches name, the latest first."""
    return page(request, "events.html", section="events", events=house.node.rows(EVENTS, (LISTED,)))


@router.get("/events/{event:path}")
def get_event_page(
    event: Annotated[str, Path(max_length=2000)],
    request: Request,
    house: TheHouse,
    cursor: Cursor = None,
) -> Response:
    """Show an event: its matches, and the best of its players."""
    node = house.node
    items, following = list_matches(node, Filter(event=event), MATCHES, cursor)
    if not items and cursor is None:
        raise Problem("not_found", f"no match names the event {event}")
    filters = read_filters({"event": event})
    abouts = {one["name"]: one for one in dictionary()["statistics"]}

    def boards() -> Iterator[Board]:
        for name in BOARDS:
            best = name == "high-runs"
            found = board_of(node, abouts[name], filters, BEST_OF, best=best, drop=DROPPED)
            if found.rows:
                yield found

    return stream(
        request,
        "event.html",
        section="events",
        event=event,
        items=items,
        following=following,
        boards=boards,
        names=names_in(node, items),
    )
