"""Ratings: Bradley-Terry by maximum likelihood over all games, recomputed from the whole record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from math import isnan, log
from operator import itemgetter
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


class Contests(NamedTuple):
    """Games of two players a match, in the order of play: what each won, before weighting by age.

    Columns of equal length, a place a match.
    """

    matches: Sequence[str]
    firsts: Sequence[str]
    seconds: Sequence[str]
    won: Array
    lost: Array
    at_ms: Sequence[int]


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


def contests(request: Request) -> dict[str, Contests]:
    """Return the games of each discipline; handicapped matches are out."""
    condition, values = request.filters.condition()
    query = (
        "SELECT discipline, match, player1, player2, won * weight, lost * weight, at_ms "
        f"FROM ({SCORED} AND {condition}) ORDER BY discipline, at_ms, match"
    )
    told: dict[str, Contests] = {}
    for discipline, rows in groupby(request.source.rows(query, values), key=itemgetter(0)):
        _, matches, firsts, seconds, won, lost, at_ms = zip(*rows, strict=True)
        told[discipline] = Contests(matches, firsts, seconds, np.array(won), np.array(lost), at_ms)
    return told


@dataclass(frozen=True, slots=True)
class Fit:
    """Strengths in logits by place of a player, NaN outside one connected group.

    ``pairs`` and ``weights`` say of each contest who met and how much it counted for its age.
    """

    players: Sequence[str]
    pairs: Places
    weights: Array
    strengths: Array


def fit(found: Contests) -> Fit:
    """Fit the group of players connected by games that holds most of them."""
    at = np.array(found.at_ms, dtype=np.float64)
    weights = 0.5 ** ((at.max() - at) / HALF_LIFE_MS)
    players = sorted({*found.firsts, *found.seconds})
    place = {player: index for index, player in enumerate(players)}
    names = chain(found.firsts, found.seconds)
    pairs = np.fromiter(map(place.__getitem__, names), np.intp, 2 * len(at)).reshape(2, -1)
    won, lost = found.won, found.lost
    group = _largest_group(len(players), pairs, won, lost)
    own, inside = _within(group, pairs)
    strengths = np.full(len(players), np.nan)
    strengths[group] = _maximise(
        int(group.sum()), own, (won * weights)[inside], (lost * weights)[inside]
    )
    return Fit(players, pairs, weights, strengths)


def _within(group: Members, pairs: Places) -> tuple[Places, Members]:
    """Return the contests of a group by places in it, and which those are."""
    inside = group[pairs[0]] & group[pairs[1]]
    return (np.cumsum(group) - 1)[pairs[:, inside]], inside


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


def standard_errors(found: Contests, fitted: Fit) -> Array:
    """Return standard errors in logits from the observed information; the mean is the anchor.

    By place of a player, NaN where there is no strength.
    """
    group = ~np.isnan(fitted.strengths)
    errors, size = np.full(len(group), np.nan), int(group.sum())
    if not size:
        return errors
    pairs, inside = _within(group, fitted.pairs)
    games = ((found.won + found.lost) * fitted.weights)[inside]
    strengths = fitted.strengths[group]
    gap = strengths[pairs[0]] - strengths[pairs[1]]
    information = games / ((1 + np.exp(gap)) * (1 + np.exp(-gap)))
    # The information says nothing of the mean, so 1/size stands in for it: all are connected, and
    # taking it off again leaves the pseudo-inverse, which as such costs a hundred times as much.
    matrix = np.full((size, size), 1 / size)
    for one, two, sign in ((0, 0, 1), (1, 1, 1), (0, 1, -1), (1, 0, -1)):
        np.add.at(matrix, (pairs[one], pairs[two]), sign * information)
    variances = np.diag(np.linalg.inv(matrix)) - 1 / size
    errors[group] = np.sqrt(np.clip(variances, 0, None))
    return errors


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
        for row in _rows(discipline, found)
        if asked in (None, row["player"])
    ]


def _rows(discipline: str, found: Contests) -> Iterator[Row]:
    fitted = fit(found)
    errors = standard_errors(found, fitted)
    places, both = fitted.pairs.ravel(), found.won + found.lost
    size = len(fitted.players)
    games, weighted = (
        np.bincount(places, np.tile(each, 2), size) for each in (both, both * fitted.weights)
    )
    matches: dict[str, set[str]] = {player: set() for player in fitted.players}
    for match, first, second in zip(found.matches, found.firsts, found.seconds, strict=True):
        matches[first].add(match)
        matches[second].add(match)
    columns = (each.tolist() for each in (fitted.strengths, errors, games, weighted))
    for player, strength, error, count, robustness in zip(fitted.players, *columns, strict=True):
        few = (
            len(matches[player]) < PROVISIONAL_MATCHES
            if discipline == "14.1"
            else count < PROVISIONAL_GAMES
        )
        known = not isnan(strength)
        yield {
            "player": player,
            "discipline": discipline,
            "rating": AVERAGE + strength * POINTS_PER_LOGIT if known else None,
            "standard_error": error * POINTS_PER_LOGIT if known else None,
            "games": count,
            "robustness": robustness,
            "provisional": few,
            MATCHES: tuple(matches[player]),
        }
