"""Players: ids, the name shown, and who counts as one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from api.formats import JSON
from api.house import (
    Cursor,
    IfNoneMatch,
    Limit,
    TheHouse,
    answer,
    not_modified,
    unchanged,
)
from api.paging import PAGE, page, sliced
from api.problems import Problem
from api.profiles import NothingRecorded, profile_of
from api.statistics import BadFilter, read_filters

router = APIRouter(tags=["players"])
_FOUND: dict[int | str, dict[str, Any]] = {404: {"description": "no such player"}}
_PROFILE: dict[int | str, dict[str, Any]] = {
    304: {"description": "not changed since"},
    400: {"description": "a filter cannot be understood"},
    404: {"description": "nothing is recorded of such a player"},
}
COLUMNS = (
    "player", "name", "name_from", "named_by", "country", "matches", "merged_into", "merge",
    "merged", "erased",
)  # fmt: skip


@router.get("/players")
def get_players(
    request: Request, house: TheHouse, limit: Limit = PAGE, cursor: Cursor = None
) -> Response:
    """List players in order of id. The name is the register's, else one that stands in events."""
    items, following = sliced(house.node.people.listed(house.node), cursor, limit)
    return page(request, items, cursor=following, columns=COLUMNS)


@router.get("/players/{player:path}/profile", responses=_PROFILE)
def get_profile(
    player: Annotated[str, Path(max_length=2000)],
    request: Request,
    house: TheHouse,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """Return the figures of a player against the field, with where runs end, fouls and form.

    Filters as statistics have them; they choose the field too, `min_n` who belongs to it.
    """
    given = {k: v for k, v in request.query_params.items() if k != "player"}
    try:
        told = profile_of(house, player, read_filters(given))
    except BadFilter as error:
        raise Problem("invalid_parameter", str(error)) from error
    except NothingRecorded as error:
        raise Problem(
            "not_found", f"nothing is recorded of a player {player} under these filters"
        ) from error
    if unchanged(told.tag, if_none_match):
        return not_modified(told.tag)
    return Response(told.body, 200, {"ETag": told.tag}, JSON)


@router.get("/players/{player:path}", responses=_FOUND)
def get_player(player: Annotated[str, Path(max_length=2000)], house: TheHouse) -> Response:
    """Return a player: the name shown, country, matches, and the ids that count for it."""
    listed = house.node.people.listed(house.node)
    found = next((one for one in listed if one["player"] == player), None)
    if found is None:
        raise Problem("not_found", f"no player has the id {player}")
    return answer(found)
