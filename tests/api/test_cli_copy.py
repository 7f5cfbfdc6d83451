"""``cuelog log``: what a log holds, and its copy."""

from pathlib import Path

import pytest

from ingest.log import NewRecord, open_log
from tests.api.commands import LOGS, cuelog, recorded
from tests.ingest.conformance import read_all


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return recorded(tmp_path / "data")


def test_a_copy_makes_the_same_tables(data: Path, tmp_path: Path) -> None:
    source, target = f"sqlite:{data / 'log.sqlite'}", f"sqlite:{tmp_path / 'copy.sqlite'}"
    done = cuelog("log", "copy", source, target)
    assert done.status == 0
    assert done.out.splitlines() == [
        "registry: 1 record copied",
        "events: 821 records copied",
    ]
    other = tmp_path / "other"
    told = cuelog("log", "--log", target, "--data", other, "--json").json()
    assert [(one["stream"], one["records"]) for one in told["partitions"]] == [
        ("registry", 1),
        ("events", 821),
    ]
    shown = cuelog("log", "--log", target, "--data", other).out
    assert shown.splitlines()[-1].split() == ["events", "0", "821"]
    assert cuelog("rebuild", "--log", target, "--data", other).status == 0
    for command in (("stats", "averages"), ("players",)):
        mine = cuelog(*command, "--json", "--data", data).json()
        assert cuelog(*command, "--json", "--data", other).json() == mine


def test_a_copy_again_takes_over_what_came_since(data: Path, tmp_path: Path) -> None:
    source, target = f"sqlite:{data / 'log.sqlite'}", f"sqlite:{tmp_path / 'copy.sqlite'}"
    assert cuelog("log", "copy", source, target).status == 0
    log = open_log(source)
    log.append([NewRecord(None, b"came later")])
    log.close()
    told = cuelog("log", "copy", source, target, "--json").json()
    assert told == {
        "registry": {"records": 1, "copied": 0},
        "events": {"records": 822, "copied": 1},
    }
    copy = open_log(target)
    assert read_all(copy)[-1].raw == b"came later"
    copy.close()


def test_what_cannot_be_copied_is_told(data: Path, tmp_path: Path) -> None:
    source = f"sqlite:{data / 'log.sqlite'}"
    missing = cuelog("log", "copy", f"sqlite:{tmp_path / 'none'}", f"sqlite:{tmp_path / 'copy'}")
    assert (missing.status, "there is no such log" in missing.err) == (2, True)
    assert not (tmp_path / "none").exists()
    itself = cuelog("log", "copy", source, f"sqlite:{data}/../data/log.sqlite")
    assert (itself.status, "into itself" in itself.err) == (2, True)
    other = tmp_path / "other"
    straight = LOGS / "sample-to-100.jsonl"
    assert cuelog("ingest", straight, straight, "--data", other).status == 0
    differs = cuelog("log", "copy", source, f"sqlite:{other / 'log.sqlite'}")
    assert (differs.status, "copy into a new log" in differs.err) == (2, True)
    assert "run it again" not in differs.err
    nowhere = cuelog("log", "copy", source, f"sqlite:{tmp_path / 'no' / 'log'}")
    assert (nowhere.status, "make it first" in nowhere.err) == (2, True)
