"""14.1 averages: points an inning, sum over sum."""

from __future__ import annotations

from analytics.dictionary import Request, Row, statistic
from analytics.selection import count_if, counted, head, select

INNING = "i.discipline = '14.1' AND NOT i.inferred"
POINTS = (
    "CAST(sum(i.points) + any_value(CASE i.player WHEN m.player1 THEN m.other_points1 "
    "ELSE m.other_points2 END) AS BIGINT)"
)
"""Points of a player in a match, also those outside innings: sanctions, strokes out of turn."""
COUNTS = {
    **count_if({"innings": "true", "innings_paired": "i.paired", "scoreless": "i.balls = 0"}),
    "points": POINTS,
    "balls": "CAST(sum(i.balls) AS BIGINT)",
}


@statistic(
    "averages",
    sort="average",
    n="innings",
    columns={
        "player": "player", "discipline": "14.1", "matches": "matches used",
        "innings": "innings, also each break after a third foul and each ordered re-break",
        "innings_paired": "innings without those",
        "points": "points, net of penalties", "balls": "balls legally pocketed",
        "average": "points / innings", "low": "95 % interval, lower bound",
        "high": "95 % interval, upper bound", "gross": "balls / innings",
        "best": "best average of one won match to the full target",
        "scoreless": "innings in which nothing was made / innings",
    },
    unlock={
        "rows": "14.1 innings, by strokes or summed up",
        "best": "a match won at the table, to the full target and without a start",
    },
)  # fmt: skip
def averages(request: Request) -> list[Row]:
    """Points / innings, net of penalties, over all innings of the selection.

    Sum over sum, never a mean of means. `gross` is balls / innings, `best` the best average of one
    won match to the full target (BED), `scoreless` the share of innings in which nothing was made.
    Points of a handicap start never count. The interval is by match, from eight matches on.
    """
    best = _best(request)
    rows: list[Row] = []
    for (player, discipline), tally in counted(request, "innings i", INNING, COUNTS):
        low, high, _ = tally.interval("points", "innings", share=False)
        rows.append(
            {
                **head(player, discipline, tally),
                "matches": len(tally.matches),
                **tally.take("innings", "innings_paired", "points", "balls"),
                "average": tally.rate("points", "innings"),
                "low": low,
                "high": high,
                "gross": tally.rate("balls", "innings"),
                "best": best.get(player),
                "scoreless": tally.rate("scoreless", "innings"),
            }
        )
    return rows


def _best(request: Request) -> dict[str, float]:
    """Return the best average of each player in a won match played to the full target."""
    where = (
        f"{INNING} AND m.winner = i.player AND m.result = 'played' "
        "AND CASE WHEN m.player1 = i.player THEN m.start1 = 0 ELSE m.start2 = 0 END"
    )
    best: dict[str, float] = {}
    for player, _, innings, points in select(
        request, f"i.player, i.match, count(*), {POINTS}", "innings i", where, "GROUP BY ALL"
    ):
        best[player] = max(best.get(player, float("-inf")), points / innings)
    return best
