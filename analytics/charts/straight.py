"""Charts of 14.1: how long runs are, how they survive, and at which ball they end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

import altair as alt

from analytics.charts.chart import NAME, Asked, Drawn, Words, chart, nothing
from analytics.charts.look import (
    AT_MOST,
    COLOURS,
    DATA,
    HEIGHT,
    INK,
    QUIET,
    WIDTH,
    colour,
    dash,
    panels,
    plain_axis,
    shape,
    share_axis,
)
from analytics.dictionary import Row, catalogue
from analytics.intervals import interval

BANDS: Final = "95 % intervals, by match from 8 matches on"
WIDEST: Final = 30
"""Bars of the chart of run lengths at most."""
SURVIVAL: Final = catalogue()["run-survival"].columns
HAZARD: Final = catalogue()["run-hazard"].columns


def most(rows: list[Row], n: str, words: str) -> tuple[list[Row], list[str], list[str]]:
    """Return the rows of those players with the most of ``n``, their names, and what to note."""
    counts: dict[tuple[str, str], float] = defaultdict(float)
    for row in rows:
        key = (row["player"], row["name"])
        counts[key] = max(counts[key], row[n])
    ranked = sorted(counts, key=lambda key: (-counts[key], key))
    kept = ranked[:AT_MOST]
    notes = ["n = " + ", ".join(f"{name} {counts[player, name]:.0f}" for player, name in kept)]
    notes[0] += f" {words}"
    if len(ranked) > len(kept):
        notes.append(f"the {len(kept)} of {len(ranked)} players with the most {words}")
    players = {player for player, _ in kept}
    names = [name for _, name in kept]
    return [row for row in rows if row["player"] in players], names, notes


@chart("run-survival", columns={**NAME, **SURVIVAL})
def run_survival(asked: Asked) -> Drawn:
    """How long runs of 14.1 survive: of the runs that were attempts, the share of k balls or more.

    A step a ball, a band for the interval; the figures are those of the statistic `run-survival`.
    """
    told, title = asked.statistic("run-survival"), "14.1: how long a run survives"
    if not told["rows"]:
        return nothing(Words(title), told)
    rows, names, notes = most(asked.named(told["rows"]), "at_risk", "attempts")
    base = alt.Chart(alt.NamedData(DATA), width=WIDTH, height=HEIGHT).encode(
        x=alt.X(
            "k:Q",
            axis=plain_axis("length of run k (balls)"),
            scale=alt.Scale(zero=True, nice=False),
        ),
        color=colour(names).legend(symbolType="stroke", symbolSize=500),
    )
    band = base.mark_area(interpolate="step-before", opacity=0.16).encode(
        y=alt.Y("low:Q"), y2="high:Q"
    )
    line = base.mark_line(interpolate="step-before", strokeWidth=2.2).encode(
        y=alt.Y(
            "survival:Q",
            axis=share_axis("runs of at least k balls (share of attempts)"),
            scale=alt.Scale(domain=[0, 1]),
        ),
        strokeDash=dash(names),
        tooltip=["name:N", "k:Q", "at_risk:Q", "survival:Q", "low:Q", "high:Q"],
    )
    words = Words(title, [*notes, f"Kaplan-Meier; bands: {BANDS}, else log-log Greenwood"])
    return Drawn(words, rows, alt.layer(line, band))


@chart("run-hazard", columns={**NAME, **HAZARD})
def run_hazard(asked: Asked) -> Drawn:
    """The chance that a run of 14.1 ends at each ball of the rack; ball 1 is the break shot.

    A point a ball with its interval, a panel a player; the figures are those of `run-hazard`.
    """
    told, title = asked.statistic("run-hazard"), "14.1: at which ball of the rack runs end"
    if not told["rows"]:
        return nothing(Words(title), told)
    total: dict[str, int] = defaultdict(int)
    for row in told["rows"]:
        total[row["player"]] += row["at_risk"]
    rows = asked.named(told["rows"])
    told_n = [{**row, "_n": total[row["player"]]} for row in rows]
    kept, names, notes = most(told_n, "_n", "attacking strokes")
    rows = [{name: value for name, value in row.items() if name != "_n"} for row in kept]
    base = alt.Chart(width=WIDTH, height=150).encode(
        x=alt.X("ball:O", axis=alt.Axis(title="ball of the rack (1: break shot)", labelAngle=0)),
        color=colour(names).legend(None),
    )
    y = alt.Y(
        "hazard:Q", axis=share_axis("strokes that end the run"), scale=alt.Scale(domain=[0, 1])
    )
    bars = base.mark_rule(strokeWidth=2).encode(y=alt.Y("low:Q", title=""), y2="high:Q")
    points = base.mark_point(filled=True, size=70, opacity=1).encode(
        y=y,
        shape=shape(names).legend(None),
        tooltip=["name:N", "ball:O", "at_risk:Q", "ended:Q", "hazard:Q", "low:Q", "high:Q"],
    )
    counts = base.mark_text(baseline="bottom", fontSize=9, color=INK).encode(
        y=alt.value(0), text=alt.Text("at_risk:Q"), color=alt.value(QUIET)
    )
    view = panels(alt.Row("name:N", title=None, sort=names), 26, bars, points, counts)
    note = f"small figures: strokes; bars: {BANDS}, else Wilson"
    return Drawn(Words(title, [*notes, note]), rows, view)


LENGTHS: Final = {
    "from": "shortest run of the bar, balls",
    "to": "longest run of the bar, balls",
    "runs": "runs of that length",
    "all": "all runs, of one ball or more",
    "share": "runs / all",
    "low": "95 % interval, lower bound",
    "high": "95 % interval, upper bound",
}


@chart("run-lengths", columns=LENGTHS)
def run_lengths(asked: Asked) -> Drawn:
    """How long the runs of 14.1 were: the share of runs of each length, of those with a ball made.

    Over several players it shows a mixture, and says so. The runs are those of `high-runs`.
    """
    told, title = asked.statistic("high-runs"), "14.1: how long runs are"
    if not told["rows"]:
        return nothing(Words(title), told)
    rows = _lengths(told["rows"])
    tilt = 0 if rows[0]["to"] == 1 else -40
    players = len({row["player"] for row in told["rows"]})
    base = alt.Chart(alt.NamedData(DATA), width=WIDTH, height=HEIGHT).encode(
        x=alt.X("label:O", sort=None, axis=alt.Axis(title="length of run (balls)", labelAngle=tilt))
    )
    base = base.transform_calculate(
        label="datum.from == datum.to ? '' + datum.from : datum.from + '–' + datum.to"
    )
    bars = base.mark_bar(color=COLOURS[0]).encode(
        y=alt.Y("share:Q", axis=share_axis("share of runs")),
        tooltip=["from:Q", "to:Q", "runs:Q", "all:Q", "share:Q", "low:Q", "high:Q"],
    )
    whiskers = base.mark_rule(strokeWidth=1.5, color=INK).encode(y="low:Q", y2="high:Q")
    counts = base.mark_text(dy=-5, baseline="bottom", fontSize=10, color=INK).encode(
        y="high:Q", text="runs:Q"
    )
    notes = [f"n = {len(told['rows'])} runs of one ball or more, {told['matches']} matches"]
    if players > 1:
        notes.append(f"a mixture of {players} players: name one as player to see how one plays")
    notes.append(f"figures: runs; whiskers: {BANDS}, else Wilson")
    return Drawn(Words(title, notes), rows, alt.layer(bars, whiskers, counts))


def _lengths(runs: list[Row]) -> list[Row]:
    """Return the bars: one a length while there is room, else equally wide ones."""
    longest = max(row["run"] for row in runs)
    wide = next(w for w in (1, 2, 5, 10, 14, 20, 28, 50, 100, 10**6) if longest / w <= WIDEST / 2)
    counts: Mapping[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    matches: dict[str, int] = defaultdict(int)
    for row in runs:
        counts[(row["run"] - 1) // wide][row["match"]] += 1
        matches[row["match"]] += 1
    rows: list[Row] = []
    for place in range((longest - 1) // wide + 1):
        found = counts[place]
        bounds = interval((found.get(match, 0), every) for match, every in matches.items())
        total = sum(found.values())
        rows.append(
            {
                "from": place * wide + 1, "to": (place + 1) * wide, "runs": total,
                "all": len(runs), "share": total / len(runs), "low": bounds.low,
                "high": bounds.high,
            }
        )  # fmt: skip
    return rows
