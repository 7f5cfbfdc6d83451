"""Records of two players against each other."""

from __future__ import annotations

from typing import Any, Final

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
    found = request.source.rows(query, values)
    rows = [*map(_named, found)]
    if each:
        for row, (*_, used) in zip(rows, found, strict=True):
            row[MATCHES] = used
    elif rows:
        rows[0][MATCHES] = _used(request)
    return rows


def _named(row: tuple[Any, ...]) -> Row:
    """Name the figures of a pair, of which there are thousands: twice as fast as by a loop."""
    player, opponent, discipline, matches, won, racks, racks_won, points, against, over, *_ = row
    return {
        "player": player,
        "opponent": opponent,
        "discipline": discipline,
        "matches": matches,
        "won": won,
        "racks": racks,
        "racks_won": racks_won,
        "points": points,
        "points_against": against,
        "walkovers": over,
    }


def _used(request: Request) -> list[str]:
    """Return the matches of all rows: lists for each pair cost as much as all its figures."""
    within, values = request.filters.within()
    query = f"SELECT m.match FROM matches m WHERE {DONE} AND {PLAYED} AND {within}"
    return [match for (match,) in request.source.rows(query, values)]
