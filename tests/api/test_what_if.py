"""What if by command and by HTTP; and a match as it was known at a moment of the log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.commands import cuelog
from tests.api.serving import Served, inning, opened

CORRECTED: list[dict[str, Any]] = [
    opened(),
    inning("ana", 3, id="2", match="m", seq=2),
    inning("bor", 2, id="3", match="m", seq=3),
    {
        "id": "4",
        "match": "m",
        "seq": 4,
        "at": "2026-01-01T10:02:00Z",
        "type": "correction",
        "corrects": 2,
        "reason": "miscounted",
        "with": {"type": "inning", "player": "ana", "made": 5, "end": "miss"},
    },
]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "corrected.jsonl"
    path.write_text("".join(json.dumps(event) + "\n" for event in CORRECTED))
    return path


def test_without_a_correction_the_record_says_what_it_said(log: Path) -> None:
    done = cuelog("replay", log, "--without", 4, "--json")
    assert done.status == 0
    told = done.json()["what_if"]
    assert told["first_difference"]["seq"] == 2
    assert told["first_difference"]["recorded"]["points"] == {"ana": 5, "bor": 0}
    assert told["first_difference"]["instead"]["points"] == {"ana": 3, "bor": 0}
    assert (told["recorded"]["score"], told["instead"]["score"]) == (
        {"ana": 5, "bor": 2},
        {"ana": 3, "bor": 2},
    )


def test_without_goes_with_an_option_and_is_told_in_words(log: Path) -> None:
    done = cuelog("replay", log, "--without", 4, "--option", "inning_limit=1")
    assert "What if, m: first differs at seq 2" in done.out
    assert "ana +3, bor +0; ends ana 3, bor 2; finished" in done.out


@pytest.mark.parametrize("seq", [2, 9])
def test_only_a_correction_can_be_left_out(log: Path, seq: int) -> None:
    done = cuelog("replay", log, "--without", seq)
    assert done.status == 2
    assert "no correction and no official ruling" in done.err


def test_http_says_the_same_as_the_command(served: Served, log: Path) -> None:
    for event in CORRECTED:
        assert served.post("/v1/matches/m/events?record=always", event).status_code == 201, event
    asked = {"without": 4, "option": "inning_limit=1", "rules": "SI"}
    told = served.get("/v1/matches/m/what-if", params=asked).json()
    given = ("--without", 4, "--option", "inning_limit=1", "--rules", "SI")
    shown = cuelog("replay", log, *given, "--json").json()["what_if"]
    assert told == {"match": "m", **shown}


@pytest.mark.parametrize(
    ("query", "status"),
    [("", 400), ("rules=XX", 400), ("option=limit", 400), ("without=2", 400), ("rules=SI", 200)],
)
def test_http_refuses_what_it_cannot_change(served: Served, query: str, status: int) -> None:
    assert served.post("/v1/matches", CORRECTED[0]).status_code == 201
    assert served.post("/v1/matches/m/events", CORRECTED[1]).status_code == 201
    assert served.get(f"/v1/matches/m/what-if?{query}").status_code == status
    assert served.get(f"/v1/matches/none/what-if?{query}").status_code == 404


def test_known_at_a_position_or_a_time(tmp_path: Path, log: Path) -> None:
    data = tmp_path / "data"
    assert cuelog("ingest", log, "--data", data).status == 0
    early = cuelog("replay", "--data", data, "--known-at", "0:2", "--json").json()
    assert (early["events"], early["state"]["score"]) == (3, {"ana": 3, "bor": 2})
    late = cuelog("replay", "--data", data, "--known-at", "2999-01-01T00:00:00Z", "--json").json()
    assert (late["events"], late["state"]["score"]) == (4, {"ana": 5, "bor": 2})
    before = cuelog("replay", "--data", data, "--known-at", "1999-01-01T00:00:00Z", "--json")
    assert before.status == 2


@pytest.mark.parametrize("moment", ["yesterday", "2026-01-01T00:00:00", "0:²"])
def test_known_at_names_what_it_expects(tmp_path: Path, moment: str) -> None:
    done = cuelog("replay", "--data", tmp_path, "--known-at", moment)
    assert done.status == 2
    assert "known_at" in done.err


def test_a_file_does_not_tell_when_it_was_known(log: Path) -> None:
    assert "file does not tell" in cuelog("replay", log, "--known-at", "0:2").err


@pytest.mark.parametrize("command", ["explain", "verify", "audit"])
def test_known_before_a_correction(tmp_path: Path, log: Path, command: str) -> None:
    data = tmp_path / "data"
    assert cuelog("ingest", log, "--data", data).status == 0
    asked = ["m", *([2] if command == "explain" else []), "--json", "--data", data]
    early = cuelog(command, *asked, "--known-at", "0:2").json()
    late = cuelog(command, *asked).json()
    if command == "explain":
        assert (early["ruling"]["points"]["ana"], late["ruling"]["points"]["ana"]) == (3, 5)
    else:
        assert (early["events"], late["events"]) == (3, 4)
    assert "does not tell" in cuelog(command, log, *asked[1:], "--known-at", "0:2").err


def test_an_explanation_over_http_as_known_before_a_correction(served: Served) -> None:
    for event in CORRECTED:
        assert served.post("/v1/matches/m/events?record=always", event).status_code == 201
    path = "/v1/matches/m/explain/2"
    early = served.get(path, params={"known_at": "0:2"}).json()
    assert (early["ruling"]["points"]["ana"], early["corrected_by"]) == (3, [])
    assert served.get(path).json()["ruling"]["points"]["ana"] == 5
    assert served.get(path, params={"known_at": "soon"}).status_code == 400
