"""The federation's door: the audit of a match, of a file, of everything; by command and by HTTP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.commands import STRAIGHT, cuelog
from tests.api.serving import Served, inning, opened

Fields = dict[str, Any]


def event(seq: int, kind: str, **fields: object) -> Fields:
    envelope = {"id": str(seq), "match": "m", "seq": seq, "at": f"2026-01-01T11:{seq:02}:00Z"}
    return {**envelope, "type": kind, **fields}


SATURDAY: list[Fields] = [
    opened(event="league"),
    inning("ana", 3, id="2", match="m", seq=2),
    inning("bor", 2, end="foul", id="3", match="m", seq=3),
    event(4, "claim", score={"ana": 4, "bor": 1}, source="score sheet", by="bor"),
    event(5, "match_closed", result="limit", by="referee"),
    event(6, "protest", player="bor", of=3, ground="fact", by="bor"),
    event(7, "correction", corrects=2, by="official", reason="film")
    | {"with": {"type": "inning", "player": "ana", "made": 5, "end": "miss"}},
    event(8, "protest_decided", protest=6, outcome="dismissed", instance="jury", reason="film"),
]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "saturday.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in SATURDAY))
    return path


def audited(log: Path) -> Fields:
    return cuelog("audit", log, "--json").json()


def test_every_result_stands_beside_the_replayed_one(log: Path) -> None:
    told = audited(log)["result"]
    assert told["replayed"]["score"] == {"ana": 5, "bor": 1}
    assert told["replayed"]["winner"] == "ana"
    (claim,) = told["claimed"]
    assert (claim["seq"], claim["by"], claim["source"]) == (4, "bor", "score sheet")
    assert claim["differs"] == ["score of ana 4, replayed 5"]
    assert (told["signed"], told["awarded"], told["stands"]) == ([], None, "provisional")


def test_every_foul_and_decision_names_its_clause_in_our_words(log: Path) -> None:
    incidents = audited(log)["incidents"]
    assert [(one["seq"], one["type"]) for one in incidents] == [
        (3, "inning"),
        (5, "match_closed"),
        (8, "protest_decided"),
    ]
    foul = incidents[0]
    assert (foul["fouls"], foul["points"]) == (["unspecified"], {"ana": 0, "bor": 1})
    assert {"PL-7a"} <= {clause["id"] for clause in foul["clauses"]}
    assert all(clause["words"] for clause in foul["clauses"])


def test_what_was_corrected_by_whom_and_its_effect(log: Path) -> None:
    changes = [one for one in audited(log)["corrections"] if one["changed"]]
    correction = next(one for one in changes if one["type"] == "correction")
    assert (correction["by"], correction["reason"], correction["about"]) == ("official", "film", 2)
    assert correction["before"]["score"]["ana"] == 3
    assert correction["after"]["score"]["ana"] == 5


def test_a_protest_and_what_became_of_it(log: Path) -> None:
    (protest,) = audited(log)["protests"]
    assert (protest["player"], protest["ground"], protest["state"]) == ("bor", "fact", "dismissed")
    assert (protest["decided"]["seq"], protest["decided"]["instance"]) == (8, "jury")


def test_each_finding_says_what_to_do(log: Path) -> None:
    told = audited(log)
    codes = {found["code"] for found in told["findings"]}
    assert "claim_differs" in codes
    assert all(told["what_to_do"][code]["remedy"] for code in codes)


def test_a_person_reads_tables(log: Path) -> None:
    done = cuelog("audit", log)
    assert done.status == 1, "a claim differs"
    for words in (
        "The result of m is provisional",
        "claimed (score sheet)",
        "Fouls, penalties and decisions",
        "A foul costs one point",
        "score ana 3, bor 1 -> ana 5, bor 1",
        "Protests",
    ):
        assert words in done.out, words
    assert cuelog("audit", STRAIGHT).status == 0


def test_http_says_the_same(served: Served, log: Path) -> None:
    for one in SATURDAY:
        assert served.post("/v1/matches/m/events?record=always", one).status_code == 201
    told = served.get("/v1/matches/m/audit").json()
    known = audited(log)
    for name in ("result", "incidents", "corrections", "protests"):
        assert told[name] == known[name], name
    bare = [found for found in known["findings"] if found["code"] != "unverified_official"]
    assert told["findings"] == bare, "what our service records has its proof"
    then = served.get("/v1/matches/m/audit", params={"known_at": "0:5"}).json()
    assert (then["result"]["stands"], then["corrections"]) == ("under_protest", [])


class TestAll:
    @pytest.fixture
    def data(self, tmp_path: Path, log: Path) -> Path:
        data = tmp_path / "data"
        assert cuelog("ingest", log, STRAIGHT, "--data", data).status == 0
        return data

    def test_the_matches_that_need_a_look_and_why(self, data: Path) -> None:
        done = cuelog("audit", "--all", "--data", data, "--json")
        told = done.json()
        assert (done.status, told["matches"]) == (1, 2)
        (row,) = told["items"]
        assert (row["match"], row["errors"], row["stands"]) == ("m", 1, "provisional")
        assert "claim_differs" in row["findings"]
        shown = cuelog("audit", "--all", "--data", data)
        assert "1 of 2 matches need a look" in shown.out

    def test_one_competition(self, data: Path) -> None:
        asked = ("audit", "--all", "--data", data, "--json", "--event")
        assert cuelog(*asked, "league").json()["matches"] == 1
        other = cuelog(*asked, "other")
        assert (other.status, other.json()["items"]) == (0, [])

    def test_a_record_of_no_match_is_counted(self, data: Path, tmp_path: Path) -> None:
        odd = tmp_path / "odd.jsonl"
        odd.write_text("not an event\n")
        cuelog("ingest", odd, "--data", data)
        assert cuelog("audit", "--all", "--data", data, "--json").json()["unreadable"] == 1
        assert "belong to no match" in cuelog("audit", "--all", "--data", data).out

    def test_a_match_or_all_of_them(self, data: Path) -> None:
        assert cuelog("audit", "--data", data).status == 2
        assert cuelog("audit", "m", "--all", "--data", data).status == 2


def test_a_player_and_a_table_in_two_matches_at_one_time(served: Served) -> None:
    def play(match: str, players: list[str], hour: int, table: str | None) -> None:
        times = [f"2026-01-01T{hour:02}:{minute:02}:00Z" for minute in (0, 50)]
        place = {"venue": "club", "table": table} if table else {}
        body = opened(match, players=players, breaker=players[0], at=times[0], **place)
        assert served.post("/v1/matches", body).status_code == 201
        turn = inning(players[0], 1, id="2", at=times[1])
        assert served.post(f"/v1/matches/{match}/events", turn).status_code == 201

    play("m1", ["ana", "bor"], 10, "1")
    play("m2", ["ana", "eva"], 10, None)
    play("m3", ["ivo", "jan"], 10, "1")
    play("m4", ["ana", "jan"], 11, "1")
    told = served.get("/v1/audit").json()
    assert {(one["code"], one["who"], *one["matches"]) for one in told["overlaps"]} == {
        ("player_in_two_matches", "ana", "m1", "m2"),
        ("table_in_two_matches", "club 1", "m1", "m3"),
    }
    assert [row["match"] for row in told["items"]] == ["m1", "m2", "m3"]
    served.post("/v1/merges", {"player": "ivo", "into": "ana"})
    pairs = served.get("/v1/audit").json()["overlaps"]
    assert sum(one["who"] == "ana" for one in pairs) == 3, "merged ids are one player"
