"""Leaderboards: a statistic with its n and intervals, under filters that stand in the address."""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from analytics import Filters
from analytics.field import ENOUGH
from api.house import TheHouse
from api.node import Node
from api.pages.cells import Cell, cells_of, columns_shown
from api.pages.rendering import page, stream
from api.problems import Problem
from api.statistics import BadFilter, compute, dictionary, read_filters
from projections.schema import DISCIPLINES

router = APIRouter(include_in_schema=False)
SHOWN: Final = 200
"""Rows of a leaderboard on its page; the rest is in the download."""
OWN: Final = frozenset({"lang", "best"})
BESTS: Final = frozenset({"high-runs"})
"""Statistics that can be asked for one row a player."""


@router.get("/leaderboards")
def get_leaderboards(request: Request) -> Response:
    """List every statistic with its definition."""
    return page(
        request, "leaderboards.html", section="leaderboards", statistics=dictionary()["statistics"]
    )


@router.get("/leaderboards/{name}")
def get_leaderboard(
    name: Annotated[str, Path(max_length=64)],
    request: Request,
    house: TheHouse,
    *,
    best: Annotated[bool, Query(description="one row a player")] = False,
) -> Response:
    """Show the rows of a statistic, those that rest on little greyed."""
    given = {k: v for k, v in request.query_params.items() if k not in OWN and v != ""}
    about = next((one for one in dictionary()["statistics"] if one["name"] == name), None)
    if about is None:
        raise Problem("not_found", f"no statistic is called {name}; see /leaderboards")
    try:
        filters = read_filters(given)
    except BadFilter as error:
        raise Problem("invalid_parameter", str(error)) from error
    return stream(
        request,
        "leaderboard.html",
        section="leaderboards",
        about=about,
        told_board=lambda: board_of(house.node, about, filters, SHOWN, best=best),
        enough=ENOUGH,
        given=given,
        best=best if name in BESTS else None,
        disciplines=DISCIPLINES,
    )


class Board(NamedTuple):
    """The rows of a statistic as a table, which of them rest on little, and the names in them."""

    name: str
    told: dict[str, Any]
    columns: list[str]
    rows: list[list[Cell]]
    small: list[bool]
    names: dict[str, str]


def board_of(
    node: Node,
    about: dict[str, Any],
    filters: Filters,
    shown: int,
    *,
    best: bool = False,
    drop: tuple[str, ...] = (),
) -> Board:
    """Return the first rows of a statistic as a table."""
    name: str = about["name"]
    told = compute(name, node, filters, best=best)
    rows: list[dict[str, Any]] = told["rows"][:shown]
    columns = columns_shown(about["columns"], rows, drop)
    people = [row[who] for row in rows for who in ("player", "opponent") if row.get(who)]
    n: str | None = about["n"] if about["n"] != about["sort"] else None
    return Board(
        name,
        told,
        columns,
        [cells_of(row, columns) for row in rows],
        [n is not None and (row[n] or 0) < ENOUGH for row in rows],
        node.people.shown(node, people),
    )
