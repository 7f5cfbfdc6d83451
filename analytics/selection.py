"""Which matches and strokes count: one piece of code for every statistic (Gate, Which matches)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from analytics.dictionary import MATCHES, Request, Row
from analytics.intervals import Interval, interval, rate

COUNTED = "coalesce(m.result, '') NOT IN ('walkover', 'forfeit', 'abandoned')"
"""Played results, unfinished ones too; a match under protest is in."""

STROKE = "r.kind = 'shot' AND NOT r.void AND NOT r.inferred"
"""Strokes that were recorded as strokes and stand."""


ASKED = "(SELECT m.match FROM matches m WHERE {within})"
"""Matches asked about: what a source that looks from stroke to stroke may leave the others out by.

A source that has this in it is given the filters; only its rows of those matches are read.
"""

EACH_PLAYER = (
    "(SELECT match, player1 AS player, player2 AS opponent, 1 AS side FROM matches "
    "UNION ALL SELECT match, player2, player1, 2 FROM matches)"
)
"""Every match once for each of its players."""


def select(
    request: Request, columns: str, source: str, where: str, group: str = ""
) -> list[tuple[Any, ...]]:
    """Return rows of a table joined with the matches that count under the filters.

    ``source`` is ``rulings r`` or ``innings i``, which has player and opponent.
    """
    condition, values = request.filters.condition(sides=True)
    alias = source.rsplit(" ", 1)[1]
    if ASKED in source:
        within, inner = request.filters.within()
        source, values = source.format(within=within), inner + values
    query = (
        f"SELECT {columns} FROM {source} JOIN matches m ON m.match = {alias}.match "
        f"WHERE {COUNTED} AND {condition} AND {where} {group}"
    )
    return request.source.rows(query, values)


@dataclass(slots=True)
class Tally:
    """The counts of one player and discipline: sums, and (numerator, denominator) by match."""

    sums: dict[str, int] = field(default_factory=lambda: defaultdict[str, int](int))
    by_match: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])

    def add(self, match: str, counts: dict[str, int | None]) -> None:
        """Add the counts of a match; what was not recorded adds nothing."""
        mine = self.by_match.setdefault(match, defaultdict(int))
        for name, value in counts.items():
            self.sums[name] += value or 0
            mine[name] += value or 0

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
        pairs = [(counts[top], counts[bottom]) for counts in self.by_match.values()]
        return interval(pairs, share=share)


def counted(
    request: Request, source: str, where: str, counts: Mapping[str, str], key: str = ""
) -> Iterator[tuple[tuple[str, str], Tally]]:
    """Tally a table by player and discipline, or another key; ``counts`` names SQL aggregates."""
    alias = source.rsplit(" ", 1)[1]
    named = (f"{alias}.player", key or f"{alias}.discipline", f"{alias}.match", *counts.values())
    found: dict[tuple[str, str], Tally] = defaultdict(Tally)
    for player, second, match, *values in select(
        request, ", ".join(named), source, where, "GROUP BY ALL ORDER BY ALL"
    ):
        found[player, second].add(match, dict(zip(counts, values, strict=True)))
    yield from found.items()


def count_if(tests: Mapping[str, str]) -> dict[str, str]:
    """Return aggregates that count the rows for which each test is true."""
    return {name: f"count(*) FILTER ({test})" for name, test in tests.items()}


def head(player: str, discipline: str, tally: Tally) -> Row:
    """Return the first columns of a row, and the matches it used."""
    return {"player": player, "discipline": discipline, MATCHES: tuple(tally.by_match)}
