"""Faults of order, identity and delivery that logs had (``docs/known-faults.md``, 61 to 83)."""

from __future__ import annotations

import json
from typing import Any

from analytics import answer
from domain.replay import Replay, replay
from ingest.wire import receive_all
from tests.analytics.conftest import Tables

OPENED = {
    "type": "match_opened", "discipline": "14.1", "rules": "PL", "players": ["ana", "bor"],
    "target": 30, "breaker": "ana",
}  # fmt: skip


def played(*events: dict[str, Any], as_of: int | None = None) -> Replay:
    """Replay events that are given without their envelope, in order of their seq."""
    records = [
        {"id": f"e{seq}", "match": "m", "seq": seq, "at": f"2026-05-09T12:{59 - seq:02}:00Z"} | one
        for seq, one in enumerate((OPENED, *events), start=1)
    ]
    return replay("m", receive_all([json.dumps(one).encode() for one in records]), as_of=as_of)


def turn(player: str, made: int, end: str = "miss", **fields: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"type": "inning", "player": player, "made": made, "end": end, **fields}


def score(result: Replay) -> dict[str, int]:
    assert result.state is not None
    return dict(result.state["score"])


def test_63_the_clock_decides_no_order() -> None:
    """Each event is a minute before the one in front of it: the seq counts, not the time."""
    result = played(turn("ana", 0, "safety"), turn("bor", 4), turn("ana", 7))
    assert score(result) == {"ana": 7, "bor": 4}
    assert "time_backwards" in {finding.code for finding in result.findings}


def test_65_twelve_innings_come_in_the_order_of_their_numbers() -> None:
    tables = Tables()
    tables.put("matches", {"match": "m1"})
    tables.put(
        "innings",
        *({"match": "m1", "inning": n, "player": "ana", "run": 5} for n in (10, 2, 11, 1, 12)),
    )
    rows = answer("high-runs", tables)["rows"]
    assert [row["inning"] for row in rows] == [1, 2, 10, 11, 12]


def test_67_a_reversed_ruling_leaves_one_outcome() -> None:
    events = (turn("ana", 0, "safety"), turn("bor", 3, "foul"))
    assert score(played(*events)) == {"ana": 0, "bor": 2}
    corrected = {"type": "correction", "corrects": 3, "with": turn("bor", 3), "reason": "film"}
    result = played(*events, corrected)
    assert score(result) == {"ana": 0, "bor": 3}
    assert result.state is not None
    assert result.state["fouls"] == {"ana": 0, "bor": 0}


def test_69_a_correction_after_the_end_makes_another_result_and_keeps_the_old() -> None:
    events = (turn("ana", 0, "safety"), turn("bor", 30, "win"))
    changed = {"type": "correction", "corrects": 3, "with": turn("bor", 3), "reason": "film"}
    last = played(*events, changed)
    assert last.state is not None
    assert (score(last), last.state["winner"]) == ({"ana": 0, "bor": 3}, None)
    before = played(*events, changed, as_of=3)
    assert before.state is not None
    assert (score(before), before.state["winner"]) == ({"ana": 0, "bor": 30}, "bor")


def test_71_a_correction_is_judged_as_the_event_would_be() -> None:
    impossible = {"type": "correction", "corrects": 3, "with": turn("ana", 4), "reason": "?"}
    result = played(turn("ana", 0, "safety"), turn("bor", 4), impossible)
    assert [item.seq for item in result.rejected] == [3], "it was not ana's turn"


def test_73_a_stroke_after_the_end_changes_nothing() -> None:
    result = played(turn("ana", 0, "safety"), turn("bor", 30, "win"), turn("ana", 9))
    assert score(result) == {"ana": 0, "bor": 30}
    assert [(item.seq, item.reason) for item in result.rejected] == [(4, "match_over")]


def rated(*numbers: int) -> list[dict[str, Any]]:
    """Return the ratings after some matches, put into the tables in this order."""
    scores = {0: (5, 3), 1: (2, 5), 2: (5, 4), 3: (1, 5), 4: (5, 2)}
    tables = Tables()
    for number in numbers:
        mine, theirs = scores[number]
        match = {"match": f"m{number}", "discipline": "9-ball", "first_ms": number}
        tables.put("matches", {**match, "score1": mine, "score2": theirs, "is_handicapped": False})
    return answer("ratings", tables)["rows"]


def test_81_ratings_after_a_match_is_gone_are_those_without_it() -> None:
    assert len(rated(0, 1, 3, 4)) == 2
    assert rated(0, 1, 3, 4) == rated(4, 0, 3, 1) != rated(0, 1, 2, 3, 4)
