"""Opening matches and appending events to them; needs a token."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from api.access import Body, Writer
from api.appending import Answer
from api.house import MatchId, TheHouse, answer
from api.leases import Leased
from api.problems import Problem
from api.routes.bodies import EVENTS_BODY, OPENING_BODY
from api.routes.leases import TheLease, leased

router = APIRouter(tags=["appending"])


class Record(StrEnum):
    """When an event is appended."""

    VALID = "valid"
    ALWAYS = "always"


TheRecord = Annotated[
    Record, Query(description="`always` appends also what a rule rejects: it is then on record")
]
_OUTCOMES: dict[int | str, dict[str, Any]] = {
    200: {"description": "all of it was in the log before"},
    201: {"description": "folded"},
    202: {"description": "in the log, waiting for an event before it"},
    400: {"description": "no JSON"},
    401: {"description": "no valid token"},
    403: {"description": "the token has no right to the match, or to such an event"},
    409: {"description": "another record has the seq or the id, or another scorer the match"},
    413: {"description": "too large"},
    422: {"description": "malformed, or a rule rejects it: nothing was appended"},
    503: {"description": "the log cannot be reached, or the outcome is not known"},
}


@router.post("/matches", status_code=201, responses=_OUTCOMES, openapi_extra=OPENING_BODY)
def open_match(
    body: Body, writer: Writer, house: TheHouse, record: TheRecord = Record.VALID
) -> Response:
    """Open a match with a `match_opened`; id, match, seq and time are made up where left out."""
    opened = house.appender.open(body, writer, always=record is Record.ALWAYS)
    return _answer(opened, {"Location": f"/v1/matches/{opened.match}"})


@router.post(
    "/matches/{match}/events", status_code=201, responses=_OUTCOMES, openapi_extra=EVENTS_BODY
)
def append_events(
    match: MatchId,
    body: Body,
    writer: Writer,
    house: TheHouse,
    record: TheRecord = Record.VALID,
    lease: TheLease = None,
) -> Response:
    """Append one event, or a list of them: all or, where one is refused, none.

    Answered only after this node has read its own records back from the log. Sending the same
    again does no harm, for ever. An event without a seq gets the next one.
    """
    try:
        house.leases.check(match, lease)
    except Leased as error:
        raise leased(error) from error
    appended = house.appender.append(match, body, writer, always=record is Record.ALWAYS)
    return _answer(appended, {})


def _answer(given: Answer, headers: dict[str, str]) -> Response:
    entries = given.entries
    body: Any = {"match": given.match, "events": entries} if given.listed else entries[0]
    if given.status == 409:
        first = next(entry for entry in entries if entry["outcome"].endswith("_conflict"))
        words = "it is in quarantine: another record came first"
        members = {"events": entries} if given.listed else first
        raise Problem(first["outcome"], words, **members)
    return answer(body, status=given.status, headers=headers)
