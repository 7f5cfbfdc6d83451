"""Files cut off, swollen or spoilt: a clear refusal or a report, never a crash, bounded memory."""

from __future__ import annotations

import random
import tracemalloc
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from ingest.importers import delimited, workbook
from ingest.importers.report import Report
from tests.ingest.import_cases import GOLDEN, run

FILES = sorted(path for path in GOLDEN.glob("*/*") if path.suffix in (".csv", ".json"))
HEAD = "Player A;Player B;Score A;Score B;Discipline;Target\n"


def sheet_of(rows: Sequence[Sequence[str | int]], path: Path) -> Path:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append([*row])
    book.save(path)
    return path


def refused(report: Report) -> list[str]:
    return [note.words for note in report.notes if note.kind == "refused"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name + "/" + path.name)
def test_a_file_cut_off_anywhere_is_read_or_refused(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    cut = tmp_path / path.name
    for length in range(0, len(data), max(1, len(data) // 25)):
        cut.write_bytes(data[:length])
        run([cut])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name + "/" + path.name)
def test_spoilt_bytes_do_no_harm(path: Path, tmp_path: Path) -> None:
    chance = random.Random(path.name)  # noqa: S311 - guards nothing
    spoilt = tmp_path / path.name
    for _ in range(15):
        data = bytearray(path.read_bytes())
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        spoilt.write_bytes(bytes(data))
        run([spoilt])


@settings(max_examples=80, deadline=None)
@given(data=st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(
    data: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("any") / "any.csv"
    path.write_bytes(data)
    made, report = run([path])
    assert made == []
    assert report.events == 0


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.csv"
    path.write_bytes(b"")
    assert refused(run([path])[1])


def test_a_workbook_cut_off_is_refused(tmp_path: Path) -> None:
    whole = sheet_of(
        [[*HEAD.strip().split(";")], ["Ana", "Bor", 5, 3, "9-ball", 5]], tmp_path / "w"
    )
    data = whole.read_bytes()
    cut = tmp_path / "cut.xlsx"
    for length in range(4, len(data), len(data) // 20):
        cut.write_bytes(data[:length])
        made, report = run([cut])
        assert made == []
        assert refused(report)


def test_a_formula_is_refused_with_its_cell(tmp_path: Path) -> None:
    rows: list[Sequence[str | int]] = [[*HEAD.strip().split(";")]]
    rows += [["Ana", "Bor", "=2+3", 3, "9-ball", 5], ["Ana", "Cene", 5, 1, "9-ball", 5]]
    made, report = run([sheet_of(rows, tmp_path / "f.xlsx")])
    assert len(made) == 1
    notes = [note for note in report.notes if note.kind == "refused"]
    assert [(note.place.sheet, note.place.cell) for note in notes] == [("Sheet", "C2")]
    assert "paste its value" in notes[0].words


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = sheet_of([["a", "b"]], tmp_path / "b.xlsx")
    with (
        zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as packed,
        packed.open("xl/worksheets/sheet2.xml", "w") as part,
    ):
        for _ in range(64):
            part.write(bytes(2**20))
    tracemalloc.start()
    made, report = run([path])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert made == []
    assert "packed more than" in refused(report)[0]
    assert peak < 8 * 2**20


def test_shared_texts_too_large_to_hold_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = sheet_of([[f"text {number}" for number in range(200)]], tmp_path / "t.xlsx")
    monkeypatch.setattr(workbook, "LARGEST_STRINGS", 1_000)
    assert "unpacks to more than" in refused(run([path])[1])[0]


def test_entities_do_not_grow(tmp_path: Path) -> None:
    path = sheet_of([["a", "b"]], tmp_path / "x.xlsx")
    bomb = '<?xml version="1.0"?><!DOCTYPE z [<!ENTITY a "' + "a" * 1000 + '">'
    bomb += "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 20}">' for n in range(6))
    bomb += "]><worksheet><sheetData><row><c><v>&g;</v></c></row></sheetData></worksheet>"
    swapped = tmp_path / "y.xlsx"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(swapped, "w") as new:
        for name in old.namelist():
            new.writestr(name, bomb if name.endswith("sheet1.xml") else old.read(name))
    made, report = run([swapped])
    assert made == []
    assert refused(report)


def test_a_quotation_mark_left_open_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "q.csv"
    path.write_text(f'{HEAD}"Ana;Bor;5;3;9-ball;5\n' + "x;y;1;2;9-ball;5\n" * 20_000)
    assert "quotation mark" in refused(run([path])[1])[0]


def test_a_line_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "l.csv"
    path.write_bytes(b"a" * (delimited.LONGEST_LINE + 10))
    assert refused(run([path])[1])


@pytest.mark.slow
def test_a_hundred_megabytes_are_read_in_bounded_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write(HEAD)
        row = "Ana Kos;Bor Gaj;five;3;9-ball;5" + " " * 4_000 + "\n"
        for _ in range(100 * 2**20 // len(row) + 1):
            file.write(row)
    assert path.stat().st_size > 100 * 2**20
    tracemalloc.start()
    made, report = run([path])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert made == []
    assert report.counts["refused"] == report.rows > 25_000
    assert len(report.notes) <= 2_000
    assert peak < 16 * 2**20


def test_json_too_large_to_hold_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.importers.source.LARGEST_JSON", 100)
    path = tmp_path / "j.json"
    path.write_bytes((GOLDEN / "cuescore" / "open.json").read_bytes())
    assert "split the file" in refused(run([path])[1])[0]
