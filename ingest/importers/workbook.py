"""Excel workbooks, row by row. A file that unpacks to too much is refused before it is unpacked."""

from __future__ import annotations

import warnings
import zipfile
import zlib
from collections.abc import Iterator
from lzma import LZMAError
from pathlib import Path
from typing import Any, Final

from ingest.importers.delimited import WIDEST, Unreadable

OLD: Final = b"\xd0\xcf\x11\xe0"
"""How files of Excel before 2007 begin."""
LARGEST: Final = 512 * 2**20
"""Bytes a workbook may unpack to; its sheets are read as they are unpacked."""
LARGEST_STRINGS: Final = 64 * 2**20
"""Bytes of the parts that are held whole: texts shared by cells, styles, everything but sheets."""
MOST_PARTS: Final = 2_000
RATIO: Final = 250
"""Times a part may be larger than it is packed; real sheets stay below 100."""
SMALL: Final = 4 * 2**20
"""Bytes of a part that may be packed as tightly as it likes."""


_FAULTS: Final = (
    zipfile.BadZipFile, zlib.error, LZMAError, LookupError, ValueError, TypeError, AttributeError,
    EOFError, OSError, ArithmeticError, RuntimeError, SyntaxError,
)  # fmt: skip
"""What openpyxl raises of a broken file, and under it the readers of archives and of XML: broken
XML is a ``SyntaxError`` of the standard library and of lxml, which openpyxl uses where it is."""


class Formula:
    """Stands for a cell whose value would have to be computed."""

    def __repr__(self) -> str:
        return "(formula)"


FORMULA: Final = Formula()


def check(path: Path) -> None:
    """Raise ``Unreadable`` unless a file is a workbook of bearable size."""
    try:
        with zipfile.ZipFile(path) as packed:
            parts = packed.infolist()
    except _FAULTS as error:
        raise Unreadable(f"no whole workbook: {error}; the file may be cut off") from error
    if len(parts) > MOST_PARTS:
        raise Unreadable(f"a workbook of {len(parts)} parts, more than {MOST_PARTS}")
    if sum(part.file_size for part in parts) > LARGEST:
        raise Unreadable(f"the workbook unpacks to more than {LARGEST} bytes; it was not unpacked")
    for part in parts:
        sheet = part.filename.startswith("xl/worksheets/")
        if not sheet and part.file_size > LARGEST_STRINGS:
            raise Unreadable(f"{part.filename} unpacks to more than {LARGEST_STRINGS} bytes")
        if part.file_size > SMALL and part.file_size > RATIO * max(1, part.compress_size):
            raise Unreadable(f"{part.filename} is packed more than {RATIO} times: no score sheet")


def read_sheets(path: Path) -> Iterator[tuple[str, Iterator[tuple[int, list[Any]]]]]:
    """Yield the sheets of a workbook; raises ``Unreadable``."""
    from openpyxl import load_workbook  # noqa: PLC0415 - dear to import

    check(path)
    with path.open("rb") as file:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # openpyxl warns of styles it leaves out
                book: Any = load_workbook(file, read_only=True, data_only=False, keep_links=False)
        except _FAULTS as error:
            raise Unreadable(f"no workbook that can be read: {_words(error)}") from error
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # what a file says of its size is not believed
            yield str(sheet.title), _rows(sheet)


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _rows(sheet: Any) -> Iterator[tuple[int, list[Any]]]:  # noqa: ANN401 - openpyxl has no types
    number = 0
    try:
        for cells in sheet.iter_rows(max_col=WIDEST + 1):
            number += 1
            row = _values(cells, number)
            if row:
                yield number, row
    except Unreadable:
        raise
    except _FAULTS as error:
        raise Unreadable(f"after row {number}: {_words(error)}; the file may be cut off") from error


def _values(cells: Any, number: int) -> list[Any]:  # noqa: ANN401 - as above
    row = [FORMULA if cell.data_type == "f" else cell.value for cell in cells]
    while row and row[-1] is None:
        row.pop()
    if len(row) > WIDEST:
        raise Unreadable(f"row {number} has more than {WIDEST} cells")
    return row
