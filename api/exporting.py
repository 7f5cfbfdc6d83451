"""Whole tables as the commands and the service give them: every format, without erased names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from api.formats import ARROW, CSV, JSON, NDJSON, PARQUET, csv_lines, ndjson
from api.node import Node
from domain.events import encode_event as encode
from projections.export import Export

SUFFIXES: Final = {
    "parquet": PARQUET, "arrow": ARROW, "csv": CSV, "ndjson": NDJSON, "json": JSON,
}  # fmt: skip
"""The formats by the suffix of a file; the first is the one to choose."""
BOM: Final = b"\xef\xbb\xbf"


def opened(node: Node, table: str) -> Export:
    """Return a table as it is now, without erased names; raises ``KeyError``."""
    known = node.people.known()
    return Export(
        node.store,
        table,
        erased=sorted(known.erased),
        clean=known.clean_record,
        merged=known.identities,
    )


def written(export: Export, media: str, *, bom: bool = False) -> Iterator[bytes]:
    """Yield a table in a format, a piece at a time; ``bom`` tells Excel that CSV is UTF-8."""
    if media in (ARROW, PARQUET):
        from projections.columnar import arrow_stream, parquet  # noqa: PLC0415 - dear to import

        return arrow_stream(export) if media == ARROW else parquet(export)
    rows = _shown(export)
    if media == CSV:
        return _csv(export, rows, bom=bom)
    return ndjson(rows) if media == NDJSON else _listed(rows)


def text_of(raw: bytes) -> str:
    """Return bytes as text; what is no UTF-8 is shown as escapes."""
    return raw.decode("utf-8", "backslashreplace")


def _shown(export: Export) -> Iterator[dict[str, Any]]:
    for row in export.rows():
        if "raw" in row:
            row["raw"] = text_of(row["raw"])
        yield row


def _csv(export: Export, rows: Iterator[dict[str, Any]], *, bom: bool) -> Iterator[bytes]:
    if bom:
        yield BOM
    yield from csv_lines(export.columns, rows)


def _listed(rows: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    opening = b"["
    for row in rows:
        yield opening + encode(row)
        opening = b","
    yield b"[]" if opening.startswith(b"[") else b"]"
