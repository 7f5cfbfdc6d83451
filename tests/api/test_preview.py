"""The corrections desk over HTTP and by command: preview, then append, and the history after it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.commands import cuelog
from tests.api.serving import Served, inning, opened

PLAYED: list[dict[str, Any]] = [
    opened(),
    inning("ana", 3, id="2", match="m", seq=2),
    inning("bor", 2, id="3", match="m", seq=3),
]
MISCOUNTED: dict[str, Any] = {
    "type": "correction",
    "corrects": 2,
    "reason": "miscounted",
    "with": {"type": "inning", "player": "ana", "made": 5, "end": "miss"},
}
AT = {"id": "new", "at": "2026-01-01T10:05:00Z"}
TWICE = MISCOUNTED["with"] | {"player": "bor"}
OUT_OF_TURN = MISCOUNTED | {"with": TWICE}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "played.jsonl"
    path.write_text("".join(json.dumps(event) + "\n" for event in PLAYED))
    return path


def play(served: Served) -> None:
    assert served.post("/v1/matches", PLAYED[0]).status_code == 201
    assert served.post("/v1/matches/m/events", PLAYED[1:]).status_code == 201


def test_what_is_told_is_what_happens(served: Served) -> None:
    play(served)
    told = served.post("/v1/matches/m/preview", AT | MISCOUNTED).json()
    assert (told["before"]["score"], told["after"]["score"]) == (
        {"ana": 3, "bor": 2},
        {"ana": 5, "bor": 2},
    )
    assert [one["seq"] for one in told["changed"]] == [2]
    assert served.get("/v1/matches/m").json()["state"]["score"] == {"ana": 3, "bor": 2}
    posted = served.post("/v1/matches/m/events", AT | MISCOUNTED)
    assert posted.status_code == 201, posted.text
    assert served.get("/v1/matches/m").json()["state"]["score"] == told["after"]["score"]
    (version,) = served.get("/v1/matches/m/history").json()["versions"]
    assert (version["about"], version["reason"], version["changed"]) == (2, "miscounted", True)
    assert (version["before"]["score"]["ana"], version["after"]["score"]["ana"]) == (3, 5)


def test_each_way_out_can_be_appended_as_it_stands(served: Served) -> None:
    play(served)
    told = served.post("/v1/matches/m/preview", AT | OUT_OF_TURN).json()
    assert [one["seq"] for one in told["newly_rejected"]] == [2, 3]
    way = next(one for one in told["ways_out"] if one["way"] == "annotate")
    assert served.post("/v1/matches/m/events", way["events"]).status_code == 201
    assert served.get("/v1/matches/m").json()["state"]["score"] == way["after"]["score"]


def test_a_preview_needs_a_match_and_events(served: Served) -> None:
    play(served)
    assert served.post("/v1/matches/none/preview", AT | MISCOUNTED).status_code == 404
    assert served.get("/v1/matches/none/history").status_code == 404
    assert served.post("/v1/matches/m/preview", b"{").status_code == 400
    assert served.client.post("/v1/matches/m/preview", json=AT).status_code == 401


def test_the_command_says_the_same(served: Served, log: Path, tmp_path: Path) -> None:
    play(served)
    events = tmp_path / "events.json"
    events.write_text(json.dumps(AT | MISCOUNTED))
    done = cuelog("preview", log, events, "--json")
    assert done.status == 0
    posted = served.post("/v1/matches/m/preview", AT | MISCOUNTED).json()
    assert done.json()["changed"] == posted["changed"]
    shown = cuelog("preview", log, events).out
    assert "ana 3, bor 2" in shown
    assert "ana 5, bor 2" in shown
    assert "Ruled otherwise" in shown


def test_a_correction_that_takes_the_ground_from_others_has_status_1(log: Path) -> None:
    done = cuelog("preview", log, "-", stdin=json.dumps(AT | OUT_OF_TURN).encode())
    assert done.status == 1
    assert "On record, and would no longer fit" in done.out
    assert "Way out: annotate only" in done.out


def test_an_event_that_would_be_refused_has_status_1(log: Path) -> None:
    wrong = json.dumps(AT | MISCOUNTED | {"corrects": 9}).encode()
    assert cuelog("preview", log, "-", stdin=wrong).status == 1


def test_what_is_no_event_is_refused_by_name(log: Path, tmp_path: Path) -> None:
    assert "no.json" in cuelog("preview", log, tmp_path / "no.json").err
    done = cuelog("preview", log, "-", stdin=b"[{]")
    assert (done.status, done.out) == (2, "")


def test_history_of_a_file(log: Path) -> None:
    assert "nothing was changed" in cuelog("history", log).out
    correction = PLAYED[1] | AT | {"id": "4", "seq": 4, "by": "referee"}
    for name in ("player", "made", "end"):
        del correction[name]
    log.write_text(log.read_text() + json.dumps(correction | MISCOUNTED) + "\n")
    shown = cuelog("history", log).out
    assert "miscounted" in shown
    assert "referee" in shown
    (version,) = cuelog("history", log, "--json").json()["versions"]
    assert version["seq"] == 4
