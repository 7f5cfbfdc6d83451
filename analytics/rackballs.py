"""14.1 by the ball of the rack: where runs end, break shots, racks completed."""

from __future__ import annotations

from collections import defaultdict

from analytics.dictionary import MATCHES, Request, Row, statistic
from analytics.selection import STROKE, Tally, select, tallies

FAILED = "(r.balls = 0 OR r.n_fouls > 0)"
FOLLOWED = """
(SELECT s.*, lead(s.balls) OVER w AS next_balls, lead(s.inning) OVER w AS next_inning
 FROM rulings s WHERE NOT s.void AND s.kind = 'shot'
 WINDOW w AS (PARTITION BY s.match ORDER BY s.seq, s.part)) r
"""
"""Strokes with what the next stroke of the match made, and in which turn."""

SHOTS = {
    "continued": "r.balls > 0 AND r.next_inning = r.inning AND r.next_balls > 0",
    "made": "r.balls > 0 AND NOT coalesce(r.next_inning = r.inning AND r.next_balls > 0, false)",
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
)  # fmt: skip
def break_shots(request: Request) -> list[Row]:
    """First stroke of each new rack of a running inning, each with exactly one outcome.

    Made and the run went on (the next stroke scored too), made, missed, safety, foul.
    """
    tests = ["true", *SHOTS.values(), "r.balls > 0 AND r.n_fouls = 0"]
    counted = ", ".join(f"count(*) FILTER ({test})" for test in tests)
    columns = f"r.player, r.discipline, r.match, {counted}"
    where = f"{STROKE} AND r.is_break_shot"
    found = select(request, columns, FOLLOWED.strip(), where, "GROUP BY ALL ORDER BY ALL")
    names = ("shots", *SHOTS, "good")
    rows: list[Row] = []
    for (player, _), tally in tallies(found, names):
        low, high, _method = tally.interval("good", "shots")
        sums = {name: tally.sums[name] for name in names[:-1]}
        rate = {"rate": tally.rate("good", "shots"), "low": low, "high": high}
        rows.append({"player": player, **sums, **rate, MATCHES: tuple(tally.by_match)})
    return rows


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
)  # fmt: skip
def run_hazard(request: Request) -> list[Row]:
    """The chance that a run ends at each ball of the rack, 1 to 14; ball 1 is the break shot.

    Attacking strokes recorded as strokes; opening breaks and safeties are left out.
    """
    columns = (
        f"r.player, CAST(r.rack_ball AS VARCHAR), r.match, count(*), count(*) FILTER ({FAILED})"
    )
    where = f"{STROKE} AND r.attack AND r.rack_ball IS NOT NULL"
    found = select(request, columns, "rulings r", where, "GROUP BY ALL ORDER BY ALL")
    return [
        _hazard(player, int(ball), tally)
        for (player, ball), tally in tallies(found, ("at_risk", "ended"))
    ]


def _hazard(player: str, ball: int, tally: Tally) -> Row:
    low, high, _ = tally.interval("ended", "at_risk")
    return {
        "player": player,
        "ball": ball,
        "at_risk": tally.sums["at_risk"],
        "ended": tally.sums["ended"],
        "hazard": tally.rate("ended", "at_risk"),
        "low": low,
        "high": high,
        MATCHES: tuple(tally.by_match),
    }


SIDES = """
(SELECT r.match, r.rack, r.completed_by, r.completed_inning, p.player, p.opponent
 FROM racks r JOIN (SELECT match, player1 AS player, player2 AS opponent FROM matches
      UNION ALL SELECT match, player2, player1 FROM matches) p ON p.match = r.match
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
)  # fmt: skip
def rack_completion(request: Request) -> list[Row]:
    """Racks in which one player made all 14 balls in one inning, and the most in a row."""
    columns = "r.player, r.match, r.completed_by = r.player, r.completed_inning"
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    used: dict[str, set[str]] = defaultdict(set)
    streak: tuple[str, str, int | None, int] = ("", "", None, 0)
    for player, match, mine, inning in select(
        request, columns, SIDES.strip(), "true", "ORDER BY r.player, r.match, r.rack"
    ):
        row = counts[player]
        used[player].add(match)
        row[0] += 1
        if not mine:
            streak = ("", "", None, 0)
            continue
        row[1] += 1
        length = streak[3] + 1 if streak[:3] == (player, match, inning) else 1
        streak = (player, match, inning, length)
        row[2] = max(row[2], length)
    names = ("racks", "completed", "consecutive")
    return [
        {"player": player, **dict(zip(names, row, strict=True)), MATCHES: tuple(used[player])}
        for player, row in counts.items()
    ]
