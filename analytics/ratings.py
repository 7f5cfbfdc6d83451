"""Ratings: Bradley-Terry by maximum likelihood over all games, recomputed from the whole record."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np

from analytics.dictionary import MATCHES, Request, Row, statistic
from analytics.selection import COUNTED

POINTS_PER_LOGIT = 100 / log(2)
"""100 points are odds of 2 to 1."""
HALF_LIFE_MS = 3 * 365.25 * 86_400_000
STRAIGHT_GAMES = 10
"""A match of 14.1 to 100 points counts as ten games."""
PROVISIONAL_GAMES, PROVISIONAL_MATCHES = 200, 20
AVERAGE = 500.0
"""Mean rating of the players connected with the anchor."""

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Contest:
    """Games of two players in one match: what each won, in games, before weighting by age."""

    match: str
    first: str
    second: str
    won: float
    lost: float
    at_ms: int


def contests(request: Request, discipline: str) -> list[Contest]:
    """Return the games of a discipline; handicapped matches are left out."""
    condition, values = request.filters.condition()
    query = (
        "SELECT m.match, m.player1, m.player2, m.score1, m.score2, "
        "coalesce(m.first_ms, m.opened_ms, 0) "
        f"FROM matches m WHERE {COUNTED} AND m.status = 'finished' AND NOT m.is_handicapped "
        f"AND m.discipline = ? AND {condition} ORDER BY m.match"
    )
    found = request.source.rows(query, [discipline, *values])
    return [
        Contest(match, first, second, *games, at_ms)
        for match, first, second, *scores, at_ms in found
        if sum(games := _games(discipline, *scores)) > 0
    ]


def _games(discipline: str, mine: int, theirs: int) -> tuple[float, float]:
    """Return games won and lost; in 14.1 the points of both as binomial trials."""
    first, second = float(max(mine, 0)), float(max(theirs, 0))
    if discipline != "14.1" or not first + second:
        return first, second
    weight = STRAIGHT_GAMES * max(first, second) / 100 / (first + second)
    return first * weight, second * weight


@dataclass(frozen=True, slots=True)
class Fit:
    """Strengths in logits with standard errors, by player, of one connected group.

    ``weights`` says how much each contest counted for its age, in the order they were given.
    """

    strength: dict[str, float]
    error: dict[str, float]
    games: dict[str, float]
    weighted: dict[str, float]
    matches: dict[str, set[str]]
    weights: list[float]


def fit(found: list[Contest]) -> Fit:
    """Fit the group of players connected by games that holds most of them."""
    latest = max(contest.at_ms for contest in found)
    weights = [0.5 ** ((latest - contest.at_ms) / HALF_LIFE_MS) for contest in found]
    players = _largest_group(found)
    place = {player: index for index, player in enumerate(players)}
    kept = [
        (place[c.first], place[c.second], c.won * w, c.lost * w)
        for c, w in zip(found, weights, strict=True)
        if c.first in place and c.second in place
    ]
    pairs = np.array([row[:2] for row in kept], dtype=np.intp).reshape(-1, 2)
    won = np.array([row[2] for row in kept])
    lost = np.array([row[3] for row in kept])
    strengths = _maximise(len(players), pairs, won, lost)
    errors = _errors(strengths, pairs, won + lost)
    games: dict[str, float] = defaultdict(float)
    weighted: dict[str, float] = defaultdict(float)
    matches: dict[str, set[str]] = defaultdict(set)
    for contest, weight in zip(found, weights, strict=True):
        for player in (contest.first, contest.second):
            games[player] += contest.won + contest.lost
            weighted[player] += (contest.won + contest.lost) * weight
            matches[player].add(contest.match)
    return Fit(
        dict(zip(players, strengths.tolist(), strict=True)),
        dict(zip(players, errors.tolist(), strict=True)),
        games,
        weighted,
        matches,
        weights,
    )


def _largest_group(found: list[Contest]) -> list[str]:
    """Return the players of the largest group that games won connect both ways.

    Only within such a group has the likelihood a maximum: who never lost to it, or never won, is
    stronger or weaker than it by nobody knows how much. Of equal groups the first by id is taken;
    one player alone is no group.
    """
    from scipy.sparse import coo_array  # noqa: PLC0415 - dear to import
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 - as above

    players = sorted({player for c in found for player in (c.first, c.second)})
    place = {player: index for index, player in enumerate(players)}
    beaten = {(c.first, c.second) for c in found if c.won} | {
        (c.second, c.first) for c in found if c.lost
    }
    rows = [place[winner] for winner, _ in beaten]
    columns = [place[loser] for _, loser in beaten]
    graph = coo_array((np.ones(len(rows)), (rows, columns)), shape=(len(players), len(players)))
    _, labels = connected_components(graph, directed=True, connection="strong")
    sizes = np.bincount(labels)
    if sizes.max() == 1:
        return []
    largest = next(label for label in labels if sizes[label] == sizes.max())
    return [player for player, label in zip(players, labels, strict=True) if label == largest]


def _maximise(players: int, pairs: Any, won: Array, lost: Array) -> Array:  # noqa: ANN401
    if not players:
        return np.zeros(0)
    from scipy.optimize import minimize  # noqa: PLC0415 - dear to import

    first, second = pairs[:, 0], pairs[:, 1]

    def objective(strength: Array) -> tuple[float, Array]:
        gap = strength[first] - strength[second]
        loss = float(won @ np.logaddexp(0, -gap) + lost @ np.logaddexp(0, gap))
        slope = -won / (1 + np.exp(gap)) + lost / (1 + np.exp(-gap))
        gradient = np.bincount(first, slope, players) - np.bincount(second, slope, players)
        return loss, gradient.astype(np.float64)

    found = minimize(objective, np.zeros(players), jac=True, method="L-BFGS-B", tol=1e-12)
    strengths: Array = found.x - found.x.mean()
    return strengths


def _errors(strengths: Array, pairs: Any, games: Array) -> Array:  # noqa: ANN401
    """Return standard errors from the observed information; the mean is the anchor."""
    if not len(strengths):
        return np.zeros(0)
    gap = strengths[pairs[:, 0]] - strengths[pairs[:, 1]]
    information = games / ((1 + np.exp(gap)) * (1 + np.exp(-gap)))
    size = len(strengths)
    # The information says nothing of the mean, so 1/size stands in for it: all are connected, and
    # taking it off again leaves the pseudo-inverse, which as such costs a hundred times as much.
    matrix = np.full((size, size), 1 / size)
    for one, two, sign in ((0, 0, 1), (1, 1, 1), (0, 1, -1), (1, 0, -1)):
        np.add.at(matrix, (pairs[:, one], pairs[:, two]), sign * information)
    variances = np.diag(np.linalg.inv(matrix)) - 1 / size
    return np.sqrt(np.clip(variances, 0, None))


@statistic(
    "ratings",
    sort="rating",
    n="games",
    columns={
        "player": "player", "discipline": "discipline",
        "rating": "Bradley-Terry rating; 100 points are odds of 2 to 1, the mean is 500",
        "standard_error": "standard error, points", "games": "games counted",
        "robustness": "games, older ones at half weight each three years",
        "provisional": "below 200 games (14.1: 20 matches)",
    },
    unlock={
        "rows": "finished matches without handicap",
        "rating": "games won and games lost that connect the player with the largest group",
        "standard_error": "games won and games lost that connect the player with the largest group",
    },
)  # fmt: skip
def ratings(request: Request) -> list[Row]:
    """Bradley-Terry maximum likelihood over all games, recomputed from the whole record.

    A game is a rack or frame; in 14.1 the points of both players of a match are binomial trials,
    weighted so that a match to 100 counts as ten games. Games lose half their weight each three
    years. Handicapped matches are left out. Players whom games won do not connect both ways with
    the largest group are refused: their row has no rating, for any would fit. A filter by player or
    opponent leaves the games of all in.
    """
    rows: list[Row] = []
    for discipline in ("14.1", "8-ball", "9-ball", "10-ball", "snooker"):
        if request.filters.discipline in (None, discipline):
            found = contests(request, discipline)
            if found:
                rows += _rows(discipline, fit(found))
    asked = request.filters.player
    return [row for row in rows if asked in (None, row["player"])]


def _rows(discipline: str, fitted: Fit) -> list[Row]:
    rows: list[Row] = []
    for player, games in fitted.games.items():
        strength = fitted.strength.get(player)
        known = strength is not None
        few = (
            len(fitted.matches[player]) < PROVISIONAL_MATCHES
            if discipline == "14.1"
            else games < PROVISIONAL_GAMES
        )
        rows.append(
            {
                "player": player,
                "discipline": discipline,
                "rating": AVERAGE + strength * POINTS_PER_LOGIT if known else None,
                "standard_error": fitted.error[player] * POINTS_PER_LOGIT if known else None,
                "games": games,
                "robustness": fitted.weighted[player],
                "provisional": few,
                MATCHES: tuple(fitted.matches[player]),
            }
        )
    return rows
