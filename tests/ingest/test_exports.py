"""What is written as a sheet or a result reads back to the same events, or the loss is said."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from domain import events as ev
from ingest.exporters import clubcloud, sheet
from ingest.exporters.turns import Game, NoSheet, game_of
from ingest.importers.assemble import Assembled, assemble
from ingest.importers.port import Drafted
from ingest.importers.report import Place, Report
from ingest.wire import receive_all
from tests.ingest.import_cases import GOLDEN, case, run

EXAMPLES = Path(__file__).parents[2] / "ingest" / "examples"
HERE = Place("a file")
ENDS = ["miss", "safety", "foul"]
CODES = ["scratch", "no_rail", "unspecified", "touched_ball"]
TURN = st.fixed_dictionaries(
    {"made": st.integers(0, 20), "end": st.sampled_from(ENDS)},
    optional={"fouls": st.lists(st.sampled_from(CODES), min_size=1, max_size=2, unique=True)},
)
LABEL = st.none() | st.text("abčžł 12-=+'\"", min_size=1, max_size=9).filter(str.strip)
WHEN = st.sampled_from(
    [("2026-05-09T12:00:00Z", "day"), ("2000-01-01T00:00:00Z", "unknown"),
     ("2026-05-09T18:30:00+02:00", None), ("2026-05-09T18:30:00.250+02:00", None)],
)  # fmt: skip


def raws(events: list[ev.AnyEvent]) -> list[Any]:
    return [*receive_all([ev.encode_event(event) for event in events])]


def body(event: ev.AnyEvent) -> dict[str, Any]:
    fields = ev.fields_of(event)
    return {name: value for name, value in fields.items() if name not in ("id", "by")}


def drafted(turns: list[dict[str, Any]], labels: list[str | None], when: Any) -> Assembled:  # noqa: ANN401
    """Return a match as a sheet has it, with the final claim of what was scored."""
    at = {"at": when[0], "at_precision": when[1]}
    made = Drafted("a-match")
    names = ("event", "round", "venue", "table")
    told = {
        name: label and " ".join(label.split()) for name, label in zip(names, labels, strict=True)
    }
    made.add(
        HERE, "match_opened", discipline="14.1", rules="SI", players=["x:1", "p-2"],
        target=500, breaker="x:1", **told, **at,
    )  # fmt: skip
    for number, turn in enumerate(turns):
        made.add(HERE, "inning", player=("x:1", "p-2")[number % 2], **turn, **at)
    found = assemble(made, "innings", Report())
    assert found is not None
    score = game_of("a-match", raws(found.events)).score
    claimed = {player: score[player] for player in ("x:1", "p-2")[: len(turns)]}
    made.add(HERE, "claim", score=claimed, source="score sheet", **at)
    whole = assemble(made, "innings", Report())
    assert whole is not None
    return whole


def back(content: bytes, path: Path) -> list[Assembled]:
    path.write_bytes(content)
    found, report = run([path])
    assert report.counts["refused"] == 0, report.notes
    return found


@given(
    turns=st.lists(TURN, min_size=2, max_size=12),
    labels=st.lists(LABEL, min_size=4, max_size=4),
    when=WHEN,
    language=st.sampled_from(sheet.LANGUAGES),
    excel=st.booleans(),
)
def test_a_sheet_reads_back_to_the_same_match(
    turns: list[dict[str, Any]],
    labels: list[str | None],
    when: tuple[str, str | None],
    language: str,
    excel: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    made = drafted(turns, labels, when)
    game = game_of(made.match, raws(made.events))
    rows = sheet.rows([game], {"x:1": "Živa Łąka", "p-2": "=Bor"}, language)
    path = tmp_path_factory.mktemp("sheet") / ("s.xlsx" if excel else "s.csv")
    found = back(sheet.as_workbook(rows) if excel else sheet.as_csv(rows), path)
    if game.lost:  # a rule rejected a turn, which has no place on the sheet
        assert any("inning" in words or "claim" in words for words in game.lost)
        return
    (again,) = found
    assert again.match == made.match
    assert list(map(body, again.events)) == list(map(body, made.events))


@pytest.mark.parametrize("name", ["lines-cp1250", "lines-bom-nbsp", "racks", "mapping"])
def test_an_imported_sheet_reads_back_to_the_same_records(name: str, tmp_path: Path) -> None:
    for number, made in enumerate(case(name)[0]):
        game = game_of(made.match, raws(made.events))
        named = {one.player: one.name for one in made.named}
        (again,) = back(sheet.as_csv(sheet.rows([game], named, "sl")), tmp_path / f"{number}.csv")
        if not game.lost:
            assert again.events == made.events
        assert _played(again) == _played(made)


def _played(made: Assembled) -> list[ev.AnyEvent]:
    return [event for event in made.events if not isinstance(event, ev.Claim)]


def test_strokes_are_put_together_and_the_loss_is_said() -> None:
    log = receive_all(
        (EXAMPLES.parent.parent / "docs/examples/evening.jsonl").read_bytes().splitlines()
    )
    game = game_of("evening", log)
    assert [(turn.player, turn.made, turn.end, turn.total) for turn in game.turns] == [
        ("ana", 0, "break_foul", -2),
        ("ana", 0, "safety", -2),
        ("bor", 2, "foul", 1),
    ]
    assert any("strokes as turns alone" in words for words in game.lost)
    assert any("1 decision" in words for words in game.lost)


def test_the_sample_match_comes_back_whole(tmp_path: Path) -> None:
    log = receive_all((EXAMPLES / "sample-to-100.jsonl").read_bytes().splitlines())
    match = "14.1-sample-urbanfly"
    game = game_of(match, log)
    (again,) = back(sheet.as_csv(sheet.rows([game], {}, "pl")), tmp_path / "s.csv")
    innings = [one.event for one in log if isinstance(one.event, ev.Inning)]
    found = [event for event in again.events if isinstance(event, ev.Inning)]
    assert [(e.player, e.made, e.end) for e in found] == [
        (e.player, e.made, e.end) for e in innings
    ]
    assert isinstance(again.events[-1], ev.Claim)
    assert again.events[-1].score == {"player-2": 56, "player-1": 70}


def test_text_like_a_formula_stays_text() -> None:
    game = _small()
    content = sheet.as_workbook(sheet.rows([game], {"a": "=1+1", "b": "Bor\x07"}, "lt"))
    book: Any = load_workbook(io.BytesIO(content))
    cells = [cell for row in book.active.iter_rows() for cell in row]
    assert [cell.value for cell in cells if cell.value == "=1+1"]
    assert {cell.data_type for cell in cells} <= {"s", "n", "inlineStr"}


def _small() -> Game:
    opening = {
        "id": "1", "match": "m", "seq": 1, "at": "2026-01-01T10:00:00Z", "type": "match_opened",
        "discipline": "14.1", "rules": "PL", "players": ["a", "b"], "breaker": "a", "target": 50,
    }  # fmt: skip
    turn = {"id": "2", "match": "m", "seq": 2, "at": "2026-01-01T10:00:00Z", "type": "inning"}
    turns = [ev.event_from(opening), ev.event_from({**turn, "player": "a", "end": "miss"})]
    return game_of("m", raws(turns))


@pytest.mark.parametrize("language", sheet.LANGUAGES)
def test_headers_are_in_the_language(language: str) -> None:
    head = next(sheet.rows([], {}, language))
    assert len({*head}) == len(sheet.COLUMNS)
    assert ("Krogle" in head) == (language == "sl")
    assert ("Bile" in head) == (language == "pl")
    assert ("Rutuliai" in head) == (language == "lt")


def test_a_byte_order_mark_is_written_unless_it_is_not_wanted() -> None:
    assert sheet.as_csv(iter([["č"]])).startswith(b"\xef\xbb\xbf")
    assert sheet.as_csv(iter([["č"]]), bom=False) == "č\r\n".encode()


def test_clubcloud_reads_back_to_the_same_records(tmp_path: Path) -> None:
    made, _ = case("clubcloud")
    results = [clubcloud.result_of(one.match, raws(one.events)) for one in made]
    content = clubcloud.as_csv(result.row for result in results)
    lines = (GOLDEN / "clubcloud" / "result.csv").read_bytes().splitlines(keepends=True)
    assert content == b"".join(lines[:2])
    again = back(content, tmp_path / "r.csv")
    assert [one.events for one in again] == [one.events for one in made]
    assert all(len(result.lost) == 1 for result in results)


def test_what_a_form_cannot_hold_at_all_is_refused() -> None:
    snooker, _ = case("snooker-org")
    with pytest.raises(NoSheet, match=r"an inning sheet is of 14\.1"):
        game_of(snooker[0].match, raws(snooker[0].events))
    with pytest.raises(NoSheet, match="pass numbers"):
        clubcloud.result_of(snooker[0].match, raws(snooker[0].events))
    with pytest.raises(NoSheet, match="not open"):
        game_of("m", [])
