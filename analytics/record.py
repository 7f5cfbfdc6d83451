"""Records of two players against each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import starmap
from typing import Final

from analytics.dictionary import MATCHES, Request, Row, statistic

SIDES: Final = (
    "(SELECT *, unnest([player1, player2]) AS player, unnest([player2, player1]) AS opponent, "
    "unnest([score1, score2]) AS mine, unnest([score2, score1]) AS theirs, "
    "unnest([points1, points2]) AS made, unnest([points2, points1]) AS against FROM matches)"
)
"""Every match once for each player, with the scores and points of that player first."""
PLAYED: Final = "coalesce(m.result, '') NOT IN ('walkover', 'forfeit')"
STRAIGHT: Final = "m.discipline = '14.1'"


def _sum(number: str, test: str) -> str:
    return f"CAST(coalesce(sum({number}) FILTER ({PLAYED} AND {test}), 0) AS BIGINT)"


COUNTS: Final = {
    "matches": f"count(*) FILTER ({PLAYED})",
    "won": f"count(*) FILTER ({PLAYED} AND m.winner = m.player)",
    "racks": _sum("m.mine + m.theirs", f"NOT {STRAIGHT}"),
    "racks_won": _sum("m.mine", f"NOT {STRAIGHT}"),
    "points": _sum("m.made", STRAIGHT),
    "points_against": _sum("m.against", STRAIGHT),
    "walkovers": f"count(*) FILTER (NOT {PLAYED} AND m.winner = m.player)",
}
USED: Final = f"coalesce(list(m.match) FILTER ({PLAYED}), [])"
DONE: Final = "m.status = 'finished' AND coalesce(m.result, '') <> 'abandoned'"


@statistic(
    "head-to-head",
    sort="matches",
    ordered=True,
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
    each = request.filters.min_n > 1
    counts = COUNTS | ({MATCHES: USED} if each else {})
    query = (
        f"SELECT m.player, m.opponent, m.discipline, {', '.join(counts.values())} FROM {SIDES} m "
        f"WHERE {DONE} AND {condition} "
        "GROUP BY ALL ORDER BY 4 DESC, m.player, m.opponent, m.discipline"
    )
    rows = list(starmap(_row, request.source.rows(query, values)))
    if rows and not each:
        rows[0][MATCHES] = _used(request)
    return rows


def _row(
    player: str,
    opponent: str,
    discipline: str,
    matches: int,
    won: int,
    racks: int,
    racks_won: int,
    points: int,
    points_against: int,
    walkovers: int,
    *used: Sequence[str],
) -> Row:
    """Return the figures of a pair; thousands of them are named faster here than by a loop."""
    row: Row = {
        "player": player,
        "opponent": opponent,
        "discipline": discipline,
        "matches": matches,
        "won": won,
        "racks": racks,
        "racks_won": racks_won,
        "points": points,
        "points_against": points_against,
        "walkovers": walkovers,
    }
    return row | {MATCHES: used[0]} if used else row


def _used(request: Request) -> list[str]:
    """Return the matches of all rows: lists for each pair cost as much as all its figures."""
    within, values = request.filters.within()
    query = f"SELECT m.match FROM matches m WHERE {DONE} AND {PLAYED} AND {within}"
    return [match for (match,) in request.source.rows(query, values)]
