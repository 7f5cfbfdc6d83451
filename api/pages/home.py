"""The first page: matches now, lately finished, players, events, and what needs an official."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response

from api.audit_list import doubtful
from api.house import Cursor, House, TheHouse
from api.match_list import Filter, list_matches
from api.node import Node
from api.pages.languages import LANGUAGES
from api.pages.rendering import THEMES, assets, page
from api.problems import Problem
from domain.clauses import find
from domain.events import encode_event as encode
from projections.schema import DISCIPLINES

router = APIRouter(include_in_schema=False)
SHOWN: Final = 12
"""Matches and events in each list of the first page."""
LISTED: Final = 50
"""Matches on a page of the list."""
WORKER: Final = "worker.js"
"""The script that keeps the scorer's page through a lost connection; it serves ``/score/``."""
YEAR_S: Final = 365 * 86_400
EVENTS: Final = """
SELECT event, count(*), count(*) FILTER (status = 'open'),
    max(opened_ms) FILTER (opened_precision <> 'unknown')
FROM matches WHERE event IS NOT NULL GROUP BY event ORDER BY 4 DESC NULLS LAST, 1 LIMIT ?
"""


@router.get("/")
def get_home(request: Request, house: TheHouse) -> Response:
    """Show what goes on and where to go from here."""
    node = house.node
    # A result stated without play ends no match, and nobody is at a table.
    now, _ = list_matches(node, Filter(status="open", unchecked=False), SHOWN)
    done, _ = list_matches(node, Filter(status="finished"), SHOWN)
    audit = needing(house)
    needy = audit["items"][:SHOWN]
    quarantined = node.rows("SELECT count(*) FROM quarantine")[0][0]
    total = node.rows("SELECT count(*) FROM matches")[0][0]
    return page(
        request,
        "home.html",
        section="home",
        now=now,
        done=done,
        needy=needy,
        unchecked=audit["unchecked"]["matches"],
        quarantined=quarantined,
        total=total,
        events=node.rows(EVENTS, (SHOWN,)),
        names=names_in(node, [*now, *done, *needy]),
    )


def needing(house: House) -> dict[str, Any]:
    """Return what an official should look at, the gravest first, as the audit has it."""
    node = house.node
    given = house.answers.again(
        node,
        "matches that need a look",
        lambda: str(node.reached()),
        lambda: encode(doubtful(node)),
    )
    found: dict[str, Any] = json.loads(given.body)
    return found


def names_in(node: Node, items: list[dict[str, Any]]) -> dict[str, str]:
    """Return the names of the players of listed matches."""
    ids = [player for item in items for player in item["players"] or ()]
    return node.people.shown(node, ids)


@router.get("/matches")
def get_match_list(
    request: Request,
    house: TheHouse,
    discipline: Annotated[str, Query(max_length=16)] = "",
    rules: Annotated[str, Query(max_length=16)] = "",
    event: Annotated[str, Query(max_length=2000)] = "",
    status: Annotated[str, Query(max_length=16)] = "",
    player: Annotated[str, Query(max_length=2000)] = "",
    cursor: Cursor = None,
) -> Response:
    """List matches under filters that stand in the address."""
    asked = Filter(player or None, discipline or None, rules or None, event or None, status or None)
    if discipline and discipline not in DISCIPLINES:
        raise Problem("invalid_parameter", f"discipline: expected {', '.join(DISCIPLINES)}")
    items, following = list_matches(house.node, asked, LISTED, cursor)
    return page(
        request,
        "matches.html",
        section="matches",
        items=items,
        names=names_in(house.node, items),
        asked=asked,
        disciplines=DISCIPLINES,
        following=following,
    )


@router.get("/clauses/{clause}")
def get_clause_page(clause: str, request: Request) -> Response:
    """Show one clause of the register in our words."""
    found = find(clause)
    if found is None:
        raise Problem("not_found", f"no clause has the id {clause}")
    return page(request, "clause.html", clause=found)


@router.get("/settings")
def set_reader(
    lang: str = "",
    theme: str = "",
    back: Annotated[str, Query(max_length=2000)] = "/",
) -> Response:
    """Remember the language and the colours a reader chose, and go back to the page."""
    # Only to a page of ours: two slashes would name another host.
    here = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    answered = RedirectResponse(here, 303)
    for name, value, known in (("lang", lang, LANGUAGES), ("theme", theme, THEMES)):
        if value in known:
            answered.set_cookie(name, value, max_age=YEAR_S, samesite="lax")
    return answered


@router.get("/static/{name}")
def get_asset(name: str, request: Request) -> Response:
    """Return a style or a script of ours."""
    found = assets().get(name)
    if found is None:
        raise Problem("not_found", f"no file is called {name}")
    tag = f'"{found.tag}"'
    sent = {"ETag": tag, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}
    if name == WORKER:
        sent["Service-Worker-Allowed"] = "/score/"
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=sent)
    return Response(found.body, 200, sent, found.media)
