"""Matches: the list, the state of one, and its parts."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import Response

from api.access import Body
from api.audit_list import doubtful
from api.audit_report import audit_of
from api.formats import NDJSON
from api.house import (
    AsOf,
    Cursor,
    IfNoneMatch,
    KnownAt,
    Limit,
    MatchId,
    TheHouse,
    TheView,
    answer,
    etag,
    not_modified,
    unchanged,
)
from api.match_list import Filter, list_matches
from api.paging import PAGE, page, sliced
from api.preview_answer import history_of, preview_of
from api.problems import Problem
from api.reading import BadView, NoSuchMatch, Seen, View, look, records, stored_at
from api.routes.bodies import EVENTS_BODY
from api.shown import tabled_innings, under_view, written
from api.whatif_answer import BadChange, change_of, may_leave_out, option_of, what_if
from domain.contract import replay_fields
from domain.explain import explain
from ingest.wire import Received
from projections.schema import INNINGS
from projections.schema import stored as inning_columns

router = APIRouter(tags=["matches"])
_FOUND: dict[int | str, dict[str, Any]] = {
    304: {"description": "not changed since"},
    400: {"description": "a parameter cannot be understood"},
    404: {"description": "no such match"},
}
_PREVIEWED: dict[int | str, dict[str, Any]] = {
    400: {"description": "no JSON"},
    401: {"description": "no valid token"},
    404: {"description": "no such match"},
    413: {"description": "too large"},
    422: {"description": "malformed"},
}
MATCH_COLUMNS = (
    "match", "discipline", "rules", "players", "score", "target", "status", "winner", "result",
    "awarded", "events", "waiting", "rejected", "errors", "warnings", "notes", "opened_ms",
    "opened_precision", "event", "round",
)  # fmt: skip
RULING_COLUMNS = ("match", "seq", "part", "id", "type", "struck", "ruling")
EVENT_COLUMNS = ("match", "seq", "id", "position", "received_ms", "redacted", "event")


@contextmanager
def _asked(match: str) -> Generator[None]:
    try:
        yield
    except NoSuchMatch as error:
        raise Problem("not_found", f"no record names the match {match}") from error
    except BadView as error:
        raise Problem("invalid_parameter", str(error)) from error


def _seen(house: TheHouse, match: str, view: View) -> Seen:
    with _asked(match):
        return look(house.node, match, view)


def _records(
    house: TheHouse, match: str, known_at: str | None = None, as_of: int | None = None
) -> list[Received]:
    with _asked(match):
        return records(stored_at(house.node, match, known_at, as_of))


def _filter(
    player: Annotated[str | None, Query(description="id of a player")] = None,
    discipline: Annotated[str | None, Query(description="14.1, 8-ball, ...")] = None,
    rules: Annotated[str | None, Query(description="rule text")] = None,
    event: Annotated[str | None, Query(description="competition")] = None,
    status: Annotated[Literal["not_open", "open", "finished"] | None, Query()] = None,
) -> Filter:
    return Filter(player, discipline, rules, event, status)


@router.get("/matches")
def get_matches(
    request: Request,
    house: TheHouse,
    asked: Annotated[Filter, Depends(_filter)],
    limit: Limit = PAGE,
    cursor: Cursor = None,
) -> Response:
    """List matches, the latest opened first."""
    items, following = list_matches(house.node, asked, limit, cursor)
    return page(request, items, cursor=following, columns=MATCH_COLUMNS)


@router.get("/matches/{match}", responses=_FOUND)
def get_match(
    match: MatchId, house: TheHouse, view: TheView, if_none_match: IfNoneMatch = None
) -> Response:
    """Return the state of a match: what `cuelog replay --json` prints, without the digest."""
    seen = _seen(house, match, view)
    tag = etag("match", match, seen.version)
    if unchanged(tag, if_none_match):
        return not_modified(tag)
    fields = replay_fields(seen.result)
    return answer(fields, headers={"ETag": tag})


@router.get("/matches/{match}/events", responses=_FOUND)
def get_events(
    match: MatchId,
    request: Request,
    house: TheHouse,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    limit: Limit = PAGE,
    cursor: Cursor = None,
) -> Response:
    """List the records of a match that took a seq or wait, in order of seq, as received.

    Where an erased name stood, the event is `redacted` and its digest another.
    """
    known = house.node.people.known()
    with _asked(match):
        found = stored_at(house.node, match, known_at, as_of)
    held = house.node.rows("SELECT log_partition, log_offset FROM events WHERE match = ?", (match,))
    places = set(held)
    rows = [
        {
            "match": match,
            "seq": one.seq,
            "id": one.id,
            "position": f"{one.position.partition}:{one.position.offset}",
            "received_ms": one.received_ms,
            "redacted": raw != one.received.raw,
            "event": msgspec.Raw(raw),
        }
        for one in found
        if one.received and one.received.event and tuple(one.position) in places
        for raw in [known.clean_record(one.received.raw)]
    ]
    items, following = sliced(sorted(rows, key=lambda row: row["seq"]), cursor, limit)
    return page(request, items, cursor=following, columns=EVENT_COLUMNS)


@router.get("/matches/{match}/rulings", responses=_FOUND)
def get_rulings(
    match: MatchId,
    request: Request,
    house: TheHouse,
    view: TheView,
    *,
    state: Annotated[bool, Query(description="with the state after each event")] = False,
    limit: Limit = PAGE,
    cursor: Cursor = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """List the ruling of every event in fold order, with the clauses it rests on."""
    seen = _seen(house, match, view)
    tag = etag("rulings", match, seen.version, state, limit, cursor, request.headers.get("accept"))
    if unchanged(tag, if_none_match):
        return not_modified(tag)
    lines, following = sliced(seen.trace(), cursor, limit)
    if not state:
        lines = [{name: line[name] for name in line if name != "state"} for line in lines]
    columns = (*RULING_COLUMNS, "state") if state else RULING_COLUMNS
    return page(request, lines, cursor=following, columns=columns, headers={"ETag": tag})


@router.get("/matches/{match}/innings", responses=_FOUND)
def get_innings(
    match: MatchId,
    request: Request,
    house: TheHouse,
    view: TheView,
    limit: Limit = PAGE,
    cursor: Cursor = None,
) -> Response:
    """List the turns at the table of a match, as corrected."""
    names = inning_columns(INNINGS)
    if view == View():
        query = "SELECT * FROM innings WHERE match = ? ORDER BY inning"
        rows = [dict(zip(names, row, strict=True)) for row in house.node.rows(query, (match,))]
    else:
        rows = tabled_innings(written(match, _seen(house, match, view).known, view))
    known = "SELECT 1 FROM matches WHERE match = ?"
    if not rows and not house.node.rows(known, (match,)):
        raise Problem("not_found", f"no event names the match {match}")
    items, following = sliced(rows, cursor, limit)
    return page(request, items, cursor=following, columns=names)


@router.get("/matches/{match}/audit", responses=_FOUND)
def get_audit(match: MatchId, house: TheHouse, view: TheView) -> Response:
    """Return what an official should see: results, fouls, decisions, findings, protests, digest."""
    return answer(audit_of(_seen(house, match, view), house.node.people))


@router.get("/audit")
def get_audits(
    house: TheHouse,
    *,
    event: Annotated[str | None, Query(max_length=500, description="of one competition")] = None,
    unchecked: Annotated[bool, Query(description="list what nothing can check, too")] = False,
) -> Response:
    """List the matches that need a look, gravest first, and count stated results without play."""
    return answer(doubtful(house.node, event, unchecked=unchecked))


@router.get("/matches/{match}/explain/{seq}", responses=_FOUND)
def get_explanation(
    match: MatchId,
    seq: Annotated[int, Path(ge=1, le=1_000_000)],
    house: TheHouse,
    view: TheView,
) -> Response:
    """Explain a ruling: facts, fouls considered, the counter, clauses, what other texts say."""
    known = under_view(_seen(house, match, view).known, view)
    told = explain(match, known, seq)
    if told is None:
        raise Problem("not_found", f"the match {match} has no event {seq} that was folded")
    return answer(house.node.people.known().clean(told))


@router.get("/matches/{match}/what-if", responses=_FOUND)
def get_what_if(
    match: MatchId,
    house: TheHouse,
    rules: Annotated[str | None, Query(max_length=16, description="another rule text")] = None,
    option: Annotated[
        list[str] | None,
        Query(description="name=value of a parameter of the rules; again for more"),
    ] = None,
    without: Annotated[
        int | None, Query(ge=1, description="seq of a correction or official ruling to leave out")
    ] = None,
) -> Response:
    """Return where a match first parts from the one as recorded, and how both end."""
    known = _records(house, match)
    try:
        change = change_of(rules, dict(map(option_of, option or ())), without)
    except BadChange as error:
        raise Problem("invalid_parameter", str(error)) from error
    if change is None:
        raise Problem("invalid_parameter", "name at least one of rules, option and without")
    if without is not None and not may_leave_out(known, without):
        words = f"without: seq {without} is no correction and no official ruling"
        raise Problem("invalid_parameter", words)
    return answer({"match": match, **what_if(match, known, change)})


@router.post("/matches/{match}/preview", responses=_PREVIEWED, openapi_extra=EVENTS_BODY)
def preview_events(match: MatchId, body: Body, house: TheHouse) -> Response:
    """Tell what corrections or other events would change, and append nothing.

    The result before and after, every ruling that becomes another, later events that no longer fit,
    and where there are such, the ways out with the events each takes.
    """
    known = _records(house, match)
    return answer(house.node.people.known().clean(preview_of(match, known, body)))


@router.get("/matches/{match}/history", responses=_FOUND)
def get_history(match: MatchId, house: TheHouse) -> Response:
    """List what changed the result after the fact: who, when, why, before and after."""
    known = _records(house, match)
    return answer({"match": match, "versions": history_of(match, known)})


@router.get("/matches/{match}/log", responses=_FOUND)
def get_log(
    match: MatchId, house: TheHouse, as_of: AsOf = None, known_at: KnownAt = None
) -> Response:
    """Return the records of a match in log order, one a line, as `cuelog replay` reads them.

    `Cuelog-Redacted` counts the records an erased name was taken out of: with one or more, the
    digest is no longer that of the log.
    """
    found = _records(house, match, known_at, as_of)
    # Line ends within a record stand between its tokens, where a space means the same.
    known = house.node.people.known()
    raws = [known.clean_record(one.raw) for one in found]
    redacted = sum(raw != one.raw for raw, one in zip(raws, found, strict=True))
    lines = (raw.replace(b"\n", b" ").replace(b"\r", b" ") for raw in raws)
    headers = {
        "Content-Disposition": f'attachment; filename="{match.replace(":", "-")}.jsonl"',
        "Cuelog-Redacted": str(redacted),
    }
    return Response(b"".join(line + b"\n" for line in lines), 200, headers, NDJSON)
