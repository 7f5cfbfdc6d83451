"""A player's own strength after so many games, the opponents' ratings held as they are."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from analytics.ratings import Array, Contests, Fit

FARTHEST: Final = 20.0
"""Logits between two players beyond which no record tells them apart."""
PRECISION: Final = 1e-10
"""Logits to which a strength is found."""
CELLS: Final = 1_000_000
"""Strengths times opponents that are looked for at once."""
At = tuple[int, str]
"""A place in the order of play: the time of a match, and its id."""


@dataclass(frozen=True, slots=True)
class Games:
    """The weighted games of a player against those who have a rating, in the order of play."""

    at: Sequence[At]
    theirs: Array
    """The strength of the opponent of each match."""
    won: Array
    lost: Array


def games_of(found: Contests, fitted: Fit, players: AbstractSet[str]) -> dict[str, Games]:
    """Return the games of those players who have a rating."""
    strengths, (first, second) = fitted.strengths, fitted.pairs
    rated = ~np.isnan(strengths[first] + strengths[second])
    scores = np.array([found.won, found.lost]) * fitted.weights
    games: dict[str, Games] = {}
    for place, player in enumerate(fitted.players):
        if player in players and not np.isnan(strengths[place]):
            (own,) = np.nonzero(((first == place) | (second == place)) & rated)
            side = (second[own] == place).astype(np.intp)
            at = [(found.at_ms[one], found.matches[one]) for one in own.tolist()]
            theirs = strengths[fitted.pairs[1 - side, own]]
            games[player] = Games(at, theirs, scores[side, own], scores[1 - side, own])
    return games


class Wanted(NamedTuple):
    """Strengths of one player: games against each opponent and games won, a row a strength."""

    theirs: Array
    games: Array
    won: Array
    lost: Array


def wanted(games: Games, windows: Sequence[tuple[At, At]]) -> Wanted:
    """Want the strength before each window, and for each that up to its end."""
    ends = [bisect_left(games.at, first) for first, _ in windows]
    ends += [bisect_right(games.at, last) for _, last in windows]
    theirs, places = np.unique(games.theirs, return_inverse=True)
    played = np.zeros((len(games.at) + 1, len(theirs)))
    played[np.arange(1, len(played)), places] = games.won + games.lost
    sums = (np.concatenate(([0.0], each)) for each in (games.won, games.lost))
    played, won, lost = (np.cumsum(each, axis=0)[ends] for each in (played, *sums))
    return Wanted(theirs, played, won, lost)


def strengths(asked: Sequence[Wanted]) -> Iterator[Array]:
    """Yield the strengths of maximum likelihood of each player, NaN where there is none.

    There is one where games were won and games were lost.
    """
    some: list[Wanted] = []
    for one in asked:
        if some and _cells([*some, one]) > CELLS:
            yield from _solved(some)
            some = []
        some.append(one)
    if some:
        yield from _solved(some)


def _cells(asked: Sequence[Wanted]) -> int:
    return sum(len(one.won) for one in asked) * max(len(one.theirs) for one in asked)


def _solved(asked: Sequence[Wanted]) -> Iterator[Array]:
    """Find all strengths at once: where the games expected to be won are those won."""
    from scipy.optimize.elementwise import find_root  # noqa: PLC0415 - dear to import
    from scipy.special import expit  # noqa: PLC0415 - as above

    won, lost = (np.concatenate([one[name] for one in asked]) for name in (2, 3))
    widest = max(len(one.theirs) for one in asked)
    games, theirs = np.zeros((2, len(won), widest))
    low, high = np.zeros((2, len(won)))
    start = 0
    for one in asked:
        rows = slice(start, start := start + len(one.won))
        games[rows, : len(one.theirs)], theirs[rows, : len(one.theirs)] = one.games, one.theirs
        low[rows], high[rows] = one.theirs.min(), one.theirs.max()
    (known,) = np.nonzero((won > 0) & (lost > 0))

    def excess(strength: Array, row: Array) -> Array:
        these = row.astype(np.intp)
        expected = games[these] * expit(strength[:, None] - theirs[these])
        return expected.sum(axis=1) - won[these]

    found = np.full(len(won), np.nan)
    if len(known):
        bracket = low[known] - FARTHEST, high[known] + FARTHEST
        told = find_root(excess, bracket, args=(known,), tolerances={"xatol": PRECISION})
        found[known] = told.x
    yield from np.split(found, np.cumsum([len(one.won) for one in asked])[:-1])
