"""The dictionary of statistics: name, definition, columns, and how each is computed.

``GET /v1/statistics`` and ``cuelog stats --list`` print it; ``docs/statistics.md`` is generated
from it. A statistic is registered by ``statistic`` in the module of its family.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Protocol

from analytics.filters import Filters
from analytics.identities import Merged, whole
from domain.rulesets import RULES_VERSION
from projections.schema import DICTIONARY_VERSION

Row = dict[str, Any]


class Source(Protocol):
    """Where the tables are: runs SQL over them and returns whole rows."""

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a statistic; ``best`` keeps one row a player where that is offered."""

    source: Source
    filters: Filters
    best: bool = False


Compute = Callable[[Request], list[Row]]


@dataclass(frozen=True, slots=True)
class Statistic:
    """One statistic: ``sort`` is the column its rows descend by, or ascend by (``ascending``).

    ``ordered`` tells that it is computed in that order already, as many rows should be.
    ``unlock`` says by column what a record must hold for the figure not to be null; under ``rows``,
    for the statistic to have rows at all.
    """

    name: str
    definition: str
    columns: Mapping[str, str]
    sort: str
    compute: Compute
    ascending: bool = False
    ordered: bool = False
    n: str = ""
    unlock: Mapping[str, str] = field(default_factory=dict[str, str])

    def locked(self, rows: Sequence[Row]) -> dict[str, str]:
        """Return what to record to unlock each figure that is null in a row."""
        if not rows:
            return {name: text for name, text in self.unlock.items() if name == ROWS}
        may = (name for name in self.columns if name in self.unlock or name.endswith(BOUNDS))
        null = {name for name in may if None in map(itemgetter(name), rows)}
        return {name: self.unlock.get(name, INTERVAL) for name in self.columns if name in null}

    def shown(self, rows: list[Row]) -> list[Row]:
        """Return rows with their columns in order."""
        if not rows or list(rows[0]) == list(self.columns):
            return rows
        return [{column: row[column] for column in self.columns} for row in rows]

    def order(self, row: Row) -> tuple[Any, ...]:
        """Return the key that puts rows in their one order: nulls last, then player, then match."""
        value = row[self.sort]
        signed = 0 if value is None else value if self.ascending else -value
        names = tuple(row.get(name) or "" for name in ("player", "opponent", "match", "discipline"))
        if self.ascending:
            return (*names, value is None, signed)
        return (value is None, signed, *names, row.get("rack") or 0, row.get("inning") or 0)


ROWS = "rows"
BOUNDS = ("low", "high")
"""How the names of columns end that are bounds of an interval."""
INTERVAL = "at least eight matches of this player; where it is a percentage, one try is enough"
"""What unlocks the bounds of an interval, the same for all."""

_REGISTERED: dict[str, Statistic] = {}


def statistic(
    name: str,
    *,
    sort: str,
    columns: Mapping[str, str],
    n: str = "",
    ascending: bool = False,
    ordered: bool = False,
    unlock: Mapping[str, str] | None = None,
) -> Callable[[Compute], Compute]:
    """Register a statistic; the definition is the docstring of the function that computes it.

    ``n`` names the column that holds the denominator the filter ``min_n`` looks at; ``unlock`` says
    what to record for figures that may be null.
    """

    def register(compute: Compute) -> Compute:
        definition = " ".join((compute.__doc__ or "").split())
        _REGISTERED[name] = Statistic(
            name, definition, columns, sort, compute, ascending, ordered, n, unlock or {}
        )
        return compute

    return register


def catalogue() -> Mapping[str, Statistic]:
    """Return every statistic by name, in the order of the dictionary."""
    return _REGISTERED


class UnknownStatistic(KeyError):  # noqa: N818 - reads as what is wrong
    """No statistic has that name."""


def answer(
    name: str,
    source: Source,
    filters: Filters | None = None,
    *,
    best: bool = False,
    identities: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return a statistic in the output form, its rows in their one order.

    ``identities`` holds merged players and the id each counts for. Raises ``UnknownStatistic``.
    """
    found = catalogue().get(name)
    if found is None:
        raise UnknownStatistic(name)
    asked = filters or Filters()
    one = identities or {}
    rows = found.compute(Request(Merged(source, one), whole(asked, one), best))
    if found.n and asked.min_n:
        rows = [row for row in rows if (row[found.n] or 0) >= asked.min_n]
    used = _used(rows)
    if not found.ordered:
        rows.sort(key=found.order)
    return {
        "statistic": name,
        "position": position(source),
        "rules_version": RULES_VERSION,
        "dictionary_version": DICTIONARY_VERSION,
        "filters": asked.told(),
        "matches": len(used),
        "under_protest": [match for match in under_protest(source) if match in used],
        "unlock": found.locked(rows),
        "rows": found.shown(rows),
    }


MATCHES = "_matches"
"""Key under which a row carries the matches it used, for the answer's count; the first may carry
them for all. A row about one match has it in its columns."""


def _used(rows: list[Row]) -> set[str]:
    """Take the matches used out of the rows."""
    if rows and MATCHES not in rows[0]:
        return set(map(itemgetter("match"), rows))
    if rows and MATCHES not in rows[-1]:
        return set(rows[0].pop(MATCHES))
    return set[str]().union(*(row.pop(MATCHES) for row in rows))


def under_protest(source: Source) -> list[str]:
    """Return the matches whose result is under protest; figures hold them, and say so."""
    query = "SELECT match FROM matches WHERE standing = 'under_protest' ORDER BY match"
    return [match for (match,) in source.rows(query)]


def position(source: Source) -> str:
    """Return how far the log is in the tables: the next offset of each partition."""
    found = source.rows("SELECT log_partition, next_offset FROM positions ORDER BY log_partition")
    return ",".join(f"{partition}:{offset}" for partition, offset in found)
