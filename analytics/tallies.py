"""Counts by player and discipline: their sums, the rates of these, and the intervals by match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analytics.dictionary import Row
from analytics.intervals import Interval, Places, intervals, rate

Key = tuple[str, str]
"""A player and a discipline, or what else is told apart."""


class _ByMatch:
    """What was counted of each match, for all tallies, and which of them it belongs to."""

    def __init__(
        self, names: Sequence[str], columns: Sequence[Sequence[int]], of: Places, tallies: int
    ) -> None:
        self._columns = dict(zip(names, np.array(columns, dtype=np.float64), strict=True))
        self._of, self._tallies = of, tallies
        self._found: dict[tuple[str, str, bool], list[Interval]] = {}

    def sums(self) -> Iterator[dict[str, int]]:
        """Yield the sums of each tally."""
        found = [
            np.bincount(self._of, column, self._tallies).astype(np.int64).tolist()
            for column in self._columns.values()
        ]
        for row in zip(*found, strict=True):
            yield dict(zip(self._columns, row, strict=True))

    def interval(self, tally: int, top: str, bottom: str, *, share: bool) -> Interval:
        """Return the interval of a rate; those of all tallies are found when one is asked for."""
        asked = top, bottom, share
        if asked not in self._found:
            figures = np.stack((self._columns[top], self._columns[bottom]))
            self._found[asked] = intervals(figures, self._of, self._tallies, share=share)
        return self._found[asked][tally]


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of one player and discipline: sums, and the matches they are of."""

    sums: Mapping[str, int]
    matches: Sequence[str]
    by_match: _ByMatch
    number: int

    def rate(self, top: str, bottom: str) -> float | None:
        """Return sum over sum."""
        return rate(self.sums[top], self.sums[bottom])

    def take(self, *names: str) -> Row:
        """Return some of the sums."""
        return {name: self.sums[name] for name in names}

    def share(self, top: str, bottom: str, name: str = "rate") -> Row:
        """Return a share of trials with its interval, as columns."""
        low, high, _ = self.interval(top, bottom)
        return {name: self.rate(top, bottom), "low": low, "high": high}

    def interval(self, top: str, bottom: str, *, share: bool = True) -> Interval:
        """Return the interval of a rate, by match."""
        return self.by_match.interval(self.number, top, bottom, share=share)


def tallied(found: Sequence[tuple[Any, ...]], names: Sequence[str]) -> Iterator[tuple[Key, Tally]]:
    """Yield the tallies of rows of two parts of a key, a match and counts of these names."""
    if not found:
        return
    players, seconds, matches, *columns = zip(*found, strict=True)
    keys: dict[Key, list[str]] = {}
    for key, match in zip(zip(players, seconds, strict=True), matches, strict=True):
        keys.setdefault(key, []).append(match)
    place = {key: number for number, key in enumerate(keys)}
    of = np.array([place[key] for key in zip(players, seconds, strict=True)], dtype=np.intp)
    by_match = _ByMatch(names, columns, of, len(keys))
    for (key, used), (number, sums) in zip(keys.items(), enumerate(by_match.sums()), strict=True):
        yield key, Tally(sums, used, by_match, number)
