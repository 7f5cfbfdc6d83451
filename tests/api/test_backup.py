"""A backup made in use, put back, equal by digest; what was erased since stays erased."""

from __future__ import annotations

import json
import sqlite3
import threading
import zipfile
from pathlib import Path
from typing import Any

import pytest

from api.backup import MANIFEST
from ingest.names import NameRegister
from projections.lock import DataDirectory
from tests.api.commands import LOGS, STRAIGHT, cuelog
from tests.api.serving import inning, opened, serving
from tests.api.test_processes import derived


@pytest.fixture
def data(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    assert cuelog("ingest", *sorted(LOGS.glob("*.jsonl")), "--data", data).status == 0
    return data


def names(data: Path) -> list[str]:
    return [named.name for named in NameRegister(data / "names.sqlite")]


def test_a_backup_put_back_equals_by_hash(data: Path, tmp_path: Path) -> None:
    assert cuelog("players", "name", "ana", "Ana Novak", "--data", data).status == 0
    made = cuelog("backup", tmp_path / "b", "--json", "--data", data).json()
    assert made["streams"]["events"][0] == 821
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o600
    assert "tables.duckdb" not in made["files"]
    told = cuelog("restore", tmp_path / "b", "--json", "--data", tmp_path / "other").json()
    assert told["streams"] == made["streams"]
    assert cuelog("status", "--data", tmp_path / "other").status == 0
    assert derived(tmp_path / "other") == derived(data)
    assert names(tmp_path / "other") == ["Ana Novak"]
    again = cuelog("backup", tmp_path / "b2", "--json", "--data", tmp_path / "other").json()
    assert again["streams"] == made["streams"]


def test_a_backup_under_load_holds_a_beginning_of_the_log(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as served:
        served.post("/v1/matches", opened())
        stop, played = threading.Event(), threading.Event()

        def play() -> None:
            number = 2
            while not stop.is_set():
                player = ("ana", "bor")[number % 2]
                served.post("/v1/matches/m/events", inning(player, 0, id=str(number)))
                number += 1
                played.set()

        playing = threading.Thread(target=play)
        playing.start()
        try:
            sizes: list[dict[str, Any]] = []
            for n in range(4):
                # Playing goes on through each backup, and something was played before the next.
                played.clear()
                assert played.wait(60)
                made = cuelog("backup", tmp_path / f"b{n}", "--json", "--data", tmp_path / "data")
                sizes.append(made.json())
        finally:
            stop.set()
            playing.join()
    counts = [made["streams"]["events"][0] for made in sizes]
    assert counts == sorted(counts)
    assert counts[-1] > counts[0] > 0
    cuelog("restore", tmp_path / "b3", "--data", tmp_path / "other")
    told = cuelog("status", "--json", "--data", tmp_path / "other").json()
    assert (told["events"], told["behind"], told["waiting"]) == (counts[-1], 0, 0)


def test_the_token_itself_is_in_no_backup(data: Path, tmp_path: Path) -> None:
    token = cuelog("token", "--data", data).out.strip()
    assert cuelog("backup", tmp_path / "b", "--data", data).status == 0
    with zipfile.ZipFile(tmp_path / "b") as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    assert set(held) == {MANIFEST, "log.sqlite", "tokens.json"}
    assert not any(token.encode() in content for content in held.values())


def test_erased_since_the_backup_is_erased_again(data: Path, tmp_path: Path) -> None:
    for player in ("ana", "bor"):
        cuelog("players", "name", player, f"Name of {player}", "--data", data)
    assert cuelog("backup", tmp_path / "old", "--data", data).status == 0
    assert cuelog("erase", "ana", "--data", data).status == 0
    assert cuelog("backup", tmp_path / "new", "--data", data).status == 0
    told = cuelog("restore", tmp_path / "old", "--replace", "--json", "--data", data).json()
    assert told["erased_again"] == ["ana"]
    assert names(data) == ["Name of bor"]
    assert b"Name of ana" not in (data / "names.sqlite").read_bytes()
    done = cuelog("players", "name", "ana", "Name of ana", "--data", data)
    assert "erased for good" in done.err
    # Into another directory, told by the newer backup.
    there = ("--erased-in", tmp_path / "new", "--data", tmp_path / "other")
    assert cuelog("restore", tmp_path / "old", "--json", *there).json()["erased_again"] == ["ana"]
    assert names(tmp_path / "other") == ["Name of bor"]
    kept = Path(told["put_aside"])
    assert cuelog("status", "--json", "--data", kept).json()["events"] == 821


def test_a_backup_holds_no_name_that_the_registry_erases(data: Path, tmp_path: Path) -> None:
    cuelog("players", "name", "ana", "Ana Novak", "--data", data)
    cuelog("erase", "ana", "--data", data)
    with sqlite3.connect(data / "names.sqlite") as left:  # as a crash, or another writer, leaves it
        left.execute("INSERT INTO names VALUES ('ana', 'Ana Novak', NULL, NULL)")
    left.close()
    told = cuelog("doctor", "--json", "--data", data)
    assert told.status == 1
    assert [one["words"] for one in told.json() if one["what"] == "names"] == [
        "kept though erased: ana"
    ]
    cuelog("backup", tmp_path / "b", "--data", data)
    with zipfile.ZipFile(tmp_path / "b") as archive:
        assert b"Ana Novak" not in archive.read("names.sqlite")


def test_a_damaged_backup_is_refused_whole(data: Path, tmp_path: Path) -> None:
    good = tmp_path / "b"
    assert cuelog("backup", good, "--data", data).status == 0
    content = good.read_bytes()
    other = tmp_path / "other"
    for place in range(0, len(content), max(1, len(content) // 20)):
        bad = bytearray(content)
        bad[place] ^= 0x55
        good.write_bytes(bad)
        done = cuelog("restore", good, "--data", other)
        # A bit that says nothing, as of a time in the archive, changes nothing.
        assert done.status == 2 or cuelog("restore", good, "--check").status == 0
        if done.status == 2:
            assert not other.exists()
            assert "Traceback" not in done.err
        else:
            other = tmp_path / f"other{place}"
    good.write_bytes(content[: len(content) // 2])
    assert cuelog("restore", good, "--check").status == 2


@pytest.mark.parametrize("name", ["../out", "/out", "a/../../out", "..\\out"])
def test_a_backup_that_names_files_outside_is_refused(tmp_path: Path, name: str) -> None:
    manifest = {
        "format": "cuelog-backup/1", "made_at": "", "cuelog": "", "rules_version": "",
        "streams": {}, "files": {name: {"bytes": 0, "sha256": ""}},
    }  # fmt: skip
    with zipfile.ZipFile(tmp_path / "b", "w") as archive:
        archive.writestr(MANIFEST, json.dumps(manifest))
        archive.writestr(name, "")
    done = cuelog("restore", tmp_path / "b", "--data", tmp_path / "sub" / "data")
    assert done.status == 2
    assert "outside" in done.err
    assert not (tmp_path / "out").exists()


def test_more_bytes_than_it_says_are_not_written(tmp_path: Path) -> None:
    manifest = {
        "format": "cuelog-backup/1", "made_at": "", "cuelog": "", "rules_version": "",
        "streams": {}, "files": {"x": {"bytes": 10, "sha256": ""}},
    }  # fmt: skip
    with zipfile.ZipFile(tmp_path / "b", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, json.dumps(manifest))
        archive.writestr("x", b"0" * 50_000_000)
    done = cuelog("restore", tmp_path / "b", "--data", tmp_path / "data")
    assert done.status == 2
    assert not (tmp_path / "data").exists()


def test_what_is_in_the_way_is_told(data: Path, tmp_path: Path) -> None:
    inside = cuelog("backup", data / "b", "--data", data)
    assert (inside.status, "in the data directory itself" in inside.err) == (2, True)
    assert cuelog("backup", tmp_path / "b", "--data", data).status == 0
    assert "exists already" in cuelog("backup", tmp_path / "b", "--data", data).err
    assert "is not empty" in cuelog("restore", tmp_path / "b", "--data", data).err
    assert "cannot be read whole" in cuelog("restore", STRAIGHT, "--check").err
    held = DataDirectory(data)
    held.acquire()
    done = cuelog("restore", tmp_path / "b", "--replace", "--data", data)
    held.release()
    assert (done.status, "in use" in done.err) == (2, True)
    assert cuelog("status", "--json", "--data", data).json()["events"] == 821
