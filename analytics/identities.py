"""Merged players count as one: the tables as they are when every id is the one that counts.

Nothing is written: a query reads views in which ids are replaced, so that undoing a merge leaves
no trace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from analytics.filters import Filters

PLAYER_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "rulings": ("player", "opponent", "rack_won_by", "match_won_by"),
    "innings": ("player", "opponent"),
    "racks": ("breaker", "winner", "push_out_by", "completed_by"),
    "matches": ("player1", "player2", "winner", "awarded_winner"),
}
"""The columns of each table that hold an id of a player."""
LIST_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {"racks": ("break_players",)}
"""The columns that hold lists of ids."""


class _Source(Protocol):
    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]: ...


def _view(table: str) -> str:
    """Return the table under its own name with ids replaced."""
    parts = [
        f'coalesce(ids["{column}"], "{column}") AS "{column}"' for column in PLAYER_COLUMNS[table]
    ]
    parts += [
        f'list_transform("{column}", lambda one: coalesce(ids[one], one)) AS "{column}"'
        for column in LIST_COLUMNS.get(table, ())
    ]
    replaced = ", ".join(parts)
    return f"{table} AS (SELECT t.* REPLACE ({replaced}) FROM main.{table} t, identities)"


_WITH: Final = "WITH identities AS (SELECT MAP(?::VARCHAR[], ?::VARCHAR[]) AS ids), " + ", ".join(
    map(_view, PLAYER_COLUMNS)
)


class Merged:
    """A source in whose tables merged players are one."""

    def __init__(self, source: _Source, identities: Mapping[str, str]) -> None:
        self._source = source
        self._identities = identities

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query that does not begin with WITH."""
        if not self._identities:
            return self._source.rows(query, values)
        ids = [list(self._identities), list(self._identities.values())]
        return self._source.rows(f"{_WITH} {query}", [*ids, *values])


def whole(filters: Filters, identities: Mapping[str, str]) -> Filters:
    """Return filters that ask for the ids that count."""
    named = {"player": filters.player, "opponent": filters.opponent}
    counted = {name: one and identities.get(one, one) for name, one in named.items()}
    return msgspec.structs.replace(filters, **counted)
