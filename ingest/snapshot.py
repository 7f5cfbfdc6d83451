"""A copy of an SQLite file while others write it, and what shows that a copy holds the same.

The digest of a log is taken over its records, so it says nothing of pages, versions or machines:
equal digests, equal records, in the same places, received at the same times.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from ingest.log import BATCH, EventLog, LogRecord, NotALog, advance

_FIXED: Final = struct.Struct(">IQqIII")
"""Partition, offset, time received, and the lengths of match, recorder and bytes."""
_NONE: Final = 0xFFFFFFFF
"""The length of what there is not, which is not the same as nothing."""


class Digest(NamedTuple):
    """How many records a stream holds, and SHA-256 over all of them in order."""

    records: int
    sha256: str


def snapshot(source: Path, target: Path) -> None:
    """Copy an SQLite file as it stands at one moment; those who write it are not kept waiting.

    Raises ``NotALog`` where a page of it cannot be read. The copy is one file, durable on return.
    """
    try:
        with (
            closing(sqlite3.connect(source, timeout=30)) as read,
            closing(sqlite3.connect(target)) as made,
        ):
            read.backup(made)
            made.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        raise NotALog(f"{source}: {error}; `cuelog doctor` says more") from error
    flush(target)


def flush(path: Path) -> None:
    """Make the bytes of a file or the entries of a directory durable."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def damage(path: Path) -> list[str]:
    """Return what SQLite finds wrong with a file, the first hundred flaws at most."""
    try:
        with closing(sqlite3.connect(path, timeout=30)) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [] if found == ["ok"] else found


def digest(log: EventLog, until: int | None = None) -> Digest:
    """Return the digest of a stream, of its first ``until`` records where that is given."""
    hashed, count, after = hashlib.sha256(), 0, dict[int, int]()
    while batch := log.read(after, BATCH if until is None else min(BATCH, until - count)):
        advance(after, batch)
        for record in batch:
            hashed.update(_framed(record))
        count += len(batch)
        if count == until:
            break
    return Digest(count, hashed.hexdigest())


def _framed(record: LogRecord) -> bytes:
    """Return all of a record, so that no two records have the same bytes."""
    parts = [_bytes(record.match), _bytes(record.recorder), record.raw]
    lengths = [_NONE if part is None else len(part) for part in parts]
    head = _FIXED.pack(*record.position, record.received_ms, *lengths)
    return head + b"".join(part for part in parts if part is not None)


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode("utf-8", "surrogatepass")
