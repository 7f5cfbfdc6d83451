"""The clauses of pool and snooker: each ruled one is met by a vector, and no text cites another."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib.resources import files

import pytest

from domain import clauses
from domain.clauses import Status
from domain.replay import Line, by_match, replay
from ingest.wire import receive_all
from tests.vectors import reader

FOLDERS = ("14.1", "pool", "snooker", "replay")


@cache
def met() -> frozenset[str]:
    """Return every clause that a vector names or that a ruling over the vectors cites."""
    seen: set[str] = set()

    def note(line: Line) -> None:
        seen.update(line.ruling.clauses)

    for path in reader.paths(*FOLDERS):
        seen.update(json.loads(path.read_text("utf-8").partition("\n")[0])["clauses"])
        for match, records in by_match(receive_all(reader.read(path).records)):
            replay(match, records, trace=note)
    return frozenset(map(clauses.canonical, seen))


@pytest.mark.parametrize("text", ["LT-G", "LT-8", "LT-9", "LT-10", "LT-S"])
def test_every_ruled_clause_is_met_by_a_vector(text: str) -> None:
    ruled = {
        clause.id
        for clause in clauses.register().values()
        if clause.text == text and clause.status is Status.RULED
    }
    assert ruled
    assert ruled - met() == set()


def test_every_clause_a_text_cites_is_in_the_register() -> None:
    cited = {
        one
        for entry in files("domain.rulesets").iterdir()
        if entry.name.endswith(".toml")
        for ids in tomllib.loads(entry.read_text("utf-8"))["cites"].values()
        for one in ids
    }
    assert len(cited) > 200
    assert {one for one in cited if clauses.find(one) is None} == set()
