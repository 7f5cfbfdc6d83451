"""Delimited text read line by line; no line, cell or file is held whole beyond a bound."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Final

DELIMITERS: Final = (";", ",", "\t", "|")
"""Of equals the first wins: where the comma is the decimal sign, the semicolon parts cells."""
LONGEST_LINE: Final = 1 << 20
"""Characters of a line."""
WIDEST: Final = 2_000
"""Cells of a row."""
_LOOKED_AT: Final = 30


class Unreadable(ValueError):  # noqa: N818 - reads as what is the case
    """A file that cannot be read to its end: what is wrong and where."""


def _lines(file: TextIOWrapper) -> Iterator[str]:
    while line := file.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            raise Unreadable(f"a line of more than {LONGEST_LINE} characters: no table of lines")
        yield line


def read_rows(path: Path, encoding: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield rows with the number of the line they begin at; raises ``Unreadable``."""
    before = 0
    try:
        with path.open(encoding=encoding, newline="") as file:
            reader = csv.reader(_lines(file), delimiter=delimiter)
            for row in reader:
                if len(row) > WIDEST:
                    raise Unreadable(f"line {before + 1} has {len(row)} cells, more than {WIDEST}")
                yield before + 1, row
                before = reader.line_num
    except csv.Error as error:
        words = f"after line {before}: {error}; a quotation mark may not be closed"
        raise Unreadable(words) from error
    except (UnicodeError, LookupError) as error:
        raise Unreadable(f"not {encoding}: {error}; name the encoding in a mapping file") from error


def sniff_delimiter(path: Path, encoding: str) -> str:
    """Return the delimiter by which most of the first lines fall into equally many cells."""
    return max(DELIMITERS, key=lambda sign: _fits(path, encoding, sign))


def _fits(path: Path, encoding: str, delimiter: str) -> int:
    widths = Counter[int]()
    try:
        for number, row in read_rows(path, encoding, delimiter):
            if number > _LOOKED_AT:
                break
            if len(row) > 1:
                widths[len(row)] += 1
    except Unreadable:
        return 0
    return max((width * count for width, count in widths.items()), default=0)
