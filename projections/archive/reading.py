"""An archive read back: the records of a stream in the order of its log."""

# pyarrow has no types of its own.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import duckdb
import polars as pl

from projections.archive import files, manifest
from projections.archive.manifest import Manifest
from projections.writing import run

AT_ONCE: Final = 20_000
_MEMORY: Final = "1GB"


class Place(NamedTuple):
    """Where a record stood in the log."""

    partition: int
    offset: int


class Archived(NamedTuple):
    """A record as it stood in the log, and how it was judged when it was archived."""

    position: Place
    match: str | None
    raw: bytes
    received_ms: int
    recorder: str | None
    signature: str | None
    verified: bool
    refused: str | None
    detail: str


def records_of(rows: pl.DataFrame) -> list[Archived]:
    """Return rows of an archive as records."""
    return [
        Archived(
            Place(partition, offset), key, raw, received_ms, recorder, signature, verified,
            refused, detail or "",
        )
        for _, _, partition, offset, received_ms, key, recorder, signature, verified, refused,
        detail, raw in rows.iter_rows()
    ]  # fmt: skip


def in_log_order(
    folder: Path, kept: Manifest, after: Mapping[int, int]
) -> Iterator[list[Archived]]:
    """Yield the records beyond some offsets, in the order of the log within a partition.

    DuckDB sorts, beside its memory on disk. Raises ``ArchiveError`` where a file is damaged.
    """
    paths = [str(folder / (file.name + files.SUFFIX)) for file in kept.files]
    if not paths:
        return
    for file in kept.files:
        files.check(folder, file)
    starts = [list(kept.positions), [after.get(part, 0) for part in kept.positions]]
    query = f"""
        SELECT {", ".join(f"a.{name}" for name in files.COLUMNS)}
        FROM read_parquet(?) a
        JOIN (SELECT unnest(?) AS part, unnest(?) AS start) ON a.log_partition = part
        WHERE a.log_offset >= start ORDER BY a.log_partition, a.log_offset
    """  # noqa: S608 - names of ours
    with tempfile.TemporaryDirectory() as spill, duckdb.connect() as con:
        run(con, f"SET memory_limit = '{_MEMORY}'")
        run(con, f"SET temp_directory = '{spill}'")
        reader: Any = con.sql(query, params=[paths, *starts]).to_arrow_reader(AT_ONCE)
        for batch in reader:
            frame = pl.from_arrow(batch)
            assert isinstance(frame, pl.DataFrame)  # noqa: S101 - a batch makes a frame
            yield records_of(frame)


def opened(folder: Path) -> Manifest:
    """Return what a folder archives; raises ``ArchiveError`` where that is nothing."""
    found = manifest.load(folder)
    if not found.files:
        raise manifest.ArchiveError(f"{folder} holds no archive; `cuelog archive` makes one")
    return found
