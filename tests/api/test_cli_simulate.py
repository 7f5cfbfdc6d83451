"""``cuelog simulate``: a file or a log of a season nobody played."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.log import open_log
from ingest.simulate import SIMULATOR
from tests.api.commands import cuelog
from tests.ingest.conformance import read_all

SMALL = ("--matches", "4", "--players", "3", "--target", "2", "--discipline", "9-ball")


def test_a_season_in_a_file_is_taken_in_and_shown_as_simulated(tmp_path: Path) -> None:
    out, data = tmp_path / "season.jsonl", tmp_path / "data"
    done = cuelog("simulate", out, *SMALL, "--json")
    assert done.status == 0
    events = done.json()["events"]
    assert events == {"9-ball": len(out.read_bytes().splitlines())}
    assert cuelog("ingest", out, "--data", data).status == 0
    shown = cuelog(
        "stats", "rack-results", "--event", "simulated season 1", "--json", "--data", data
    )
    rows = shown.json()["rows"]
    assert rows
    assert all(row["player"].startswith("sim-player-") for row in rows)


def test_the_seed_decides_the_bytes(tmp_path: Path) -> None:
    one, same, other = (tmp_path / name for name in ("one", "same", "other"))
    for path, seed in ((one, 8), (same, 8), (other, 9)):
        assert cuelog("simulate", path, *SMALL, "--seed", seed).status == 0
    assert one.read_bytes() == same.read_bytes() != other.read_bytes()


def test_a_log_holds_the_same_records_with_the_simulator_as_recorder(tmp_path: Path) -> None:
    out, url = tmp_path / "season.jsonl", f"sqlite:{tmp_path / 'log.sqlite'}"
    assert cuelog("simulate", out, *SMALL).status == 0
    assert cuelog("simulate", url, *SMALL).status == 0
    records = read_all(open_log(url))
    assert [record.raw for record in records] == out.read_bytes().splitlines()
    assert {record.recorder for record in records} == {SIMULATOR}
    assert {record.match for record in records} == {f"sim-1-{n:06d}" for n in range(4)}


def test_a_file_that_exists_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "mine.jsonl"
    out.write_text("mine")
    done = cuelog("simulate", out, *SMALL)
    assert done.status == 2
    assert "exists" in done.err
    assert out.read_text() == "mine"


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    done = cuelog("simulate", tmp_path / "none" / "season.jsonl", *SMALL)
    assert done.status == 2
    assert "cannot be written" in done.err


@pytest.mark.parametrize(
    "wrong", [("--players", "1"), ("--matches", "0"), ("--discipline", "golf")]
)
def test_what_cannot_be_simulated_is_refused(tmp_path: Path, wrong: tuple[str, str]) -> None:
    assert cuelog("simulate", tmp_path / "x", *wrong).status == 2
    assert not (tmp_path / "x").exists()
