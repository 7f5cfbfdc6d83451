"""Stated results of which no play was recorded: counted apart, listed when asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.commands import cuelog
from tests.api.serving import Served, inning, opened
from tests.ingest.import_cases import GOLDEN

DAY = {"at": "2026-01-01T12:00:00Z", "at_precision": "day"}


def stated(match: str, *scores: tuple[str, int]) -> list[dict[str, Any]]:
    """Return a match of claims alone: source, and the score of Ana against three."""
    claims = [
        {"type": "claim", "score": {"ana": score, "bor": 3}, "source": source}
        | {"id": f"{seq}", "match": match, "seq": seq, **DAY}
        for seq, (source, score) in enumerate(scores, start=2)
    ]
    return [opened(match, event="league", **DAY), *claims]


LEAGUE = [
    *stated("alone", ("result", 5)),
    *stated("alike", ("result", 5), ("frames", 5)),
    *stated("apart", ("result", 5), ("frames", 4)),
    *stated("played", ("result", 5)),
    inning("ana", 2, id="3", match="played", seq=3, **DAY),
    *stated("late", ("result", 5)),
    inning("ana", 2, id="9", match="late", seq=9, **DAY),
]
NEEDY = {"apart": ["claims_disagree"], "played": ["claim_differs"], "late": []}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    log = tmp_path / "league.jsonl"
    log.write_text("".join(json.dumps(one) + "\n" for one in LEAGUE))
    cuelog("ingest", log, "--data", tmp_path / "data")
    return tmp_path / "data"


def test_the_contradicted_are_listed_and_the_others_counted(data: Path) -> None:
    done = cuelog("audit", "--all", "--data", data, "--json")
    told = done.json()
    assert (done.status, told["matches"]) == (1, 5)
    assert {row["match"]: row["findings"] for row in told["items"]} == NEEDY
    errors = {row["match"]: (row["errors"], row["unchecked"]) for row in told["items"]}
    assert errors == {"apart": (1, 2), "played": (1, 0), "late": (0, 1)}
    assert told["unchecked"] == {"matches": 2, "agreed": 1, "items": None}


def test_what_nothing_can_check_is_listed_when_asked_for(data: Path) -> None:
    asked = ("audit", "--all", "--unchecked", "--data", data)
    items = cuelog(*asked, "--json").json()["unchecked"]["items"]
    assert [(row["match"], row["claim_sources"]) for row in items] == [("alike", 2), ("alone", 1)]
    shown = cuelog(*asked).out
    assert "2 other matches hold a stated result alone" in shown
    assert "several sources agree on 1 of them" in shown
    assert "Nothing to check the claim by" in shown


def test_stated_results_alone_need_no_look(tmp_path: Path) -> None:
    log = tmp_path / "results.jsonl"
    log.write_text("".join(json.dumps(one) + "\n" for one in stated("m", ("result", 5))))
    cuelog("ingest", log, "--data", tmp_path)
    done = cuelog("audit", "--all", "--data", tmp_path)
    assert (done.status, "0 of 1 match need a look" in done.out) == (0, True)
    assert "1 other match holds a stated result alone" in done.out
    single = cuelog("audit", log)
    assert (single.status, "there is nothing to check the claim by" in single.out) == (1, True)
    replay = cuelog("replay", log, "--json")
    assert (replay.status, replay.json()["findings"][0]["code"]) == (1, "claim_differs")


def test_http_says_the_same(served: Served) -> None:
    for one in LEAGUE:
        path = "/v1/matches" if one["seq"] == 1 else f"/v1/matches/{one['match']}/events"
        assert served.post(path, one).status_code in (201, 202)
    told = served.get("/v1/audit", params={"event": "league", "unchecked": True}).json()
    assert {row["match"]: row["findings"] for row in told["items"]} == NEEDY
    assert [row["match"] for row in told["unchecked"]["items"]] == ["alike", "alone"]
    assert served.get("/v1/matches/alone/audit").json()["result"]["unchecked"] is True
    assert served.get("/v1/matches/apart/audit").json()["result"]["unchecked"] is True
    assert served.get("/v1/matches/played/audit").json()["result"]["unchecked"] is False


def test_a_league_lists_the_fixtures_their_frames_contradict(tmp_path: Path) -> None:
    files = [GOLDEN / "league" / f"{name}.csv" for name in ("results", "frames")]
    assert cuelog("import", *files, "--data", tmp_path).status == 1
    told = cuelog("audit", "--all", "--data", tmp_path, "--json").json()
    (row,) = [one for one in told["items"] if one["findings"]]
    assert row["findings"] == ["claims_disagree"]
    assert told["unchecked"]["agreed"] == 0
