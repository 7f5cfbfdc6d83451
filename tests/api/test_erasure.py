"""A name that was erased is gone from register, answers, caches, bundles and later backups."""

from __future__ import annotations

import json
from pathlib import Path

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
