"""No room, no right to write, a page that is broken: refused with advice, and nothing is lost."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import stat
import subprocess
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.api.commands import STRAIGHT, cuelog
from tests.api.serving import inning, opened, serving
from tests.faults.damage import PAGE, corrupt
from tests.faults.doomed import Doomed
from tests.faults.intact import EVENTS, assert_intact, ids


@contextmanager
def room(size: int) -> Generator[None]:
    """Let no file of this process grow beyond a size: writing more than that really fails."""
    _, hard = kept = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, kept)


@pytest.mark.parametrize(
    ("size", "durable"),
    [
        (4_096, False),  # no room for the log
        (60_000, True),  # room for the log, none for the tables
        (150_000, True),  # room for both, none to tidy up at the end
    ],
)
def test_an_ingest_without_room(doomed: Doomed, tmp_path: Path, size: int, durable: bool) -> None:
    data = tmp_path / "data"
    done = doomed.run("ingest", STRAIGHT, "--data", data, room=size)
    assert "Traceback" not in done.err
    assert (done.status == 2) is (size < 100_000), done
    assert ("nothing was appended" in done.err) is not durable
    assert_intact(data, EVENTS if durable else set())
    assert cuelog("ingest", STRAIGHT, "--data", data).status == 0
    assert set(ids(data)) == EVENTS


@pytest.mark.parametrize("fails", ["log", "tables"])
def test_a_service_without_room_says_so_and_goes_on_by_itself(tmp_path: Path, fails: str) -> None:
    data = tmp_path / "data"
    with serving(data, patience_s=0.5) as served:
        assert served.post("/v1/matches", opened()).status_code == 201
        for number in range(2, 21):
            event = inning(("ana", "bor")[number % 2], 1, id=str(number))
            assert served.post("/v1/matches/m/events", event).status_code == 201
        # The log's file is tidied, so that the tables have the larger one; one of the two does not
        # grow any more.
        with closing(sqlite3.connect(data / "log.sqlite")) as connection:
            assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
        sizes = [(data / name).stat().st_size for name in ("log.sqlite-wal", "tables.duckdb.wal")]
        assert sizes[0] + 2 * PAGE < sizes[1]
        event = inning("bor", 1, id="21")
        with room(sizes[fails == "tables"] + (100 if fails == "log" else -100)):
            answer = served.post("/v1/matches/m/events", event)
            assert (answer.status_code, answer.json()["type"][10:]) == (503, "outcome_unknown")
            told = served.get("/readyz")
            assert (told.status_code, len(told.json()["troubles"])) == (503, 1)
            assert served.get("/v1/matches/m").json()["events"] == 20
            assert served.get("/healthz").status_code == 200
        deadline = time.monotonic() + 60
        while served.post("/v1/matches/m/events", event).status_code == 503:
            assert time.monotonic() < deadline
        while served.get("/readyz").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert served.get("/v1/matches/m").json()["events"] == 21
    assert_intact(data, {f"m/{number}" for number in range(1, 22)})


@pytest.mark.parametrize(
    "words",
    [
        f"ingest {STRAIGHT}", "status", "doctor", "backup NEW", "players name ana Kos",
        "token", "keys new ana --role player", "log checkpoint", "diff",
    ],
)  # fmt: skip
def test_a_directory_that_cannot_be_written_to(doomed: Doomed, data: Path, words: str) -> None:
    before = {path.name: path.read_bytes() for path in data.iterdir()}
    for path in data.iterdir():
        path.chmod(stat.S_IRUSR)
    data.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        asked = words.replace("NEW", str(data.with_name("backup"))).split()
        done = doomed.run(*asked, "--data", data, barred=True)
    finally:
        data.chmod(stat.S_IRWXU)
    assert "Traceback" not in done.err
    assert done.status in (1, 2), done
    said = (done.out + done.err).replace("-", "")
    assert any(word in said for word in ("readonly", "cannot be written to", "Permission denied"))
    assert {path.name: path.read_bytes() for path in data.iterdir()} == before


def test_tables_that_are_broken_are_made_anew(data: Path) -> None:
    with (data / "tables.duckdb").open("r+b") as file:
        file.write(b"\xa5" * 3 * PAGE)
    assert_intact(data, EVENTS)
    assert (data / "tables.unreadable").exists()


def test_a_broken_page_of_the_log_is_refused_and_a_backup_put_back(data: Path) -> None:
    backup = data.with_name("backup")
    assert cuelog("backup", backup, "--data", data).status == 0
    corrupt(data / "log.sqlite", 3)
    (data / "tables.duckdb").unlink()
    broken = (data / "log.sqlite").read_bytes()
    for command in ("status", "rebuild"):
        done = cuelog(command, "--data", data)
        assert (done.status, "Traceback" in done.err) == (2, False)
        assert "restore it" in done.err
    assert (data / "log.sqlite").read_bytes() == broken
    assert "cuelog restore" in cuelog("doctor", "--data", data).out
    assert cuelog("backup", data.with_name("b2"), "--data", data).status == 2
    assert cuelog("restore", backup, "--replace", "--data", data).status == 0
    assert_intact(data, EVENTS)


def test_a_torn_last_write_of_the_log_is_no_write(data: Path, tmp_path: Path) -> None:
    """What stands in the write-ahead file of a log while it is in use, cut off or spoilt."""
    log, torn = data / "log.sqlite", tmp_path / "torn"
    with closing(sqlite3.connect(log, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("INSERT INTO events VALUES (94, 'm', x'00', 9000000000000, NULL, NULL)")
        whole = (data / "log.sqlite-wal").read_bytes()
        assert len(whole) > PAGE
        for tail in (whole[:-1], whole[: -PAGE // 2], whole[:-9] + bytes(9), whole[:40], b""):
            shutil.copytree(data, torn, ignore=shutil.ignore_patterns("*-shm", "*-wal"))
            (torn / "log.sqlite-wal").write_bytes(tail)
            assert set(ids(torn)) == EVENTS  # the record that was torn is not there
            if tail == whole[:-1]:
                assert_intact(torn, EVENTS)
            shutil.rmtree(torn)


@pytest.mark.long
@pytest.mark.parametrize("megabytes", [1, 2, 4])
def test_a_disk_that_is_full(tmp_path: Path, megabytes: int) -> None:
    """A disk of its own, filled by appending until nothing goes any more, then given room."""
    disk = tmp_path / "disk"
    disk.mkdir()
    with mounted(disk, megabytes):
        data, taken, refused = disk / "data", set[str](), 0
        with serving(data, patience_s=0.5) as served:
            served.post("/v1/matches", opened())
            for number in range(2, 3_000):
                event = inning(("ana", "bor")[number % 2], 0, id=str(number), seq=number)
                status = served.post("/v1/matches/m/events?record=always", event).status_code
                refused += status == 503
                if status in (201, 202):
                    taken.add(f"m/{number}")
                if refused > 3:
                    break
            assert refused > 3
            assert served.get("/readyz").status_code == 503
        copy = shutil.copytree(data, tmp_path / "roomy")
    assert_intact(copy, taken)


@contextmanager
def mounted(place: Path, megabytes: int) -> Generator[None]:
    """Mount a small file system in memory, which takes the superuser."""
    assert os.geteuid() == 0, "run as root, or in `unshare --user --map-root-user --mount`"
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "none", place], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)
