"""How reliable a high run is: what luck does to the best of many innings."""

import marimo

__generated_with = "0.25.2"

app = marimo.App(width="medium", app_title="How reliable is a high run?")


@app.cell
def _():
    import random

    import altair as alt
    import marimo as mo
    import polars as pl

    import analytics
    from analytics.charts.look import COLOURS, CONFIG, DASHES
    from ingest.simulate import Season, Skill, play

    return COLOURS, CONFIG, DASHES, Season, Skill, alt, analytics, mo, pl, play, random


@app.cell
def _(mo):
    mo.md("""
    # How reliable is a high run?

    Ask a player of 14.1 how good he is, and he tells you his high run. It is the figure everybody
    remembers, and a poor measure: the best of many innings depends on how *many* there were, and on one
    afternoon. This page lets you see how much.

    To know what is luck we need players whose skill is known. The simulator has two who are **equal**:
    each goes on after a ball with the same chance. One plays twice as often as the other.
    """)
    return


@app.cell
def _(Season, Skill, analytics, mo, play):
    skills = {
        name: Skill(name, pot=0.85, break_shot=0.85, safety=0.0, foul=0.02)
        for name in ("sim-often", "sim-seldom", "sim-third")
    }
    busy = Season(
        [skills["sim-often"], skills["sim-third"]],
        seed=39,
        matches=16,
        disciplines=("14.1",),
        targets={"14.1": 80},
        detail="sheets",
    )
    lazy = Season(
        [skills["sim-seldom"], skills["sim-third"]],
        seed=139,
        matches=8,
        disciplines=("14.1",),
        targets={"14.1": 80},
        detail="sheets",
    )
    records = [record for season in (busy, lazy) for match in play(season) for record in match]
    tables = analytics.open(records)
    chance = skills["sim-often"].survival
    mo.md(f"True chance to go on after each ball, the same for all: **{chance:.3f}**.")
    return chance, tables


@app.cell
def _(mo):
    mo.md("""
    ## What the record says

    The averages with their intervals, and the high run of each.
    """)
    return


@app.cell
def _(pl, tables):
    SHOWN = ["sim-often", "sim-seldom"]
    best = tables.statistic("high-runs", best=True).filter(pl.col("player").is_in(SHOWN))
    averages = tables.statistic("averages").filter(pl.col("player").is_in(SHOWN))
    summary = (
        averages.select("player", "matches", "innings", "gross", "average", "low", "high")
        .join(best.select("player", "run"), on="player")
        .sort("player")
    )
    summary.with_columns(pl.selectors.float().round(3))
    return SHOWN, summary


@app.cell
def _(mo, summary):
    often, seldom = summary.row(0, named=True), summary.row(1, named=True)
    overlap = often["low"] <= seldom["high"] and seldom["low"] <= often["high"]
    mo.md(
        f"High runs of {often['run']} and {seldom['run']}: by them, one would seem far the better player. "
        + (
            "The intervals of the averages overlap, as they should for equals."
            if overlap
            else "Even the intervals of the averages part, which by chance happens once in a while."
        )
    )
    return (overlap,)


@app.cell
def _(mo):
    mo.md("""
    ## Survival says more

    The survival curve uses *every* inning: the share of runs that reached k balls. The chance to go on
    can be read from it, with an interval. The curves of equal players lie on each other, up to the
    lengths only a few runs reached; there the bands open, and a high run lives just there.
    """)
    return


@app.cell
def _(tables):
    survival_chart = tables.chart("run-survival")
    survival_chart
    return


@app.cell
def _(SHOWN, pl, tables):
    survival = tables.statistic("run-survival").filter(pl.col("player").is_in(SHOWN))
    recovered = (
        survival.group_by("player", maintain_order=True)
        .agg(
            attempts=pl.col("at_risk").sum(),
            ended=pl.col("ended").sum(),
        )
        .with_columns(chance=1 - pl.col("ended") / pl.col("attempts"))
        .with_columns(error=(pl.col("chance") * (1 - pl.col("chance")) / pl.col("attempts")).sqrt())
    )
    recovered.with_columns(pl.selectors.float().round(3))
    return (recovered,)


@app.cell
def _(chance, mo, recovered):
    found = ", ".join(
        f"{row['chance']:.3f} ± {1.96 * row['error']:.3f}" for row in recovered.to_dicts()
    )
    mo.md(f"Chance to go on, recovered from the record: {found}. The truth is {chance:.3f}.")
    return


@app.cell
def _(mo):
    mo.md("""
    ## The same player, a thousand seasons

    Now let that one skill play a season of n innings a thousand times, and note the high run of each.
    (A run of k balls has the chance pᵏ(1 − p); nothing else is needed.) The band holds the middle eight
    of ten seasons.
    """)
    return


@app.cell
def _(chance, pl, random):
    from math import log

    rng = random.Random(7)

    def run():
        """Draw the length of one run."""
        return int(log(1 - rng.random()) / log(chance))

    SIZES = (25, 50, 100, 200, 400)
    seasons = {
        innings: sorted(max(run() for _ in range(innings)) for _ in range(1000 * 25 // innings))
        for innings in SIZES
    }

    def share(drawn, part):
        return drawn[int(part * (len(drawn) - 1))]

    luck = pl.DataFrame(
        [
            {
                "innings": innings,
                "low": share(drawn, 0.1),
                "median": share(drawn, 0.5),
                "high": share(drawn, 0.9),
            }
            for innings, drawn in seasons.items()
        ]
    )
    luck
    return luck, run


@app.cell
def _(COLOURS, CONFIG, DASHES, alt, luck):
    drawn_base = alt.Chart(luck).encode(
        x=alt.X(
            "innings:Q",
            scale=alt.Scale(type="log"),
            title="innings of the season",
            axis=alt.Axis(values=luck["innings"].to_list(), format="d", grid=False),
        )
    )
    luck_chart = (
        (
            drawn_base.mark_area(opacity=0.2, color=COLOURS[0]).encode(
                y=alt.Y("low:Q", title="high run (balls)"), y2="high:Q"
            )
            + drawn_base.mark_line(color=COLOURS[0], strokeWidth=2.4, point=True).encode(
                y="median:Q"
            )
            + drawn_base.mark_line(color=COLOURS[1], strokeDash=list(DASHES[1])).encode(y="low:Q")
            + drawn_base.mark_line(color=COLOURS[1], strokeDash=list(DASHES[1])).encode(y="high:Q")
        )
        .properties(
            width=480,
            height=280,
            title=alt.TitleParams(
                "One skill, many seasons",
                subtitle="line: median; dashes: eight of ten seasons between",
            ),
        )
        .configure(**CONFIG)
    )
    luck_chart
    return


@app.cell
def _(luck, mo):
    few, many = luck.row(0, named=True), luck.row(-1, named=True)
    mo.md(f"""
    With {few["innings"]} innings the high run of this player is typically {few["median"]}, with
    {many["innings"]} it is {many["median"]}: **the same skill**, and a record that only grows. And at each
    size luck alone moves it: eight of ten seasons lie between {few["low"]} and {few["high"]}, or between
    {many["low"]} and {many["high"]}.
    """)
    return


@app.cell
def _(mo, run):
    TRIALS = 400
    apart = (
        sum(
            abs(max(run() for _ in range(100)) - max(run() for _ in range(100))) >= 5
            for _ in range(TRIALS)
        )
        / TRIALS
    )
    mo.md(f"""
    ## Two equal players

    Two equal players with a hundred innings each have high runs five balls or more apart in
    **{apart:.0%}** of seasons.

    **What to quote instead**: the average with its interval, or the survival curve. If it has to be the
    high run, then with the number of innings it is the best of. `high-runs` gives every run with its
    match, so that it can be looked up; a run that the end of the match cut short is marked with a +.
    """)
    return (apart,)


if __name__ == "__main__":
    app.run()
