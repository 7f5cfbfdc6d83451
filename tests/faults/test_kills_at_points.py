"""Killed before and after each step of every path that writes: the next run needs no repair.

A point is the state a process leaves; of two points without a write between them one is enough.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.names import NameRegister
from tests.api.commands import STRAIGHT, cuelog
from tests.faults.doomed import Doomed
from tests.faults.intact import EVENTS, assert_intact, ids
from tests.ingest.import_cases import GOLDEN

long = pytest.mark.long
WRITING = [
    pytest.param("before ingest.sqlite_log:SqliteLog._insert_all", False, marks=long),
    ("after ingest.sqlite_log:SqliteLog._insert_all", True),
    pytest.param("before projections.store:Store.empty", True, marks=long),
    pytest.param("before projections.store:Store.write", True, marks=long),
    ("after projections.store:Store.write", True),
    ("before projections.lock:DataDirectory.publish", True),
    pytest.param("after projections.lock:DataDirectory.publish", True, marks=long),
    pytest.param("after projections.store:Store.close", True, marks=long),
]
MAKING_ANEW = [
    pytest.param("before projections.projector:make_anew", 1, marks=long),
    pytest.param("after projections.store:Store.empty", 1, marks=long),
    pytest.param("after projections.store:Store.write", 1, marks=long),
    ("after projections.projector:make_anew", 1),
    ("before pathlib:Path.replace", 2),
    pytest.param("after projections.store:Store.swap", 1, marks=long),
]


@pytest.mark.parametrize(("point", "durable"), WRITING)
def test_an_ingest_killed(doomed: Doomed, tmp_path: Path, point: str, durable: bool) -> None:
    data = tmp_path / "data"
    assert doomed.run("ingest", STRAIGHT, "--data", data, point=point).killed
    assert_intact(data, EVENTS if durable else set())
    assert cuelog("ingest", STRAIGHT, "--data", data).status == 0
    assert set(ids(data)) == EVENTS
    assert cuelog("status", "--json", "--data", data).json()["events"] == len(EVENTS)


@pytest.mark.parametrize(("point", "nth"), MAKING_ANEW)
def test_a_rebuild_killed(doomed: Doomed, data: Path, point: str, nth: int) -> None:
    assert doomed.run("rebuild", "--data", data, point=point, nth=nth).killed
    assert_intact(data, EVENTS)


@pytest.mark.parametrize(
    "point",
    [
        pytest.param("before ingest.sqlite_log:SqliteLog.append", marks=long),
        "after ingest.sqlite_log:SqliteLog.append",
        pytest.param("after ingest.names:NameRegister.add_all", marks=long),
    ],
)
def test_an_import_killed_and_repeated(doomed: Doomed, tmp_path: Path, point: str) -> None:
    file = GOLDEN / "lines-bom-nbsp" / "dvoboj.csv"
    data, whole = tmp_path / "data", tmp_path / "whole"
    assert doomed.run("import", file, "--data", data, point=point).killed
    (whole).mkdir()
    (whole / "import.key").write_bytes((data / "import.key").read_bytes())
    for place in (data, whole):
        assert cuelog("import", file, "--data", place).status < 2
    assert ids(data) == ids(whole)
    assert_intact(data, set(ids(whole)))
    names = [list(NameRegister(place / "names.sqlite")) for place in (data, whole)]
    assert names[0] == names[1] != []


@pytest.mark.parametrize(
    "point",
    [
        pytest.param("before api.people:People._append", marks=long),
        "after api.people:People._append",
        pytest.param("after ingest.names:NameRegister.erase", marks=long),
    ],
)
def test_an_erasure_killed(doomed: Doomed, tmp_path: Path, point: str) -> None:
    data = tmp_path / "data"
    assert cuelog("players", "name", "ana", "Ana Novak", "--data", data).status == 0
    assert doomed.run("erase", "ana", "--data", data, point=point).killed
    recorded = not point.startswith("before")
    shown = [one["name"] for one in cuelog("players", "--json", "--data", data).json()]
    assert ("Ana Novak" in shown) is not recorded
    assert cuelog("erase", "ana", "--data", data).status == 0
    assert list(NameRegister(data / "names.sqlite")) == []


@pytest.mark.parametrize(
    ("words", "point"),
    [
        (("token", "--new"), "before pathlib:Path.replace"),
        pytest.param(("token", "--new"), "after api.auth:write_private", marks=long),
        pytest.param(
            ("players", "name", "ana", "Ana K."), "before ingest.names:NameRegister.put", marks=long
        ),
        pytest.param(
            ("keys", "new", "ana", "--role", "player", "--register"),
            "before ingest.sqlite_log:SqliteLog.append",
            marks=long,
        ),
    ],
)
def test_a_small_change_killed_and_repeated(
    doomed: Doomed, tmp_path: Path, words: tuple[str, ...], point: str
) -> None:
    data = ("--data", tmp_path / "data")
    assert doomed.run(*words, *data, point=point).killed
    done = cuelog(*words, *data)
    assert (done.status, done.err) == (0, "")
    assert cuelog("doctor", *data).status == 0


@pytest.mark.parametrize(
    "point",
    [
        pytest.param("before api.backup:snapshot", marks=long),
        pytest.param("after api.backup:snapshot", marks=long),
        "before api.backup:check_file",
        pytest.param("before pathlib:Path.replace", marks=long),
    ],
)
def test_a_backup_killed(doomed: Doomed, data: Path, point: str) -> None:
    target = data.with_name("backup")
    assert doomed.run("backup", target, "--data", data, point=point).killed
    assert not target.exists()  # a backup is there whole or not at all
    assert cuelog("backup", target, "--data", data).status == 0
    assert set(ids(data)) == EVENTS


@pytest.mark.parametrize(
    ("point", "nth"),
    [
        pytest.param("after api.restoring:extract", 1, marks=long),
        pytest.param("before pathlib:Path.rename", 1, marks=long),
        ("before pathlib:Path.rename", 2),
        pytest.param("after pathlib:Path.rename", 2, marks=long),
    ],
)
def test_a_restore_killed(doomed: Doomed, data: Path, point: str, nth: int) -> None:
    backup, words = data.with_name("b"), ("--replace", "--data", data)
    assert cuelog("backup", backup, "--data", data).status == 0
    assert doomed.run("restore", backup, *words, point=point, nth=nth).killed
    # The directory is the one that was there, or the new one, or for a moment put aside whole.
    found = [path for path in data.parent.iterdir() if (path / "log.sqlite").exists()]
    assert any(set(ids(path)) == EVENTS for path in found)
    assert cuelog("restore", backup, *words).status == 0
    assert_intact(data, EVENTS)


@pytest.mark.parametrize("point", ["before pathlib:Path.replace"])
def test_an_export_killed(doomed: Doomed, data: Path, point: str) -> None:
    out = data.with_name("innings.parquet")
    words = ("export", "innings", "--out", out, "--data", data)
    assert doomed.run(*words, point=point, nth=2).killed
    assert not out.exists()
    assert cuelog(*words).status == 0
    assert out.read_bytes().endswith(b"PAR1")


@long
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_copy_killed_and_repeated(doomed: Doomed, data: Path, when: str) -> None:
    target = data.with_name("copy")
    words = ("log", "copy", f"sqlite:{data / 'log.sqlite'}", f"sqlite:{target / 'log.sqlite'}")
    target.mkdir()
    assert doomed.run(*words, point=f"{when} ingest.sqlite_log:SqliteLog.append").killed
    assert cuelog(*words).status == 0
    assert ids(target) == ids(data)
    assert_intact(target, EVENTS)
