"""Every chart: drawn of the statistics' own rows, labelled, tabled, told apart without colour."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from analytics import Filters, answer
from analytics.charts import CHARTS, BadChart, Chart, UnknownChart, draw
from analytics.charts.look import COLOURS, DASHES, SHAPES
from tests.analytics.played import Stored, records, stored

SHEET = "14.1-sample-urbanfly"
FRAMES = "snooker-2019-09-11-allen-liang"
NAMES = sorted(CHARTS)


@pytest.fixture(scope="module")
def played() -> Iterator[Stored]:
    source = stored(records())
    yield source
    source.store.close()


def asked(name: str) -> Filters:
    """Return filters under which a chart has rows."""
    if not CHARTS[name].needs:
        return Filters()
    return Filters(match=FRAMES if name == "frame-strip" else SHEET)


@pytest.fixture(scope="module")
def charts(played: Stored) -> dict[str, Chart]:
    return {name: draw(name, played, asked(name)) for name in NAMES}


def encodings(view: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every channel of a view and of its layers and panels with its definition."""
    channels: dict[str, Any] = view.get("encoding", {})
    yield from ((name, one) for name, one in channels.items() if isinstance(one, dict))
    for part in (*view.get("layer", ()), *filter(None, [view.get("spec")])):
        yield from encodings(part)


@pytest.mark.parametrize("name", NAMES)
def test_the_rows_drawn_are_the_rows_tabled(name: str, charts: dict[str, Chart]) -> None:
    chart = charts[name]
    assert chart.rows
    assert {tuple(row) for row in chart.rows} == {tuple(chart.columns)}
    assert chart.spec["datasets"] == {"rows": chart.rows}
    fields = {channel["field"] for _, channel in encodings(chart.spec) if "field" in channel}
    assert fields - set(chart.columns) <= {"label", "shown"}, "a mark reads what is not tabled"


@pytest.mark.parametrize("name", NAMES)
def test_every_chart_is_labelled(name: str, charts: dict[str, Chart]) -> None:
    chart = charts[name]
    head = chart.spec["title"]
    assert head["text"] == chart.title
    told = " ".join(head["subtitle"])
    assert "n = " in told
    assert "95 %" in told or "no interval" in told or "several codes" in told
    assert "rules" in told
    assert "log at" in told
    titles = [
        channel["axis"].get("title")
        for kind, channel in encodings(chart.spec)
        if kind in ("x", "y") and "axis" in channel
    ]
    assert any(titles)
    assert all(meaning for meaning in chart.columns.values())


@pytest.mark.parametrize("name", NAMES)
def test_every_chart_becomes_a_picture(name: str, charts: dict[str, Chart]) -> None:
    chart = charts[name]
    svg = chart.svg()
    assert svg.startswith("<svg")
    assert chart.title in svg
    small, large = chart.png(1), chart.png(2)
    assert small.startswith(b"\x89PNG")
    assert width(large) == pytest.approx(2 * width(small), abs=2)


def width(png: bytes) -> int:
    return int.from_bytes(png[16:20], "big")


@pytest.mark.parametrize("name", ["run-survival", "run-hazard"])
def test_figures_are_those_of_the_statistic(
    name: str, played: Stored, charts: dict[str, Chart]
) -> None:
    rows = [
        {key: value for key, value in row.items() if key != "name"} for row in charts[name].rows
    ]
    assert rows == answer(name, played)["rows"]


def test_run_lengths_hold_every_run_once(played: Stored, charts: dict[str, Chart]) -> None:
    runs = answer("high-runs", played)["rows"]
    rows = charts["run-lengths"].rows
    assert sum(row["runs"] for row in rows) == len(runs)
    assert sum(row["share"] for row in rows) == pytest.approx(1)
    for row in rows:
        among = [run for run in runs if row["from"] <= run["run"] <= row["to"]]
        assert len(among) == row["runs"]
        assert row["low"] <= row["share"] <= row["high"]


def test_foul_causes_add_up_to_the_statistic(played: Stored, charts: dict[str, Chart]) -> None:
    rates = answer("foul-rates", played)["rows"]
    assert sum(row["fouls"] for row in charts["foul-causes"].rows) == sum(
        count for row in rates for count in row["by_code"].values()
    )


def test_the_last_point_of_a_rating_is_the_rating_up_to_then(
    played: Stored, charts: dict[str, Chart]
) -> None:
    rows = charts["rating-history"].rows
    last = max(row["month"] for row in rows)
    until = Filters(discipline=rows[0]["discipline"], until=np.datetime64(last).item())
    now = {row["player"]: row["rating"] for row in answer("ratings", played, until)["rows"]}
    ends = {row["player"]: row["rating"] for row in rows if row["month"] == last}
    assert ends
    assert ends == {player: now[player] for player in ends}
    assert all(row["low"] < row["rating"] < row["high"] for row in rows)


def test_every_race_ends_at_the_score(played: Stored) -> None:
    tried = 0
    for match, one, two, *score in played.rows(
        "SELECT match, player1, player2, score1, score2 FROM matches WHERE discipline IS NOT NULL"
    ):
        rows = draw("score-race", played, Filters(match=match)).rows
        if not rows:
            continue
        tried += 1
        end = {row["player"]: row["score"] for row in rows}
        assert (end[one], end[two]) == tuple(score)
    assert tried > 100


def test_a_sheet_holds_every_turn_and_a_strip_every_frame(
    played: Stored, charts: dict[str, Chart]
) -> None:
    turns = played.rows("SELECT count(*), sum(balls) FROM innings WHERE match = ?", [SHEET])[0]
    rows = charts["inning-sheet"].rows
    assert (len(rows), sum(row["made"] for row in rows)) == turns
    assert len({(row["player"], row["line"], row["column"]) for row in rows}) == len(rows)
    strip = charts["frame-strip"].rows
    assert sum(row["won"] for row in strip) == len(strip) // 2 == 11
    assert [row["breaks"] for row in strip if row["frame"] == 1] == [[], [130]]


def test_merged_players_are_one(played: Stored) -> None:
    one = draw("run-survival", played, identities={"bor": "ana"})
    assert {row["player"] for row in one.rows} & {"ana", "bor"} == {"ana"}


def test_names_are_shown_and_told_apart(played: Stored) -> None:
    shown = draw(
        "score-race", played, asked("score-race"), names=lambda ids: dict.fromkeys(ids, "Jo")
    )
    assert {row["name"] for row in shown.rows} == {"Jo (player-1)", "Jo (player-2)"}
    hostile = draw(
        "score-race", played, asked("score-race"), names=lambda ids: {p: f"<b>{p}" for p in ids}
    )
    assert "<b>" not in hostile.svg()


def test_a_chart_without_rows_says_what_to_record(played: Stored) -> None:
    for name in NAMES:
        if not CHARTS[name].needs:
            chart = draw(name, played, Filters(event="no such event"))
            assert chart.rows == []
            assert "Nothing to show. It needs" in chart.svg()


def test_what_cannot_be_drawn_is_refused(played: Stored) -> None:
    with pytest.raises(UnknownChart):
        draw("pie", played)
    for filters in (Filters(), Filters(match="nope"), Filters(match=SHEET)):
        with pytest.raises(BadChart, match="match"):
            draw("frame-strip", played, filters)


# Deuteranopia and protanopia at full severity, after Machado, Oliveira and Fernandes (2009).
BLIND = (
    ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
)


def test_colours_differ_for_colour_blind_readers_and_signs_for_all() -> None:
    seen = np.array([[int(one[at : at + 2], 16) / 255 for at in (1, 3, 5)] for one in COLOURS])
    for matrix in (np.eye(3), *map(np.array, BLIND)):
        for first, second in combinations(seen @ matrix.T, 2):
            assert np.linalg.norm(first - second) > 0.15
    assert len(set(map(tuple, DASHES))) == len(set(SHAPES)) == len(COLOURS)
