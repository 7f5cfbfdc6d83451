"""Charts of one match: the race of the scores, and the frames of snooker as a strip."""

from __future__ import annotations

from typing import Final, NamedTuple

import altair as alt

from analytics.charts.chart import NAME, Asked, BadChart, Drawn, Words, chart, nothing
from analytics.charts.look import (
    DATA,
    HEIGHT,
    INK,
    QUIET,
    WIDTH,
    colour,
    dash,
    filled_if,
    outline,
    panels,
    plain_axis,
)
from analytics.dictionary import ROWS, Row

NOTED_BREAK: Final = 50
"""Breaks of a frame that are told on its strip."""


class Match(NamedTuple):
    """What the charts of one match say of it."""

    match: str
    discipline: str
    players: tuple[str, str]
    targets: tuple[int | None, int | None]
    score: tuple[int, int]
    status: str

    @property
    def unit(self) -> str:
        """What its score counts."""
        return {"14.1": "points", "snooker": "frames"}.get(self.discipline, "racks")

    def told(self) -> str:
        """Return discipline, status and score in words."""
        return f"{self.discipline}, {self.status} {self.score[0]}:{self.score[1]}"


def match_of(asked: Asked) -> Match:
    """Return the match asked for; raises ``BadChart`` where there is none, or none opened."""
    name = asked.filters.match or ""
    found = asked.records(
        "SELECT discipline, player1, player2, target1, target2, score1, score2, status "
        "FROM matches WHERE match = ?",
        [name],
    )
    if not found:
        raise BadChart(f"match: no record names the match {name}")
    discipline, one, two, *figures, status = found[0]
    if discipline is None or one is None:
        raise BadChart(f"match: {name} has no opening on record")
    scores = (figures[2] or 0, figures[3] or 0)
    return Match(name, discipline, (one, two), (figures[0], figures[1]), scores, status)


RACE: Final = {
    **NAME,
    "turn": "turn in the match, from 1; 0 is the start",
    "score": "score after that turn, and after what was added before the next",
}
_SCORES: Final = """
SELECT inning, player, opponent, score, score_opponent, points, points_opponent
FROM rulings WHERE match = ? AND NOT void ORDER BY seq, part
"""


@chart("score-race", columns=RACE, needs=("match",))
def score_race(asked: Asked) -> Drawn:
    """The scores of one match after each turn at the table, as ruled and corrected."""
    match = match_of(asked)
    points = _race(asked, match)
    title = f"Score race: {match.match}"
    if len(points) <= 2:
        return nothing(Words(title), {"unlock": {ROWS: "strokes, innings or racks of the match"}})
    rows = asked.named(points)
    names = list(dict.fromkeys(row["name"] for row in rows))
    base = alt.Chart(alt.NamedData(DATA), width=WIDTH, height=HEIGHT).encode(
        x=alt.X("turn:Q", axis=plain_axis("turn at the table"), scale=alt.Scale(nice=False)),
        color=colour(names),
    )
    line = base.mark_line(interpolate="step-after", strokeWidth=2.4).encode(
        y=alt.Y("score:Q", axis=alt.Axis(title=f"score ({match.unit})", tickMinStep=1)),
        strokeDash=dash(names),
        tooltip=["name:N", "turn:Q", "score:Q"],
    )
    last = max(row["turn"] for row in rows)
    ends = base.transform_filter(f"datum.turn == {last}").mark_text(
        align="left", dx=6, fontSize=12, fontWeight="bold"
    )
    layers = [line, ends.encode(y="score:Q", text="score:Q", color=alt.value(INK))]
    targets = sorted({target for target in match.targets if target})
    layers += [_target(target) for target in targets]
    notes = [
        f"{match.told()}; n = {last} turns; dashed: what is needed to win",
        "a record, not an estimate: it has no interval",
    ]
    return Drawn(Words(title, notes), rows, alt.layer(*layers))


def _target(target: int) -> alt.Chart:
    rule = alt.Chart(alt.NamedData(DATA)).mark_rule(color=QUIET, strokeDash=[4, 4])
    return rule.encode(y=alt.datum(target))


def _race(asked: Asked, match: Match) -> list[Row]:
    """Return both scores at the start, after each turn, and at the end of the record."""
    first, second = match.players
    after: dict[int, tuple[int, int]] = {}
    start: tuple[int, int] | None = None
    for inning, player, _, mine, theirs, made, given in asked.records(_SCORES, [match.match]):
        before, now = (mine, theirs), (mine + made, theirs + given)
        if player != first:
            before, now = before[::-1], now[::-1]
        start = start or before
        after[inning] = now
    turns = {0: start or (0, 0), **after}
    turns[max(turns)] = match.score  # also what came after the last stroke, such as a penalty
    return [
        {"player": player, "turn": turn, "score": score}
        for turn, scores in turns.items()
        for player, score in zip((first, second), scores, strict=True)
    ]


STRIP: Final = {
    **NAME,
    "frame": "number of the frame",
    "points": "points of the player in it; null where only its winner is recorded",
    "won": "the player won it",
    "how": "how it ended",
    "breaks": "breaks of 50 or more of the player in it, points",
}
_FRAMES: Final = """
SELECT rack, winner, how, points1, points2, break_players, break_points FROM racks
WHERE match = ? ORDER BY rack
"""
_BREAKS: Final = """
SELECT rack, player, run FROM innings WHERE match = ? AND run >= ? ORDER BY inning
"""


@chart("frame-strip", columns=STRIP, needs=("match",))
def frame_strip(asked: Asked) -> Drawn:
    """The frames of a snooker match side by side: points of each player, winner, breaks of 50+."""
    match = match_of(asked)
    if match.discipline != "snooker":
        raise BadChart(f"match: {match.match} is {match.discipline}; frames are of snooker alone")
    title = f"Frames: {match.match}"
    rows = asked.named(_strip(asked, match))
    if not rows:
        return nothing(Words(title), {"unlock": {ROWS: "frames of the match"}})
    frames = len(rows) // 2
    names = [rows[0]["name"], rows[1]["name"]]
    base = alt.Chart(width=max(34 * frames, 320), height=110).encode(
        x=alt.X("frame:O", axis=alt.Axis(title="frame", labelAngle=0))
    )
    room = alt.Scale(domain=[0, 1.3 * max(20, *(row["points"] or 0 for row in rows))], nice=False)
    bars = base.mark_bar(size=22, strokeWidth=1.6).encode(
        y=alt.Y("points:Q", axis=alt.Axis(title="points", tickCount=4), scale=room),
        stroke=outline(names),
        fill=filled_if("datum.won", names, legend=False),
        tooltip=["name:N", "frame:O", "points:Q", "won:N", "how:N", "breaks:N"],
    )
    figures = base.mark_text(dy=-4, baseline="bottom", fontSize=10, color=INK).encode(
        y="points:Q", text="points:Q"
    )
    breaks = (
        base.transform_filter("length(datum.breaks) > 0")
        .transform_calculate(shown="'(' + join(datum.breaks, ', ') + ')'")
        .mark_text(dy=-16, baseline="bottom", fontSize=9, color=QUIET)
        .encode(y="points:Q", text="shown:N")
    )
    view = panels(alt.Row("name:N", title=None, sort=names), 14, bars, figures, breaks)
    notes = [
        f"{match.told()}; n = {frames} frames",
        "filled: won the frame; figures: points, in brackets breaks of 50 or more",
        "a record, not an estimate: it has no interval",
    ]
    return Drawn(Words(title, notes), rows, view)


def _strip(asked: Asked, match: Match) -> list[Row]:
    made: dict[tuple[int, str], list[int]] = {}
    for rack, player, run in asked.records(_BREAKS, [match.match, NOTED_BREAK]):
        made.setdefault((rack, player), []).append(run)
    rows: list[Row] = []
    for rack, winner, how, one, two, players, points in asked.records(_FRAMES, [match.match]):
        for player, run in zip(players or (), points or (), strict=True):
            if run >= NOTED_BREAK:
                made.setdefault((rack, player), []).append(run)
        rows += [
            {"player": player, "frame": rack, "points": scored, "won": winner == player,
             "how": how, "breaks": made.get((rack, player), [])}
            for player, scored in zip(match.players, (one, two), strict=True)
        ]  # fmt: skip
    return rows
