"""Who may write: tokens, scorers of a match, keys; and what the caller's own token may do."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from api.access import Admin, Body, Holder, Official, OfficialHolder
from api.auth import RANKS, BadExpiry, Known, NoScorer
from api.house import MatchId, TheHouse, answer
from api.people import NoSuchEntry
from api.problems import Problem
from api.rights import forbidden
from api.routes.bodies import documented, read
from domain.events.registry import Role
from ingest.keys import BadKey

router = APIRouter(tags=["rights"])
TokenId = Annotated[str, Path(pattern=r"^[A-Za-z0-9._:-]{1,64}$", description="id of a token")]
PATTERN: Final = r"^[A-Za-z0-9._:*-]{1,64}$"
_RIGHTS: Final[dict[int | str, dict[str, Any]]] = {
    401: {"description": "no valid token"},
    403: {"description": "the token has not the right"},
}
_WRITTEN: Final = {**_RIGHTS, 400: {"description": "the body cannot be understood"}}
_UNDONE: Final = {**_RIGHTS, 404: {"description": "no such thing"}}


class NewToken(BaseModel):
    """A token to be made."""

    model_config = ConfigDict(extra="forbid")
    role: Role
    matches: list[Annotated[str, Field(pattern=PATTERN)]] = Field(default=[], max_length=1_000)
    label: str | None = Field(default=None, max_length=100)
    expires: str | None = Field(default=None, max_length=64)


class NewKey(BaseModel):
    """A public key that is to count."""

    model_config = ConfigDict(extra="forbid")
    holder: str = Field(min_length=1, max_length=2_000)
    role: Annotated[str, Field(pattern="^(player|official)$")]
    public: str = Field(pattern="^[0-9a-f]{64}$")


def told(known: Known) -> dict[str, Any]:
    """Return a token for others to see: never itself, nor its hash."""
    return {
        "id": known.id, "role": known.role, "matches": list(known.matches), "label": known.label,
        "made": known.made, "expires": known.expires,
    }  # fmt: skip


@router.get("/me", responses=_RIGHTS)
def get_me(house: TheHouse, holder: Holder) -> Response:
    """Tell what the caller's token is and may: its role, its matches, its end."""
    assigned = {match for match, one in house.node.people.assignments() if one == holder.id}
    return answer({**told(holder), "assigned": sorted(assigned)})


@router.get("/tokens", responses=_RIGHTS)
def get_tokens(house: TheHouse, _: Official) -> Response:
    """List the tokens, without anything that could be used as one."""
    return answer([told(known) for known in house.tokens.listed()])


@router.post("/tokens", status_code=201, responses=_WRITTEN, openapi_extra=documented(NewToken))
def new_token(holder: OfficialHolder, body: Body, house: TheHouse) -> Response:
    """Make a token; the answer is the one time it is shown. Officials make those of lower roles."""
    asked = read(NewToken, body)
    _check_below(holder, asked.role)
    try:
        made, token = house.tokens.new(asked.role, asked.matches, asked.label, asked.expires)
    except BadExpiry as error:
        raise Problem("invalid_body", str(error)) from error
    return answer({**told(made), "token": token}, status=201)


@router.delete("/tokens/{token}", responses=_UNDONE)
def revoke_token(holder: OfficialHolder, token: TokenId, house: TheHouse) -> Response:
    """Let a token count no longer. Officials revoke those of lower roles."""
    found = next((one for one in house.tokens.listed() if one.id == token), None)
    if found is not None:
        _check_below(holder, found.role)
    if found is None or not house.tokens.revoke(token):
        raise Problem("not_found", f"no token has the id {token}")
    return answer({"id": token, "revoked": True})


def _check_below(holder: Known, role: Role) -> None:
    if not holder.may("admin") and RANKS[role] >= RANKS[holder.role]:
        raise forbidden(f"tokens of the role {role} are an admin's to make and to revoke")


@router.get("/matches/{match}/scorers", responses=_RIGHTS)
def get_scorers(match: MatchId, house: TheHouse, _: Official) -> Response:
    """List the tokens assigned to a match, and those that name it themselves."""
    assigned = {one for name, one in house.node.people.assignments() if name == match}
    found = [
        told(one)
        for one in house.tokens.listed()
        if one.role == "scorer" and (one.id in assigned or one.covers(match))
    ]
    return answer({"match": match, "scorers": found})


@router.put("/matches/{match}/scorers/{token}", responses=_UNDONE)
def assign_scorer(match: MatchId, token: TokenId, house: TheHouse, official: Official) -> Response:
    """Let a scorer's token write to a match."""
    try:
        house.tokens.scorer(token)
    except NoScorer as error:
        raise Problem("not_found", str(error)) from error
    house.node.people.assign(match, token, by=official)
    return answer({"match": match, "token": token, "assigned": True})


@router.delete("/matches/{match}/scorers/{token}", responses=_UNDONE)
def release_scorer(match: MatchId, token: TokenId, house: TheHouse, official: Official) -> Response:
    """Let a scorer's token write to a match no longer, unless it names the match itself."""
    if not house.node.people.release(match, token, by=official):
        raise Problem("not_found", f"{token} is not assigned to {match}")
    return answer({"match": match, "token": token, "assigned": False})


@router.post("/keys", status_code=201, responses=_WRITTEN, openapi_extra=documented(NewKey))
def register_key(admin: Admin, body: Body, house: TheHouse) -> Response:
    """Let a public key count for a player or an official."""
    asked = read(NewKey, body)
    role = "player" if asked.role == "player" else "official"
    try:
        made = house.node.people.register_key(asked.holder, asked.public, role, by=admin)
    except BadKey as error:
        raise Problem("invalid_body", str(error)) from error
    return answer({"key": made.key, "holder": made.holder, "role": made.role}, status=201)


@router.delete("/keys/{key}", responses=_UNDONE)
def revoke_key(
    key: TokenId,
    house: TheHouse,
    admin: Admin,
    reason: Annotated[str | None, Query(max_length=500, description="why")] = None,
) -> Response:
    """Let a key count no longer; what the log received before it stays signed."""
    try:
        house.node.people.revoke_key(key, reason, by=admin)
    except NoSuchEntry as error:
        raise Problem("not_found", f"{key} is no key that counts") from error
    return answer({"key": key, "revoked": True})
