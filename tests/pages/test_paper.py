"""Paper sheets: what a word means, where a sheet contradicts itself, and what is recorded."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.paper import read_sheet, word_of
from tests.api.serving import Served

AT = "2026-05-09T00:00:00Z"
FIELDS = {"discipline": "14.1", "rules": "PL", "players": ["ana", "bor"], "breaker": "ana"}


def read(text: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401 - of an opening
    return read_sheet({**FIELDS, "target": 100, **fields}, text.split(), AT)


@pytest.mark.parametrize(
    ("word", "balls", "end"),
    [("3", 3, "miss"), ("0", 0, "miss"), ("7F", 7, "foul"), ("14/2", 16, "miss"),
     ("S", 0, "safety"), ("14/14/1s", 29, "safety"), ("BF", 0, "break_foul"),
     ("DF", 0, "deliberate_foul")],
)  # fmt: skip
def test_a_word_is_an_inning(word: str, balls: int, end: str) -> None:
    told = word_of(word, "ana", ("ana", "bor"))
    assert told == {"type": "inning", "player": "ana", "made": balls, "end": end}


@pytest.mark.parametrize("word", ["", "x", "3 4", "14//2", "/2", "F3", "=12", "1234"])
def test_what_means_nothing_is_told(word: str) -> None:
    assert word_of(word, "ana", ("ana", "bor")) is None


def test_turns_totals_and_proof_follow_from_the_replay() -> None:
    told = read("S 3 0 7F 4/2 S")
    assert told["wrong"] is None
    assert [row["player"] for row in told["rows"]] == ["ana", "bor"] * 3
    assert told["state"]["score"] == {"ana": 6, "bor": 9}
    assert [rack["sum"] for rack in told["racks"]] == [14, 2]


def test_the_player_of_a_third_foul_breaks_again() -> None:
    told = read("S F S F S F S")
    assert told["rows"][-1]["player"] == "bor"
    assert told["state"]["score"]["bor"] == -18


def test_a_break_is_ordered_again() -> None:
    told = read("BF R S")
    assert [row["player"] for row in told["rows"]] == ["ana", "bor", "ana"]
    assert told["wrong"] is None


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("S 3 0 =0:3", None), ("S 3 0 =0:4 2", 3), ("S 3 zz 4", 2), ("S 9 0 6/2", 3), ("R", 0)],
)
def test_the_first_contradiction_is_named(text: str, wrong: int | None) -> None:
    assert read(text)["wrong"] == wrong


@given(st.lists(st.text("0123456789/FSBDR=:-x", max_size=8), max_size=30))
def test_no_sheet_breaks_the_reader(words: list[str]) -> None:
    told = read_sheet({**FIELDS, "target": 30}, words, AT)
    assert len(told["rows"]) + told["unread"] == len(words)
    if told["wrong"] is None:
        assert told["unread"] == 0


def test_the_check_needs_a_token_and_appends_nothing(hostile: Served) -> None:
    body = {**FIELDS, "target": 50, "day": "2026-05-09", "words": ["S", "3"]}
    del body["discipline"]
    assert hostile.client.post("/sheet/check", json=body).status_code == 401
    before = hostile.node.rows("SELECT count(*) FROM events")
    told = hostile.post("/sheet/check", body).json()
    assert told["state"]["score"] == {"ana": 0, "bor": 3}
    assert hostile.node.rows("SELECT count(*) FROM events") == before
    assert hostile.post("/sheet/check", {**body, "day": "soon"}).status_code == 400
