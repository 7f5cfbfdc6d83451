"""What the national texts change: the same matches of 14.1 under SI, PL and LT."""

import marimo

__generated_with = "0.25.2"

app = marimo.App(width="medium", app_title="What the national texts change")


@app.cell
def _():
    import json

    import altair as alt
    import marimo as mo
    import polars as pl

    import analytics
    from analytics.charts.look import COLOURS, CONFIG, SHAPES
    from ingest.simulate import Season, Skill

    return COLOURS, CONFIG, SHAPES, Season, Skill, alt, analytics, json, mo, pl


@app.cell
def _(mo):
    mo.md("""
    # What the national texts change

    The Slovenian (SI), the Polish (PL) and the Lithuanian (LT) text of 14.1 describe one game. They
    differ in small things: what a third foul in a row costs, what a fair opening break is, whether
    anybody must be told that he is on two fouls. Do such things matter?

    A log holds what happened, not what it was worth, so the same evening can be ruled again under each
    text: `analytics.open(records, rules="SI")`. Twelve simulated matches to 30 points, by four players
    who foul often, since it is fouls the texts differ on.

    One thing has to be made equal first. Under LT a lag decides who breaks, under the others the record
    says it. So the lag is left out, and each opening names who struck first: otherwise we should compare
    how a match is opened, and not what the texts make of it.
    """)
    return


@app.cell
def _(Season, Skill, json):
    field = [
        Skill("sim-ana", pot=0.75, break_shot=0.75, safety=0.15, foul=0.12),
        Skill("sim-bor", pot=0.72, break_shot=0.72, safety=0.15, foul=0.15),
        Skill("sim-eva", pot=0.70, break_shot=0.70, safety=0.15, foul=0.20),
        Skill("sim-jan", pot=0.68, break_shot=0.68, safety=0.15, foul=0.25),
    ]
    season = Season(field, seed=3, matches=12, disciplines=("14.1",), targets={"14.1": 30})

    def opened_alike(match):
        """Return the records of a match with its breaker in the opening, and no lag."""
        events = [json.loads(record) for record in match]
        begin = next(place for place, event in enumerate(events) if event["type"] == "shot")
        opening = events[0] | {"breaker": events[begin]["player"]}
        kept = [opening, *events[begin:]]
        return [json.dumps({**event, "seq": seq}).encode() for seq, event in enumerate(kept, 1)]

    records = [
        record for number in range(season.matches) for record in opened_alike(season.match(number))
    ]
    return (records,)


@app.cell
def _(analytics, pl, records):
    TEXTS = ("SI", "PL", "LT")
    ruled = {text: analytics.open(records, rules=text) for text in TEXTS}

    def together(query):
        """Ask the same of each text."""
        return pl.concat(
            tables.sql(query).pl().with_columns(text=pl.lit(text)) for text, tables in ruled.items()
        )

    return TEXTS, ruled, together


@app.cell
def _(mo):
    mo.md("""
    ## Scores

    The strokes are the same in all three; what differs is what the text makes of them.
    """)
    return


@app.cell
def _(TEXTS, pl, together):
    matches = together("SELECT match, points1, points2, winner, status, warnings FROM matches")
    scores = (
        matches.with_columns(score=pl.format("{}:{}", "points1", "points2"))
        .pivot("text", index="match", values="score")
        .select("match", *TEXTS)
        .sort("match")
    )
    scores
    return matches, scores


@app.cell
def _(TEXTS, mo, pl, scores):
    changed = scores.filter(
        pl.struct(TEXTS).map_elements(
            lambda row: len(set(row.values())) > 1, return_dtype=pl.Boolean
        )
    )
    mo.md(f"""
    **{changed.height} of {scores.height}** matches have another score under one of the texts.
    """)
    return (changed,)


@app.cell
def _(COLOURS, CONFIG, SHAPES, TEXTS, alt, changed, matches, pl):
    sides = pl.concat(
        matches.filter(pl.col("match").is_in(changed["match"].to_list())).select(
            pl.col("match"),
            pl.col("text"),
            pl.col(f"points{side}").alias("points"),
            (pl.col("match").str.slice(-2) + f" player {side}").alias("side"),
        )
        for side in (1, 2)
    )
    spread = (
        sides.group_by("side").agg(pl.col("points").n_unique().alias("n")).filter(pl.col("n") > 1)
    )
    shown = sides.filter(pl.col("side").is_in(spread["side"].to_list())).sort("side")
    points_chart = (
        alt.Chart(shown)
        .mark_point(size=110, strokeWidth=2.4)
        .encode(
            x=alt.X("points:Q", title="points at the end", scale=alt.Scale(zero=False)),
            y=alt.Y("side:N", title="match and player"),
            color=alt.Color("text:N", scale=alt.Scale(domain=TEXTS, range=COLOURS[:3])),
            shape=alt.Shape("text:N", scale=alt.Scale(domain=TEXTS, range=SHAPES[:3])),
            tooltip=["match", "text", "points"],
        )
        .properties(
            width=480,
            title=alt.TitleParams("Whose points differ", subtitle="only sides that differ by text"),
        )
        .configure(**CONFIG)
    )
    points_chart
    return (shown,)


@app.cell
def _(mo):
    mo.md("""
    ## Where they part

    For each match and text, the first stroke whose points are others than under PL, with the clauses
    that were applied. It is the third foul in a row each time: it costs 15 points under SI, and 16 under
    PL and LT, where the point of the foul itself stays on top.
    """)
    return


@app.cell
def _(pl, together):
    strokes = together(
        "SELECT match, seq, player, verdict, third_foul, points, clauses FROM rulings "
        "WHERE kind = 'shot' AND NOT void"
    )
    polish = strokes.filter(pl.col("text") == "PL").select(
        "match", "seq", pl.col("points").alias("under_PL")
    )
    parted = (
        strokes.filter(pl.col("text") != "PL")
        .join(polish, on=["match", "seq"])
        .filter(pl.col("points") != pl.col("under_PL"))
        .sort("match", "text", "seq")
        .unique(["match", "text"], keep="first", maintain_order=True)
        .select(
            "match",
            "text",
            "seq",
            "player",
            "verdict",
            "third_foul",
            "points",
            "under_PL",
            "clauses",
        )
    )
    parted
    return parted, strokes


@app.cell
def _(pl, strokes):
    counted = strokes.group_by("text", maintain_order=True).agg(
        strokes=pl.len(),
        fouls=(pl.col("verdict") == "foul").sum(),
        breaking_fouls=(pl.col("verdict") == "break_foul").sum(),
        third_fouls=pl.col("third_foul").sum(),
    )
    counted
    return (counted,)


@app.cell
def _(matches, mo, pl):
    ended = matches.group_by("match").agg(finished=(pl.col("status") == "finished").sum())
    undecided = ended.filter(pl.col("finished").is_between(1, 2))["match"].to_list()
    mo.md(f"""
    ## Who wins

    A point is not only a point. In {len(undecided)} of the matches
    ({", ".join(undecided) or "none"}) one text has a winner and another has none yet: there the player is
    a point short, and the record stops because the match was scored by a text that had it won.
    """)
    return (undecided,)


@app.cell
def _(mo):
    mo.md("""
    ## Saying it

    Under LT, who is on two fouls must be told so; otherwise the third one is only another second. The
    records above hold that announcement each time it was due. The same evening with a scorer who never
    says it:
    """)
    return


@app.cell
def _(TEXTS, analytics, json, pl, records):
    silent, place = [], 0
    for record in records:
        event = json.loads(record)
        if event["type"] == "match_opened":
            place = 0
        if event["type"] != "announcement":
            place += 1
            silent.append(json.dumps({**event, "seq": place}).encode())
    unsaid = pl.concat(
        analytics.open(silent, rules=text)
        .sql(
            "SELECT count(*) FILTER (third_foul)::INT AS third_fouls, "
            "sum(points)::INT AS points FROM rulings WHERE NOT void"
        )
        .pl()
        .with_columns(text=pl.lit(text))
        for text in TEXTS
    ).select("text", "third_fouls", "points")
    unsaid
    return (unsaid,)


@app.cell
def _(counted, mo, pl, unsaid):
    said = counted.filter(pl.col("text") == "LT")["third_fouls"].item()
    left = unsaid.filter(pl.col("text") == "LT")["third_fouls"].item()
    mo.md(f"""
    Under LT **{said - left} of {said}** third fouls are gone, and with each of them fifteen points. Under SI
    and PL nothing changes. Of all differences between the texts this is the largest, and it is no rule
    of play at all but one of manners. A federation that plays by LT should see that the sentence is
    spoken, and recorded.
    """)
    return left, said


@app.cell
def _(pl, ruled):
    averages = (
        pl.concat(
            tables.statistic("averages")
            .select("player", "innings", "points", "average")
            .with_columns(text=pl.lit(text))
            for text, tables in ruled.items()
        )
        .pivot("text", index="player", values="average")
        .sort("player")
    )
    averages.with_columns(pl.selectors.float().round(3))
    return (averages,)


@app.cell
def _(TEXTS, averages, mo, pl):
    widest = averages.with_columns(spread=pl.max_horizontal(TEXTS) - pl.min_horizontal(TEXTS))[
        "spread"
    ].max()
    mo.md(f"""
    ## What it does to a season

    The averages differ by at most **{widest:.2f}** points an inning. Comparing players across countries
    is fair enough as long as the text is named with the figure; deciding a match by the wrong text is
    not. Every answer of cuelog names the text, and `rules` is a filter of every statistic.
    """)
    return (widest,)


if __name__ == "__main__":
    app.run()
