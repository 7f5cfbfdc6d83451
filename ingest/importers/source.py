"""A file to import: what kind it is, and its rows as they stand, never all of them at once."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import msgspec

from ingest.importers import text, workbook
from ingest.importers.delimited import Unreadable, read_rows, sniff_delimiter
from ingest.importers.text import Encoding

LARGEST_JSON: Final = 64 * 2**20
"""Bytes of a JSON file, which is read whole."""
FORMULA: Final = workbook.FORMULA
__all__ = ["FORMULA", "Cell", "Sheet", "Source", "Unreadable"]

Cell = Any
"""Text, or of a workbook a number, a date or ``FORMULA``; None and empty text are no value."""


class Sheet(NamedTuple):
    """A table of a file: its name, and its rows with their numbers from 1."""

    name: str
    rows: Iterator[tuple[int, list[Cell]]]


@dataclass
class Source:
    """A file on disk under the name its user knows; may be read any number of times."""

    name: str
    path: Path
    encoding: str | None = None
    delimiter: str | None = None
    _json: list[Any] = field(default_factory=list[Any])

    @cached_property
    def kind(self) -> Literal["excel", "json", "text"]:
        """Return what the bytes are."""
        with self.path.open("rb") as file:
            start = file.read(1 << 12)
        if zipfile.is_zipfile(self.path):
            return "excel"
        if start.startswith(workbook.OLD):
            raise Unreadable("an Excel file of before 2007 (.xls); save it as .xlsx or CSV")
        begins = start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
        return "json" if begins in (b"[", b"{") else "text"

    @cached_property
    def decoding(self) -> Encoding:
        """Return the encoding of a text file."""
        return Encoding(self.encoding) if self.encoding else text.detect(self.path)

    def json(self) -> Any:  # noqa: ANN401 - whatever JSON can hold
        """Return a JSON file as data."""
        if not self._json:
            size = self.path.stat().st_size
            if size > LARGEST_JSON:
                words = f"JSON of {size} bytes; at most {LARGEST_JSON} are read: split the file"
                raise Unreadable(words)
            try:
                data = self.path.read_bytes().removeprefix(b"\xef\xbb\xbf")
                self._json.append(msgspec.json.decode(data))
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise Unreadable(f"no JSON: {error}; the file may be cut off") from error
        return self._json[0]

    def sheets(self) -> Iterator[Sheet]:
        """Yield the tables of a file."""
        if self.kind == "excel":
            for name, rows in workbook.read_sheets(self.path):
                yield Sheet(name, rows)
            return
        encoding = self.decoding.name
        delimiter = self.delimiter or sniff_delimiter(self.path, encoding)
        yield Sheet("", read_rows(self.path, encoding, delimiter))

    def head(self, count: int = 40) -> list[tuple[str, list[list[Cell]]]]:
        """Return the first rows of every table."""
        found: list[tuple[str, list[list[Cell]]]] = []
        for sheet in self.sheets():
            rows: list[list[Cell]] = []
            for _, cells in sheet.rows:
                rows.append(cells)
                if len(rows) == count:
                    break
            found.append((sheet.name, rows))
        return found
