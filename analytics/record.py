"""Records of two players against each other."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from analytics.dictionary import MATCHES, Request, Row, statistic


@dataclass(slots=True)
class Record:
    """What one player has against another, in one discipline."""

    played: int = 0
    won: int = 0
    racks: int = 0
    racks_won: int = 0
    points: int = 0
    points_against: int = 0
    walkovers: int = 0
    matches: set[str] = field(default_factory=set[str])


@statistic(
    "head-to-head",
    sort="matches",
    n="matches",
    columns={
        "player": "player", "opponent": "opponent", "discipline": "discipline",
        "matches": "matches finished at the table", "won": "of these, won",
        "racks": "racks or frames of these", "racks_won": "of these, won",
        "points": "14.1: points made", "points_against": "14.1: points of the opponent",
        "walkovers": "won by walkover or forfeit; in no other figure",
    },
    unlock={
        "rows": "finished matches",
    },
)  # fmt: skip
def head_to_head(request: Request) -> list[Row]:
    """Matches, racks or frames, and points of two players against each other.

    Played results; walkovers and forfeits are counted apart, abandoned matches not at all.
    """
    condition, values = request.filters.condition(sides=True)
    sides = (
        "(SELECT *, player1 AS player, player2 AS opponent, score1 AS mine, score2 AS theirs, "
        "points1 AS made, points2 AS against FROM matches UNION ALL "
        "SELECT *, player2, player1, score2, score1, points2, points1 FROM matches)"
    )
    query = (
        "SELECT m.player, m.opponent, m.discipline, m.match, m.result, "
        f"coalesce(m.winner = m.player, false), m.mine, m.theirs, m.made, m.against FROM {sides} m "
        f"WHERE m.status = 'finished' AND coalesce(m.result, '') <> 'abandoned' AND {condition}"
    )
    records: dict[tuple[str, str, str], Record] = defaultdict(Record)
    for player, opponent, discipline, match, result, won, *figures in request.source.rows(
        query, values
    ):
        record = records[player, opponent, discipline]
        if result in ("walkover", "forfeit"):
            record.walkovers += won
            continue
        record.matches.add(match)
        _count(record, straight=discipline == "14.1", won=won, figures=figures)
    return [_row(*key, record) for key, record in records.items()]


def _count(record: Record, *, straight: bool, won: bool, figures: list[int]) -> None:
    mine, theirs, made, against = figures
    record.played += 1
    record.won += won
    if straight:
        record.points += made
        record.points_against += against
    else:
        record.racks += mine + theirs
        record.racks_won += mine


def _row(player: str, opponent: str, discipline: str, record: Record) -> Row:
    return {
        "player": player,
        "opponent": opponent,
        "discipline": discipline,
        "matches": record.played,
        "won": record.won,
        "racks": record.racks,
        "racks_won": record.racks_won,
        "points": record.points,
        "points_against": record.points_against,
        "walkovers": record.walkovers,
        MATCHES: tuple(record.matches),
    }
