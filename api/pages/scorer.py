"""Keeping score: a match is opened, and its scorer's page with the state it begins from."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.house import MatchId, TheHouse
from api.match_list import Filter, list_matches
from api.pages.home import names_in
from api.pages.match import people_of, shown_or_problem
from api.pages.rendering import language_of, page, translate, vocabulary
from api.pages.script_words import SCORER
from api.reading import View
from api.shown import Shown
from domain.contract import line_fields
from domain.replay import Line
from domain.rulesets import rule_texts
from projections.schema import DISCIPLINES

router = APIRouter(include_in_schema=False)
RECENT: Final = 12
"""Rulings shown beside the pad."""
KINDS: Final = (
    "verdict", "foul", "choice", "phase", "ball", "pocket", "event", "cue_ball", "group",
    "announcement",
)  # fmt: skip


@router.get("/score")
def get_new_match(request: Request, house: TheHouse) -> Response:
    """Show the form that opens a match, and the matches whose score can be kept."""
    open_ones, _ = list_matches(house.node, Filter(status="open"), RECENT)
    texts: dict[str, list[str]] = {}
    for discipline, text in sorted(rule_texts()):
        texts.setdefault(discipline, []).append(text)
    return page(
        request,
        "score_new.html",
        section="score",
        disciplines=DISCIPLINES,
        texts=texts,
        items=open_ones,
        names=names_in(house.node, open_ones),
    )


@router.get("/score/{match}")
def get_scorer(match: MatchId, request: Request, house: TheHouse) -> Response:
    """Show the scorer of a match."""
    shown = shown_or_problem(house, match, View())
    language = language_of(request)
    lines = [_told(match, line, shown) for line in shown.lines[-RECENT:]]
    start: dict[str, Any] = {
        "match": match,
        "discipline": shown.row["discipline"],
        "rules": shown.row["rules"],
        "players": list(shown.players or ()),
        "names": people_of(house, shown),
        "target": [shown.row["target1"], shown.row["target2"]],
        "referee": shown.row["referee"],
        "state": shown.state or None,
        "seq": shown.seen.result.events,
        "lines": lines,
        "words": vocabulary(language, *KINDS)
        | {"ui": {name: translate(language, text) for name, text in SCORER.items()}},
    }
    return page(request, "score.html", section="score", start=start, shown=shown, match=match)


def _told(match: str, line: Line, shown: Shown) -> dict[str, Any]:
    """Return a line for the list of rulings: whom it names, and no state."""
    fields = line_fields(match, line, shown.players)
    return fields | {"state": None, "player": getattr(line.step.event, "player", None)}
