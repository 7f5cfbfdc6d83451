"""What only the SQLite log promises: several processes, kill -9, triggers, places it refuses."""

import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest import sqlite_log
from ingest.log import LogUnavailable, NewRecord, NotALog, OutcomeUnknown, Position
from ingest.sqlite_log import SqliteLog
from tests.ingest.conformance import assert_contiguous, by_match, read_all

KILLS = 20


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.sqlite"


@pytest.fixture
def log(path: Path) -> Iterator[SqliteLog]:
    log = SqliteLog(path)
    yield log
    log.close()


def run_sql(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        for statement in statements:
            connection.execute(statement)
    finally:
        connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {stream} SET raw = x'00'",
        "UPDATE {stream} SET received_ms = 0 WHERE offset = 0",
        "DELETE FROM {stream}",
        "REPLACE INTO {stream} VALUES (0, 'm', x'00', 0, NULL, NULL)",
        "INSERT OR IGNORE INTO {stream} VALUES (5, 'm', x'00', 0, NULL, NULL)",
        "INSERT INTO {stream} (match, raw, received_ms) VALUES ('m', 'text', 0)",
    ],
)
@pytest.mark.parametrize("stream", ["events", "registry"])
def test_any_client_may_append_and_nothing_else(path: Path, stream: str, statement: str) -> None:
    log = SqliteLog(path, "events" if stream == "events" else "registry")
    log.append([NewRecord("m", b"1"), NewRecord("m", b"2")])
    records = log.read({})
    with pytest.raises(sqlite3.IntegrityError):
        run_sql(path, statement.format(stream=stream))
    assert log.read({}) == records
    log.close()


def test_streams_share_a_file_and_nothing_else(path: Path, log: SqliteLog) -> None:
    registry = SqliteLog(path, "registry")
    log.append([NewRecord("m", b"event")])
    assert registry.append([NewRecord(None, b"alias")]) == [Position(0, 0)]
    assert [record.raw for record in log.read({})] == [b"event"]
    registry.close()


def test_a_log_of_version_1_is_gone_on_with(path: Path) -> None:
    log = SqliteLog(path)
    log.append([NewRecord("m", b"1", "token")])
    log.close()
    drop = "ALTER TABLE {} DROP COLUMN signature"
    run_sql(path, *map(drop.format, ("events", "registry")), "PRAGMA user_version=1")
    log = SqliteLog(path)
    log.append([NewRecord("m", b"2", None, "k-1:00")])
    told = [(record.raw, record.recorder, record.signature) for record in log.read({})]
    assert told == [(b"1", "token", None), (b"2", None, "k-1:00")]
    assert log._writer.execute("PRAGMA user_version").fetchone() == (2,)
    log.close()


def test_commits_are_durable(log: SqliteLog) -> None:
    assert log._writer.execute("PRAGMA synchronous").fetchone() == (2,)
    assert log._writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    limit = log._writer.execute("PRAGMA journal_size_limit").fetchone()
    assert limit == (sqlite_log.WAL_LIMIT,)


def test_batch_too_big_for_sqlite_leaves_nothing(log: SqliteLog) -> None:
    log._writer.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 1_000)
    with pytest.raises(LogUnavailable, match="nothing was appended"):
        log.append([NewRecord("m", b"1"), NewRecord("m", b"x" * 2_000)])
    assert log.append([NewRecord("m", b"2")]) == [Position(0, 0)]


def test_full_disk_leaves_nothing(log: SqliteLog) -> None:
    log._writer.execute("PRAGMA max_page_count=1")  # SQLite takes the present size instead
    with pytest.raises(LogUnavailable, match="full; nothing was appended"):
        log.append([NewRecord("m", b"x" * 1_000) for _ in range(50)])
    log._writer.execute("PRAGMA max_page_count=100000")
    assert log.append([NewRecord("m", b"2")]) == [Position(0, 0)]


def test_commit_that_fails_is_an_unknown_outcome(log: SqliteLog) -> None:
    class Failing:
        """A connection whose disk fails at the last moment."""

        in_transaction = False

        def __init__(self, connection: sqlite3.Connection) -> None:
            self.executemany = connection.executemany
            self.connection = connection

        def execute(self, statement: str) -> sqlite3.Cursor:
            if statement == "COMMIT":
                self.connection.execute("ROLLBACK")
                raise sqlite3.OperationalError("disk I/O error")
            return self.connection.execute(statement)

    connection = log._writer
    log._writer = Failing(connection)  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(OutcomeUnknown, match="same ids again"):
        log.append([NewRecord("m", b"1")])
    log._writer = connection
    assert log.append([NewRecord("m", b"1")]) == [Position(0, 0)]


def test_appending_gives_up_on_a_lock_held_for_ever(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_log, "BUSY_S", 0.05)
    log = SqliteLog(path)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(LogUnavailable, match="locked"):
        log.append([NewRecord("m", b"x")])
    holder.execute("ROLLBACK")
    assert log.append([NewRecord("m", b"x")]) == [Position(0, 0)]
    holder.close()
    log.close()


def test_received_never_falls_when_the_clock_does(
    log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.append([NewRecord("m", b"1")])
    monkeypatch.setattr(time, "time_ns", lambda: 1)
    log.append([NewRecord("m", b"2")])
    first, second = log.read({})
    assert second.received_ms == first.received_ms


def test_file_of_something_else_is_left_alone(path: Path) -> None:
    run_sql(path, "CREATE TABLE scores (id)")
    before = path.read_bytes()
    with pytest.raises(NotALog, match="something else"):
        SqliteLog(path)
    assert path.read_bytes() == before


def test_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.write_bytes(b"seq,player\n" * 500)
    with pytest.raises(NotALog, match="not a database"):
        SqliteLog(path)
    assert path.read_bytes() == b"seq,player\n" * 500


def test_log_of_a_newer_version_is_left_alone(path: Path) -> None:
    SqliteLog(path).close()
    run_sql(path, "PRAGMA user_version=3")
    with pytest.raises(NotALog, match="newer cuelog"):
        SqliteLog(path)


def test_empty_file_becomes_a_log(path: Path) -> None:
    path.touch()
    log = SqliteLog(path)
    assert log.ends() == {0: 0}
    log.close()


def test_directory_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(NotALog, match="is a directory"):
        SqliteLog(tmp_path)


def test_missing_directory_is_named(tmp_path: Path) -> None:
    with pytest.raises(LogUnavailable, match="make it first"):
        SqliteLog(tmp_path / "none" / "log.sqlite")


def test_read_only_directory_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def writable(_path: object, mode: int) -> bool:
        return mode != os.W_OK

    monkeypatch.setattr(os, "access", writable)  # root may write everywhere
    with pytest.raises(LogUnavailable, match="read-only"):
        SqliteLog(path)


@pytest.mark.parametrize("kind", sorted(sqlite_log.NETWORK))
def test_network_file_system_is_refused(
    path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        "22 1 0:20 / / rw - ext4 disk rw",
        f"23 22 0:21 / {path.parent.resolve()} rw - {kind} server:/share rw",
        "24 22 0:22 / /elsewhere rw - ext4 disk rw",
    ]

    def mounts(*_arguments: object, **_options: object) -> str:
        return "\n".join(lines)

    monkeypatch.setattr(Path, "read_text", mounts)
    with pytest.raises(LogUnavailable, match="network file system"):
        SqliteLog(path)
    assert not path.exists()


def test_system_without_a_list_of_mounts_is_taken_at_its_word(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_arguments: object, **_options: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", missing)
    SqliteLog(path).close()


def append_from_process(path: Path, number: int) -> None:
    log = SqliteLog(path)
    for n in range(30):
        log.append([NewRecord(f"m{number}", b"%d-%d" % (n, k)) for k in range(2)])
    log.close()


@pytest.mark.slow
def test_processes_that_make_and_fill_one_log_lose_nothing(path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=append_from_process, args=(path, n)) for n in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0] * 4
    log = SqliteLog(path)
    records = read_all(log)
    log.close()
    assert_contiguous(records)
    written = [b"%d-%d" % (n, k) for n in range(30) for k in range(2)]
    assert by_match(records) == {f"m{n}": written for n in range(4)}


APPENDER = """
import sys
from pathlib import Path
from ingest.log import NewRecord
from ingest.sqlite_log import SqliteLog

log = SqliteLog(Path(sys.argv[1]))
for n in range(10**9):
    names = [b"%s-%d-%d" % (sys.argv[2].encode(), n, k) for k in range(3)]
    log.append([NewRecord("m", name) for name in names])
    for name in names:
        print(name.decode(), flush=True)
"""


@pytest.mark.slow
def test_kill_loses_nothing_acknowledged_and_doubles_nothing(path: Path) -> None:
    chance = random.Random(14)  # noqa: S311 - moments to kill at
    acknowledged: list[bytes] = []
    for run in range(KILLS):
        process = subprocess.Popen(
            [sys.executable, "-c", APPENDER, str(path), f"run{run}"], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        # Now and then before the log is open, else while it is appended to.
        first = b"" if run % 5 == 0 else process.stdout.readline()
        time.sleep(chance.uniform(0, 0.1))
        process.send_signal(signal.SIGKILL)
        lines = [first, *process.stdout.readlines()]
        process.stdout.close()
        process.wait()
        acknowledged += [line.strip() for line in lines if line.endswith(b"\n")]
    log = SqliteLog(path)
    records = read_all(log)
    log.close()
    assert_contiguous(records)
    kept = [record.raw for record in records]
    assert len(set(kept)) == len(kept)
    assert len(acknowledged) > KILLS
    assert set(acknowledged) <= set(kept)
    assert len(kept) % 3 == 0  # a batch is there as a whole or not at all
