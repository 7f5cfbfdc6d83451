"""Every importer on small files made by hand, and the ways a file can be written."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from openpyxl import Workbook

from domain.events import fields_of
from ingest.importers import values
from ingest.importers.ids import Ids
from ingest.importers.mapping import BadMapping, Mapping, read_mapping
from ingest.importers.people import is_nobody
from ingest.importers.snooker_org import read_frames
from ingest.importers.text import decoded_twice, guess
from ingest.names import normalised
from tests.ingest.import_cases import GOLDEN, KEY, case, run, told

CASES = sorted(folder.name for folder in GOLDEN.iterdir())
RESULT = (
    "Igralec A;Igralec B;Rezultat A;Rezultat B;Disciplina;Cilj\nŽiga Čuk;Ana Kos;5;3;9-ball;5\n"
)


@pytest.mark.parametrize("name", CASES)
def test_golden_files_give_what_was_written_down(name: str) -> None:
    assert told(*case(name)) == (GOLDEN / name / "told.txt").read_text("utf-8")


@pytest.mark.parametrize("name", CASES)
def test_a_second_reading_gives_the_same_records(name: str) -> None:
    first, second = ([event for made in case(name)[0] for event in made.events] for _ in range(2))
    assert first == second
    assert len({(event.match, event.id) for event in first}) == len(first)


@pytest.mark.parametrize("name", CASES)
def test_no_name_is_in_an_event(name: str) -> None:
    for made in case(name)[0]:
        written = normalised(str([fields_of(event) for event in made.events]))
        for named in made.named:
            if not named.player.startswith("team-"):
                assert normalised(named.name) not in written


def test_ids_of_names_need_the_key() -> None:
    here, there = Ids(b"1" * 32), Ids(b"2" * 32)
    assert here.player("x", "", "Ana Kos") == here.player("x", "", "ana  KOS")
    assert here.player("x", "", "Ana Kos") != there.player("x", "", "Ana Kos")
    assert here.player("x", "", "Ana Kos", "BK Sever") != here.player("x", "", "Ana Kos", "BK Jug")
    assert here.player("x", "17", "Ana Kos") == "x:17"
    assert "ana" not in here.player("x", "ana-kos", "Ana Kos")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Žiga Čuk, Anže Šuštar", "cp1250"),
        ("Łukasz Gąska, Józef Ćwik, Święty Żuk", "cp1250"),
        ("Žydrūnas Ąžuolas, Eglė Šukytė, Gervėčių", "cp1257"),
        ("Jürgen Weiß, Ørsted Åse, François", "cp1252"),
    ],
)
def test_code_pages_are_told_from_few_letters(text: str, name: str) -> None:
    assert text.encode(name).decode(guess(text.encode(name))) == text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1250", "utf-16"])
def test_an_encoding_changes_nothing(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "r.csv"
    path.write_bytes(RESULT.encode(encoding))
    made, report = run([path])
    assert [named.name for named in made[0].named] == ["Žiga Čuk", "Ana Kos"]
    assert report.counts["refused"] == 0


@pytest.mark.parametrize("page", ["cp1250", "latin-1"])
def test_text_encoded_twice_is_told(page: str) -> None:
    twice = "Gašper Ščuka".encode().decode(page)
    assert decoded_twice(twice) == "Gašper Ščuka"
    assert decoded_twice("Gašper Ščuka") is None
    assert decoded_twice("čłł") is None


@pytest.mark.parametrize(
    ("cell", "number"),
    [("125.0", 125), ("125,0", 125), (99.0, 99), ("-2", -2), ("12,5", None), ("", None),
     (True, None), ("\u00a07", 7), ("1e3", None), (float("nan"), None), (0.5, None)],
)  # fmt: skip
def test_whole_numbers(cell: object, number: int | None) -> None:
    assert values.whole(cell) == number


def test_frame_times_are_minutes_not_decimals() -> None:
    assert values.clock_seconds("67:24") == 4_044
    assert values.clock_seconds("1:07:24") == 4_044
    assert values.clock_seconds("28.3") is None


@pytest.mark.parametrize(
    ("text", "day", "guessed"),
    [("2026-05-09", "2026-05-09", False), ("9.5.2026", "2026-05-09", False),
     ("9. 5. 2026", "2026-05-09", False), ("09/05/2026", "2026-05-09", True),
     ("25/05/2026", "2026-05-25", False), ("9.5.26", "2026-05-09", True)],
)  # fmt: skip
def test_days(text: str, day: str, guessed: bool) -> None:
    found = values.day(text)
    assert found is not None
    assert (found[0].isoformat(), found[1]) == (day, guessed)


def test_a_season_gives_a_day_its_year() -> None:
    assert [values.day(text, 2025) for text in ("09/03", "02/04")] == [
        (datetime(2025, 9, 3).date(), True),  # noqa: DTZ001 - a day has no zone
        (datetime(2026, 2, 4).date(), True),  # noqa: DTZ001
    ]
    assert values.day("09/03") is None


def test_a_time_the_clock_shows_twice_is_not_trusted() -> None:
    twice = values.local(datetime(2024, 10, 27, 2, 30), "Europe/Ljubljana")  # noqa: DTZ001
    once = values.local(datetime(2024, 10, 27, 3, 30), "Europe/Ljubljana")  # noqa: DTZ001
    assert twice.precision == "estimated"
    assert twice.doubt is not None
    assert (once.at, once.precision) == ("2024-10-27T03:30:00+01:00", "exact")


def test_a_day_alone_stays_the_day() -> None:
    when = values.instant("2026-05-09")
    assert when is not None
    assert when.at.startswith("2026-05-09T12:00")
    assert when.precision == "day"


def test_byes_are_nobody() -> None:
    assert all(map(is_nobody, ["Bye", "Lc Bye 6", "BYE 12", "UNKNOWN", "Wolny los", "Freilos"]))
    assert not any(map(is_nobody, ["Byers", "Ana Bye-Kos", "Prostor Mak", "Neja"]))


@pytest.mark.parametrize(
    ("text", "scores", "left"),
    [
        ("72-0 (71) 74-0 (64), 61-87", [(72, 0), (74, 0), (61, 87)], ""),
        ("0 -84 (84)<br/>75-7", [(0, 84), (75, 7)], ""),
        ("7-75, (63), 72-8 (61)", [(7, 75), (72, 8)], ""),
        ("1-109\t(51,58)", [(1, 109)], ""),
        ("1st session:<br />93-28", [(93, 28)], ""),
        ("Three centuries", [], "Three centuries"),
    ],
)
def test_frame_scores_as_free_text(text: str, scores: list[tuple[int, int]], left: str) -> None:
    frames, rest = read_frames(text)
    assert ([frame.scores for frame in frames], rest) == (scores, left)


def test_columns_may_stand_in_any_order(tmp_path: Path) -> None:
    straight, shuffled = tmp_path / "a" / "r.csv", tmp_path / "b" / "r.csv"
    rows = [line.split(";") for line in RESULT.splitlines()]
    for path, order in ((straight, (0, 1, 2, 3, 4, 5)), (shuffled, (5, 3, 0, 4, 2, 1))):
        path.parent.mkdir()
        path.write_text("\n".join(";".join(row[i] for i in order) for row in rows), "utf-8")
    assert run([straight])[0][0].events == run([shuffled])[0][0].events


def test_a_workbook_reads_as_its_csv(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for line in RESULT.splitlines():
        sheet.append([int(cell) if cell.isdigit() else cell for cell in line.split(";")])
    book.create_sheet("notes").append(["nothing", "here"])
    book.save(tmp_path / "r.xlsx")
    (tmp_path / "r.csv").write_text(RESULT, "utf-8")
    excel, report = run([tmp_path / "r.xlsx"])
    assert excel[0].events == run([tmp_path / "r.csv"])[0][0].events
    assert [note.place.sheet for note in report.notes if note.kind == "left_out"] == ["notes"]


def test_a_mapping_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(BadMapping, match="no such field: ball"):
        read_mapping(b'[headers]\nball = "x"\n')
    with pytest.raises(BadMapping):
        read_mapping(b"headers = 3")
    with pytest.raises(BadMapping, match="';;' is not one character"):
        read_mapping(b'delimiter = ";;"')


def test_formats_are_told_from_content() -> None:
    found = {name: case(name)[1].formats for name in CASES}
    assert {name: sorted({*formats.values()}) for name, formats in found.items()} == {
        "clubcloud": ["clubcloud"],
        "columns-cp1257": ["innings"],
        "cuescore": ["cuescore"],
        "double-encoded": ["results"],
        "league": ["breaks", "results"],
        "lines-bom-nbsp": ["innings"],
        "lines-cp1250": ["innings"],
        "mapping": ["innings"],
        "pooltool": ["pooltool"],
        "racks": ["innings"],
        "results-odd": ["results"],
        "snooker-org": ["snooker.org"],
    }


def test_blackball_is_imported_only_when_told_as_what() -> None:
    without, _ = case("cuescore")
    told_so, report = case("cuescore", Mapping().with_constants(discipline="9-ball"))
    assert len(told_so) == len(without) + 1
    assert any("as told" in note.words for note in report.notes)


def test_another_key_gives_other_people_and_matches() -> None:
    one, _ = run([GOLDEN / "results-odd" / "liga.csv"], key=KEY)
    two, _ = run([GOLDEN / "results-odd" / "liga.csv"], key=KEY[::-1])
    assert not {made.match for made in one} & {made.match for made in two}
