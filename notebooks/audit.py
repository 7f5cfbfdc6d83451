"""A federation's audit of a league: what its files say, and what they do not agree on."""

import marimo

__generated_with = "0.25.2"

app = marimo.App(width="medium", app_title="A federation's audit of a league")


@app.cell
def _():
    from pathlib import Path

    import altair as alt
    import marimo as mo
    import polars as pl

    import analytics
    from analytics.charts.look import COLOURS, CONFIG
    from ingest.importers.mapping import Mapping
    from ingest.importers.report import Report
    from ingest.importers.run import read
    from ingest.importers.source import Source
    from ingest.wire import encode

    return COLOURS, CONFIG, Mapping, Path, Report, Source, alt, analytics, encode, mo, pl, read


@app.cell
def _(mo):
    mo.md("""
    # A federation's audit of a league

    A league hands in two files: the frames that were played, and the results of the fixtures that the
    table was made of. Nobody falsified anything; still they do not agree. This page shows how to find
    where, so that an official can ask the two clubs about one evening instead of a season.

    The files are one division of a real snooker league, 72 fixtures and 290 frames. Teams are letters
    and players numbers here; scores and days are as they were published.
    """)
    return


@app.cell
def _(Mapping, Path, Report, Source, encode, read):
    folder = Path(__file__).parent / "data"
    report = Report()
    key = bytes(32)  # ids of teams are keyed hashes; with names of people the key is a secret
    imported = list(
        read(
            [Source(path.name, path) for path in sorted(folder.glob("league-*.csv"))],
            Mapping(),
            key,
            report,
        )
    )
    records = [encode(event) for match in imported for event in match.events]
    return records, report


@app.cell
def _(mo, report):
    mo.md(f"""
    ## What the import says

    `cuelog import` reads such files as they are and mends nothing. Of {report.rows} rows it made
    {report.matches} matches. **{report.counts["refused"]}** rows were refused,
    **{report.counts["contradictory"]}** contradict another row, {report.counts["guessed"]} left
    something to guess, {report.counts["left_out"]} held nothing that can be checked. Each doubt names its
    file, row and cell:
    """)
    return


@app.cell
def _(pl, report):
    doubts = pl.DataFrame(report.fields()["notes"], infer_schema_length=None)
    doubts.select("kind", "file", "row", "cell", "times", "words")
    return (doubts,)


@app.cell
def _(mo):
    mo.md("""
    ## Which way the contradictions go

    The words hold both scores. Taken apart, they show a pattern: the published results have *more*
    frames than were handed in. Frames are missing from the file; it is not that somebody's frame was given
    to the other side. Perhaps they were conceded, or given for a player who did not come: nobody wrote
    it down.
    """)
    return


@app.cell
def _(doubts, pl):
    score = r"give (\d+)-(\d+), the result says (\d+)-(\d+)"
    parts = (
        pl.col("words")
        .str.extract_groups(score)
        .struct.rename_fields(["frames_home", "frames_away", "result_home", "result_away"])
    )
    differing = (
        doubts.filter((pl.col("kind") == "contradictory") & pl.col("words").str.contains(score))
        .select("row", parts.alias("score"))
        .unnest("score")
        .cast(pl.Int64)
        .with_columns(
            missing=pl.col("result_home")
            + pl.col("result_away")
            - pl.col("frames_home")
            - pl.col("frames_away"),
            turned=(
                (pl.col("frames_home") - pl.col("frames_away")).sign()
                != (pl.col("result_home") - pl.col("result_away")).sign()
            ),
        )
    )
    differing
    return (differing,)


@app.cell
def _(COLOURS, CONFIG, alt, differing):
    missing_frames = (
        alt.Chart(differing)
        .mark_bar(color=COLOURS[0])
        .encode(
            x=alt.X(
                "missing:O",
                title="frames in the result and not in the file",
                axis=alt.Axis(labelAngle=0),
            ),
            y=alt.Y("count():Q", title="fixtures", axis=alt.Axis(tickMinStep=1, format="d")),
        )
        .properties(
            width=320,
            height=200,
            title=alt.TitleParams(
                "What is missing", subtitle=f"{differing.height} fixtures that differ"
            ),
        )
        .configure(**CONFIG)
    )
    missing_frames
    return


@app.cell
def _(differing, mo, pl):
    turned = differing.filter(pl.col("turned"))
    mo.md(f"""
    In **{turned.height}** fixtures the frames handed in would be a draw, and the result is a win. Those
    are the ones to ask about first: rows {", ".join(map(str, turned["row"].to_list()))} of the results.
    """)
    return (turned,)


@app.cell
def _(mo):
    mo.md("""
    ## The same in the tables

    In the log a published result is a **claim**: somebody states it. The frames are what was played.
    Replaying the log compares the two, and what differs is a finding. A fixture for which there is
    nothing but a claim proves nothing, and the audit says so (`matches.unchecked`); it does not turn the
    claim into a result.

    Here all 72 fixtures are such: their frames are matches of their players. But the import brought the
    two together, by teams and day, and recorded what the frames give as a second claim. Where the two
    claims disagree, one of them is wrong: those are the matches `cuelog audit --all` lists.
    """)
    return


@app.cell
def _(analytics, records):
    tables = analytics.open(records)
    findings = tables.sql(
        "SELECT code, severity, count(DISTINCT match)::INT AS matches FROM findings GROUP BY ALL ORDER BY ALL"
    ).pl()
    findings
    return findings, tables


@app.cell
def _(tables):
    known = tables.sql(
        "SELECT coalesce(result, 'only claimed') AS result, standing, count(*)::INT AS matches, "
        "sum(racks_by_sums)::INT AS frames, sum(strokes)::INT AS strokes "
        "FROM matches GROUP BY ALL ORDER BY matches DESC"
    ).pl()
    known
    return (known,)


@app.cell
def _(mo):
    mo.md("""
    ## What these files can carry

    Frames won and lost are enough for a rating. Players without a link of frames won and lost to the
    largest group get none: that is refused rather than guessed. Ratings of a single season are wide;
    below 200 frames they are marked provisional.
    """)
    return


@app.cell
def _(pl, tables):
    ratings = tables.statistic("ratings")
    ratings.head(10).with_columns(pl.selectors.float().round(3))
    return (ratings,)


@app.cell
def _(COLOURS, CONFIG, alt, pl, ratings):
    best = (
        ratings.filter(pl.col("rating").is_not_null())
        .head(15)
        .with_columns(
            low=pl.col("rating") - 1.96 * pl.col("standard_error"),
            high=pl.col("rating") + 1.96 * pl.col("standard_error"),
        )
    )
    bars = alt.Chart(best).encode(y=alt.Y("player:N", sort=best["player"].to_list(), title=None))
    rating_chart = (
        (
            bars.mark_rule(strokeWidth=3, opacity=0.4, color=COLOURS[0]).encode(
                x=alt.X("low:Q", title="rating (100 points are odds of 2 to 1)"), x2="high:Q"
            )
            + bars.mark_point(filled=True, size=80, color=COLOURS[0], opacity=1).encode(
                x=alt.X("rating:Q", scale=alt.Scale(zero=False)), tooltip=["rating", "games"]
            )
        )
        .properties(
            width=480,
            title=alt.TitleParams(
                "The fifteen best of the division", subtitle="bars: 95 % intervals"
            ),
        )
        .configure(**CONFIG)
    )
    rating_chart
    return (best,)


@app.cell
def _(best, mo):
    first, last = best.row(0, named=True), best.row(-1, named=True)
    apart = first["low"] > last["high"]
    mo.md(
        f"Even the first and the fifteenth of these, {first['player']} and {last['player']}, "
        + ("are told apart." if apart else "are **not told apart**: their intervals overlap.")
        + " A ranking list of such a season is an order of luck as much as of strength."
    )
    return (apart,)


@app.cell
def _(mo, tables):
    unlock = tables.answer("snooker-breaks")["unlock"]
    mo.md(f"""
    ## What to ask the league for next season

    - breaks: no figure of breaks can be given. Needed: {unlock.get("highest", "nothing")};
    - frames conceded or given for an absent player, as what they are, so that frames make the result;
    - a number of the fixture in each row; players have one already.
    """)
    return (unlock,)


if __name__ == "__main__":
    app.run()
