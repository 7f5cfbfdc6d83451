"""Commands over a data directory: ingest, status, rebuild, stats, audit."""

import csv
import io
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from analytics import catalogue
from tests.api.commands import LOGS, STRAIGHT, Done, cuelog


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CUELOG_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the examples, ingested once."""
    path = tmp_path_factory.mktemp("examples") / "data"
    assert cuelog("ingest", *LOGS.glob("*.jsonl"), "--data", path).status == 0
    return path


@pytest.fixture
def filled(data: Path, examples: Path) -> Path:
    shutil.copytree(examples, data)
    return data


def test_ingest_twice_is_the_same(data: Path) -> None:
    first = cuelog("ingest", STRAIGHT, "--json").json()
    assert (first["appended"], first["taken"], first["duplicates"]) == (94, 94, 0)
    second = cuelog("ingest", STRAIGHT, "--json")
    assert second.status == 0
    assert (second.json()["taken"], second.json()["duplicates"]) == (0, 94)
    assert cuelog("status", "--json").json()["events"] == 94
    assert (data / "log.sqlite").exists()


def test_ingest_keeps_what_is_broken_and_says_so(data: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    lines = STRAIGHT.read_bytes().splitlines()
    broken.write_bytes(b"\n".join([*lines[:2], b"no json", *lines[3:]]))
    done = cuelog("ingest", broken)
    assert done.status == 1
    assert "1 in quarantine: malformed" in done.out
    told = cuelog("status", "--json").json()
    assert (told["events"], told["waiting"], told["quarantined"]) == (93, 91, {"malformed": 1})
    assert cuelog("ingest", STRAIGHT).status == 0
    assert cuelog("status", "--json").json()["waiting"] == 0
    assert data.exists()


@pytest.mark.usefixtures("data")
def test_ingest_of_nothing_is_status_2(tmp_path: Path) -> None:
    assert cuelog("ingest").status == 2
    assert cuelog("ingest", tmp_path / "none.jsonl").status == 2


def test_status_shows_what_is_there(filled: Path) -> None:
    told = cuelog("status", "--json").json()
    assert told["matches"] == {"finished": 16, "open": 1}
    assert (told["behind"], told["position"]) == (0, "0:821")
    assert told["partitions"] == [{"partition": 0, "applied": 821, "end": 821, "behind": 0}]
    shown = cuelog("status").out
    assert "16 finished, 1 open" in shown
    assert [line.split() for line in shown.splitlines()[-2:]] == [
        ["partition", "applied", "end", "behind"],
        ["0", "821", "821", "0"],
    ]
    assert filled.exists()


def test_rebuild_makes_the_same_tables_from_the_log_alone(filled: Path) -> None:
    before = cuelog("stats", "averages", "--json").json()
    (filled / "tables.duckdb").unlink()
    assert cuelog("rebuild", "--json").json()["events"] == 821
    assert cuelog("stats", "averages", "--json").json() == before


@pytest.mark.usefixtures("filled")
def test_every_statistic_has_its_columns_in_every_form() -> None:
    for name, statistic in catalogue().items():
        told = cuelog("stats", name, "--json").json()
        columns = list(statistic.columns)
        assert [name for row in told["rows"] if set(row) != set(columns)] == []
        sheet = list(csv.reader(io.StringIO(cuelog("stats", name, "--csv").out)))
        assert sheet[0] == columns
        assert len(sheet) == len(told["rows"]) + 1
        assert cuelog("stats", name).out.splitlines()[0].split() == columns


@pytest.mark.usefixtures("filled")
def test_statistics_take_filters() -> None:
    told = cuelog("stats", "averages", "--player", "player-1", "--from", "2000-01-01", "--json")
    assert told.json()["filters"] == {"player": "player-1", "from": "2000-01-01"}
    runs = cuelog("stats", "high-runs", "--best", "--discipline", "14.1", "--json").json()
    players = [row["player"] for row in runs["rows"]]
    assert sorted(players) == ["player-1", "player-2"]
    assert cuelog("stats", "averages", "--from", "yesterday").status == 2
    assert cuelog("stats", "nonsense").status == 2


@pytest.mark.usefixtures("data")
def test_statistics_are_listed_without_any_data() -> None:
    names = [one["name"] for one in cuelog("stats", "--list", "--json").json()["statistics"]]
    assert names == list(catalogue())
    assert all(name in cuelog("stats").out for name in names)


@pytest.mark.usefixtures("filled")
def test_audit_of_a_match_and_of_a_file_agree() -> None:
    by_match = cuelog("audit", "14.1-sample-urbanfly", "--json")
    by_file = cuelog("audit", STRAIGHT, "--json")
    assert by_match.status == by_file.status == 0
    assert by_match.json() == by_file.json()
    assert set(by_match.json()) >= {"findings", "digest", "rejected", "quarantined", "waiting"}
    assert cuelog("audit", "nobody").status == 2


def test_audit_tells_what_is_wrong_by_its_exit_status() -> None:
    wrong = STRAIGHT.read_bytes().replace(b'"player-1": 70', b'"player-1": 71')
    assert wrong != STRAIGHT.read_bytes()
    done = cuelog("audit", "-", "--json", stdin=wrong)
    assert done.status == 1
    assert done.json()["findings"][0]["code"] == "claim_differs"


@pytest.mark.usefixtures("filled")
def test_replay_reads_the_log_it_is_given(filled: Path) -> None:
    done = cuelog("replay", "--json", "--log", f"sqlite:{filled / 'log.sqlite'}")
    assert len(done.lines()) == 17


def test_a_directory_follows_one_log(filled: Path, tmp_path: Path) -> None:
    other = f"sqlite:{tmp_path / 'other.sqlite'}"
    refused = cuelog("status", "--log", other)
    assert refused.status == 2
    assert "follows" in refused.err
    apart = ("--data", tmp_path / "apart", "--log", other)
    assert cuelog("ingest", STRAIGHT, *apart).status == 0
    assert cuelog("status", "--data", tmp_path / "apart", "--json").json()["events"] == 94
    assert not (tmp_path / "apart" / "log.sqlite").exists()
    assert filled.exists()


def refused(*arguments: object) -> Done:
    done = cuelog(*arguments)
    assert done.status == 2
    assert done.err.startswith("cuelog: ")
    assert "Traceback" not in done.err
    return done


def test_places_that_cannot_be_used_are_told(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("text")
    refused("status", "--data", file)
    refused("status", "--data", tmp_path, "--log", "nonsense:")
    refused("ingest", STRAIGHT, "--data", tmp_path, "--log", f"sqlite:{file}")
    foreign = tmp_path / "foreign.sqlite"
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE t (a)")
    connection.close()
    refused("replay", "--data", tmp_path, "--log", f"sqlite:{foreign}")


def test_unreadable_tables_are_made_anew(filled: Path) -> None:
    (filled / "tables.duckdb").write_bytes(json.dumps({"not": "a table"}).encode() * 100)
    assert cuelog("status", "--json").json()["events"] == 821
