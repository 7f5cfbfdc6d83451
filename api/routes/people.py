"""Writing about people: names kept beside the log, one person under several ids, erasure.

Names go to the register, never to the log; merges, their undoing and erasures to the registry.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from api.access import Admin, Body, Official, Recorder
from api.erasing import Unknown, check_known
from api.house import TheHouse, answer
from api.people import BadAlias, NameErased, NoSuchEntry
from api.problems import Problem
from api.routes.bodies import documented, read
from ingest.names import Named, NameLikeId

router = APIRouter(tags=["players"])
PlayerId = Annotated[str, Path(max_length=2000, description="id of a player")]
Source = Annotated[str, Path(max_length=64, description="a format or league, such as clubcloud")]
Number = Annotated[str, Path(max_length=64, description="what the source calls the player")]
Reason = Annotated[str | None, Query(max_length=500, description="why")]
_WRITTEN: Final[dict[int | str, dict[str, Any]]] = {
    400: {"description": "the body cannot be understood"},
    401: {"description": "no valid token"},
    403: {"description": "the token is of no official; erasing needs an admin's"},
    413: {"description": "too large"},
    422: {"description": "not as the register or the registry can have it"},
}
_UNDONE: Final[dict[int | str, dict[str, Any]]] = {
    401: {"description": "no valid token"},
    403: {"description": "the token is of no official; erasing needs an admin's"},
    404: {"description": "no such thing"},
}


class Shown(BaseModel):
    """How a player is shown."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)
    name: str = Field(min_length=1, max_length=200)
    country: str | None = Field(default=None, max_length=100)


class Merge(BaseModel):
    """One id that is to count for another."""

    model_config = ConfigDict(extra="forbid")
    player: str = Field(pattern=r"^[^\x00-\x1f]{1,2000}$")
    into: str = Field(pattern=r"^[^\x00-\x1f]{1,2000}$")
    reason: str | None = Field(default=None, max_length=500)


class Meant(BaseModel):
    """The player that a number of a source stands for."""

    model_config = ConfigDict(extra="forbid")
    player: str = Field(pattern=r"^[^\x00-\x1f]{1,2000}$")


@router.post("/players", status_code=201, responses=_WRITTEN, openapi_extra=documented(Shown))
def new_player(body: Body, house: TheHouse, recorder: Recorder) -> Response:
    """Keep a name under a new random id; who opens a match may, for its players."""
    shown = read(Shown, body)
    made = house.node.people.new(shown.name, shown.country, by=recorder)
    return answer(_named(made), status=201, headers={"Location": f"/v1/players/{made.player}"})


@router.put("/players/{player:path}/name", responses=_WRITTEN, openapi_extra=documented(Shown))
def name_player(player: PlayerId, body: Body, house: TheHouse, recorder: Official) -> Response:
    """Keep the name of an id; an id that is the name, or whose name was erased, is refused."""
    shown = read(Shown, body)
    try:
        named = house.node.people.name(player, shown.name, shown.country, by=recorder)
        return answer(_named(named))
    except (NameErased, NameLikeId) as error:
        raise Problem("unfit_name", str(error)) from error


@router.delete("/players/{player:path}/name", responses=_UNDONE)
def erase_name(player: PlayerId, house: TheHouse, recorder: Admin) -> Response:
    """Erase the name of a person for good, under every id merged into one."""
    people = house.node.people
    try:
        check_known(people, house.node.log, player)
    except Unknown as error:
        raise Problem("not_found", str(error)) from error
    return answer({"erased": people.erase(player, by=recorder)})


@router.post("/merges", status_code=201, responses=_WRITTEN, openapi_extra=documented(Merge))
def merge_players(body: Body, house: TheHouse, recorder: Official) -> Response:
    """Count one id for another from now on, in every figure; no record changes."""
    asked = read(Merge, body)
    if asked.player == asked.into:
        raise Problem("unfit_merge", f"{asked.player} is the same player already")
    people = house.node.people
    entry = people.merge(asked.player, asked.into, asked.reason, by=recorder)
    told = {
        "merge": entry,
        "player": asked.player,
        "counts_for": people.known().whole(asked.player),
    }
    return answer(told, status=201)


@router.delete("/merges/{entry}", responses=_UNDONE)
def unmerge_players(
    entry: Annotated[str, Path(max_length=64, description="id of a merge")],
    house: TheHouse,
    recorder: Official,
    reason: Reason = None,
) -> Response:
    """Undo a merge exactly."""
    try:
        house.node.people.unmerge(entry, reason, by=recorder)
    except NoSuchEntry as error:
        raise Problem("not_found", f"{entry} is no merge that stands") from error
    return answer({"merge": entry, "undone": True})


@router.get("/aliases")
def get_aliases(house: TheHouse) -> Response:
    """List the numbers of sources with the players they stand for."""
    told = sorted(house.node.people.aliases().items())
    return answer([{"source": one, "alias": alias, "player": who} for (one, alias), who in told])


@router.put("/aliases/{source}/{alias}", responses=_WRITTEN, openapi_extra=documented(Meant))
def put_alias(
    source: Source, alias: Number, body: Body, house: TheHouse, recorder: Official
) -> Response:
    """Count what a source says of one of its numbers for a player, also what was read before."""
    meant, people = read(Meant, body).player, house.node.people
    try:
        own = people.alias(meant, source, alias, by=recorder)
    except BadAlias as error:
        raise Problem("unfit_alias", str(error)) from error
    return answer({"alias": own, "player": meant, "counts_for": people.known().whole(own)})


@router.delete("/aliases/{source}/{alias}", responses=_UNDONE)
def end_alias(source: Source, alias: Number, house: TheHouse, recorder: Official) -> Response:
    """Let a number of a source stand for itself again."""
    try:
        house.node.people.end_alias(source, alias, by=recorder)
    except NoSuchEntry as error:
        raise Problem("not_found", f"{error} stands for nobody else") from error
    return answer({"source": source, "alias": alias, "ended": True})


def _named(named: Named) -> dict[str, Any]:
    return {"player": named.player, "name": named.name, "country": named.country}
