"""Tables with headers: which column is which field, what stands above the headers, and the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, TypeVar

from ingest.importers import values
from ingest.importers.ids import squeezed
from ingest.importers.mapping import Mapping, fields, header_fields, known_words, plain
from ingest.importers.report import Place, Report
from ingest.importers.source import FORMULA, Cell, Sheet, Source
from ingest.importers.text import decoded_twice
from ingest.names import normalised

T = TypeVar("T")
_LOOKED_AT: Final = 40
"""Rows from the top in which headers are looked for."""
TEXTS: Final = {"sl": "SI", "pl": "PL", "lt": "LT"}
"""The rule text a language of headers speaks for."""


class RowRefused(ValueError):  # noqa: N818 - reads as what happened
    """A row cannot be taken: why, in which field, and what stands there."""

    def __init__(self, words: str, name: str = "", value: object = "") -> None:
        super().__init__(words)
        self.words = words
        self.name = name
        self.value = value


@dataclass(slots=True)
class Table:
    """A table of a sheet whose headers were found; ``turns`` are columns headed by numbers."""

    file: str
    sheet: str
    header_row: int
    columns: dict[str, int]
    turns: list[int]
    fixed: dict[str, str]
    rows: Iterator[tuple[int, list[Cell]]]
    mapping: Mapping
    report: Report
    language: str | None = None
    unknown: list[str] = field(default_factory=list[str])
    heads: list[str] = field(default_factory=list[str])

    def has(self, *names: str) -> bool:
        """Tell whether the table has all of some fields, as columns or for every row."""
        return all(name in self.columns or self.fixed.get(name) for name in names)

    def place(self, row: int | None = None, column: int | None = None) -> Place:
        """Return the place of a row or a cell."""
        from openpyxl.utils import get_column_letter  # noqa: PLC0415 - dear to import

        cell = f"{get_column_letter(column + 1)}{row}" if column is not None else None
        return Place(self.file, self.sheet, row, cell)

    def lines(self, *, remarks: bool = True) -> Iterator[Line]:
        """Yield the rows below the headers that are not empty, and count them.

        A row with one cell alone is a ``remark`` among the rows, where there can be such.
        """
        for number, cells in self.rows:
            filled = [index for index, cell in enumerate(cells) if cell not in (None, "")]
            if remarks and len(filled) == 1 < len(self.columns):
                place = self.place(number, filled[0])
                self.report.note("left_out", "a remark, kept here alone", place, cells[filled[0]])
            elif filled:
                self.report.rows += 1
                yield Line(self, number, cells)


@dataclass(slots=True)
class Line:
    """A row of a table."""

    table: Table
    number: int
    cells: list[Cell]
    flagged: tuple[str, ...] = ()

    def raw(self, name: str) -> Cell:
        """Return what stands in a column, a formula too, else what holds for every row."""
        column = self.table.columns.get(name)
        value = self.cells[column] if column is not None and column < len(self.cells) else None
        return self.table.fixed.get(name, "") if value is None or value == "" else value

    def cell(self, name: str) -> Cell:
        """Return what stands in a column, else what holds for every row; refuses a formula."""
        value = self.raw(name)
        if value is FORMULA:
            raise RowRefused("a formula is not computed: paste its value", name)
        return value

    def text(self, name: str) -> str:
        """Return text as it is kept, single spaces and NFC; flags what was encoded twice."""
        value = self.cell(name)
        if isinstance(value, str):
            twice = decoded_twice(value)
            if twice is not None and name not in self.flagged:
                self.flagged = (*self.flagged, name)
                words = f"encoded twice, read as {twice}"
                self.table.report.note("guessed", words, self.place(name), value)
            return squeezed(twice or value)
        number = values.whole(value)
        return str(value if number is None else number)

    def whole(self, name: str) -> int | None:
        """Return a whole number, None where nothing stands; refuses anything else."""
        value = self.cell(name)
        if value == "" or (isinstance(value, str) and not value.strip()):
            return None
        number = values.whole(value)
        if number is None:
            raise RowRefused("no whole number", name, value)
        return number

    def word(self, name: str) -> str | None:
        """Return our word for the one of a closed list, None where nothing stands."""
        value = self.text(name)
        if not value:
            return None
        theirs = self.table.mapping.words.get(name, {})
        ours = theirs.get(value) or known_words(name).get(plain(value))
        if ours is None:
            raise RowRefused("a word that is not known: give its meaning in a mapping", name, value)
        return ours

    def place(self, name: str = "") -> Place:
        """Return the place of the row, or of its cell in a column."""
        column = self.table.columns.get(name)
        return self.table.place(self.number, column)

    def refuse(self, refused: RowRefused) -> None:
        """Put into the report why this row is not taken."""
        self.table.report.note("refused", refused.words, self.place(refused.name), refused.value)


def taken(line: Line, make: Callable[[], T]) -> T | None:
    """Return what is made of a row, None where it has to be refused; the report says why."""
    try:
        return make()
    except RowRefused as refused:
        line.refuse(refused)
        return None


def find_tables(source: Source, mapping: Mapping, report: Report) -> Iterator[Table]:
    """Yield the tables of a file; a sheet without known headers is left out."""
    for sheet in source.sheets():
        table = find_table(source.name, sheet, mapping, report)
        if table is not None:
            yield table
        elif source.kind == "excel":
            words = "no known headers on this sheet"
            report.note("left_out", words, Place(source.name, sheet.name))


def find_table(file: str, sheet: Sheet, mapping: Mapping, report: Report) -> Table | None:
    """Return the table of a sheet: the first row that is headers for the greater part."""
    names = _names(mapping)
    fixed = {name: str(value) for name, value in mapping.constants.items()}
    for number, cells in islice(sheet.rows, _LOOKED_AT):
        columns, turns, unknown = _columns(cells, names)
        if _are_headers(len(columns), len(turns), len(unknown)):
            made = Table(
                file, sheet.name, number, columns, turns, fixed, sheet.rows, mapping, report
            )
            made.language, made.unknown = _language(cells), unknown
            made.heads = [squeezed(str(cell)) for cell in cells]
            return made
        fixed |= _preamble(cells, names)
    return None


def note_unknown(table: Table) -> None:
    """Say which columns nothing is made of."""
    if table.unknown:
        words = f"columns that are not known: {', '.join(table.unknown)}; a mapping file names them"
        table.report.note("left_out", words, table.place(table.header_row))


def _names(mapping: Mapping) -> dict[str, str]:
    """Return the field of each header; those of a mapping win."""
    own = {normalised(header): name for name, header in mapping.headers.items()}
    hidden = {*own.values()}
    known = {head: name for head, name in header_fields().items() if name not in hidden}
    return known | own


def _columns(
    cells: list[Cell], names: dict[str, str]
) -> tuple[dict[str, int], list[int], list[str]]:
    columns: dict[str, int] = {}
    turns, unknown = list[int](), list[str]()
    for index, cell in enumerate(cells):
        if cell is None or cell == "":
            continue
        name = names.get(normalised(str(cell)))
        if name is not None and name not in columns:
            columns[name] = index
        elif values.whole(cell) == len(turns) + 1:
            turns.append(index)
        else:
            unknown.append(squeezed(str(cell)))
    return columns, turns, unknown


def _are_headers(known: int, turns: int, unknown: int) -> bool:
    return (known >= 2 or (known >= 1 and turns >= 3)) and known + turns > unknown


def _preamble(cells: list[Cell], names: dict[str, str]) -> dict[str, str]:
    """Read pairs of field and value above the headers, such as a date or the players."""
    found: dict[str, str] = {}
    filled = [cell for cell in cells if cell not in (None, "", FORMULA)]
    for head, value in zip(filled[::2], filled[1::2], strict=False):
        name = names.get(normalised(str(head)))
        if name is not None:
            written = value.isoformat() if hasattr(value, "isoformat") else str(value)
            found[name] = squeezed(written)
    return found


def _language(cells: list[Cell]) -> str | None:
    """Return the language most headers are of, where one of ours."""
    heads = {normalised(str(cell)) for cell in cells if cell}
    votes = Counter(
        language
        for by_language in fields().values()
        for language, headers in by_language.items()
        if language in TEXTS and heads & set(map(normalised, headers))
    )
    return votes.most_common(1)[0][0] if votes else None
