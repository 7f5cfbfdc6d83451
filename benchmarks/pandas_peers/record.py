"""Records of players in pandas: against each other, and their ratings."""

from __future__ import annotations

import numpy as np

from analytics.ratings import AVERAGE, POINTS_PER_LOGIT, standard_errors
from benchmarks.pandas_peers.form import contests, strengths
from benchmarks.pandas_peers.frames import AWARDED, Answer, Frame, Tables, answer_of, pd, rows


def head_to_head(t: Tables) -> Answer:
    """Return what two players did against each other."""
    names = ["match", "discipline", "winner", "result", "player1", "player2"]
    pairs = ["score1", "score2", "points1", "points2"]
    done = t.matches[(t.matches.status == "finished") & (t.matches.result != "abandoned")]
    both = t.sides(done[[*names, *pairs]], "score", "points")
    played = ~both.result.isin(AWARDED)
    won, straight = both.winner == both.player, both.discipline == "14.1"
    racks, points = played & ~straight, played & straight
    told = (
        both[["player", "opponent", "discipline"]]
        .assign(
            matches=played, won=played & won,
            racks=(both.score1 + both.score2).where(racks, 0),
            racks_won=both.score1.where(racks, 0), points=both.points1.where(points, 0),
            points_against=both.points2.where(points, 0), walkovers=~played & won,
        )
        .groupby(["player", "opponent", "discipline"], observed=True)
        .sum()
        .astype(int)
    )  # fmt: skip
    columns = (
        "player opponent discipline matches won racks racks_won points points_against walkovers"
    )
    key = ["player", "opponent", "discipline"]
    return answer_of(rows(told, columns, "matches", key), both[played])


def ratings(t: Tables) -> Answer:
    """Return the rating of each player in each discipline."""
    told: list[Frame] = []
    games = contests(t)
    for discipline, (_, found, fitted) in games.items():
        both = found.won + found.lost
        each = pd.DataFrame({"player": [*found.firsts, *found.seconds], "games": [*both, *both]})
        each["robustness"] = each.games * np.tile(fitted.weights, 2)
        each["match"] = [*found.matches, *found.matches]
        by_player = each.groupby("player")
        mine = by_player[["games", "robustness"]].sum()
        mine["discipline"] = discipline
        mine["rating"] = strengths(fitted) * POINTS_PER_LOGIT + AVERAGE
        errors = pd.Series(standard_errors(found, fitted), fitted.players)
        mine["standard_error"] = errors * POINTS_PER_LOGIT
        matches = by_player.match.nunique()
        mine["provisional"] = matches < 20 if discipline == "14.1" else mine.games < 200
        told.append(mine.rename_axis("player"))
    columns = "player discipline rating standard_error games robustness provisional"
    used = [mine for mine, _, _ in games.values()]
    return answer_of(rows(pd.concat(told), columns, "rating"), *used)
