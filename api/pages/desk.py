"""The audit desk: matches by severity, a report, quarantine, corrections with a preview."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.advice import advice
from api.audit_list import doubtful
from api.audit_report import audit_of
from api.house import Cursor, MatchId, TheHouse
from api.pages.home import names_in, needing
from api.pages.match import people_of, shown_or_problem
from api.pages.rendering import language_of, page, translate, vocabulary
from api.pages.script_words import DESK
from api.paging import PAGE
from api.reading import View, recorders
from api.routes.tables import quarantined
from domain import events as ev

router = APIRouter(include_in_schema=False)
LISTED: Final = 500
CLAIMS: Final = 2_000
"""Matches of results alone that a page lists."""
CORRECTABLE: Final = 400
"""Events offered for correction, the latest: a page stays light."""


@router.get("/desk")
def get_desk(
    request: Request,
    house: TheHouse,
    *,
    unchecked: Annotated[bool, Query(description="list what nothing can check")] = False,
) -> Response:
    """List the matches an official should look at, the gravest first."""
    node = house.node
    audit = doubtful(node, unchecked=True) if unchecked else needing(house)
    alone = audit["unchecked"]
    needy: list[dict[str, Any]] = audit["items"][:LISTED]
    listed: list[dict[str, Any]] | None = alone["items"]
    claims = [] if listed is None else listed[:CLAIMS]
    counts = node.rows("SELECT reason, count(*) FROM quarantine GROUP BY 1 ORDER BY 2 DESC, 1")
    return page(
        request,
        "desk.html",
        section="desk",
        rows=needy,
        more=len(audit["items"]) - len(needy),
        alone=alone,
        claims=claims,
        names=names_in(node, [*needy, *claims]),
        quarantine=counts,
        advice=advice,
    )


@router.get("/desk/quarantine")
def get_quarantine_page(
    request: Request,
    house: TheHouse,
    cursor: Cursor = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = 50,
) -> Response:
    """List the records that took no place, with their bytes and what to do."""
    items, following = quarantined(house.node, cursor, limit)
    return page(
        request,
        "quarantine.html",
        section="desk",
        items=items,
        following=following,
        advice=advice,
    )


@router.get("/desk/{match}")
def get_report(match: MatchId, request: Request, house: TheHouse) -> Response:
    """Report on a match as an official files it, with a desk to correct it."""
    shown = shown_or_problem(house, match, View())
    audit = audit_of(shown.seen, house.node.people)
    language = language_of(request)
    events = [
        {
            "seq": line.step.seq,
            "type": ev.type_of(line.step.event),
            "body": ev.facts_of(line.step.event),
        }
        for line in shown.lines[-CORRECTABLE:]
        if not isinstance(line.step.event, (ev.Signed, ev.Correction))
    ]
    start: dict[str, Any] = {
        "match": match,
        "events": events,
        "words": vocabulary(language, "event", "verdict", "foul")
        | {"ui": {name: translate(language, text) for name, text in DESK.items()}},
    }
    return page(
        request,
        "report.html",
        section="desk",
        match=match,
        shown=shown,
        names=people_of(house, shown),
        audit=audit,
        clauses={one["id"]: one["words"] for told in audit["incidents"] for one in told["clauses"]},
        recorders=recorders(house.node, match),
        start=start,
    )
