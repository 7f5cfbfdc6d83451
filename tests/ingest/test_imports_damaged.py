"""Damaged files of every format: a report or a refusal, whole matches or none, every row told."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from ingest.importers.report import Report
from ingest.importers.snooker_org import read_frames
from tests.ingest.import_cases import GOLDEN, run
from tests.ingest.import_damage import FILES, damaged
from tests.ingest.laws_of_imports import check

CHANCE = st.randoms(use_true_random=False)
TABLES = [path for path in FILES if path.suffix == ".csv"]
EVERY = [
    *(pytest.param(path, False, id=f"{path.parent.name}/{path.name}") for path in FILES),
    *(pytest.param(path, True, id=f"{path.parent.name}/{path.name}, Excel") for path in TABLES),
]
"""Every file as it is, and every table as a workbook too."""


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def try_damaged(path: Path, folder: Path, rng: Random, *, excel: bool = False) -> None:
    spoilt = folder / (path.with_suffix(".xlsx").name if excel else path.name)
    spoilt.write_bytes(damaged(path, rng, excel=excel))
    check(*run([spoilt]))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged")


@pytest.mark.parametrize("path", FILES, ids=named)
@settings(max_examples=25)
@given(rng=CHANCE)
def test_a_damaged_file_is_read_or_refused(path: Path, folder: Path, rng: Random) -> None:
    try_damaged(path, folder, rng)


@pytest.mark.parametrize("path", TABLES, ids=named)
@settings(max_examples=6)
@given(rng=CHANCE)
def test_a_damaged_workbook_is_read_or_refused(path: Path, folder: Path, rng: Random) -> None:
    try_damaged(path, folder, rng, excel=True)


@pytest.mark.long
@pytest.mark.timeout(1_200)
@pytest.mark.parametrize(("path", "excel"), EVERY)
@settings(max_examples=3_000)
@given(rng=CHANCE)
def test_many_damaged_files(path: Path, folder: Path, rng: Random, *, excel: bool) -> None:
    try_damaged(path, folder, rng, excel=excel)


# What the fuzzing found: each of these once ended in an error of the program, or in silence.


def told(folder: Path, name: str, data: bytes) -> Report:
    """Import bytes; nothing may come of them but a report."""
    (folder / name).write_bytes(data)
    made, report = run([folder / name])
    check(made, report)
    assert made == []
    return report


def change(golden: str, **changes: object) -> bytes:
    """Return a golden JSON file, fields of its first match or stroke being others."""
    games = json.loads((GOLDEN / golden).read_bytes())
    first = games[0].get("matches", games[0].get("shots"))[0]
    first.update(changes)
    del games[1:]
    if "matches" in games[0]:
        del games[0]["matches"][1:]
    return json.dumps(games).encode()


FRAME = {"frameNo": 1, "scoreA": 1, "scoreB": 0}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"n": "nine"}, "shots[0].n"),
        ({"events": 3.5}, "shots[0].events"),
        ({"events": [["ball_ball", 0.1, "cue"]]}, "shots[0].events[0]"),
        ({"pocketed": [["3", "xx"]]}, "shots[0].pocketed[0][1]"),
        ({"called": ["3"]}, "shots[0].called"),
    ],
)
def test_strokes_of_another_shape_are_refused(
    changes: dict[str, object], words: str, tmp_path: Path
) -> None:
    report = told(tmp_path, "g.json", change("pooltool/games.json", **changes))
    assert [words in note.words for note in report.notes] == [True]


@pytest.mark.parametrize(
    "frames",
    [7, [FRAME | {"scoreA": -1}], [FRAME | {"scoreB": 10**15}], [FRAME | {"scoreA": None}], [3]],
)
def test_frames_that_are_none_are_refused(frames: object, tmp_path: Path) -> None:
    report = told(tmp_path, "c.json", change("cuescore/open.json", frames=frames))
    assert [note.kind for note in report.notes if note.place.row == 1] == ["refused"]


def test_matches_that_are_no_list_are_refused(tmp_path: Path) -> None:
    report = told(tmp_path, "c.json", b'{"tournamentId": 1, "matches": 5}')
    assert [note.words for note in report.notes] == ["no list of matches"]


def test_a_folder_of_time_zones_is_no_zone(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    data = (GOLDEN / "lines-bom-nbsp" / "dvoboj.csv").read_text("utf-8")
    path.write_text(data.replace("Europe/Ljubljana", "Europe"), "utf-8")
    made, report = run([path])
    assert len(made) == 2
    assert any("no such time zone as Europe" in note.words for note in report.notes)


def test_headers_alone_are_told(tmp_path: Path) -> None:
    report = told(tmp_path, "r.csv", b"Player A;Player B;Score A;Score B\n")
    assert [(note.kind, note.words) for note in report.notes] == [
        ("left_out", "no row and no match in it")
    ]


def workbook_with(part: str, content: bytes) -> bytes:
    """Return a workbook one part of which is something else."""
    book, file = Workbook(), io.BytesIO()
    book.save(file)
    changed = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            new.writestr(name, content if name == part else old.read(name))
    return changed.getvalue()


@pytest.mark.parametrize("content", [b"", b"<", b"no xml", b'<?xml version="1.0" encoding="x"?>'])
def test_broken_xml_of_a_workbook_is_refused(content: bytes, tmp_path: Path) -> None:
    report = told(tmp_path, "b.xlsx", workbook_with("xl/workbook.xml", content))
    assert [note.kind for note in report.notes] == ["refused"]


def test_a_formula_for_a_player_is_refused_with_its_cell(tmp_path: Path) -> None:
    book, file = Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    for row in (("Player", "Opponent", "Balls"), ("=A1", "Bor", 3), ("Bor", "Ana", 2)):
        sheet.append(row)
    book.save(file)
    report = told(tmp_path, "p.xlsx", file.getvalue())
    assert ("refused", "A2") in [(note.kind, note.place.cell) for note in report.notes]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("text", ["a" * 70_000, f"1-1 ({'a ' * 35_000})"])
def test_a_long_text_among_frame_scores_takes_no_time(text: str) -> None:
    # Time grew with the square of the length: minutes for one cell.
    assert "a" in read_frames(text)[1] or text.startswith("1-1")
