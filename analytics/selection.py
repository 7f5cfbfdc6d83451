"""Which matches and strokes count: one piece of code for every statistic (Gate, Which matches)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from analytics.dictionary import MATCHES, Request, Row
from analytics.tallies import Key, Tally, tallied
from projections.schema import BIT

COUNTED = "coalesce(m.result, '') NOT IN ('walkover', 'forfeit', 'abandoned')"
"""Played results, unfinished ones too; a match under protest is in."""

STROKE = f"(r.flags & {BIT['inning'] | BIT['void'] | BIT['inferred']}) = 0"
"""Strokes that were recorded as strokes and stand; one look at the bits instead of three."""


ASKED = "(SELECT m.match FROM matches m WHERE {within})"
"""Matches asked about: what a source that looks from stroke to stroke may leave the others out by.

A source that has this in it is given the filters; only its rows of those matches are read.
"""

EACH_PLAYER = (
    "(SELECT match, player1 AS player, player2 AS opponent, 1 AS side FROM matches "
    "UNION ALL SELECT match, player2, player1, 2 FROM matches)"
)
"""Every match once for each of its players."""


_OF_MATCH: Final = re.compile(r"\bm\.")
"""Tells that something is asked of ``matches m``."""


def select(
    request: Request, columns: str, source: str, where: str, group: str = ""
) -> list[tuple[Any, ...]]:
    """Return rows of a table joined with the matches that count under the filters.

    ``source`` is ``rulings r`` or ``innings i``, which has player and opponent.
    """
    condition, values = request.filters.condition(sides=True)
    alias = source.rsplit(" ", 1)[1]
    within, inner = request.filters.within()
    asked = source.count(ASKED)
    if asked:
        source = source.format(within=within)
    tests = f"{condition} AND {where} {group}"
    if _OF_MATCH.search(f"{columns} {tests}"):
        # That a player took part is said of the match as well: few matches are found faster.
        source += f" JOIN matches m ON m.match = {alias}.match"
        counts, asked = f"{COUNTED} AND {within}", asked + 1
    else:
        # The few matches left out are looked up faster than all the others are joined.
        counts = f"{alias}.match NOT IN (SELECT m.match FROM matches m WHERE NOT ({COUNTED}))"
    query = f"SELECT {columns} FROM {source} WHERE {counts} AND {tests}"
    return request.source.rows(query, inner * asked + values)


def used(request: Request, source: str, where: str) -> list[str]:
    """Return the matches of all rows at once; a list for each may cost as much as its figures."""
    alias = source.rsplit(" ", 1)[1]
    return [match for (match,) in select(request, f"DISTINCT {alias}.match", source, where)]


def counted(
    request: Request, source: str, where: str, counts: Mapping[str, str], key: str = ""
) -> Iterator[tuple[Key, Tally]]:
    """Tally a table by player and discipline, or another key; ``counts`` names SQL aggregates.

    What was not recorded adds nothing.
    """
    alias = source.rsplit(" ", 1)[1]
    named = [f"{alias}.player", key or f"{alias}.discipline", f"{alias}.match"]
    named += [f"coalesce({count}, 0)" for count in counts.values()]
    found = select(request, ", ".join(named), source, where, "GROUP BY ALL")
    return tallied(found, list(counts))


def count_if(tests: Mapping[str, str]) -> dict[str, str]:
    """Return aggregates that count the rows for which each test is true."""
    return {name: f"count(*) FILTER ({test})" for name, test in tests.items()}


def head(player: str, discipline: str, tally: Tally) -> Row:
    """Return the first columns of a row, and the matches it used."""
    return {"player": player, "discipline": discipline, MATCHES: tally.matches}
