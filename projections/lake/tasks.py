"""The pieces a lake is made in: which files belong to one, and what becomes of it."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

import msgspec
import polars as pl

from projections.archive import files
from projections.archive.manifest import ArchiveFile, Manifest
from projections.durable import put
from projections.lake.folding import fold
from projections.records import ReceiveAll
from projections.store import VERSIONS

FORMAT: Final = 1
"""Grows with every change of the files of a lake."""
TASKS: Final = "tasks"
PACKED: Final = 200_000
"""Records up to which the files of a month are one piece: many small files are slow to read."""


class Task(msgspec.Struct, frozen=True):
    """Files of an archive that are folded together; ``name`` tells those and the rules."""

    archive: str
    lake: str
    name: str
    files: tuple[ArchiveFile, ...]
    erased: tuple[str, ...] = ()


class Done(msgspec.Struct, frozen=True):
    """A piece that is in the lake: how many records it read, and the rows of each table."""

    name: str
    records: int
    rows: dict[str, int]


def plan(archive: Path, kept: Manifest, lake: Path, erased: Sequence[str]) -> list[Task]:
    """Return the pieces of an archive, in order of day: a month, or a file where that is large."""
    tasks: list[Task] = []
    gone = tuple(sorted(erased))
    for month, bases in groupby(sorted(kept.bases(), key=_by_day), key=_month):
        listed = list(bases)
        packed = sum(base.records for base in listed) <= PACKED
        for some in [listed] if packed else [[base] for base in listed]:
            found = tuple(file for base in some for file in (base, *kept.supplements(base.name)))
            label = month if packed else some[0].name.rpartition("/")[2]
            name = f"{label}-{_digest(found, gone)}"
            tasks.append(Task(str(archive), str(lake), name, found, gone))
    return tasks


def _by_day(file: ArchiveFile) -> tuple[str, str]:
    return file.day, file.name


def _month(file: ArchiveFile) -> str:
    return file.day[:7]


def _digest(found: Sequence[ArchiveFile], erased: Sequence[str]) -> str:
    """Hash all that the rows are a function of."""
    told = [FORMAT, VERSIONS, [file.sha256 for file in found], erased]
    return hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:16]


def carry_out(task: Task, receive_all: ReceiveAll) -> Done:
    """Fold the files of a piece and put its tables into the lake; again it does no harm."""
    archive, lake = Path(task.archive), Path(task.lake)
    rows = pl.concat(files.read(archive, file) for file in task.files)
    tables = fold(rows, receive_all, task.erased)
    for table, frame in tables.items():
        write(path_of(lake, table, task.name), frame)
    done = Done(task.name, len(rows), {table: len(frame) for table, frame in tables.items()})
    put(lake / TASKS / f"{task.name}.json", msgspec.json.encode(done))
    return done


def write(path: Path, frame: pl.DataFrame) -> None:
    """Put rows into the lake as a file."""
    out = io.BytesIO()
    frame.write_parquet(out, compression="zstd", compression_level=3)
    put(path, out.getvalue())


def path_of(lake: Path, table: str, task: str) -> Path:
    """Return where the rows of a table that came of a piece are."""
    return lake / table / f"{task}.parquet"


def done_before(task: Task) -> Done | None:
    """Return what a piece came to, where all of it is in the lake already."""
    lake = Path(task.lake)
    try:
        done = msgspec.json.decode((lake / TASKS / f"{task.name}.json").read_bytes(), type=Done)
    except (OSError, msgspec.DecodeError):
        return None
    return done if all(path_of(lake, one, task.name).exists() for one in done.rows) else None
