"""14.1 by the ball of the rack: where runs end, break shots, racks completed."""

from __future__ import annotations

from collections import defaultdict

from analytics.dictionary import MATCHES, Request, Row, statistic
from analytics.selection import EACH_PLAYER, STROKE, count_if, counted, select

FAILED = "(r.balls = 0 OR r.n_fouls > 0)"
FOLLOWED = f"""
(SELECT s.match, s.player, s.opponent, s.discipline, s.balls, s.n_fouls, s.call,
    coalesce(n.balls > 0, false) AS went_on
 FROM (SELECT * FROM rulings r WHERE {STROKE} AND r.is_break_shot) s
 LEFT JOIN rulings n ON n.match = s.match AND n.inning = s.inning AND n.stroke = s.stroke + 1) r
"""
"""Break shots, and whether the next stroke of the turn scored; void strokes have no number."""

SHOTS = {
    "continued": "r.balls > 0 AND r.went_on",
    "made": "r.balls > 0 AND NOT r.went_on",
    "missed": "r.balls = 0 AND r.n_fouls = 0 AND r.call <> 'safety'",
    "safety": "r.balls = 0 AND r.n_fouls = 0 AND r.call = 'safety'",
    "foul": "r.n_fouls > 0",
}


@statistic(
    "break-shots",
    sort="rate",
    n="shots",
    columns={
        "player": "player", "shots": "first strokes into a new rack of a running inning",
        "continued": "made, and the next stroke scored too",
        "made": "made, and the next stroke did not score", "missed": "missed",
        "safety": "a legal safety", "foul": "a foul", "rate": "(continued + made) / shots",
        "low": "95 % interval, lower bound", "high": "95 % interval, upper bound",
    },
    unlock={
        "rows": "14.1 recorded stroke by stroke, past the first rack",
    },
)  # fmt: skip
def break_shots(request: Request) -> list[Row]:
    """First stroke of each new rack of a running inning, each with exactly one outcome.

    Made and the run went on (the next stroke scored too), made, missed, safety, foul.
    """
    tests = {"shots": "true", **SHOTS, "good": "r.balls > 0 AND r.n_fouls = 0"}
    return [
        {
            "player": player,
            **tally.take("shots", *SHOTS),
            **tally.share("good", "shots"),
            MATCHES: tally.matches,
        }
        for (player, _), tally in counted(request, FOLLOWED.strip(), "true", count_if(tests))
    ]


@statistic(
    "run-hazard",
    sort="ball",
    ascending=True,
    n="at_risk",
    columns={
        "player": "player", "ball": "ball of the rack, 1 (the break shot) to 14",
        "at_risk": "attacking strokes at that ball", "ended": "of these, missed or fouled",
        "hazard": "ended / at_risk", "low": "95 % interval, lower bound",
        "high": "95 % interval, upper bound",
    },
    unlock={
        "rows": "14.1 recorded stroke by stroke",
    },
)  # fmt: skip
def run_hazard(request: Request) -> list[Row]:
    """The chance that a run ends at each ball of the rack, 1 to 14; ball 1 is the break shot.

    Attacking strokes recorded as strokes; opening breaks and safeties are left out.
    """
    tests = {"at_risk": "true", "ended": FAILED}
    where = f"{STROKE} AND r.attack AND r.rack_ball IS NOT NULL"
    return [
        {
            "player": player,
            "ball": int(ball),
            **tally.take("at_risk", "ended"),
            **tally.share("ended", "at_risk", "hazard"),
            MATCHES: tally.matches,
        }
        for (player, ball), tally in counted(
            request, "rulings r", where, count_if(tests), "CAST(r.rack_ball AS VARCHAR)"
        )
    ]


SIDES = f"""
(SELECT r.match, r.rack, r.completed_by, r.completed_inning, p.player, p.opponent
 FROM racks r JOIN {EACH_PLAYER} p ON p.match = r.match
 WHERE r.discipline = '14.1' AND NOT r.is_open) r
"""


@statistic(
    "rack-completion",
    sort="completed",
    n="racks",
    columns={
        "player": "player", "racks": "triangles played out in the player's matches",
        "completed": "of these, all 14 made by the player in one inning",
        "consecutive": "most of them in a row in one inning",
    },
    unlock={
        "rows": "14.1 played past the first rack",
    },
)  # fmt: skip
def rack_completion(request: Request) -> list[Row]:
    """Racks in which one player made all 14 balls in one inning, and the most in a row."""
    mine = "r.completed_by = r.player"
    columns = f"r.player, r.match, CASE WHEN {mine} THEN r.completed_inning END AS inning, count(*)"
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    used: dict[str, set[str]] = defaultdict(set)
    for player, match, inning, racks in select(
        request, columns, SIDES.strip(), "true", "GROUP BY ALL"
    ):
        row = counts[player]
        used[player].add(match)
        row[0] += racks
        if inning is not None:
            row[1] += racks
            row[2] = max(row[2], racks)
    names = ("racks", "completed", "consecutive")
    return [
        {"player": player, **dict(zip(names, row, strict=True)), MATCHES: tuple(used[player])}
        for player, row in counts.items()
    ]
