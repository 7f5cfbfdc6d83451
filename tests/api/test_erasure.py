"""A name that was erased is gone from register, answers, caches, bundles and later backups."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_type_hints

from api.erasing import PLACES
from domain.events import EVENT_TYPES, Player, Start
from domain.events import registry as reg
from ingest.log import open_log
from projections.schema import TABLES
from tests.api.commands import cuelog
from tests.api.serving import inning, opened, serving

NAME = "Ana Novak"
PATHS = (
    "/v1/players", "/v1/players/ana", "/v1/matches/m/log", "/v1/matches/m/events", "/v1/matches",
    "/v1/matches/m", "/v1/matches/m/explain/1", "/v1/matches/m/rulings?state=true",
    "/v1/matches/m/audit", "/v1/quarantine", "/v1/statistics/averages", "/",
    "/matches", "/matches/m", "/v1/players/ana/profile",
    *(f"/v1/tables/{table}" for table in TABLES),
)  # fmt: skip


def test_an_erased_name_is_nowhere_and_all_else_is_as_it_was(tmp_path: Path) -> None:
    data, backup = tmp_path / "data", tmp_path / "backup"
    given = [{"id": "ana", "name": NAME}, "bor"]
    with serving(data) as served:
        served.post("/v1/matches", opened(players=given))
        served.post("/v1/matches/m/events", inning("ana", 7, id="2"))
        served.node.people.name("ana", NAME)
    made = ("keys", "new", "bor", "--role", "player", "--register", "--json", "--data", data)
    key = cuelog(*made).json()["key"]
    assert cuelog("sign", "m", "--key", key, "--data", data).status == 0
    with serving(data) as served:
        before = {path: served.get(path) for path in PATHS}
        verified = cuelog("verify", "m", "--json", "--data", data).json()
        assert [one["holds"] for one in verified["signatures"]] == [True]
        assert NAME in before["/v1/players/ana"].text

        assert cuelog("erase", "ana", "--data", data).status == 0

        for path, had in before.items():
            tag = had.headers.get("ETag", "none")
            again = served.get(path, headers={"If-None-Match": tag})
            assert NAME not in again.text, path
            # What was cached with the name is not confirmed as current.
            assert again.status_code != 304 or NAME not in had.text, path
        figures = served.get("/v1/statistics/averages").json()
        assert figures["rows"] == before["/v1/statistics/averages"].json()["rows"]
        assert cuelog("verify", "m", "--json", "--data", data).json() == verified
        assert cuelog("backup", backup, "--data", data).status == 0
        assert cuelog("bundle", "m", tmp_path / "bundle", "--data", data).status == 0
        assert NAME.encode() not in (tmp_path / "bundle").read_bytes()
    registry = open_log(f"sqlite:{data / 'log.sqlite'}", "registry")
    entries = [json.loads(record.raw) for record in registry.read({})]
    registry.close()
    assert [one["player"] for one in entries if one["type"] == "name_erased"] == ["ana"]
    assert NAME not in json.dumps(entries)
    other = tmp_path / "other"
    assert cuelog("restore", backup, "--data", other).status == 0
    assert cuelog("rebuild", "--data", other).status == 0
    assert NAME.encode() not in (other / "names.sqlite").read_bytes()
    with serving(other) as served:
        assert [path for path in PATHS if NAME in served.get(path).text] == []


def test_who_nobody_knows_is_not_erased_but_told_with_what_is_near(tmp_path: Path) -> None:
    log, data = tmp_path / "log.jsonl", ("--data", tmp_path / "data")
    claim = {"id": "2", "match": "m", "seq": 2, "at": "2026-01-01T11:00:00Z", "type": "claim"}
    broken = b'{"type":"match_opened","players":[{"id":"eva","name":"Eva Kos"}'
    records = [opened(), {**claim, "score": {"ana": 5, "cene": 3}}]
    log.write_bytes(b"\n".join([*(json.dumps(one).encode() for one in records), broken]))
    cuelog("ingest", log, *data)
    cuelog("players", "name", "dora", "Dora Zupan", *data)
    for wrong, near in (("anna", "ana"), ("Dora Zupa", "dora"), ("m", ""), ("claim", "")):
        refused = cuelog("erase", wrong, *data)
        assert (refused.status, refused.out) == (2, "")
        assert f"no player has the id {wrong};" in refused.err
        assert (f"did you mean {near}?" in refused.err) is bool(near), refused.err
        assert "nothing was erased" in refused.err
    registry = open_log(f"sqlite:{tmp_path / 'data' / 'log.sqlite'}", "registry")
    assert registry.read({}) == []
    registry.close()
    # Known as one of two players, in a claim alone, in the register alone, in what none can read.
    for player in ("bor", "cene", "dora", "eva"):
        assert cuelog("erase", player, *data).out.startswith(f"the name of {player} is erased;")
        again = cuelog("erase", player, *data)
        assert (again.status, "was erased before" in again.out) == (0, True)


def test_every_field_of_an_event_that_names_a_player_is_looked_at() -> None:
    kinds = (*EVENT_TYPES.values(), *reg.ENTRY_TYPES.values(), Start)
    named = {
        name
        for kind in kinds
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if repr(Player) in repr(hint)
    }
    # What an entry of the registry says of people is known by its fold.
    assert named - {"into", "holder"} <= PLACES
