"""Snooker: breaks, frames and foul points."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from analytics.dictionary import MATCHES, Request, Row, statistic
from analytics.selection import ASKED, EACH_PLAYER, count_if, select

FULL_FRAME_REDS = 15
MAXIMUM = 147


def _breaks(run: str, test: str) -> dict[str, str]:
    """Return aggregates of breaks of so many points, of the rows for which the test is true."""
    return count_if(
        {
            "breaks": test,
            "fifty": f"{run} >= 50",
            "seventy": f"{run} >= 70",
            "hundred": f"{run} >= 100",
            "maximum": f"{run} >= {MAXIMUM} AND coalesce(m.reds, 15) = {FULL_FRAME_REDS}",
        }
    ) | {"highest": f"max({run}) FILTER ({test})"}


VISIT_COUNTS = {
    **_breaks("i.run", "i.run > 0"),
    **count_if({"clearances": "i.clearance", "visits": "NOT i.inferred"}),
    "points": "CAST(sum(i.points) AS BIGINT)",
}
WITHOUT_REPLY = f"""
(SELECT match, player, opponent, max(total) AS most FROM (
    SELECT match, player, opponent, rack, run, CAST(sum(mine) AS BIGINT) AS total FROM (
        SELECT *, count(*) FILTER (theirs <> 0 AND NOT own) OVER w
            + count(*) FILTER (theirs <> 0 AND own) OVER before AS run
        FROM (
            SELECT match, rack, inning, player, opponent,
                points AS mine, points_opponent AS theirs, true AS own
            FROM innings WHERE discipline = 'snooker' AND match IN {ASKED}
            UNION ALL SELECT match, rack, inning, opponent, player, points_opponent, points, false
            FROM innings WHERE discipline = 'snooker' AND match IN {ASKED}
        )
        WINDOW w AS (PARTITION BY match, player, rack ORDER BY inning ROWS UNBOUNDED PRECEDING),
            before AS (PARTITION BY match, player, rack ORDER BY inning
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    ) GROUP BY ALL
 ) GROUP BY ALL) v
"""
"""The most points of each player in a frame of a match while the other scored none.

Each visit is there once for each player; ``run`` counts replies: those of the other's visit before
it brings anything, those of an own visit (points of a foul) after it.
"""
FRAMES = f"""
(SELECT r.*, p.player, p.opponent, r.winner = p.player AS won FROM racks r
 JOIN {EACH_PLAYER} p ON p.match = r.match
 WHERE r.discipline = 'snooker' AND r.winner IS NOT NULL) r
"""
FRAME_COUNTS = count_if(
    {
        "frames": "true",
        "frames_won": "r.won",
        "deciders": "r.is_decider",
        "deciders_won": "r.is_decider AND r.won",
    }
)
STATED_BREAKS = f"""
(SELECT p.match, p.player, p.opponent, r.run FROM (
    SELECT match, unnest(break_players) AS player, unnest(break_points) AS run
    FROM racks WHERE discipline = 'snooker' AND winner IS NOT NULL
 ) r JOIN {EACH_PLAYER} p ON p.match = r.match AND p.player = r.player) b
"""
"""The breaks stated for frames summed up."""


@statistic(
    "snooker-breaks",
    sort="highest",
    n="breaks",
    columns={
        "player": "player", "breaks": "visits that scored", "highest": "highest break",
        "fifty": "breaks of 50 or more", "seventy": "of 70 or more", "hundred": "of 100 or more",
        "maximum": "147 or more with 15 reds", "clearances": "visits that cleared the table",
        "frames": "frames finished", "frames_won": "of these, won",
        "points": "points from pots", "visits": "visits recorded, inferred ones left out",
        "without_reply": "most points in a frame while the opponent scored none",
        "deciders": "deciding frames", "deciders_won": "of these, won",
    },
    unlock={
        "rows": "snooker visits, or frames summed up",
        "highest": "visits that scored, or the breaks of a frame summed up",
    },
)  # fmt: skip
def snooker_breaks(request: Request) -> list[Row]:
    """Points of one visit; foul points received are never part of a break.

    Breaks stated for a frame summed up count as breaks. 50+ includes 100+.
    """
    careers: dict[str, Row] = defaultdict(
        lambda: {**dict.fromkeys(COUNTED_COLUMNS, 0), "highest": None, MATCHES: set()}
    )
    for source, where, counts in (
        ("innings i", "i.discipline = 'snooker'", VISIT_COUNTS | _used("i")),
        (WITHOUT_REPLY.strip(), "true", {"without_reply": "max(v.most)"}),
        (FRAMES.strip(), "true", FRAME_COUNTS | _used("r")),
        (STATED_BREAKS.strip(), "true", _breaks("b.run", "true")),
    ):
        columns = ", ".join((f"{source[-1]}.player", *counts.values()))
        for player, *found in select(request, columns, source, where, "GROUP BY ALL"):
            _add(careers[player], dict(zip(counts, found, strict=True)))
    return [{"player": player, **career} for player, career in careers.items()]


COUNTED_COLUMNS = (*VISIT_COUNTS, "without_reply", *FRAME_COUNTS)


def _used(alias: str) -> dict[str, str]:
    return {MATCHES: f"list(DISTINCT {alias}.match)"}


def _add(career: Row, found: Row) -> None:
    """Add what one table has of a player to the figures of the others."""
    career[MATCHES].update(found.pop(MATCHES, ()))
    if (highest := found.pop("highest", None)) is not None:
        career["highest"] = max(career["highest"] or 0, highest)
    for name, number in found.items():
        career[name] += number or 0


@statistic(
    "foul-points",
    sort="given",
    n="given",
    columns={
        "player": "player", "given": "points given away by fouls",
        "received": "points received from the opponent's fouls",
        "by_value": "fouls committed, by the points each gave away",
    },
    unlock={
        "rows": "snooker fouls, or `foul_points` of a frame summed up",
    },
)  # fmt: skip
def foul_points(request: Request) -> list[Row]:
    """Foul points given and received, by value; those of a frame summed up count in the sums."""
    careers: dict[str, FoulPoints] = defaultdict(FoulPoints)
    columns = "f.player, f.match, f.given, f.received"
    for player, match, given, received in select(request, columns, CALLED.strip(), "true"):
        career = careers[player]
        career.add(match, given, received)
        if given:
            career.by_value[str(given)] += 1
    for player, match, given, received in select(request, columns, STATED.strip(), "true"):
        careers[player].add(match, given, received)
    return [
        {
            "player": player,
            "given": career.given,
            "received": career.received,
            "by_value": dict(sorted(career.by_value.items(), key=lambda item: int(item[0]))),
            MATCHES: tuple(career.matches),
        }
        for player, career in careers.items()
    ]


@dataclass(slots=True)
class FoulPoints:
    """What one player gave away and was given."""

    given: int = 0
    received: int = 0
    by_value: Counter[str] = field(default_factory=Counter[str])
    matches: set[str] = field(default_factory=set[str])

    def add(self, match: str, given: int, received: int) -> None:
        """Add the points of a foul, or of all fouls stated for a frame."""
        self.given += given
        self.received += received
        self.matches.add(match)


_FOUL = "FROM rulings WHERE discipline = 'snooker' AND NOT void AND points_opponent > 0"
CALLED = f"""
(SELECT match, player, opponent, points_opponent AS given, 0 AS received {_FOUL}
 UNION ALL SELECT match, opponent, player, 0, points_opponent {_FOUL}) f
"""
"""Every foul once for each player."""
STATED = f"""
(SELECT r.match, p.player, p.opponent,
    coalesce(CASE p.side WHEN 1 THEN r.foul_points1 ELSE r.foul_points2 END, 0) AS given,
    coalesce(CASE p.side WHEN 1 THEN r.foul_points2 ELSE r.foul_points1 END, 0) AS received
 FROM racks r JOIN {EACH_PLAYER} p ON p.match = r.match
 WHERE r.discipline = 'snooker' AND r.winner IS NOT NULL
    AND coalesce(r.foul_points1, 0) + coalesce(r.foul_points2, 0) > 0) f
"""
"""The foul points stated for frames summed up, once for each player."""
