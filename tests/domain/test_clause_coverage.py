"""Every decision cites clauses that exist, and every clause that is ruled is met somewhere."""

import ast
import json
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import domain
from domain import clauses
from domain.clauses import Status
from domain.games.straight import Straight
from domain.replay import Line, by_match, replay
from domain.rulesets import RuleText, rule_text, rule_texts
from domain.vocabulary import FoulCode
from ingest.wire import receive_all
from tests.domain import (
    test_straight_breaks,
    test_straight_counts,
    test_straight_cushion,
    test_straight_deliberate,
    test_straight_racks,
    test_straight_strokes,
)
from tests.domain.scenario import TEXTS, Row, cases, played
from tests.vectors import reader

ROWS: list[Row] = [
    *test_straight_breaks.ROWS,
    *test_straight_strokes.ROWS,
    *test_straight_counts.ROWS,
    *test_straight_deliberate.ROWS,
    *test_straight_racks.ROWS,
    *test_straight_cushion.ROWS,
]
OF_TEXT = {"SI": ("SI",), "PL": ("PL",), "LT": ("LT-14.1", "LT-G")}
UNCITED = {"PL-3.1c"}
"""What need not be called leaves no trace in a log; a row names it."""

SOURCES = (
    *("games/straight/*.py", "game.py", "match.py", "fold.py", "opening.py"),
    *("claims.py", "conduct.py", "lag.py", "officials.py"),
)
OPEN_ENDED: dict[str, tuple[str, ...]] = {
    "foul.": get_args(FoulCode),
    "announced.": ("two_fouls", "over_head_string", "frozen"),
    "closed.": ("drawn", "abandoned", "forfeit", "walkover", "limit"),
    "conduct.": (
        "distracting",
        "moving_balls",
        "abnormal_stroke",
        "playing_on",
        "practising",
        "marking",
        "equipment",
        "other",
    ),
    "sanction.": ("foul", "points", "warning", "match", "disqualification", "default"),
}
"""Decisions made of a word of the log: ``foul.`` and a code."""
ENDINGS: dict[str, tuple[str, ...]] = {
    ".accept": ("choice", "deliberate"),
    ".rebreak": ("choice", "deliberate"),
    ".spotted": ("miss", "safety"),
}


def text_of(name: str) -> RuleText:
    text = rule_text("14.1", name)
    assert text is not None
    return text


@pytest.mark.parametrize("key", rule_texts(), ids="-".join)
def test_every_id_of_a_rule_text_is_in_the_register(key: tuple[str, str]) -> None:
    text = rule_texts()[key]
    for decision, ids in text.cites.items():
        assert [one for one in ids if clauses.find(one) is None] == [], decision
    for name, parameter in text.parameters.items():
        sources = [part.strip() for part in (parameter.text or "").split(",") if part.strip()]
        assert [one for one in sources if clauses.find(one) is None] == [], name


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_cites_its_own_clauses_and_readings_alone(name: str) -> None:
    allowed = {*OF_TEXT[name], "readings"}
    for decision, ids in text_of(name).cites.items():
        texts = {clause.text for one in ids if (clause := clauses.find(one)) is not None}
        assert texts <= allowed, decision


def _decisions(path: Path) -> set[str]:
    """Return the names of decisions in a module: what has a dot, or is asked for by name."""
    tree = ast.parse(path.read_text("utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("cite", "record"):
            names |= {name for one in node.args if (name := _text(one))}
        first, dot, rest = (value := _text(node)).partition(".")
        if dot and first.isidentifier() and rest.replace("_", "").isalpha():
            names.add(value)
        if isinstance(node, ast.JoinedStr):
            names |= _expanded(node)
    return names


def _text(node: ast.AST) -> str:
    """Return the text of a constant, or none."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _expanded(node: ast.JoinedStr) -> set[str]:
    """Return what an f-string of a decision and a word of the log may become."""
    first, last = _text(node.values[0]), _text(node.values[-1])
    if first in OPEN_ENDED and len(node.values) == 2:
        return {first + word for word in OPEN_ENDED[first]}
    return {word + last for word in ENDINGS.get(last, ())}


@cache
def decisions() -> frozenset[str]:
    package = Path(domain.__file__).parent
    files = [path for pattern in SOURCES for path in sorted(package.glob(pattern))]
    return frozenset[str]().union(*(_decisions(path) for path in files)) - {"14.1"}


@pytest.mark.parametrize("name", TEXTS)
def test_every_decision_in_the_code_has_its_clauses(name: str) -> None:
    assert len(decisions()) > 80
    assert {one for one in decisions() if one not in text_of(name).cites} == set()


@pytest.mark.parametrize("name", ["SI", "PL"])
def test_no_text_cites_for_what_nobody_decides(name: str) -> None:
    bare = {"foul", "score", "miss", "safety", "deliberate", "uncalled", "frozen", "void"}
    assert set(text_of(name).cites) - decisions() - bare == set()


def _strict(game: Straight, *names: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for name in names if name for one in game.cites[name]))


@cache
def cited() -> frozenset[str]:
    """Return every id cited over the vectors and rows of 14.1."""
    seen: set[str] = set()

    def note(line: Line) -> None:
        seen.update(line.ruling.clauses)

    for path in reader.paths("14.1", "replay"):
        for match, records in by_match(receive_all(reader.read(path).records)):
            replay(match, records, trace=note)
    for one, text in cases(ROWS):
        for ruling in played(one, text).rulings:
            seen.update(ruling.clauses)
    return frozenset(map(clauses.canonical, seen))


def named() -> set[str]:
    """Return every id a vector or a row of 14.1 names."""
    heads = [path.read_text("utf-8").partition("\n")[0] for path in reader.paths("14.1", "replay")]
    found = {one for head in heads for one in json.loads(head)["clauses"]}
    return {clauses.canonical(one) for one in found | {c for r in ROWS for c in r.clauses.split()}}


def ruled(text: str) -> set[str]:
    return {
        clause.id
        for clause in clauses.register().values()
        if clause.text == text and clause.status is Status.RULED
    }


@pytest.mark.parametrize("text", ["SI", "PL", "LT-14.1"])
def test_every_clause_that_is_ruled_has_a_vector_or_a_row(text: str) -> None:
    assert ruled(text) - named() - cited() == set()


@pytest.mark.parametrize("text", ["SI", "PL", "LT-14.1"])
def test_every_clause_that_is_ruled_is_cited_by_some_verdict(text: str) -> None:
    assert ruled(text) - cited() - UNCITED == set()


def test_nothing_is_asked_for_that_no_text_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Straight, "cite", _strict)
    for path in reader.paths("14.1"):
        for match, records in by_match(receive_all(reader.read(path).records)):
            assert replay(match, records).events > 0
    for one, text in cases(ROWS):
        assert played(one, text).last.verdict != "rejected"
