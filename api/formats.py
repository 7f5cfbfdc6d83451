"""Rows in the format a caller asks for: JSON, NDJSON, CSV, Arrow stream, Parquet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from api.problems import Problem
from domain.events import encode_event as encode

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
CSV: Final = "text/csv"
ARROW: Final = "application/vnd.apache.arrow.stream"
PARQUET: Final = "application/vnd.apache.parquet"
OFFERED: Final = (JSON, NDJSON, CSV, ARROW, PARQUET)
_QUALITY: Final = re.compile(r"[0-9]+(\.[0-9]*)?")
ALIASES: Final = {"application/ndjson": NDJSON, "application/jsonl": NDJSON}

Row = Mapping[str, Any]


class _Wish(NamedTuple):
    quality: float
    exact: int
    media: str


def choose(accept: str | None, offered: Sequence[str] = OFFERED) -> str:
    """Return the format to answer in (RFC 9110, 12.5.1), or raise the problem that none fits."""
    wishes = [_wish(part) for part in (accept or "*/*").split(",") if part.strip()]
    best: tuple[float, int, int, str] | None = None
    for index, media in enumerate(offered):
        fitting = [wish for wish in wishes if _fits(wish.media, media)]
        if not fitting:
            continue
        closest = max(fitting, key=lambda wish: wish.exact)
        rank = (closest.quality, closest.exact, -index, media)
        if closest.quality > 0 and (best is None or rank > best):
            best = rank
    if best is None:
        raise Problem("not_acceptable", f"offered: {', '.join(offered)}")
    return best[3]


def _wish(part: str) -> _Wish:
    media, *parameters = (piece.strip().lower() for piece in part.split(";"))
    quality = 1.0
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            quality = float(value) if _QUALITY.fullmatch(value) else 0.0
    exact = 0 if media == "*/*" else 1 if media.endswith("/*") else 2
    return _Wish(quality, exact, ALIASES.get(media, media))


def _fits(wish: str, media: str) -> bool:
    return wish in ("*/*", media) or wish == f"{media.partition('/')[0]}/*"


def ndjson(rows: Iterable[Row]) -> Iterator[bytes]:
    """Return each row as a line of JSON."""
    for row in rows:
        yield encode(row) + b"\n"


def csv_lines(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[bytes]:
    """Return rows as CSV (RFC 4180); lists and maps are JSON in their cell, null is empty.

    Text a spreadsheet would take for a formula has an apostrophe before it, see ``guarded``.
    """
    line = io.StringIO()
    writer = csv.writer(line)
    for cells in _cells(columns, rows):
        writer.writerow(cells)
        yield line.getvalue().encode()
        line.seek(0)
        line.truncate()


def _cells(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[Sequence[object]]:
    yield columns
    for row in rows:
        yield [_cell(flat(row.get(column))) for column in columns]


def _cell(value: object) -> object:
    """Return a cell of CSV, where true and false are written as in the tables."""
    return ("true" if value else "false") if isinstance(value, bool) else guarded(value)


FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What text begins with that a spreadsheet may run."""


def guarded(value: object) -> object:
    """Return a cell no spreadsheet runs; numbers stay as they are, below zero too."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def flat(value: object) -> object:
    """Return a value a cell can hold: JSON for what has parts, a record's bytes as text."""
    if isinstance(value, msgspec.Raw):
        return bytes(value).decode()
    return encode(value).decode() if isinstance(value, (list, dict, tuple)) else value


def frame(columns: Sequence[str], rows: Iterable[Row], media: str) -> bytes:
    """Return rows as an Arrow stream or a Parquet file."""
    import polars as pl  # noqa: PLC0415 - dear, and seldom asked for

    listed = [{column: flat(row.get(column)) for column in columns} for row in rows]
    data = pl.DataFrame(listed, schema=list(columns), infer_schema_length=None)
    out = io.BytesIO()
    if media == ARROW:
        data.write_ipc_stream(out)
    else:
        data.write_parquet(out)
    return out.getvalue()


def render(columns: Sequence[str], rows: Sequence[Row], media: str) -> bytes:
    """Return rows in any format but JSON, which the caller wraps in its own object."""
    writers: dict[str, Callable[[], bytes]] = {
        NDJSON: lambda: b"".join(ndjson(rows)),
        CSV: lambda: b"".join(csv_lines(columns, rows)),
        ARROW: lambda: frame(columns, rows, ARROW),
        PARQUET: lambda: frame(columns, rows, PARQUET),
    }
    return writers[media]()
