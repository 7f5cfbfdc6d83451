"""The lease of a match: one active scorer at a time, with a take-over everybody can see."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query
from fastapi.responses import Response

from api.access import Recorder
from api.house import MatchId, TheHouse, answer
from api.leases import Leased
from api.problems import Problem

router = APIRouter(tags=["appending"])
TheLease = Annotated[
    str | None, Header(alias="Cuelog-Lease", max_length=100, description="key of a lease")
]
_TAKEN: dict[int | str, dict[str, Any]] = {
    401: {"description": "no valid token"},
    409: {"description": "another scorer holds the match"},
}


def leased(error: Leased) -> Problem:
    """Return the problem that names who holds the match."""
    words = f"{error.holder} keeps the score of this match for {error.left_s:.0f} s more"
    return Problem("leased", words, holder=error.holder, left_s=round(error.left_s, 1))


@router.post("/matches/{match}/lease", status_code=201, responses=_TAKEN)
def take_lease(
    match: MatchId,
    recorder: Recorder,
    house: TheHouse,
    lease: TheLease = None,
    holder: Annotated[
        str | None, Query(max_length=100, description="label shown to others")
    ] = None,
    *,
    take_over: Annotated[bool, Query(description="take it from whoever holds it")] = False,
) -> Response:
    """Become the active scorer of a match, renew the lease by its key, or take it over."""
    try:
        taken = house.leases.take(match, holder or recorder, lease, take_over=take_over)
    except Leased as error:
        raise leased(error) from error
    held = house.leases.holder(match)
    left = 0.0 if held is None else held[1]
    body = {"match": match, "lease": taken.key, "holder": taken.holder, "left_s": round(left, 1)}
    return answer(body, status=201)


@router.get("/matches/{match}/lease")
def get_lease(match: MatchId, house: TheHouse) -> Response:
    """Tell who keeps the score of a match, or null."""
    held = house.leases.holder(match)
    shown = None if held is None else {"holder": held[0], "left_s": round(held[1], 1)}
    return answer({"match": match, "held": shown})


@router.delete("/matches/{match}/lease", status_code=204, responses=_TAKEN)
def give_back(
    match: MatchId, _recorder: Recorder, house: TheHouse, lease: TheLease = None
) -> Response:
    """End the lease whose key is given; one that ended before is no error."""
    held = house.leases.holder(match)
    if not house.leases.give_back(match, lease) and held is not None:
        raise leased(Leased(*held))
    return Response(status_code=204)
