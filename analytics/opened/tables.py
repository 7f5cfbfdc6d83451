"""What ``analytics.open`` gives: the tables of one place, their statistics and charts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Self

import duckdb
import polars as pl

from analytics.dictionary import UnknownStatistic, answer, catalogue, position
from analytics.filters import Filters, filters_from
from projections.schema import TABLES

if TYPE_CHECKING:
    from analytics.charts import Chart

Names = Mapping[str, str]
_WORD: Final = re.compile(r"\w+")
_OUTSIDE: Final = {"since": "from", "until": "to"}
"""Filters whose name Python keeps for itself, or has a plainer one for."""


def _nothing() -> None:
    """Close nothing."""


@dataclass
class Place:
    """Where tables come from: a database in memory, and what brings a table into it when named."""

    con: duckdb.DuckDBPyConnection
    fetch: Callable[[str], None] = lambda _: None
    identities: Mapping[str, str] = field(default_factory=dict[str, str])
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    close: Callable[[], None] = _nothing


class Tables:
    """The tables of a place: ``tables.innings`` is a DuckDB relation, ``.pl()`` makes it a frame.

    ``sql`` takes a query over them by their names. Merged players are one in statistics and charts;
    in the tables themselves ids are those of the record.
    """

    def __init__(self, place: Place) -> None:
        """Use ``analytics.open``."""
        self._place = place
        self._have: set[str] = set()

    def __getitem__(self, table: str) -> duckdb.DuckDBPyRelation:
        """Return a table as a relation; raises ``KeyError`` where there is none of that name."""
        if table not in TABLES:
            raise KeyError(f"no table is called {table}; there are {', '.join(TABLES)}")
        self._need((table,))
        return self._place.con.table(table)

    def __getattr__(self, table: str) -> duckdb.DuckDBPyRelation:
        """Return a table as an attribute."""
        try:
            return self[table]
        except KeyError as error:
            raise AttributeError(str(error)) from error

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *TABLES]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def sql(self, query: str, values: Sequence[Any] = ()) -> duckdb.DuckDBPyRelation:
        """Return the answer to a query as a relation."""
        self._need(_WORD.findall(query))
        return self._place.con.sql(query, params=list(values))

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query, as statistics ask for them."""
        self._need(_WORD.findall(query))
        with self._place.con.cursor() as cursor:
            return cursor.execute(query, list(values)).fetchall()

    @property
    def position(self) -> str:
        """How far the log is in the tables: the next offset of each partition."""
        return position(self)

    def answer(self, name: str, *, best: bool = False, **filters: object) -> dict[str, Any]:
        """Return a statistic in the output form, with versions, position and what it used.

        Filters are those of every statistic; ``since`` and ``until`` stand for from and to.
        """
        asked, merged = _filters(filters), self._place.identities
        try:
            return answer(name, self, asked, best=best, identities=merged)
        except UnknownStatistic as error:
            known = ", ".join(catalogue())
            raise UnknownStatistic(f"no statistic is called {name}; there are {known}") from error

    def statistic(self, name: str, *, best: bool = False, **filters: object) -> pl.DataFrame:
        """Return the rows of a statistic as a frame; see ``answer`` for the filters.

        A map, such as fouls by code, becomes a struct: null where a row has no such key.
        """
        rows = self.answer(name, best=best, **filters)["rows"]
        columns = list(catalogue()[name].columns)
        return pl.DataFrame(rows, schema=columns, infer_schema_length=None)

    def profile(self, player: str, **filters: object) -> dict[str, Any]:
        """Return all figures of a player against the field; see ``analytics.profile``."""
        from analytics.profile import profile  # noqa: PLC0415 - few ask for all of it

        return profile(player, self, _filters(filters), self._place.identities)

    def chart(self, name: str, **filters: object) -> Chart:
        """Return a chart; a notebook shows it, ``.rows`` are its data."""
        from analytics.charts import draw  # noqa: PLC0415 - drawing is dear to import

        merged = self._place.identities
        return draw(name, self, _filters(filters), identities=merged, names=self.names)

    def names(self, players: Iterable[str]) -> Mapping[str, str]:
        """Return the name to show of each of some players, the id where there is none."""
        return {player: self._shown.get(player, player) for player in players}

    def close(self) -> None:
        """Let go of the place."""
        self._place.con.close()
        self._place.close()

    @cached_property
    def _shown(self) -> dict[str, str]:
        logged = self.rows("SELECT player, name FROM players WHERE name IS NOT NULL")
        return {**dict(logged), **self._place.names}

    def _need(self, words: Iterable[str]) -> None:
        for table in TABLES.keys() & set(words) - self._have:
            self._place.fetch(table)
            self._have.add(table)


def _filters(given: Mapping[str, object]) -> Filters:
    return filters_from({_OUTSIDE.get(name, name): value for name, value in given.items()})
