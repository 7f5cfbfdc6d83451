"""Players: ids, the name shown, and who counts as one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from api.house import Cursor, Limit, TheHouse, answer
from api.paging import PAGE, page, sliced
from api.problems import Problem

router = APIRouter(tags=["players"])
_FOUND: dict[int | str, dict[str, Any]] = {404: {"description": "no such player"}}
COLUMNS = (
    "player", "name", "name_from", "country", "matches", "merged_into", "merge", "merged", "erased",
)  # fmt: skip


@router.get("/players")
def get_players(
    request: Request, house: TheHouse, limit: Limit = PAGE, cursor: Cursor = None
) -> Response:
    """List players in order of id. The name is the register's, else one that stands in events."""
    items, following = sliced(house.node.people.listed(house.node), cursor, limit)
    return page(request, items, cursor=following, columns=COLUMNS)


@router.get("/players/{player:path}", responses=_FOUND)
def get_player(player: Annotated[str, Path(max_length=2000)], house: TheHouse) -> Response:
    """Return a player: the name shown, country, matches, and the ids that count for it."""
    listed = house.node.people.listed(house.node)
    found = next((one for one in listed if one["player"] == player), None)
    if found is None:
        raise Problem("not_found", f"no player has the id {player}")
    return answer(found)
