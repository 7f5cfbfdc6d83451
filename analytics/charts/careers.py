"""Charts of players over many matches: why they foul, and how their ratings went."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import altair as alt
import msgspec

from analytics.charts.chart import NAME, Asked, Drawn, Words, chart, nothing
from analytics.charts.look import (
    COLOURS,
    DATA,
    HEIGHT,
    INK,
    WIDTH,
    colour,
    dash,
    filled_if,
    panels,
    plain_axis,
    shape,
)
from analytics.charts.straight import most
from analytics.dictionary import Row
from analytics.intervals import Z
from analytics.selection import COUNTED

CAUSES: Final = {
    **NAME,
    "discipline": "discipline",
    "code": "code of the foul",
    "fouls": "fouls with that code; a stroke with three codes counts in three",
    "strokes": "strokes recorded as strokes",
}


@chart("foul-causes", columns=CAUSES)
def foul_causes(asked: Asked) -> Drawn:
    """Why fouls happen: how many had each code, by discipline; the figures are of `foul-rates`.

    Over several players their fouls are added up. The notes give the rate with its interval.
    """
    told, title = asked.statistic("foul-rates"), "Why fouls happen"
    if not told["rows"]:
        return nothing(Words(title), told)
    rows = [
        {"player": row["player"], "discipline": row["discipline"], "code": code.replace("_", " "),
         "fouls": count, "strokes": row["strokes"]}
        for row in told["rows"]
        for code, count in row["by_code"].items()
    ]  # fmt: skip
    base = alt.Chart(width=WIDTH, height=alt.Step(22)).encode(
        x=alt.X("sum(fouls):Q", axis=plain_axis("fouls (count)")),
        y=alt.Y("code:N", sort="-x", axis=alt.Axis(title=None, labelLimit=260)),
    )
    bars = base.mark_bar(color=COLOURS[0]).encode(
        tooltip=["discipline:N", "code:N", "sum(fouls):Q"]
    )
    counts = base.mark_text(align="left", dx=5, fontSize=11, color=INK).encode(
        text=alt.Text("sum(fouls):Q")
    )
    view = panels(alt.Row("discipline:N", title=None), 22, bars, counts)
    notes = [*_rates(told["rows"]), "a stroke with several codes counts in each of them"]
    return Drawn(Words(title, notes), asked.named(rows), view.resolve_scale(y="independent"))


def _rates(rows: list[Row]) -> list[str]:
    """Return n by discipline, and the rate with its interval where one player was asked for."""
    if len({row["player"] for row in rows}) > 1:
        players, strokes = defaultdict[str, int](int), defaultdict[str, int](int)
        for row in rows:
            players[row["discipline"]] += 1
            strokes[row["discipline"]] += row["strokes"]
        told = (
            f"{key} {strokes[key]} strokes of {players[key]} players" for key in sorted(players)
        )
        return ["n = " + ", ".join(told)]
    return [
        f"{row['discipline']}: n = {row['strokes']} strokes, {_rate(row)}"
        for row in sorted(rows, key=lambda row: row["discipline"])
    ]


def _rate(row: Row) -> str:
    if row["per_stroke"] is None:
        return f"{row['fouls']} fouls in {row['innings']} innings summed up"
    bounds = f" (95 %: {row['per_stroke_low']:.1%} to {row['per_stroke_high']:.1%})"
    return f"{row['per_stroke']:.1%} of them fouls{bounds}; deliberate ones and conduct apart"


LATEST: Final = 36
"""Months a chart of ratings goes back at most."""
HISTORY: Final = {
    **NAME,
    "discipline": "discipline",
    "month": "rating after this month (UTC); its last day",
    "rating": "Bradley-Terry rating of all games up to then",
    "low": "95 % interval, lower bound: rating less 1.96 standard errors",
    "high": "95 % interval, upper bound",
    "games": "games counted up to then",
    "provisional": "below 200 games (14.1: 20 matches)",
}


@chart("rating-history", columns=HISTORY)
def rating_history(asked: Asked) -> Drawn:
    """How ratings went: at the end of each month with a match, the ratings of all games until then.

    Each point is the statistic `ratings` with the filter `to`, not a running update. Of one
    discipline: the one asked for, else that with most matches. Matches without a date are left out.
    """
    title = "Ratings, month by month"
    discipline, ends = _months(asked)
    rows: list[Row] = []
    for end in ends:
        chosen = msgspec.structs.replace(asked.filters, discipline=discipline, until=end)
        rows += [
            _point(row, end)
            for row in asked.statistic("ratings", chosen)["rows"]
            if row["rating"] is not None
        ]
    if not rows:
        return nothing(Words(title), asked.statistic("ratings"))
    rows, names, notes = most(asked.named(rows), "games", "games")
    view = _history(names)
    notes += [
        "100 points are odds of 2 to 1, the mean is 500; a game is a rack, frame or ten points",
        "bands: 95 % (1.96 standard errors); hollow points: provisional",
    ]
    return Drawn(Words(f"{title}: {discipline}", notes), rows, view)


def _history(names: list[str]) -> Any:  # noqa: ANN401 - a chart of Altair, in layers
    base = alt.Chart(alt.NamedData(DATA), width=WIDTH, height=HEIGHT).encode(
        x=alt.X(
            "month:T",
            axis=alt.Axis(
                title="end of month (UTC)",
                format="%Y-%m",
                grid=False,
                labelOverlap=True,
                tickCount={"interval": "month", "step": 1},
            ),
            scale=alt.Scale(type="utc"),
        ),
        color=colour(names),
    )
    free = alt.Scale(zero=False)
    band = base.mark_area(opacity=0.14).encode(y=alt.Y("low:Q", scale=free), y2="high:Q")
    line = base.mark_line(strokeWidth=2).encode(
        y=alt.Y("rating:Q", axis=alt.Axis(title="rating (points)"), scale=free),
        strokeDash=dash(names),
    )
    points = base.mark_point(size=55, opacity=1, strokeWidth=1.6).encode(
        y=alt.Y("rating:Q", scale=free),
        shape=shape(names),
        fill=filled_if("!datum.provisional", names, legend=True),
        tooltip=["name:N", "month:T", "rating:Q", "low:Q", "high:Q", "games:Q"],
    )
    return alt.layer(line, band, points)


def _months(asked: Asked) -> tuple[str, list[date]]:
    """Return the discipline drawn, and the last day of each month in which it was played."""
    condition, values = asked.whole().condition()
    query = (
        f"SELECT m.discipline, m.first_ms FROM matches m WHERE {COUNTED} AND {condition} "
        "AND m.first_ms IS NOT NULL AND m.status = 'finished'"
    )
    found: dict[str, list[date]] = defaultdict(list)
    for discipline, at_ms in asked.records(query, values):
        found[discipline].append(datetime.fromtimestamp(at_ms / 1000, UTC).date())
    if not found:
        return asked.filters.discipline or "", []
    discipline = min(found, key=lambda one: (-len(found[one]), one))
    return discipline, sorted({_end(day) for day in found[discipline]})[-LATEST:]


def _end(day: date) -> date:
    following = (day.replace(day=1) + timedelta(days=32)).replace(day=1)
    return following - timedelta(days=1)


def _point(row: Row, end: date) -> Row:
    spread = Z * row["standard_error"]
    return {
        "player": row["player"],
        "discipline": row["discipline"],
        "month": end.isoformat(),
        "rating": row["rating"],
        "low": row["rating"] - spread,
        "high": row["rating"] + spread,
        "games": row["games"],
        "provisional": row["provisional"],
    }
