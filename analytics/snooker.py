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
)  # fmt: skip
def snooker_breaks(request: Request) -> list[Row]:
    """Points of one visit; foul points received are never part of a break.

    Breaks stated for a frame summed up count as breaks. 50+ includes 100+.
    """
    careers: dict[str, Career] = defaultdict(Career)
    _count_visits(request, careers)
    _count_frames(request, careers)
    return [_row(player, career) for player, career in careers.items()]


def _count_visits(request: Request, careers: dict[str, Career]) -> None:
    columns = (
        "i.player, i.match, i.rack, i.run, i.points, i.points_opponent, i.inferred, "
        "coalesce(i.clearance, false), coalesce(m.reds, 15), i.opponent"
    )
    runs: dict[tuple[str, str, int], int] = defaultdict(int)
    rows = select(
        request, columns, "innings i", "i.discipline = 'snooker'", "ORDER BY i.match, i.inning"
    )
    for player, match, rack, run, points, given, inferred, clearance, reds, opponent in rows:
        career = careers[player]
        career.matches.add(match)
        career.points += points
        career.visits += not inferred
        career.clearances += clearance
        if run > 0:
            career.breaks.append((run, reds == FULL_FRAME_REDS))
        _reply(careers, runs, (match, player, rack), (match, opponent, rack), points, given)


def _reply(
    careers: dict[str, Career],
    runs: dict[tuple[str, str, int], int],
    mine: tuple[str, str, int],
    theirs: tuple[str, str, int],
    points: int,
    given: int,
) -> None:
    """Follow the points of both without reply through a frame."""
    if points:
        runs[theirs] = 0
        runs[mine] += points
    if given:
        runs[mine] = 0
        runs[theirs] += given
    for key in (mine, theirs):
        careers[key[1]].without_reply = max(careers[key[1]].without_reply, runs[key])


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
)  # fmt: skip
def foul_points(request: Request) -> list[Row]:
    """Foul points given and received, by value; those of a frame summed up count in the sums."""
    given: Counter[str] = Counter()
    received: Counter[str] = Counter()
    values: dict[str, Counter[str]] = defaultdict(Counter)
    used: dict[str, set[str]] = defaultdict(set)
    columns = "r.player, r.opponent, r.match, r.points_opponent"
    where = "r.discipline = 'snooker' AND NOT r.void AND r.points_opponent > 0"
    for player, opponent, match, points in select(request, columns, "rulings r", where):
        given[player] += points
        received[opponent] += points
        values[player][str(points)] += 1
        used[player].add(match)
        used[opponent].add(match)
    _add_stated(request, given, received, used)
    return [
        {
            "player": player,
            "given": given[player],
            "received": received[player],
            "by_value": dict(sorted(values[player].items(), key=lambda item: int(item[0]))),
            MATCHES: tuple(matches),
        }
        for player, matches in used.items()
    ]


def _add_stated(
    request: Request, given: Counter[str], received: Counter[str], used: dict[str, set[str]]
) -> None:
    """Add the foul points stated for frames summed up."""
    mine = "CASE r.side WHEN 1 THEN r.foul_points1 ELSE r.foul_points2 END"
    columns = f"r.player, r.opponent, r.match, {mine}"
    for player, opponent, match, points in select(
        request, columns, FRAMES.strip(), f"coalesce({mine}, 0) > 0"
    ):
        given[player] += points
        received[opponent] += points
        used[player].add(match)
        used[opponent].add(match)
