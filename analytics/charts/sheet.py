"""The sheet of a match as a heat table: every turn a cell, darker the more was made."""

from __future__ import annotations

from typing import Final

import altair as alt

from analytics.charts.chart import NAME, Asked, Drawn, Words, chart, nothing
from analytics.charts.look import INK, panels
from analytics.charts.race import Match, match_of
from analytics.dictionary import ROWS, Row
from analytics.endings import MARKS

ACROSS: Final = 20
"""Turns of a player on one line of a 14.1 sheet."""
CELL: Final = 30
SHEET: Final = {
    **NAME,
    "inning": "turn in the match",
    "line": "line of the sheet: twenty turns of each in 14.1, else a rack or frame",
    "column": "place on the line, from 1",
    "made": "14.1: balls of the turn; pool: balls; snooker: points from pots",
    "mark": "F foul, BF breaking foul, IB illegal break, DF deliberate foul, S safety, P push-out",
    "ending": "how the turn ended",
}
_TURNS: Final = """
SELECT player, inning, rack, CASE discipline WHEN 'snooker' THEN points ELSE balls END, ending
FROM innings WHERE match = ? ORDER BY inning
"""


@chart("inning-sheet", columns=SHEET, needs=("match",))
def inning_sheet(asked: Asked) -> Drawn:
    """Every turn of one match as a cell of a heat table, with what was made and how it ended."""
    match = match_of(asked)
    title = f"Inning sheet: {match.match}"
    rows = asked.named(_cells(asked, match))
    if not rows:
        return nothing(Words(title), {"unlock": {ROWS: "strokes or innings of the match"}})
    unit = "points" if match.discipline == "snooker" else "balls"
    best = max(row["made"] for row in rows)
    names = list(dict.fromkeys(row["name"] for row in sorted(rows, key=lambda r: r["inning"])))
    across = max(row["column"] for row in rows)
    base = alt.Chart(width=CELL * across, height=alt.Step(CELL)).encode(
        x=alt.X("column:O", axis=_axis(match)),
        y=alt.Y("name:N", sort=names, axis=alt.Axis(title=None, domain=False, ticks=False)),
    )
    shades = alt.Scale(domain=[0, max(best, 1)], scheme="blues")
    cells = base.mark_rect(stroke="white", strokeWidth=1.5).encode(
        color=alt.Color("made:Q", scale=shades, legend=alt.Legend(title=f"made ({unit})")),
        tooltip=["name:N", "inning:Q", "made:Q", "ending:N"],
    )
    dark = alt.condition(f"datum.made > {max(best, 1) * 0.55}", alt.value("white"), alt.value(INK))
    figures = base.mark_text(fontSize=11).encode(text="made:Q", color=dark)
    marks = base.mark_text(fontSize=8, dx=CELL / 2 - 3, dy=-CELL / 2 + 7, align="right").encode(
        text="mark:N", color=dark
    )
    lines = alt.Row("line:O", title=None, header=_header(match))
    view = panels(lines, 8, cells, figures, marks)
    notes = [
        f"{match.told()}; n = {len(rows)} turns; figures: {unit} made",
        *_letters(rows),
        "a record, not an estimate: it has no interval",
    ]
    return Drawn(Words(title, notes), rows, view)


def _letters(rows: list[Row]) -> list[str]:
    """Return what the small letters of a sheet mean, those there are."""
    endings = {row["ending"] for row in rows}
    told = [f"{mark} {name.replace('_', ' ')}" for name, mark in MARKS.items() if name in endings]
    return [f"small letters: {', '.join(told)}"] if told else []


def _axis(match: Match) -> alt.Axis:
    where = "in the frame" if match.discipline == "snooker" else "in the rack"
    words = "turn of the player" if match.discipline == "14.1" else f"turn {where}"
    return alt.Axis(title=words, labelAngle=0, domain=False, ticks=False)


def _header(match: Match) -> alt.Header:
    if match.discipline != "14.1":
        what = "frame" if match.discipline == "snooker" else "rack"
        return alt.Header(
            labelOrient="left",
            labelAngle=0,
            labelAnchor="middle",
            labelExpr=f"'{what} ' + datum.value",
        )
    words = f"((datum.value - 1) * {ACROSS} + 1) + '–' + (datum.value * {ACROSS})"
    return alt.Header(labelOrient="left", labelAngle=0, labelAnchor="middle", labelExpr=words)


def _cells(asked: Asked, match: Match) -> list[Row]:
    straight = match.discipline == "14.1"
    turns: dict[str, int] = {}
    first: dict[int, int] = {}
    rows: list[Row] = []
    for player, inning, rack, made, ending in asked.records(_TURNS, [match.match]):
        place = turns[player] = turns.get(player, -1) + 1
        begun = first.setdefault(rack, inning)
        line, column = divmod(place, ACROSS) if straight else (rack - 1, inning - begun)
        rows.append(
            {"player": player, "inning": inning, "line": line + 1, "column": column + 1,
             "made": max(made, 0), "mark": MARKS.get(ending, ""), "ending": ending}
        )  # fmt: skip
    return rows
