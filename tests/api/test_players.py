"""Names beside the log: shown, merged, erased, in every list and export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from analytics.identities import LIST_COLUMNS, PLAYER_COLUMNS
from analytics.known import WITHHELD, Known
from ingest.log import NewRecord, open_log
from ingest.memory_log import MemoryLog
from ingest.names import NameRegister
from projections.schema import TABLES
from tests.api.commands import Done, cuelog
from tests.api.serving import Served, inning, opened, serving

NAMED: list[Any] = [{"id": "ana", "name": "Ana Novak", "country": "SI"}, "bor"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def players(data: Path, *arguments: object) -> Done:
    return cuelog("players", *arguments, "--data", data)


def listed(data: Path) -> dict[str, dict[str, Any]]:
    return {one["player"]: one for one in players(data, "--json").json()}


def fill(served: Served, match: str, made: int, given: list[Any], player: str) -> None:
    body = opened(match, players=given, breaker=player)
    assert served.post("/v1/matches", body).status_code == 201
    played = inning(player, made, id="2")
    answered = served.post(f"/v1/matches/{match}/events", played)
    assert answered.status_code == 201, answered.text


def test_a_name_of_the_register_goes_before_one_of_a_log(data: Path, served: Served) -> None:
    fill(served, "m", 3, NAMED, "ana")
    told = served.get("/v1/players/ana").json()
    assert (told["name"], told["name_from"], told["country"]) == ("Ana Novak", "log", "SI")
    served.node.people.name("ana", "Ana Kovač")
    told = served.get("/v1/players/ana").json()
    assert (told["name"], told["name_from"], told["matches"]) == ("Ana Kovač", "register", 1)
    assert [one["player"] for one in served.get("/v1/players").json()["items"]] == ["ana", "bor"]
    assert served.get("/v1/players/none").status_code == 404
    assert data.name in str(served.data)


def test_new_players_get_ids_that_say_nothing(data: Path) -> None:
    made = players(data, "new", "Ana Novak", "--country", "SI").out.strip()
    assert made.startswith("p-")
    assert listed(data)[made]["name"] == "Ana Novak"
    assert "Ana Novak" in players(data).out
    assert (data / "names.sqlite").stat().st_mode & 0o777 == 0o600


def test_an_id_that_is_the_name_is_refused(data: Path) -> None:
    done = players(data, "name", "ana-novak", "Ana Novak")
    assert done.status == 2
    assert "is the name itself" in done.err


def test_an_erased_name_is_gone_for_good(data: Path) -> None:
    made = players(data, "new", "Ana Novak").out.strip()
    assert players(data, "erase", made).status == 0
    assert list(NameRegister(data / "names.sqlite")) == []
    assert b"Ana Novak" not in (data / "names.sqlite").read_bytes()
    done = players(data, "name", made, "Ana Novak")
    assert done.status == 2
    assert "erased for good" in done.err
    assert players(data).status == 0


def test_erasing_a_person_erases_every_id_of_it(data: Path) -> None:
    for player in ("a1", "a2", "b"):
        assert players(data, "name", player, f"Name of {player}").status == 0
    assert players(data, "merge", "a1", "a2").status == 0
    assert players(data, "erase", "a2").status == 0
    assert {one: told["name"] for one, told in listed(data).items()} == {
        "a1": None,
        "a2": None,
        "b": "Name of b",
    }


def test_an_id_merged_with_an_erased_one_shows_its_name_only_when_unmerged(data: Path) -> None:
    for player in ("a", "b"):
        assert players(data, "name", player, f"Name of {player}").status == 0
    assert players(data, "erase", "a").status == 0
    entry = players(data, "merge", "b", "a").out.split(":")[0]
    assert listed(data)["b"]["name"] is None
    assert players(data, "unmerge", entry).status == 0
    assert listed(data)["b"]["name"] == "Name of b"
    entry = players(data, "merge", "b", "a").out.split(":")[0]
    assert players(data, "erase", "b").status == 0
    assert players(data, "unmerge", entry).status == 0
    assert "erased for good" in players(data, "name", "b", "Name of b").err


def test_no_answer_shows_an_erased_name(served: Served) -> None:
    fill(served, "m", 3, NAMED, "ana")
    broken = b'{"type":"match_opened","match":"m","players":[{"id":"ana","name":"Ana Novak"}'
    assert served.node.wait(served.node.log.append([NewRecord("m", broken)]), 10)
    paths = [
        "/v1/players", "/v1/players/ana", "/v1/matches/m/log", "/v1/matches/m/events",
        "/v1/matches/m/explain/1", "/v1/matches/m/rulings?state=true", "/v1/matches/m/audit",
        "/v1/matches", "/v1/matches/m", "/v1/quarantine",
        *(f"/v1/tables/{table}" for table in TABLES),
    ]  # fmt: skip
    shown = [path for path in paths if "Ana Novak" in served.get(path).text]
    assert shown == [
        "/v1/players", "/v1/players/ana", "/v1/matches/m/log", "/v1/matches/m/events",
        "/v1/matches/m/explain/1", "/v1/matches/m/audit", "/v1/quarantine",
        "/v1/tables/events", "/v1/tables/matches", "/v1/tables/players", "/v1/tables/quarantine",
    ]  # fmt: skip
    # Another process erases it, while this service runs.
    assert players(served.data, "erase", "ana").status == 0
    assert [path for path in paths if "Ana Novak" in served.get(path).text] == []
    log = served.get("/v1/matches/m/log")
    assert log.headers["Cuelog-Redacted"] == "1"
    first = json.loads(log.text.splitlines()[0])
    assert first["players"][0] == {"id": "ana", "name": None, "country": "SI"}
    events = served.get("/v1/matches/m/events").json()["items"]
    assert [(one["seq"], one["redacted"]) for one in events] == [(1, True), (2, False)]
    assert b"Ana Novak" in served.node.log.read({})[0].raw


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (b'{"id":"ana","name":"Ana"}', b'{"id":"ana","name":null}'),
        (b'{"id":"\\u0061na","n\\u0061me":"Ana"}', b'{"id":"ana","name":null}'),
        (b'[{"with":{"players":[{"id":"ana","name":"Ana"}]}}]',
         b'[{"with":{"players":[{"id":"ana","name":null}]}}]'),
        (b'{ "id": "bor", "name": "Bor" }', b'{ "id": "bor", "name": "Bor" }'),
        (b'{"id":["ana"],"name":"Ana"}', b'{"id":["ana"],"name":"Ana"}'),
        (b'{"id":"ana","name":"Ana"', WITHHELD),
        (b'{"id":"bor","name":"Bor"', b'{"id":"bor","name":"Bor"'),
    ],
)  # fmt: skip
def test_records_lose_erased_names_and_nothing_else(raw: bytes, shown: bytes) -> None:
    assert Known(frozenset({"ana"}), {}).clean_record(raw) == shown
    assert Known(frozenset(), {}).clean_record(raw) == raw


def test_what_was_erased_stays_so_while_the_log_is_away(served: Served) -> None:
    fill(served, "m", 3, NAMED, "ana")
    away = MemoryLog("registry")
    away.close()
    served.node.people._log = away
    for path in ("/v1/players", "/v1/tables/players", "/v1/matches/m/log", "/v1/quarantine"):
        assert served.get(path).status_code == 503
    served.node.people._log = None
    served.node.people.erase("ana")
    served.node.people._log = away
    for path in ("/v1/players", "/v1/tables/players", "/v1/matches/m/log", "/v1/quarantine"):
        answer = served.get(path)
        assert (answer.status_code, "Ana Novak" in answer.text) == (200, False)


def test_explain_from_the_log_shows_no_erased_name(data: Path) -> None:
    with serving(data) as served:
        fill(served, "m", 3, NAMED, "ana")
    assert "Ana Novak" in cuelog("explain", "m", 1, "--data", data).out
    assert players(data, "erase", "ana").status == 0
    assert "Ana Novak" not in cuelog("explain", "m", 1, "--data", data).out
    assert "Ana Novak" not in cuelog("explain", "m", 1, "--json", "--data", data).out


def test_merged_players_count_as_one_until_it_is_undone(served: Served) -> None:
    fill(served, "m1", 3, ["ana", "bor"], "ana")
    fill(served, "m2", 5, ["ana2", "bor"], "ana2")
    asked = "/v1/statistics/averages"
    before = served.get(asked)
    assert {row["player"] for row in before.json()["rows"]} == {"ana", "ana2"}
    entry = served.node.people.merge("ana2", "ana")
    known = {"If-None-Match": before.headers["ETag"]}
    merged = served.get(asked, headers=known).json()
    assert [(row["player"], row["balls"], row["innings"]) for row in merged["rows"]] == [
        ("ana", 8, 2)
    ]
    for player in ("ana", "ana2"):
        of_one = served.get(asked, params={"player": player}).json()
        assert (of_one["rows"], of_one["matches"]) == (merged["rows"], 2)
    told = served.get("/v1/players/ana2").json()
    assert (told["merged_into"], told["merge"]) == ("ana", entry)
    assert served.get("/v1/players/ana").json()["merged"] == ["ana2"]
    served.node.people.unmerge(entry)
    assert served.get(asked).json() == before.json()


def test_every_statistic_computes_over_merged_players(served: Served) -> None:
    fill(served, "m1", 3, ["ana", "bor"], "ana")
    served.node.people.merge("ana", "cilka")
    for one in served.get("/v1/statistics").json()["statistics"]:
        answered = served.get(f"/v1/statistics/{one['name']}")
        assert answered.status_code == 200, answered.text
        rows = answered.json()["rows"]
        assert "ana" not in {row.get("player") for row in rows}


def test_merges_are_told_and_undone_by_command(data: Path) -> None:
    done = players(data, "merge", "a", "b")
    entry = done.out.split(":")[0]
    assert "a counts for b" in done.out
    assert "without effect" in players(data, "merge", "b", "a").out
    assert players(data, "merge", "a", "a").status == 2
    assert entry in players(data).out
    assert players(data, "unmerge", entry).status == 0
    assert players(data, "unmerge", entry).status == 2


def test_the_columns_with_players_are_there() -> None:
    for columns in (PLAYER_COLUMNS, LIST_COLUMNS):
        for table, names in columns.items():
            assert set(names) <= {column.name for column in TABLES[table].columns}


class TestWritingOverHttp:
    def test_a_player_is_made_named_and_erased(self, served: Served) -> None:
        made = served.post("/v1/players", {"name": " Ana  Novak ", "country": "SI"})
        assert made.status_code == 201
        player = made.json()["player"]
        assert player.startswith("p-")
        assert made.headers["Location"] == f"/v1/players/{player}"
        assert served.get(f"/v1/players/{player}").json()["name"] == "Ana Novak"
        named = self.put(served, player, {"name": "Ana Kovač"})
        assert (named.status_code, named.json()["name"]) == (200, "Ana Kovač")
        erased = self.delete(served, f"/v1/players/{player}/name")
        assert erased.json() == {"erased": [player]}
        assert served.get(f"/v1/players/{player}").status_code == 404, "in no log, nor register"
        assert self.put(served, player, {"name": "Ana"}).status_code == 422
        assert self.delete(served, "/v1/players/nobody/name").status_code == 404

    def test_a_merge_is_made_and_undone(self, served: Served) -> None:
        fill(served, "m", 3, ["ana", "bor"], "ana")
        made = served.post("/v1/merges", {"player": "ana", "into": "p-1", "reason": "one person"})
        assert (made.status_code, made.json()["counts_for"]) == (201, "p-1")
        assert served.get("/v1/players/ana").json()["merged_into"] == "p-1"
        entry = made.json()["merge"]
        assert self.delete(served, f"/v1/merges/{entry}").status_code == 200
        assert served.get("/v1/players/ana").json()["merged_into"] is None
        assert self.delete(served, f"/v1/merges/{entry}").status_code == 404
        assert served.post("/v1/merges", {"player": "ana", "into": "ana"}).status_code == 422

    def test_the_registry_records_who(self, served: Served) -> None:
        served.post("/v1/merges", {"player": "ana", "into": "p-1"})
        log = open_log(str(served.node.people.url), "registry")
        (record,) = log.read({})
        log.close()
        owner = served.house.tokens.check(served.token)
        assert owner is not None
        assert json.loads(record.raw)["by"] == record.recorder == owner.id

    def test_what_cannot_be_read_changes_nothing(self, served: Served) -> None:
        for body in (b"{", {"name": ""}, {"name": "x" * 201}, {"name": "Ana", "age": 3}):
            assert served.post("/v1/players", body).status_code == 400
        assert served.get("/v1/players").json()["items"] == []
        assert self.put(served, "ana", {"name": "Ána"}).status_code == 422
        assert served.client.post("/v1/players", json={"name": "Ana"}).status_code == 401

    @staticmethod
    def put(served: Served, player: str, body: object) -> Any:  # noqa: ANN401 - a response
        path = f"/v1/players/{player}/name"
        return served.client.put(path, json=body, headers=served.headers)

    @staticmethod
    def delete(served: Served, path: str) -> Any:  # noqa: ANN401 - a response
        return served.client.delete(path, headers=served.headers)
