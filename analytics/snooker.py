"""Snooker: breaks, frames and foul points."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from analytics.dictionary import MATCHES, Request, Row, statistic
from analytics.selection import EACH_PLAYER, select

FULL_FRAME_REDS = 15
MAXIMUM = 147


@dataclass(slots=True)
class Career:
    """The figures of one player while they are counted."""

    breaks: list[tuple[int, bool]] = field(default_factory=list[tuple[int, bool]])
    visits: int = 0
    points: int = 0
    clearances: int = 0
    without_reply: int = 0
    frames: int = 0
    frames_won: int = 0
    deciders: int = 0
    deciders_won: int = 0
    matches: set[str] = field(default_factory=set[str])


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
    careers: dict[str, Career] = defaultdict(Career)
    _count_visits(request, careers)
    _count_replies(request, careers)
    _count_frames(request, careers)
    return [_row(player, career) for player, career in careers.items()]


def _count_visits(request: Request, careers: dict[str, Career]) -> None:
    columns = (
        "i.player, i.match, i.run, i.points, i.inferred, coalesce(i.clearance, false), "
        "coalesce(m.reds, 15)"
    )
    for player, match, run, points, inferred, clearance, reds in select(
        request, columns, "innings i", "i.discipline = 'snooker'", "ORDER BY i.match, i.inning"
    ):
        career = careers[player]
        career.matches.add(match)
        career.points += points
        career.visits += not inferred
        career.clearances += clearance
        if run > 0:
            career.breaks.append((run, reds == FULL_FRAME_REDS))


VISITS = """
(SELECT match, rack, inning, player, opponent,
    points AS mine, points_opponent AS theirs, true AS own
 FROM innings WHERE discipline = 'snooker'
 UNION ALL SELECT match, rack, inning, opponent, player, points_opponent, points, false
 FROM innings WHERE discipline = 'snooker') v
"""
"""Every visit once for each player: what it brought that player and the other."""


def _count_replies(request: Request, careers: dict[str, Career]) -> None:
    """Follow the points of each player without reply through every frame."""
    columns = "v.player, v.match, v.rack, v.mine, v.theirs, v.own"
    frame, unanswered = ("", "", 0), 0
    for player, match, rack, mine, theirs, own in select(
        request, columns, VISITS.strip(), "true", "ORDER BY v.player, v.match, v.inning"
    ):
        if frame != (player, match, rack):
            frame, unanswered = (player, match, rack), 0
        career = careers[player]
        if theirs and not own:
            unanswered = 0
        unanswered += mine
        career.without_reply = max(career.without_reply, unanswered)
        if theirs and own:
            unanswered = 0


FRAMES = f"""
(SELECT r.*, p.player, p.opponent, p.side FROM racks r
 JOIN {EACH_PLAYER} p ON p.match = r.match
 WHERE r.discipline = 'snooker' AND r.winner IS NOT NULL) r
"""


def _count_frames(request: Request, careers: dict[str, Career]) -> None:
    columns = (
        "r.player, r.match, r.winner = r.player, r.is_decider, r.break_players, r.break_points, "
        "coalesce(m.reds, 15)"
    )
    for player, match, won, decider, breakers, points, reds in select(
        request, columns, FRAMES.strip(), "true"
    ):
        career = careers[player]
        career.matches.add(match)
        career.frames += 1
        career.frames_won += won
        career.deciders += bool(decider)
        career.deciders_won += bool(decider and won)
        career.breaks += [
            (made, reds == FULL_FRAME_REDS)
            for breaker, made in zip(breakers or (), points or (), strict=True)
            if breaker == player
        ]


def _row(player: str, career: Career) -> Row:
    made = [run for run, _ in career.breaks]
    return {
        "player": player,
        "breaks": len(made),
        "highest": max(made, default=None),
        **_at_least(made, fifty=50, seventy=70, hundred=100),
        "maximum": sum(run >= MAXIMUM and full for run, full in career.breaks),
        "clearances": career.clearances,
        "frames": career.frames,
        "frames_won": career.frames_won,
        "points": career.points,
        "visits": career.visits,
        "without_reply": career.without_reply,
        "deciders": career.deciders,
        "deciders_won": career.deciders_won,
        MATCHES: tuple(career.matches),
    }


def _at_least(made: Iterable[int], **bounds: int) -> dict[str, int]:
    runs = list(made)
    return {name: sum(run >= bound for run in runs) for name, bound in bounds.items()}


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
