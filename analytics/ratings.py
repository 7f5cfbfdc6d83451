"""Ratings: Bradley-Terry by maximum likelihood over all games, recomputed from the whole record."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Any, NamedTuple

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
Places = np.ndarray[Any, np.dtype[np.intp]]
"""Two rows: the places of the first and of the second player of each contest."""
Members = np.ndarray[Any, np.dtype[np.bool_]]


class Contest(NamedTuple):
    """Games of two players in one match: what each won, in games, before weighting by age."""

    match: str
    first: str
    second: str
    won: float
    lost: float
    at_ms: int


SCORED = f"""
SELECT m.match, m.player1, m.player2, m.discipline,
    greatest(m.score1, 0)::DOUBLE AS won, greatest(m.score2, 0)::DOUBLE AS lost,
    CASE WHEN m.discipline = '14.1'
        THEN {STRAIGHT_GAMES} * greatest(won, lost) / 100 / (won + lost) ELSE 1 END AS weight,
    coalesce(m.first_ms, m.opened_ms, 0) AS at_ms
FROM matches m WHERE {COUNTED} AND m.status = 'finished' AND NOT m.is_handicapped
    AND greatest(m.score1, 0) + greatest(m.score2, 0) > 0
"""
"""Games won and lost of every match that is rated; in 14.1 the points of both, weighted."""


def contests(request: Request) -> dict[str, list[Contest]]:
    """Return the games of each discipline in the order of play; handicapped matches are out."""
    condition, values = request.filters.condition()
    query = (
        "SELECT discipline, match, player1, player2, won * weight, lost * weight, at_ms "
        f"FROM ({SCORED} AND {condition}) ORDER BY at_ms, match"
    )
    found: dict[str, list[Contest]] = {}
    for discipline, match, first, second, won, lost, at_ms in request.source.rows(query, values):
        contest = Contest(match, first, second, won, lost, at_ms)
        found.setdefault(discipline, []).append(contest)
    return found


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
    matches, firsts, seconds, wins, losses, instants = zip(*found, strict=True)
    at = np.array(instants, dtype=np.float64)
    weights = 0.5 ** ((at.max() - at) / HALF_LIFE_MS)
    players = sorted({*firsts, *seconds})
    place = {player: index for index, player in enumerate(players)}
    pairs = np.array([[place[one] for one in firsts], [place[one] for one in seconds]])
    won, lost = np.array(wins), np.array(losses)
    group = _largest_group(len(players), pairs, won, lost)
    inside = group[pairs].all(axis=0)
    own = (np.cumsum(group) - 1)[pairs[:, inside]]
    tops, bottoms = (won * weights)[inside], (lost * weights)[inside]
    strengths = _maximise(int(group.sum()), own, tops, bottoms)
    errors = _errors(strengths, own, tops + bottoms)
    rated = [player for player, within in zip(players, group.tolist(), strict=True) if within]
    of: dict[str, set[str]] = {player: set() for player in players}
    for match, first, second in zip(matches, firsts, seconds, strict=True):
        of[first].add(match)
        of[second].add(match)
    games, weighted = (
        np.bincount(pairs.ravel(), np.tile(each, 2), len(players)).tolist()
        for each in (won + lost, (won + lost) * weights)
    )
    return Fit(
        dict(zip(rated, strengths.tolist(), strict=True)),
        dict(zip(rated, errors.tolist(), strict=True)),
        dict(zip(players, games, strict=True)),
        dict(zip(players, weighted, strict=True)),
        of,
        weights.tolist(),
    )


def _largest_group(players: int, pairs: Places, won: Array, lost: Array) -> Members:
    """Return who is in the largest group that games won connect both ways.

    Only within such a group has the likelihood a maximum: who never lost to it, or never won, is
    stronger or weaker than it by nobody knows how much. Of equal groups the first by id is taken;
    one player alone is no group.
    """
    from scipy.sparse import coo_array  # noqa: PLC0415 - dear to import
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 - as above

    first, second = pairs
    winners = np.concatenate((first[won > 0], second[lost > 0]))
    losers = np.concatenate((second[won > 0], first[lost > 0]))
    graph = coo_array((np.ones(len(winners)), (winners, losers)), shape=(players, players))
    _, labels = connected_components(graph, directed=True, connection="strong")
    sizes = np.bincount(labels)[labels]
    if sizes.max() == 1:
        return np.zeros(players, dtype=np.bool_)
    members: Members = labels == labels[sizes.argmax()]
    return members


def _maximise(players: int, pairs: Places, won: Array, lost: Array) -> Array:
    if not players:
        return np.zeros(0)
    from scipy.optimize import minimize  # noqa: PLC0415 - dear to import
    from scipy.special import expit, log_expit  # noqa: PLC0415 - as above

    (first, second), games = pairs, won + lost

    def objective(strength: Array) -> tuple[float, Array]:
        gap = strength[first] - strength[second]
        loss = float(lost @ gap - games @ log_expit(gap))
        slope = games * expit(gap) - won
        gradient = np.bincount(first, slope, players) - np.bincount(second, slope, players)
        return loss, gradient.astype(np.float64)

    found = minimize(objective, np.zeros(players), jac=True, method="L-BFGS-B", tol=1e-12)
    strengths: Array = found.x - found.x.mean()
    return strengths


def _errors(strengths: Array, pairs: Places, games: Array) -> Array:
    """Return standard errors from the observed information; the mean is the anchor."""
    if not len(strengths):
        return np.zeros(0)
    gap = strengths[pairs[0]] - strengths[pairs[1]]
    information = games / ((1 + np.exp(gap)) * (1 + np.exp(-gap)))
    size = len(strengths)
    # The information says nothing of the mean, so 1/size stands in for it: all are connected, and
    # taking it off again leaves the pseudo-inverse, which as such costs a hundred times as much.
    matrix = np.full((size, size), 1 / size)
    for one, two, sign in ((0, 0, 1), (1, 1, 1), (0, 1, -1), (1, 0, -1)):
        np.add.at(matrix, (pairs[one], pairs[two]), sign * information)
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
    asked = request.filters.player
    return [
        row
        for discipline, found in contests(request).items()
        for row in _rows(discipline, fit(found))
        if asked in (None, row["player"])
    ]


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
