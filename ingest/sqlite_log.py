"""The embedded log: one SQLite file, appended to by any number of processes of one machine.

Durable when ``append`` returns (WAL, ``synchronous=FULL``). Offsets are given inside the writing
transaction, so a reader never sees a later record before an earlier one. Triggers refuse whatever
is not an append, from our own code and from any other SQLite client.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from ingest.log import (
    BATCH,
    LogRecord,
    LogUnavailable,
    NewRecord,
    NotALog,
    OutcomeUnknown,
    Position,
    Stream,
    UnknownLog,
    follow_by_reading,
)

APPLICATION: Final = 0x6375656C
"""``cuel``: what SQLite's ``application_id`` says of a file of ours."""
VERSION: Final = 2
BUSY_S: Final = 30.0
"""Seconds to wait for other processes that append."""
POLL_S: Final = 0.01
"""Seconds until a follower looks again for what other processes appended."""
WAL_LIMIT: Final = 16 * 2**20
"""Bytes the write-ahead file is cut back to when it has been emptied."""
STREAMS: Final = ("events", "registry")
NETWORK: Final = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "lustre", "glusterfs", "fuse.sshfs"}
)

_SCHEMA: Final = """
CREATE TABLE {stream} (
    offset INTEGER PRIMARY KEY,
    match TEXT,
    raw BLOB NOT NULL,
    received_ms INTEGER NOT NULL,
    recorder TEXT,
    signature TEXT
) STRICT;
CREATE TRIGGER {stream}_next BEFORE INSERT ON {stream}
WHEN NEW.offset IS NOT (SELECT coalesce(max(offset) + 1, 0) FROM {stream})
BEGIN SELECT raise(ABORT, 'a log is only appended to, without gaps'); END;
CREATE TRIGGER {stream}_no_update BEFORE UPDATE ON {stream}
BEGIN SELECT raise(ABORT, 'a log is only appended to: no record is changed'); END;
CREATE TRIGGER {stream}_no_delete BEFORE DELETE ON {stream}
BEGIN SELECT raise(ABORT, 'a log is only appended to: no record is deleted'); END;
"""
_LAST: Final = "SELECT offset, received_ms FROM {stream} ORDER BY offset DESC LIMIT 1"
_INSERT: Final = "INSERT INTO {stream} VALUES (?, ?, ?, ?, ?, ?)"
_READ: Final = (
    "SELECT offset, match, raw, received_ms, recorder, signature FROM {stream} "
    "WHERE offset >= ? ORDER BY offset LIMIT ?"
)


def open_url(url: str, stream: Stream) -> SqliteLog:
    """Open the log of an address ``sqlite:PATH``; a file that does not exist is made."""
    path = url.removeprefix("sqlite:")
    if not path:
        raise UnknownLog(f"{url!r} names no file: write sqlite:PATH")
    return SqliteLog(Path(path), stream)


class SqliteLog:
    """One stream of a log file, as one partition.

    One connection writes and one reads, each behind its lock: appending never waits for a reader.
    """

    def __init__(self, path: Path, stream: Stream = "events") -> None:
        self.path = path
        self.stream = stream
        self._last, self._insert, self._read = (
            statement.format(stream=stream) for statement in (_LAST, _INSERT, _READ)
        )
        _check_place(path)
        self._writer = _prepared(path)
        self._reader = _connected(path)
        self._reader.execute("PRAGMA query_only=ON")
        self._writing, self._reading = threading.Lock(), threading.Lock()
        self._appended = threading.Condition()

    def append(self, records: Sequence[NewRecord]) -> list[Position]:
        """Append all of the records or none, durable when it returns."""
        if not records:
            return []
        with self._writing, _explained(self.path):
            first = self._insert_all(records)
        with self._appended:
            self._appended.notify_all()
        return [Position(0, offset) for offset in range(first, first + len(records))]

    def _insert_all(self, records: Sequence[NewRecord]) -> int:
        """Write one transaction and return the offset of its first record."""
        writer = self._writer
        writer.execute("BEGIN IMMEDIATE")
        try:
            last, latest = writer.execute(self._last).fetchone() or (-1, 0)
            now = max(time.time_ns() // 1_000_000, latest)
            rows = (
                (offset, new.match, new.raw, now, new.recorder, new.signature)
                for offset, new in enumerate(records, start=last + 1)
            )
            writer.executemany(self._insert, rows)
        except BaseException:
            _roll_back(writer)
            raise
        try:
            writer.execute("COMMIT")
        except sqlite3.Error as error:
            _roll_back(writer)
            raise OutcomeUnknown(f"{self.path}: {error}; send the same ids again") from error
        return last + 1

    def read(self, after: Mapping[int, int], limit: int = BATCH) -> list[LogRecord]:
        """Return up to ``limit`` records from the offset named."""
        with self._reading, _explained(self.path):
            rows = self._reader.execute(self._read, (after.get(0, 0), limit)).fetchall()
        return [
            LogRecord(Position(0, offset), match, raw, received_ms, recorder, signature)
            for offset, match, raw, received_ms, recorder, signature in rows
        ]

    def follow(
        self,
        after: Mapping[int, int],
        stop: Callable[[], bool],
        wait_s: float = 1.0,
        limit: int = BATCH,
    ) -> Iterator[Sequence[LogRecord]]:
        """Yield batches as they come, and an empty one when ``wait_s`` passed without any."""
        return follow_by_reading(
            lambda reached: self.read(reached, limit), after, stop, wait_s, self._wait
        )

    def _wait(self) -> None:
        """Wait for an append of this process, or until it is time to look for one of another."""
        with self._appended:
            self._appended.wait(POLL_S)

    def ends(self) -> dict[int, int]:
        """Return the next offset of the one partition."""
        with self._reading, _explained(self.path):
            last = self._reader.execute(self._last).fetchone()
        return {0: last[0] + 1 if last else 0}

    def placement_fault(self, record: LogRecord, match: str) -> Literal["wrong_key"] | None:
        """Tell whether a record is kept under another match than its body names.

        None is so appended; a copy of another log keeps so what stood there in a wrong place.
        """
        return None if record.match == match else "wrong_key"

    def close(self) -> None:
        """Close the file; the last to close it leaves no side files."""
        with self._reading:
            self._reader.close()
        with self._writing:
            self._writer.close()


def _check_place(path: Path) -> None:
    """Refuse a place where SQLite's write-ahead log cannot work, as far as that can be told."""
    directory = path.absolute().parent
    if not directory.is_dir():
        raise LogUnavailable(f"{path}: there is no directory {directory}; make it first")
    if path.is_dir():
        raise NotALog(f"{path} is a directory; name a file in it")
    if not os.access(directory, os.W_OK):
        raise LogUnavailable(f"{path}: {directory} is read-only; the log keeps files beside it")
    if (kind := _file_system(directory)) in NETWORK:
        raise LogUnavailable(
            f"{path}: {directory} is on a network file system ({kind}), where SQLite loses data; "
            "put the log on a local disk or use Kafka"
        )


def _file_system(directory: Path) -> str | None:
    """Return the kind of file system of a directory, where the system lists its mounts."""
    try:
        mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    best, kind = "", None
    for line in mounts.splitlines():
        mount, _, source = line.partition(" - ")
        point = mount.split()[4].replace("\\040", " ")
        if directory.resolve().is_relative_to(point) and len(point) >= len(best):
            best, kind = point, source.split()[0]
    return kind


def _connected(path: Path) -> sqlite3.Connection:
    """Return a connection whose transactions are its user's own."""
    connection = sqlite3.connect(
        path, timeout=BUSY_S, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA synchronous=FULL")
    return connection


def _prepared(path: Path) -> sqlite3.Connection:
    """Return a connection to a log, which is made where there was nothing."""
    with _explained(path):
        writer = _connected(path)
    try:
        with _explained(path):
            _check_ours(writer, path)
            _use_wal(writer)
            writer.execute(f"PRAGMA journal_size_limit={WAL_LIMIT}")
            writer.execute("BEGIN IMMEDIATE")
            version = _check_ours(writer, path)
            if version == 0:
                _make(writer)
            elif version < VERSION:
                _upgrade(writer)
            writer.execute("COMMIT")
    except BaseException:
        writer.close()
        raise
    return writer


def _check_ours(connection: sqlite3.Connection, path: Path) -> int:
    """Return the version of a log, 0 for an empty file; raise ``NotALog`` for anything else."""
    application, version, tables = connection.execute(
        "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema) "
        "FROM pragma_application_id, pragma_user_version"
    ).fetchone()
    if application == 0 and tables == 0:
        return 0
    if application != APPLICATION:
        raise NotALog(f"{path} is an SQLite file of something else; name another file")
    if version > VERSION:
        raise NotALog(
            f"{path} was written by a newer cuelog (log version {version}, this one reads up to "
            f"{VERSION}); upgrade cuelog"
        )
    return int(version)


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log; SQLite itself does not wait here for other processes."""
    deadline = time.monotonic() + BUSY_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > deadline:
                raise
            time.sleep(POLL_S)
        else:
            return


def _make(connection: sqlite3.Connection) -> None:
    """Create both streams, inside a transaction."""
    for stream in STREAMS:
        statement = ""
        for line in _SCHEMA.format(stream=stream).splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                connection.execute(statement)
                statement = ""
    connection.execute(f"PRAGMA application_id={APPLICATION}")
    connection.execute(f"PRAGMA user_version={VERSION}")


def _upgrade(connection: sqlite3.Connection) -> None:
    """Bring a log of version 1, which had no signatures, up to this one, inside a transaction."""
    for stream in STREAMS:
        connection.execute(f"ALTER TABLE {stream} ADD COLUMN signature TEXT")
    connection.execute(f"PRAGMA user_version={VERSION}")


def _roll_back(connection: sqlite3.Connection) -> None:
    """End a transaction that failed, unless SQLite has ended it already."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


@contextmanager
def _explained(path: Path) -> Generator[None]:
    """Raise what SQLite raises as an error of the log."""
    try:
        yield
    except sqlite3.ProgrammingError as error:
        raise LogUnavailable(f"{path}: this log is closed") from error
    except sqlite3.DatabaseError as error:
        # This very class is what SQLite raises for a file that is damaged or no database.
        if type(error) is sqlite3.DatabaseError:
            raise NotALog(f"{path}: {error}; restore it, or name another file") from error
        raise LogUnavailable(f"{path}: {error}; nothing was appended") from error
