"""Form in pandas: figures over the last matches and by month, and how the rating changed."""

from __future__ import annotations

import numpy as np

from analytics.ratings import POINTS_PER_LOGIT, Contests, Fit, fit
from benchmarks.pandas_peers.frames import KEY, Answer, Frame, Tables, answer_of, pd

LATEST = (5, 10, 20)
LATEST_MONTH = 100_000
"""More months than there are since 1970: what the months are counted back from."""
NEAR = 1e-10
STEPS = 50


def form(t: Tables) -> Answer:
    """Return the figures over the last 5, 10 and 20 matches, and month by month."""
    sides = _played(t)
    by = sides.groupby(KEY, observed=True)
    left, many = by.cumcount(ascending=False), by.match.transform("size")
    parts = [
        sides[(left < size) & (many >= size)].assign(window=f"last {size}", place=size)
        for size in LATEST
    ]
    known = sides.opened_ms.notna() & (sides.opened_precision.astype(object) != "unknown")
    months = pd.to_datetime(sides.opened_ms[known], unit="ms").to_numpy("datetime64[M]")
    place = LATEST_MONTH - months.astype(int)
    parts.append(sides[known].assign(window=months.astype(str), place=place))
    windows = pd.concat(parts)
    cut = windows.groupby([*KEY, "place", "window"], observed=True)
    told = cut[["won", "innings", "points"]].sum().assign(matches=cut.size())
    spans = cut["order"].agg(["min", "max"])
    told["average"] = (told.points / told.innings).where(told.innings > 0)
    told["win_rate"] = told.won / told.matches
    told = told.join(_changes(t, spans)).reset_index()
    columns = "player discipline window matches won average win_rate rating_change"
    return answer_of(told[columns.split()].to_dict("records"), windows)


def _played(t: Tables) -> Frame:
    """Return finished matches once for each player, in the order of play."""
    done = t.counted(t.matches[t.matches.status == "finished"])
    names = ["match", "player1", "player2", "discipline", "winner", "opened_ms", "opened_precision"]
    pairs = ["other_points1", "other_points2"]
    done = done[[*names, *pairs]].assign(at=_instant(done)).sort_values(["at", "match"])
    sides = t.sides(done.assign(order=range(len(done))), "other_points").sort_values("order")
    innings = t.innings[t.innings.discipline == "14.1"].groupby(["match", "player"], observed=True)
    mine = innings.points.agg(points="sum", innings="size").reset_index()
    sides = sides.merge(mine, on=["match", "player"], how="left")
    sides["won"] = sides.winner == sides.player
    sides["points"] += sides.other_points1
    return sides


def _instant(matches: Frame) -> Frame:
    return matches.first_ms.fillna(matches.opened_ms).fillna(0).astype(int)


def contests(t: Tables) -> dict[str, tuple[Frame, Contests, Fit]]:
    """Return the games of each discipline in the order of play, and what is fitted to them."""
    done = t.counted(t.matches[(t.matches.status == "finished") & ~t.matches.is_handicapped])
    one, two = done.score1.clip(0), done.score2.clip(0)
    straight = done.discipline == "14.1"
    weight = (np.maximum(one, two) / 10 / (one + two)).where(straight, 1)
    games = done[["match", "player1", "player2", "discipline"]].assign(
        won1=one * weight, won2=two * weight, at=_instant(done)
    )
    games = games[one + two > 0].sort_values(["at", "match"])
    names = ["match", "player1", "player2", "won1", "won2", "at"]
    told: dict[str, tuple[Frame, Contests, Fit]] = {}
    for discipline, mine in games.groupby("discipline", observed=True):
        matches, firsts, seconds, won, lost, at = (mine[name] for name in names)
        people = firsts.tolist(), seconds.tolist()
        found = Contests(matches.tolist(), *people, won.to_numpy(), lost.to_numpy(), at.tolist())
        told[discipline] = mine, found, fit(found)
    return told


def strengths(fitted: Fit) -> Frame:
    """Return the strength of each player who has one."""
    return pd.Series(fitted.strengths, fitted.players).dropna()


def _changes(t: Tables, spans: Frame) -> Frame:
    """Return how much each window changed the rating: the strength after it less that before."""
    found: list[Frame] = []
    order = _played(t).drop_duplicates("match").set_index("match")["order"]
    for discipline, (games, _, fitted) in contests(t).items():
        weighted = games.assign(won1=games.won1 * fitted.weights, won2=games.won2 * fitted.weights)
        theirs = strengths(fitted)
        sides = t.sides(weighted, "won")
        sides = sides.assign(
            theirs=sides.opponent.astype(object).map(theirs),
            order=order.reindex(sides.match).to_numpy(),
        )
        rated = sides.player.isin(theirs.index) & sides.theirs.notna()
        asked = spans[spans.index.get_level_values("discipline") == discipline]
        limits = pd.concat([asked["min"], asked["max"] + 1])
        before, after = np.split(_strengths(sides[rated], limits), 2)
        found.append(pd.Series((after - before) * POINTS_PER_LOGIT, asked.index))
    return pd.concat(found).rename("rating_change")


def _strengths(games: Frame, limits: Frame) -> Frame:
    """Return the likeliest strength of a player from the games before each limit, by Newton."""
    asked = limits.rename("limit").reset_index()[["player", "limit"]].rename_axis("row")
    pairs = asked.reset_index().merge(games, on="player")
    pairs = pairs[pairs["order"] < pairs.limit]
    row, number = pairs["row"].to_numpy(), len(asked)
    won = np.bincount(row, pairs.won1, number)
    lost = np.bincount(row, pairs.won2, number)
    played, theirs = (pairs.won1 + pairs.won2).to_numpy(), pairs.theirs.to_numpy()
    strength = np.zeros(number)
    for _ in range(STEPS):
        share = 1 / (1 + np.exp(theirs - strength[row]))
        excess = won - np.bincount(row, played * share, number)
        slope = np.bincount(row, played * share * (1 - share), number)
        step = np.clip(excess / np.where(slope > 0, slope, np.inf), -1, 1)
        strength += step
        if np.abs(step[(won > 0) & (lost > 0)]).max(initial=0) < NEAR:
            break
    return np.where((won > 0) & (lost > 0), strength, np.nan)
