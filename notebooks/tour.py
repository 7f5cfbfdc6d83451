"""A tour of the tables: strokes, innings, racks, matches, and what can be asked of them."""

import marimo

__generated_with = "0.25.2"

app = marimo.App(width="medium", app_title="A tour of the tables")


@app.cell
def _():
    import marimo as mo
    import polars as pl

    import analytics
    from ingest.simulate import Season, drawn_field, play

    return Season, analytics, drawn_field, mo, pl, play


@app.cell
def _(mo):
    mo.md("""
    # A tour of the tables

    A **log** holds what happened: who struck, what was called, what fell. cuelog rules each event by
    the text of the match and writes what follows into **tables**. Everything else, every figure and
    every chart, is read from those tables. This page opens them one after the other.

    Without a place below, a season nobody played is used: ten matches of five disciplines, made by the
    simulator and marked as such in every event. Name a data directory such as `.cuelog`, the URL of a
    service, an exported directory or a log to see your own.
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
        drawn_field(4, seed=11),
        seed=11,
        matches=10,
        targets={"14.1": 30, "8-ball": 2, "9-ball": 2, "10-ball": 2, "snooker": 1},
    )
    records = [record for match in play(season) for record in match]
    tables = analytics.open(place.value or records)
    return (tables,)


@app.cell
def _(mo):
    mo.md("""
    ## Matches

    One row a match. `tables.matches` is a DuckDB relation: nothing is read until it is asked for;
    `.pl()` makes a Polars frame of it. Among the columns are the result, how it stands (`standing`),
    and how much of the match is known: strokes recorded, strokes with a call, with a time.
    """)
    return


@app.cell
def _(pl, tables):
    matches = tables.matches.pl().sort("first_ms", "match")
    matches.select(
        "match",
        "discipline",
        "rules",
        "player1",
        "player2",
        "score1",
        "score2",
        "winner",
        "standing",
        "strokes",
        pl.from_epoch("first_ms", "ms").dt.date().alias("day"),
    )
    return (matches,)


@app.cell
def _(mo):
    mo.md("""
    ## Rulings

    One row a stroke: the facts a scorer gave, and what the text makes of them. Below is the first
    match of 14.1 from its third inning on. `score` is the striker's score *before* the stroke,
    `points` what the stroke changed, `clauses` the clauses that were applied: `cuelog explain MATCH SEQ`
    quotes them.
    """)
    return


@app.cell
def _(matches, pl, tables):
    straight = matches.filter(pl.col("discipline") == "14.1")["match"]
    match = straight[0] if len(straight) else matches["match"][0]
    strokes = tables.sql(
        "SELECT inning, stroke, player, call, balls, verdict, fouls, score, points, clauses "
        "FROM rulings WHERE match = ? AND inning >= 3 AND NOT void ORDER BY seq LIMIT 12",
        [match],
    ).pl()
    strokes
    return (match,)


@app.cell
def _(mo):
    mo.md("""
    ## Innings, racks

    One row a turn at the table, and one a rack or frame. They are sums over the strokes, so they must
    agree with the matches. That is worth checking in any data set you did not make yourself:
    """)
    return


@app.cell
def _(tables):
    sums = tables.sql(
        "SELECT m.match, m.points1 + m.points2 AS in_matches, i.points AS in_innings "
        "FROM matches m JOIN (SELECT match, sum(points + points_opponent)::INT AS points "
        "FROM innings GROUP BY match) i ON i.match = m.match "
        "WHERE m.discipline = '14.1' ORDER BY m.match"
    ).pl()
    sums
    return (sums,)


@app.cell
def _(mo, sums):
    differing = sums.filter(sums["in_matches"] != sums["in_innings"]).height
    mo.md(f"Of {sums.height} matches of 14.1, **{differing}** differ.")
    return (differing,)


@app.cell
def _(mo):
    mo.md("""
    ## A question of your own, and the same one asked of the dictionary

    How often is a stroke a foul? In SQL it is one line, if you remember what to leave out: strokes that
    were taken back (`void`), turns written as a sum (`kind`), strokes that were only inferred.
    """)
    return


@app.cell
def _(pl, tables):
    by_hand = tables.sql(
        "SELECT player, discipline::VARCHAR AS discipline, count(*) AS strokes, "
        "count(*) FILTER (n_fouls > 0) / count(*) AS per_stroke FROM rulings "
        "WHERE kind = 'shot' AND NOT void AND NOT inferred GROUP BY ALL "
        "ORDER BY 2, 1"
    ).pl()
    by_hand.with_columns(pl.selectors.float().round(3))
    return (by_hand,)


@app.cell
def _(mo):
    mo.md("""
    The dictionary asks the same, leaves out the same, and adds what a figure needs to be worth
    anything: its denominator and an interval. Every definition is in `docs/statistics.md`.
    """)
    return


@app.cell
def _(pl, tables):
    foul_rates = tables.statistic("foul-rates").sort("discipline", "player")
    foul_rates.select(
        "player",
        "discipline",
        "strokes",
        "fouls",
        "per_stroke",
        "per_stroke_low",
        "per_stroke_high",
    ).with_columns(pl.selectors.float().round(3))
    return (foul_rates,)


@app.cell
def _(mo):
    mo.md("""
    ## What is missing, and what would have to be recorded

    A rate with nothing in its denominator is null, never nought, and the answer says under `unlock`
    what to record for it. Nobody declares a safety in 9-ball, so there is no success of safeties:
    """)
    return


@app.cell
def _(tables):
    locked = tables.answer("safeties", discipline="9-ball")
    locked["unlock"]
    return (locked,)


@app.cell
def _(mo):
    mo.md("""
    ## Charts

    Charts are made of the statistics and carry their rows (`chart.rows`) and their Vega-Lite
    specification (`chart.spec`). The race of the match above, and how long runs were:
    """)
    return


@app.cell
def _(match, tables):
    race = tables.chart("score-race", match=match)
    race
    return (race,)


@app.cell
def _(tables):
    lengths = tables.chart("run-lengths")
    lengths
    return (lengths,)


@app.cell
def _(mo, tables):
    mo.md(f"""
    ## To be repeated by others

    The log stood at **{tables.position}** when this was read. With that position, the version of the
    rules and that of the dictionary, all of which every answer and every exported file names, anybody
    with the log gets the same figures.
    """)
    return


if __name__ == "__main__":
    app.run()
