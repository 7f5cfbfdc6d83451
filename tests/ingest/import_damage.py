"""The golden files of every importer, damaged: by rows and columns, by values, by bytes.

All chance comes from the ``Random`` given, so that Hypothesis shrinks what it finds and a number
alone repeats it.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

from openpyxl import Workbook
from openpyxl.utils.exceptions import IllegalCharacterError

from tests.ingest.import_cases import GOLDEN

Rows = list[list[str]]
FILES = sorted(path for path in GOLDEN.glob("*/*") if path.suffix in (".csv", ".json"))
NASTY = (
    "", " ", "0", "-1", "1", "2", "3", "12,5", "1e999", "NaN", "Infinity", "9" * 15, "9" * 400,
    "9" * 5_000, "-" + "9" * 14, "\x00", "a\x00b", "\ud800", "\ufeff", "\u00a0", "²", "٣", "½",
    "'", '"', ";", "\n", "=1+1", "@SUM(A1)", "Bye", "a" * 70_000, "\U0001f3b1", "e\u0301" * 50,
    "Europe", "../../etc", "Africa/Nowhere", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59",
    "2026-02-30", "31.12.9999", "1.1.1", "0/0/0", "24:00", "14.1", "9-ball", "snooker", "LT", "F",
    "0S", "W", "999999F", "1-1, 2-2 (999)", "(((", "true", "null",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    *NASTY, None, True, False, 0, 1, -1, 3, 10**6, 10**15, 2**53, 2**64, -(2**70), 10**400, 1.5,
    -0.0, float("nan"), float("inf"), 1e308, [], {}, [[]], [{}], {"": None}, [None], [1, 2, 3],
    {"playerId": {}}, {"playerId": [], "name": {}},
)  # fmt: skip
ENCODINGS = (
    "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1250", "cp1252",
    "cp1257", "cp437", "utf-7", "shift_jis", "cp037",
)  # fmt: skip


@cache
def _rows(path: Path) -> tuple[tuple[str, ...], ...]:
    """Return a golden table as rows."""
    data = path.read_bytes()
    name = "cp1250" if "cp1250" in str(path) else "cp1257" if "cp1257" in str(path) else "utf-8-sig"
    text = data.decode(name)
    sign = ";" if text.count(";") > text.count(",") else ","
    return tuple(tuple(row) for row in csv.reader(io.StringIO(text), delimiter=sign))


def _drop_row(rows: Rows, rng: Random) -> None:
    del rows[rng.randrange(len(rows))]


def _repeat_row(rows: Rows, rng: Random) -> None:
    rows.insert(rng.randrange(len(rows) + 1), list(rng.choice(rows)))


def _shuffle_rows(rows: Rows, rng: Random) -> None:
    rng.shuffle(rows)


def _shuffle_columns(rows: Rows, rng: Random) -> None:
    order = list(range(max(map(len, rows))))
    rng.shuffle(order)
    rows[:] = [[row[index] for index in order if index < len(row)] for row in rows]


def _drop_column(rows: Rows, rng: Random) -> None:
    index = rng.randrange(max(map(len, rows)) or 1)
    rows[:] = [row[:index] + row[index + 1 :] for row in rows]


def _repeat_column(rows: Rows, rng: Random) -> None:
    index = rng.randrange(max(map(len, rows)) or 1)
    rows[:] = [row[: index + 1] + row[index:] for row in rows]


def _spoil_cell(rows: Rows, rng: Random) -> None:
    row = rng.choice(rows)
    if row:
        row[rng.randrange(len(row))] = rng.choice(NASTY)


def _widen(rows: Rows, rng: Random) -> None:
    rng.choice(rows).extend(["1"] * rng.choice([1, 5, 2_500]))


TABLE_DAMAGE: Sequence[Callable[[Rows, Random], None]] = (
    _drop_row, _repeat_row, _shuffle_rows, _shuffle_columns, _drop_column, _repeat_column, _widen,
    _spoil_cell, _spoil_cell, _spoil_cell, _spoil_cell,
)  # fmt: skip


def spoilt_rows(path: Path, rng: Random) -> Rows:
    """Return the rows of a golden table after a few strokes of misfortune."""
    rows = [list(row) for row in _rows(path)]
    for _ in range(rng.randint(1, 4)):
        if rows and any(rows):
            rng.choice(TABLE_DAMAGE)(rows, rng)
    return rows


def as_text(rows: Rows, rng: Random) -> bytes:
    """Return rows as delimited text in some encoding."""
    file = io.StringIO()
    writer = csv.writer(
        file, delimiter=rng.choice(";,\t|"), lineterminator=rng.choice(["\n", "\r\n"])
    )
    writer.writerows(rows)
    name = rng.choice(ENCODINGS) if rng.randrange(3) == 0 else "utf-8"
    return file.getvalue().encode(
        name, "surrogatepass" if name.startswith("utf-") and name != "utf-7" else "replace"
    )


def as_workbook(rows: Rows, rng: Random) -> bytes:
    """Return rows as a workbook: figures as such, formulas, dates and errors among them."""
    book = Workbook()
    sheet = cast("Any", book.active)
    for number, row in enumerate(rows[:50], start=1):
        for column, cell in enumerate(row[:60], start=1):
            value: Any = int(cell) if cell.isdecimal() and len(cell) < 300 else cell[:30_000]
            if rng.randrange(40) == 0:
                value = rng.choice(["#DIV/0!", "=A1", 1e300, 10**200, True, 45_000.5, -1, None])
            try:
                sheet.cell(number, column).value = value
            except (IllegalCharacterError, ValueError):
                sheet.cell(number, column).value = "?"
    file = io.BytesIO()
    try:
        book.save(file)
    except UnicodeError:
        return b"PK"
    return file.getvalue()


def spoilt_archive(data: bytes, rng: Random) -> bytes:
    """Return a workbook one part of which is missing, doubled, cut off or something else."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w") as new:
        spoilt = rng.choice(old.namelist())
        for name in old.namelist():
            part = old.read(name)
            if name != spoilt:
                new.writestr(name, part)
                continue
            cut = part[: rng.randrange(len(part) + 1)]
            for made in rng.choice([[], [cut], [b""], [rng.randbytes(200)], [flipped(part, rng)]]):
                new.writestr(name, made)
    return file.getvalue()


def _walk(value: Any, rng: Random) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """Return JSON in which something has become something else."""
    if not isinstance(value, (dict, list)) or not value or rng.randrange(8) == 0:
        return rng.choice(VALUES)
    if isinstance(value, dict):
        fields = dict(cast("dict[str, Any]", value))
        name = rng.choice(list(fields))
        if rng.randrange(6) == 0:
            del fields[name]
        else:
            fields[name] = _walk(fields[name], rng)
        return fields
    items = list(cast("list[Any]", value))
    index = rng.randrange(len(items))
    act = rng.randrange(8)
    if act == 0:
        del items[index]
    elif act == 1:
        items.insert(rng.randrange(len(items)), items[index])
    elif act == 2:
        rng.shuffle(items)
    else:
        items[index] = _walk(items[index], rng)
    return items


def spoilt_json(path: Path, rng: Random) -> bytes:
    """Return a golden JSON file with values changed, nested deeply or repeated."""
    value = json.loads(path.read_bytes())
    for _ in range(rng.randint(1, 4)):
        value = _walk(value, rng)
    text = json.dumps(value, ensure_ascii=bool(rng.randrange(2)))
    if rng.randrange(30) == 0:
        deep = rng.choice([40, 1_200, 100_000])
        text = text.replace("1", "[" * deep + "]" * deep, 1)
    return text.encode("utf-8", "surrogatepass")


def flipped(data: bytes, rng: Random) -> bytes:
    """Return bytes some of which are others."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        if changed:
            changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def damaged(path: Path, rng: Random, *, excel: bool = False) -> bytes:
    """Return what is left of a golden file; ``excel``: of a workbook that holds its table."""
    if path.suffix == ".json":
        data = spoilt_json(path, rng)
    elif excel:
        data = as_workbook(spoilt_rows(path, rng), rng)
        if data.startswith(b"PK\x03") and rng.randrange(3) == 0:
            data = spoilt_archive(data, rng)
    else:
        data = as_text(spoilt_rows(path, rng), rng)
    last = rng.randrange(10)
    if last == 0:
        return data[: rng.randrange(len(data) + 1)]
    return flipped(data, rng) if last == 1 else data
