"""A player's season, for a coach: where the points are left, and how sure that is."""

import marimo

__generated_with = "0.25.2"

app = marimo.App(width="medium", app_title="A player's season")


@app.cell
def _():
    import altair as alt
    import marimo as mo
    import polars as pl

    import analytics
    from analytics.charts.look import COLOURS, CONFIG
    from ingest.simulate import Season, drawn_field, play

    return COLOURS, CONFIG, Season, alt, analytics, drawn_field, mo, pl, play


@app.cell
def _(mo):
    mo.md("""
    # A player's season

    For a coach who wants to know what to train. Every figure stands beside its **n** (what it was
    counted over) and an **interval**: where the figure may as well lie, given so few strokes. When the
    interval of your player reaches to both sides of the field, the season has not said yet.

    Without a place below it is a simulated season of 14.1 to 40 points, six players, thirty matches.
    """)
    return


@app.cell
def _(mo):
    place = mo.ui.text(
        label="open", placeholder=".cuelog or http://127.0.0.1:8000", full_width=True
    )
    place
    return (place,)


@app.cell
def _(Season, analytics, drawn_field, place, play):
    season = Season(
        drawn_field(6, seed=5), seed=5, matches=30, disciplines=("14.1",), targets={"14.1": 40}
    )
    records = [record for match in play(season) for record in match]
    tables = analytics.open(place.value or records)
    return (tables,)


@app.cell
def _(mo, pl, tables):
    averages = tables.statistic("averages").filter(pl.col("discipline") == "14.1")
    players = averages.sort("average", "player", descending=True)["player"].to_list()
    who = mo.ui.dropdown(players, value=players[len(players) // 2], label="player")
    who
    return averages, who


@app.cell
def _(tables, who):
    told = tables.profile(who.value, discipline="14.1", min_n=20)
    straight = told["disciplines"]["14.1"]
    return (straight,)


@app.cell
def _(averages, mo, pl, who):
    mine = averages.filter(pl.col("player") == who.value).row(0, named=True)

    def between(row):
        if row["low"] is None:
            return "too few matches for an interval"
        return f"between {row['low']:.2f} and {row['high']:.2f}"

    mo.md(f"""
    ## Against the field

    **{who.value}** played {mine["matches"]} matches and {mine["innings"]} innings, and made
    {mine["average"]:.2f} points an inning: {between(mine)}, if the season were played again. Below, each
    figure is shown as the share of the other players it is better than, with its interval: 0 is the
    weakest of the field, 100 the best.
    """)
    return (mine,)


@app.cell
def _():
    words = {
        ("averages", "average"): "points an inning",
        ("averages", "scoreless"): "scoreless innings",
        ("accuracy", "rate"): "balls made of attacks",
        ("break-success", "rate"): "opening breaks",
        ("break-shots", "rate"): "break shots",
        ("safeties", "rate"): "safeties",
        ("conversion", "rate"): "after ball in hand",
        ("foul-rates", "per_stroke"): "fouls a stroke",
        ("foul-rates", "per_inning"): "fouls an inning",
        ("ratings", "rating"): "rating",
    }
    return (words,)


@app.cell
def _(COLOURS, CONFIG, alt, pl, straight, words):
    field = pl.DataFrame(
        [
            {
                "figure": words[one["statistic"], one["figure"]],
                "n": one["n"],
                "value": one["value"],
                "median": one["field"]["median"],
                "percentile": one["field"]["percentile"],
                "low": one["field"]["percentile_low"],
                "high": one["field"]["percentile_high"],
            }
            for one in straight["figures"]
            if one["field"] is not None
        ],
        infer_schema_length=None,
    )
    base = alt.Chart(field).encode(
        y=alt.Y(
            "figure:N", sort=field["figure"].to_list(), title=None, axis=alt.Axis(labelLimit=220)
        )
    )
    scale = alt.Scale(domain=[0, 100])
    against_the_field = (
        (
            base.mark_rule(strokeWidth=3, opacity=0.4, color=COLOURS[0]).encode(
                x=alt.X("low:Q", scale=scale, title="better than so many per cent of the others"),
                x2="high:Q",
            )
            + base.mark_point(size=90, filled=True, color=COLOURS[0], opacity=1).encode(
                x=alt.X("percentile:Q", scale=scale), tooltip=["figure", "value", "median", "n"]
            )
        )
        .properties(
            width=480, title=alt.TitleParams("Against the field", subtitle="bars: 95 % intervals")
        )
        .configure(**CONFIG)
    )
    against_the_field
    return (field,)


@app.cell
def _(field, pl):
    field.with_columns(pl.selectors.float().round(3))
    return


@app.cell
def _(mo):
    mo.md("""
    ## Where runs end

    The chance that a run ends at each ball of the rack. Ball 1 is the break shot into a new rack. A
    player whose points rise towards ball 14 loses the pattern at the end of the rack; one whose first
    point stands out loses the break shot. Points whose bars overlap are no difference to train for.
    """)
    return


@app.cell
def _(tables, who):
    run_ends = tables.chart("run-hazard", player=who.value)
    run_ends
    return (run_ends,)


@app.cell
def _(mo, straight):
    by_code = straight["fouls"][0]["by_code"]
    most = max(by_code, key=by_code.get) if by_code else None
    mo.md(f"""
    ## Fouls

    {straight["fouls"][0]["fouls"]} strokes with a foul; the most frequent cause is **{most}**.
    """)
    return (by_code,)


@app.cell
def _(tables, who):
    tables.chart("foul-causes", player=who.value)
    return


@app.cell
def _(mo):
    mo.md("""
    ## Safeties

    A declared safety has exactly one outcome: the opponent fouled, attacked and made nothing, returned
    it, or scored. The first two are counted as success.
    """)
    return


@app.cell
def _(pl, tables, who):
    safeties = tables.statistic("safeties", player=who.value).filter(pl.col("answered") > 0)
    safeties.with_columns(pl.selectors.float().round(3))
    return (safeties,)


@app.cell
def _(mo):
    mo.md("""
    ## When it matters

    The last tenth of the target against all other strokes. There are few strokes in it, so look at the
    intervals before you speak of nerves.
    """)
    return


@app.cell
def _(pl, straight):
    pressure = pl.DataFrame(straight["pressure"], infer_schema_length=None).select(
        "under_pressure",
        "attempts",
        "accuracy",
        "accuracy_low",
        "accuracy_high",
        "fouls_per_stroke",
    )
    pressure.with_columns(pl.selectors.float().round(3))
    return (pressure,)


@app.cell
def _(mo, pl, pressure):
    tense = pressure.filter(pl.col("under_pressure")).to_dicts()
    calm = pressure.filter(~pl.col("under_pressure")).to_dicts()
    nerves = bool(
        tense
        and calm
        and tense[0]["accuracy_high"] is not None
        and tense[0]["accuracy_high"] < calm[0]["accuracy_low"]
    )
    mo.md(
        "The intervals part: **accuracy falls** in the last tenth."
        if nerves
        else "The intervals overlap: this season shows **no difference** in the last tenth."
    )
    return (nerves,)


@app.cell
def _(mo):
    mo.md("""
    ## Trend

    The same figures over the last 5, 10 and 20 matches, and by month.
    """)
    return


@app.cell
def _(pl, tables, who):
    form = tables.statistic("form", player=who.value)
    form.with_columns(pl.selectors.float().round(3))
    return (form,)


@app.cell
def _(mo):
    mo.md("""
    ## What to record next season

    What is null above is null because nothing of it was recorded. For each statistic the answer names
    it:
    """)
    return


@app.cell
def _(pl, tables, who):
    wanted = pl.DataFrame(
        [
            {"statistic": name, "figure": figure, "record": text}
            for name in ("averages", "break-success", "break-shots", "safeties", "form", "ratings")
            for figure, text in tables.answer(name, player=who.value)["unlock"].items()
        ],
        schema=["statistic", "figure", "record"],
    )
    wanted
    return (wanted,)


if __name__ == "__main__":
    app.run()
