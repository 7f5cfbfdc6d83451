"""One file of an archive: its columns, and how it is written and read."""

# pyarrow has no types of its own.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Final

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from projections.archive.manifest import ArchiveError, ArchiveFile
from projections.durable import put

COLUMNS: Final[dict[str, Any]] = {
    "match": pl.String,
    "seq": pl.Int64,
    "log_partition": pl.Int32,
    "log_offset": pl.Int64,
    "received_ms": pl.Int64,
    "key": pl.String,
    "recorder": pl.String,
    "signature": pl.String,
    "verified": pl.Boolean,
    "refused": pl.String,
    "detail": pl.String,
    "raw": pl.Binary,
}
"""``match`` and ``seq`` as the record says, null where it says nothing; ``key`` as the log has it;
``verified``, ``refused`` and ``detail`` as the record was judged when it was archived."""
ORDER: Final = ("match", "seq", "log_partition", "log_offset")
SUFFIX: Final = ".parquet"
_LEVEL: Final = 6
"""Of zstd; records of strokes shrink to 1/14, and 9 gains a tenth for three times the work."""
_DELTAS: Final = ("seq", "log_offset", "received_ms")
_HOW: Final[dict[str, Any]] = {
    "compression": "zstd",
    "compression_level": _LEVEL,
    "row_group_size": 100_000,
    "data_page_size": 4 << 20,  # records beside each other are alike: compress many at once
    "use_dictionary": [one for one in COLUMNS if one not in {"raw", *_DELTAS}],
    "column_encoding": dict.fromkeys(_DELTAS, "DELTA_BINARY_PACKED"),
    "write_statistics": ["match"],
    "store_schema": False,  # a third of a file that holds one match
}


def write(folder: Path, name: str, day: str, of: str | None, rows: pl.DataFrame) -> ArchiveFile:
    """Write a file of rows with ``COLUMNS``, sorted; it is durable on return."""
    out = pa.BufferOutputStream()
    pq.write_table(rows.sort(ORDER).to_arrow(), out, **_HOW)
    data = out.getvalue().to_pybytes()
    put(folder / (name + SUFFIX), data)
    matches = rows.get_column("match").drop_nulls().n_unique()
    return ArchiveFile(
        name, day, len(rows), matches, len(data), hashlib.sha256(data).hexdigest(), of
    )


def check(folder: Path, file: ArchiveFile) -> bytes:
    """Return the bytes of a file; raises ``ArchiveError`` unless they are what was archived."""
    path = folder / (file.name + SUFFIX)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ArchiveError(f"{path}: {error.strerror}; restore it from a copy") from error
    if hashlib.sha256(data).hexdigest() != file.sha256:
        raise ArchiveError(f"{path} is not what was archived, its hash differs; restore it")
    return data


def read(folder: Path, file: ArchiveFile) -> pl.DataFrame:
    """Return the rows of a file; raises ``ArchiveError`` unless it is what was archived."""
    frame = pl.from_arrow(pq.read_table(pa.BufferReader(check(folder, file))))
    assert isinstance(frame, pl.DataFrame)  # noqa: S101 - a table makes a frame
    return frame
