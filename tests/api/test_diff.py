"""What other rules change is listed before it is shown; the old tables serve meanwhile."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

from domain.rulesets import RULES_VERSION
from tests.api.commands import STRAIGHT, cuelog
from tests.api.serving import serving

MATCH = "14.1-sample-urbanfly"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A directory whose tables other rules made: they ruled one stroke otherwise."""
    data = tmp_path / "data"
    assert cuelog("ingest", STRAIGHT, "--data", data).status == 0
    con = duckdb.connect(str(data / "tables.duckdb"))
    con.execute("UPDATE meta SET value = '2020.1' WHERE name = 'rules_version'").fetchall()
    con.execute("UPDATE rulings SET points = 99 WHERE seq = 3").fetchall()
    con.execute("UPDATE matches SET score1 = 42").fetchall()
    con.execute("DELETE FROM rulings WHERE seq = 5").fetchall()
    con.close()
    return data


def test_tables_of_these_rules_differ_in_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert cuelog("diff", "--data", data).status == 2
    assert cuelog("ingest", STRAIGHT, "--data", data).status == 0
    done = cuelog("diff", "--data", data)
    assert (done.status, "no ruling and no result changes" in done.out) == (0, True)


def test_changed_rulings_are_listed_and_nothing_is_changed(data: Path) -> None:
    for _ in range(2):
        done = cuelog("diff", "--json", "--data", data)
        assert done.status == 1
        told = done.json()
        assert (told["before"], told["after"]) == ("2020.1", RULES_VERSION)
        first, second, third = told["changes"]
        assert (first["what"], first["match"], first["seq"]) == ("ruling", MATCH, 3)
        assert first["before"] == {"points": 99}
        assert list(first["after"]) == ["points"]
        assert (second["seq"], second["before"]) == (5, None)
        assert second["after"]["verdict"] == "legal"
        assert (third["what"], third["before"]["score1"]) == ("result", 42)
    assert sorted(path.name for path in data.glob("*compared*")) == []


def test_a_command_lists_them_before_it_shows_any(data: Path) -> None:
    done = cuelog("status", "--json", "--data", data)
    assert "rulings 2, results 1, in matches 1" in done.err
    kept = (data / f"changed-2020.1-{RULES_VERSION}.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["what"] for line in kept] == ["ruling", "ruling", "result"]
    assert cuelog("diff", "--data", data).status == 0


def test_the_old_tables_serve_while_the_new_are_made(data: Path) -> None:
    listed: list[int] = []
    with serving(data, start=False) as served:
        served.node.on_changes = lambda _, found: listed.append(len(found))
        assert served.node.store.outdated == "2020.1"
        assert served.get(f"/v1/matches/{MATCH}/audit").status_code == 200
        scored = "SELECT score1 FROM matches"
        assert served.node.rows(scored) == [(42,)]
        served.node.start()
        served.node.rebuild()
        assert served.node.rows(scored) == [(70,)]
        assert served.node.store.outdated is None
    assert listed == [3]
