"""Whether the service lives, and whether it is ready; what commands of this machine ask it."""

from __future__ import annotations

import hmac
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from api.house import House, TheHouse, answer, bearer
from api.node import behind
from api.problems import Problem
from api.status import Outcomes, outcomes, status_of
from ingest.log import LogError

router = APIRouter(tags=["health"])
_READY: dict[int | str, dict[str, Any]] = {503: {"description": "not ready"}}


@router.get("/healthz")
def get_health() -> Response:
    """Tell that the service lives."""
    return answer({"status": "ok"})


@router.get("/readyz", responses=_READY)
def get_readiness(house: TheHouse) -> Response:
    """Tell whether the log answers and how far the tables are behind it."""
    try:
        lag = behind(house.node)
    except LogError as error:
        raise Problem("not_ready", str(error)) from error
    if house.node.trouble is not None:
        raise Problem("not_ready", house.node.trouble, behind=lag)
    return answer({"status": "ready", "behind": lag})


def _insider(request: Request, house: TheHouse) -> House:
    """Let in only who can read the key in the data directory."""
    if not hmac.compare_digest(bearer(request).encode(), house.key.encode()):
        raise Problem("unauthorized", "this is for commands on the machine of the service")
    return house


Insider = Annotated[House, Depends(_insider)]
internal = APIRouter(prefix="/internal", include_in_schema=False)


@internal.get("/status")
def get_status(house: Insider) -> Response:
    """Return what ``cuelog status`` prints."""
    return answer(status_of(house.node))


@internal.post("/outcomes")
def post_outcomes(house: Insider, asked: Outcomes) -> Response:
    """Return what became of records appended by another process."""
    return answer(outcomes(house.node, asked))


@internal.post("/rebuild")
def post_rebuild(house: Insider) -> Response:
    """Make the tables anew from the log."""
    house.node.rebuild()
    return answer(status_of(house.node))
