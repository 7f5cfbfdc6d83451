"""Tables as Arrow streams and Parquet files, written in pieces as they are read."""

# pyarrow has no types of its own.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from projections.columns import type_of
from projections.export import Export

BATCH: Final = 65_536
"""Rows of a batch, and of a row group, at most."""
RAW_BATCH: Final = 4_096
"""The same where records are kept byte for byte."""
PREFIX: Final = "cuelog."
"""Before each name in the metadata of a file."""


def schema_of(export: Export) -> Any:  # noqa: ANN401 - a schema of Arrow
    """Return the schema of a table: unit and meaning of each column, and the rest, are in it."""
    fields = [
        pa.field(
            column.name,
            type_of(column),
            metadata={"unit": column.unit, "meaning": column.meaning},
        )
        for column in export.table.columns
    ]
    told = export.about()
    names = ("position", "rules_version", "dictionary_version", "citation", "meaning")
    metadata = {PREFIX + name: told[name] for name in names}
    metadata |= {PREFIX + "table": told["name"], PREFIX + "merged": json.dumps(told["merged"])}
    return pa.schema(fields, metadata=metadata)


def _batches(export: Export) -> Iterator[Any]:
    """Yield the rows as batches of the schema."""
    schema, raw = schema_of(export), "raw" in export.columns
    try:
        for batch in export.batches(RAW_BATCH if raw else BATCH):
            columns = [
                pa.array(map(export.clean, column.to_pylist()), pa.binary())
                if field.name == "raw"
                else column.cast(field.type)
                for column, field in zip(batch.columns, schema, strict=True)
            ]
            yield pa.RecordBatch.from_arrays(columns, schema=schema)
    finally:
        export.close()


class _Pieces(io.RawIOBase):
    """A file nobody keeps: what is written is taken out again piece by piece."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._written = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:  # noqa: ANN401 - any buffer
        piece = bytes(data)
        self._parts.append(piece)
        self._written += len(piece)
        return len(piece)

    def tell(self) -> int:
        return self._written

    def take(self) -> bytes:
        """Return what was written since."""
        piece = b"".join(self._parts)
        self._parts.clear()
        return piece


def arrow_stream(export: Export) -> Iterator[bytes]:
    """Yield a table as an Arrow IPC stream."""
    out = _Pieces()
    with pa.ipc.new_stream(out, schema_of(export)) as writer:
        for batch in _batches(export):
            writer.write_batch(batch)
            yield out.take()
    yield out.take()


def parquet(export: Export) -> Iterator[bytes]:
    """Yield a table as a Parquet file, a row group a batch."""
    out = _Pieces()
    with pq.ParquetWriter(out, schema_of(export), compression="zstd") as writer:
        for batch in _batches(export):
            writer.write_batch(batch)
            yield out.take()
    yield out.take()
