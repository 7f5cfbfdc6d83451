"""Whether the service lives, and whether it is ready; what commands of this machine ask it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from api.access import READING, is_insider
from api.house import House, TheHouse, answer
from api.metrics import MEDIA_TYPE as METRICS
from api.problems import Problem
from api.readiness import readiness
from api.status import Outcomes, outcomes, status_of

router = APIRouter(tags=["health"])
_READY: dict[int | str, dict[str, Any]] = {503: {"description": "not ready"}}
_DEAD: dict[int | str, dict[str, Any]] = {500: {"description": "a part of it has ended"}}
_FIGURES: dict[int | str, dict[str, Any]] = {200: {"content": {METRICS: {}}}}


@router.get("/healthz", responses=_DEAD)
def get_health(house: TheHouse) -> Response:
    """Tell that the service lives: that it answers, and that what follows the log still runs."""
    if not house.node.lives():
        raise Problem("internal", "what follows the log has ended; start the service anew")
    return answer({"status": "ok"})


@router.get("/readyz", responses=_READY)
def get_readiness(house: TheHouse) -> Response:
    """Tell whether the service can do its work, and everything that keeps it from it."""
    lag, troubles = readiness(house)
    if troubles:
        raise Problem("not_ready", "; ".join(troubles), behind=lag, troubles=troubles)
    return answer({"status": "ready", "behind": lag})


@router.get("/metrics", response_class=Response, responses=_FIGURES, dependencies=[READING])
def get_metrics(house: TheHouse) -> Response:
    """Return what can be measured, in the text format of Prometheus."""
    return Response(house.meters.told(), media_type=METRICS)


def _insider(request: Request, house: TheHouse) -> House:
    """Let in only who can read the key in the data directory."""
    if not is_insider(request, house):
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
