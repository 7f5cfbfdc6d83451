"""Snooker: breaks, frames and foul points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
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
(WITH numbered AS MATERIALIZED (
    SELECT match, least(player1, player2) AS one, greatest(player1, player2) AS other,
        row_number() OVER () AS number
    FROM matches WHERE match IN {ASKED}
 ), visits AS (
    SELECT *, count(*) FILTER (CASE WHEN first THEN points_opponent ELSE points END > 0)
            OVER w AS replies1,
        count(*) FILTER (CASE WHEN first THEN points ELSE points_opponent END > 0)
            OVER w AS replies2
    FROM (
        SELECT number, rack, inning, points, points_opponent, player < opponent AS first
        FROM innings JOIN numbered USING (match)
        WHERE discipline = 'snooker' AND (points > 0 OR points_opponent > 0)
    )
    WINDOW w AS (PARTITION BY number, rack ORDER BY inning ROWS UNBOUNDED PRECEDING)
 ), scores AS (
    SELECT number, rack, first, points,
        CASE WHEN first THEN replies1 ELSE replies2 END - CAST(points_opponent > 0 AS INTEGER)
            AS run
    FROM visits WHERE points > 0
    UNION ALL
    SELECT number, rack, NOT first, points_opponent,
        CASE WHEN first THEN replies2 ELSE replies1 END
    FROM visits WHERE points_opponent > 0
 ), runs AS (
    SELECT number, first, CAST(sum(points) AS BIGINT) AS points
    FROM scores GROUP BY number, rack, first, run
 )
 SELECT match, CASE WHEN first THEN one ELSE other END AS player,
    CASE WHEN first THEN other ELSE one END AS opponent, most
 FROM (SELECT number, first, max(points) AS most FROM runs GROUP BY ALL)
 JOIN numbered USING (number)) v
"""
"""The most each player made in a frame of a match between two replies: while the other scored none.

``replies1`` counts the visits so far that brought the second player by id something, ``replies2``
the first. The points of a foul in an own visit are a reply that comes after what the visit made.
Matches have numbers here, which are sorted and grouped faster than ids.
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
STATED_BREAKS = """
(SELECT r.match, r.player, r.run,
    CASE r.player WHEN p.player1 THEN p.player2 ELSE p.player1 END AS opponent
 FROM (
    SELECT match, unnest(break_players) AS player, unnest(break_points) AS run
    FROM racks
    WHERE discipline = 'snooker' AND winner IS NOT NULL AND break_players IS NOT NULL
 ) r JOIN matches p ON p.match = r.match AND r.player IN (p.player1, p.player2)) b
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
    for source, called in ((CALLED.strip(), True), (STATED.strip(), False)):
        for player, *found in select(request, SUMS, source, "true", "GROUP BY ALL"):
            careers[player].add(*found, called=called)
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


SUMS = "f.player, f.given, count(*), CAST(sum(f.received) AS BIGINT), list(DISTINCT f.match)"
"""What is looked up of foul points, by player and by what he gave away at one time."""


@dataclass(slots=True)
class FoulPoints:
    """What one player gave away and was given."""

    given: int = 0
    received: int = 0
    by_value: dict[str, int] = field(default_factory=dict[str, int])
    matches: set[str] = field(default_factory=set[str])

    def add(
        self, value: int, times: int, received: int, matches: Sequence[str], *, called: bool
    ) -> None:
        """Add points given away so many times: by a foul that was called, or stated for a frame."""
        self.given += value * times
        self.received += received
        self.matches.update(matches)
        if called and value:
            self.by_value[str(value)] = times


CALLED = """
(SELECT match, unnest([player, opponent]) AS player, unnest([opponent, player]) AS opponent,
    unnest([points_opponent, 0]) AS given, unnest([0, points_opponent]) AS received
 FROM rulings WHERE discipline = 'snooker' AND NOT void AND points_opponent > 0) f
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
