"""Events: the list, and one with its matches and its best."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, NamedTuple

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from api.event_answer import STANDING_COLUMNS, NoSuchEvent, report_of
from api.house import Cursor, TheHouse
from api.match_list import Filter, list_matches
from api.node import Node
from api.pages.cells import columns_shown
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


class Told(NamedTuple):
    """The report of an event as its page shows it: columns that say something, and names."""

    report: dict[str, Any]
    columns: list[str]
    names: dict[str, str]


def standings_of(node: Node, event: str) -> Told | None:
    """Return the report of an event, None where no match is of it."""
    try:
        found = report_of(node, event)
    except NoSuchEvent:
        return None
    rows = found["standings"]
    ids = [row["player"] for row in rows]
    ids += [player for row in found["doubtful"] for player in row["players"] or ()]
    return Told(found, columns_shown(STANDING_COLUMNS, rows), node.people.shown(node, ids))


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
    """Show an event: standings, what is open or doubtful, its matches, the best of its players."""
    node = house.node
    items, following = list_matches(node, Filter(event=event), MATCHES, cursor)
    if not items and cursor is None:
        raise Problem("not_found", f"no match names the event {event}")
    filters = read_filters({"event": event})
    abouts = {one["name"]: one for one in dictionary()["statistics"]}

    def told() -> Told | None:
        return standings_of(node, event)

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
        told=told,
        boards=boards,
        names=names_in(node, items),
    )
