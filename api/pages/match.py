"""The page of a match: score race, sheet, every stroke, corrections, other texts, downloads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, NamedTuple

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from api.formats import CSV, render
from api.house import House, MatchId, TheHouse
from api.pages.charts import charts_of
from api.pages.rendering import HEADERS, page
from api.problems import Problem
from api.reading import BadView, NoSuchMatch, View, records, stored
from api.sheet_rows import pair_rows, rack_rows
from api.shown import Shown, show_match
from api.whatif_answer import what_if
from domain import events as ev
from domain.contract import replay_fields, ruling_fields
from domain.explain import explain
from domain.replay import Line
from domain.rulesets import rule_texts
from domain.whatif import without

router = APIRouter(include_in_schema=False)
STROKES: Final = 120
"""Lines of strokes a page: with their clauses they are what makes a page heavy."""
CORRECTIONS: Final = 20
"""Corrections told with what they changed; each costs two replays."""

AsOf = Annotated[str, Query(max_length=9, pattern=r"^\d*$")]
Rules = Annotated[str, Query(max_length=16)]


def shown_or_problem(house: House, match: str, view: View) -> Shown:
    """Return a match under a view, or raise the problem that there is none."""
    try:
        return show_match(house.node, match, view)
    except NoSuchMatch as error:
        raise Problem("not_found", f"no record names the match {match}") from error
    except BadView as error:
        raise Problem("invalid_parameter", str(error)) from error


def people_of(house: House, shown: Shown) -> dict[str, str]:
    """Return the names to show of everybody a match names by id."""
    row = shown.row
    ids = [*(shown.players or ()), *([row["referee"]] if row["referee"] else [])]
    return house.node.people.shown(house.node, ids)


@router.get("/matches/{match}")
def get_match_page(
    match: MatchId,
    request: Request,
    house: TheHouse,
    as_of: AsOf = "",
    rules: Rules = "",
    part: Annotated[int, Query(ge=1, le=10_000)] = 1,
) -> Response:
    """Show a match, as of an event or under another text where asked."""
    view = View(int(as_of) if as_of else None, None, rules or None)
    shown = shown_or_problem(house, match, view)
    whole = shown if view.as_of is None else shown_or_problem(house, match, View())
    straight = shown.row["discipline"] == "14.1"
    lines = shown.lines
    start = (part - 1) * STROKES
    return page(
        request,
        "match.html",
        section="matches",
        shown=shown,
        names=people_of(house, shown),
        view=view,
        last=max((line.step.seq for line in whole.lines), default=0),
        texts=_texts(shown),
        charts=charts_of(shown),
        pairs=pair_rows(shown) if straight else [],
        racks=[] if straight else rack_rows(shown),
        strokes=[_stroke(line, shown) for line in lines[start : start + STROKES]],
        part=part,
        pages=-(-len(lines) // STROKES),
        corrections=_corrections(house, shown) if view == View() else [],
        audit=replay_fields(shown.seen.result),
    )


@router.get("/matches/{match}/print")
def get_print_page(match: MatchId, request: Request, house: TheHouse) -> Response:
    """Show the record of a match as a federation files it: sheet, findings, digest, signatures."""
    shown = shown_or_problem(house, match, View())
    straight = shown.row["discipline"] == "14.1"
    signed = [line.step.event for line in shown.lines if isinstance(line.step.event, ev.Signed)]
    return page(
        request,
        "print.html",
        shown=shown,
        names=people_of(house, shown),
        pairs=pair_rows(shown) if straight else [],
        racks=[] if straight else rack_rows(shown),
        audit=replay_fields(shown.seen.result),
        signed=signed,
    )


@router.get("/matches/{match}/strokes/{seq}")
def get_stroke_page(
    match: MatchId,
    seq: Annotated[int, Path(ge=1, le=1_000_000)],
    request: Request,
    house: TheHouse,
    *,
    fragment: Annotated[bool, Query(description="for the page of the match")] = False,
) -> Response:
    """Explain one ruling: facts, fouls considered, the count, clauses, what other texts say."""
    told = explain(match, records(stored(house.node, match)), seq)
    if told is None:
        raise Problem("not_found", f"the match {match} has no event {seq} that was folded")
    known = house.node.people.known().clean(told)
    players = list(told["ruling"]["points"])
    return page(
        request,
        "stroke_told.html" if fragment else "stroke.html",
        section="matches",
        told=known,
        names=house.node.people.shown(house.node, players),
        match=match,
    )


@router.get("/matches/{match}/rulings.csv")
def get_rulings_csv(match: MatchId, house: TheHouse) -> Response:
    """Return every ruling as a table a spreadsheet opens."""
    shown = shown_or_problem(house, match, View())
    rows = [_flat(line, shown) for line in shown.lines]
    columns = list(rows[0]) if rows else ["seq"]
    name = match.replace(":", "-")
    sent = {**HEADERS, "Content-Disposition": f'attachment; filename="{name}-rulings.csv"'}
    return Response(render(columns, rows, CSV), 200, sent, CSV)


def _flat(line: Line, shown: Shown) -> dict[str, Any]:
    ruling = ruling_fields(line.ruling, shown.players)
    return {
        "seq": line.step.seq,
        "part": line.step.part,
        "type": ev.type_of(line.step.event),
        "player": getattr(line.step.event, "player", None),
        "struck": line.step.struck,
        **{name: ruling.get(name) for name in ("verdict", "reason", "fouls", "points", "run")},
        "score": (line.state or {}).get("score"),
        "clauses": ruling["clauses"],
    }


def _texts(shown: Shown) -> list[str]:
    """Return the rule texts there are for the discipline of a match."""
    discipline = shown.row["discipline"]
    return sorted(text for known, text in rule_texts() if known == discipline)


class Stroke(NamedTuple):
    """A line of the table of strokes."""

    seq: int
    part: int | None
    kind: str
    player: str | None
    event: ev.AnyEvent
    struck: bool
    ruling: dict[str, Any]
    score: Sequence[int]
    frame: Sequence[int]


def _stroke(line: Line, shown: Shown) -> Stroke:
    state = line.state or {}
    players = shown.players or ()
    return Stroke(
        line.step.seq,
        line.step.part,
        ev.type_of(line.step.event),
        getattr(line.step.event, "player", None),
        line.step.event,
        line.step.struck,
        ruling_fields(line.ruling, shown.players),
        [state["score"][player] for player in players] if "score" in state else [],
        [state["frame_score"][player] for player in players] if state.get("frame_score") else [],
    )


class Correction(NamedTuple):
    """A correction or official ruling, with what was before it and what is after it."""

    seq: int
    of: int
    by: str | None
    reason: str | None
    kind: str
    before: list[Stroke]
    after: list[Stroke]
    ends: dict[str, Any]


def _corrections(house: House, shown: Shown) -> list[Correction]:
    found = [
        line
        for line in shown.lines
        if isinstance(line.step.event, (ev.Correction, ev.OfficialRuling))
        and line.ruling.verdict != "rejected"
    ]
    return [_told(house, shown, line) for line in found[:CORRECTIONS]]


def _told(house: House, shown: Shown, line: Line) -> Correction:
    event = line.step.event
    target = int(getattr(event, "corrects", None) or getattr(event, "of", 0))
    match = shown.seen.result.match
    before = show_match(house.node, match, View(as_of=event.seq - 1))
    after = show_match(house.node, match, View(as_of=event.seq))
    return Correction(
        event.seq,
        target,
        event.by,
        getattr(event, "reason", None),
        ev.type_of(event),
        [_stroke(one, before) for one in before.lines if one.step.seq == target],
        [_stroke(one, after) for one in after.lines if one.step.seq == target],
        what_if(match, shown.seen.known, without(event.seq)),
    )
