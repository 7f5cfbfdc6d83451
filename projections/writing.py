"""The SQL of a transaction: what differs of rows that go on, whole matches anew, rows added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import ne
from typing import Any, Final

import duckdb

from projections.prepared import prepare, put
from projections.rows import Changed, Chunk
from projections.rulings import Row
from projections.schema import DERIVED, TABLES, stored

FEW: Final = 2
"""Changed rows up to which each has a statement of its own, which then costs less than columns."""
SOME: Final = 100
"""New rows up to which a plan that is there saves more than their text costs."""
PARSED: Final = 256
"""Statements kept parsed: those that change rows name the columns that differ."""
WHOLE: Final = "WHERE match IN (SELECT unnest(?))"
OF_A_MATCH: Final = tuple(name for name in DERIVED if name != "players")
PLAYERS_OF: Final = f"""
    INSERT INTO touched SELECT unnest([player1, player2]) FROM matches
    {WHOLE} AND player1 IS NOT NULL
"""  # noqa: S608 - words of ours


def named_players(where: str) -> str:
    """Return the query of the rows of ``players`` whose ids meet a condition.

    A player has the name and the country of the latest opening that gives one.
    """
    return f"""
        SELECT player,
            last(name ORDER BY opened_ms, match) FILTER (WHERE name IS NOT NULL) AS name,
            last(country ORDER BY opened_ms, match) FILTER (WHERE country IS NOT NULL) AS country
        FROM (
            SELECT player1 AS player, name1 AS name, country1 AS country, opened_ms, match
            FROM matches
            UNION ALL SELECT player2, name2, country2, opened_ms, match FROM matches
        )
        WHERE {where} GROUP BY player
    """  # noqa: S608 - words of ours


NAMED: Final = "INSERT INTO players" + named_players("player IN (SELECT player FROM touched)")  # noqa: S608


class Writer:
    """Writes through one connection, each statement parsed once; for one thread."""

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self._con = con
        self._parsed = lru_cache(PARSED)(self._parse)
        self._prepared: set[str] = set()

    def write(self, chunk: Chunk, positions: Mapping[int, int]) -> None:
        """Write a chunk and the positions it reaches, inside a transaction of the caller."""
        if chunk.players or chunk.whole:
            self._run("CREATE TEMP TABLE IF NOT EXISTS touched (player VARCHAR)")
            self._run("DELETE FROM touched")
        if chunk.whole:
            self._run(PLAYERS_OF, (chunk.whole,))
            for name in OF_A_MATCH:
                self._run(f"DELETE FROM {name} {WHOLE}", (chunk.whole,))  # noqa: S608 - names of ours
        for name, changed in chunk.changed.items():
            self._update(name, changed)
        for name, key in chunk.gone:
            self._run(f"DELETE FROM {name} WHERE {_keyed(name)}", key)  # noqa: S608 - names of ours
        for name, rows in chunk.rows.items():
            self._insert(name, rows)
        if chunk.players or chunk.whole:
            self._run("INSERT INTO touched SELECT unnest(?)", (sorted(chunk.players),))
            self._run("DELETE FROM players WHERE player IN (SELECT player FROM touched)")
            self._run(NAMED)
        self._move(positions)

    def _move(self, positions: Mapping[int, int]) -> None:
        """Store the positions reached; of partitions not heard of before there is no row yet."""
        reached = [positions.get(partition) for partition in range(max(positions, default=-1) + 1)]
        moved = "UPDATE positions SET next_offset = list_extract(?, log_partition + 1)"
        if self._run(moved, (reached,))[0][0] < len(positions):
            self._run("DELETE FROM positions")
            for position in positions.items():
                self._run("INSERT INTO positions VALUES (?, ?)", position)

    def _update(self, name: str, changed: Sequence[Changed]) -> None:
        """Change what differs of stored rows; a wide row costs three times as much to put anew."""
        columns = stored(TABLES[name])
        if len(changed) > FEW:
            self._update_many(name, changed)
            return
        key = len(TABLES[name].key)
        for old, new in changed:
            places = _differing([(old, new)])
            if places:
                sets = ", ".join(f"{columns[place]} = ?" for place in places)
                given = [*(new[place] for place in places), *new[:key]]
                self._run(f"UPDATE {name} SET {sets} WHERE {_keyed(name)}", given)  # noqa: S608

    def _update_many(self, name: str, changed: Sequence[Changed]) -> None:
        """Change rows by columns: all that differ of any."""
        from projections.columns import arrow  # noqa: PLC0415 - dear to import

        columns, key = stored(TABLES[name]), TABLES[name].key
        differ = [columns[place] for place in _differing(changed)]
        if differ:
            given = arrow(name, [new for _, new in changed], (*key, *differ))
            sets = ", ".join(f"{column} = given.{column}" for column in differ)
            same = " AND ".join(f"{name}.{column} = given.{column}" for column in key)
            query = f"UPDATE {name} SET {sets} FROM given WHERE {same}"  # noqa: S608
            self._con.execute(self._parsed(query)).fetchall()
            del given

    def _insert(self, name: str, rows: Sequence[Row]) -> None:
        """Add rows to a table: some by a plan that is there, many as columns."""
        if len(rows) > SOME:
            from projections.columns import arrow  # noqa: PLC0415 - dear to import

            given = arrow(name, rows)
            query = f"INSERT INTO {name} ({', '.join(stored(TABLES[name]))}) SELECT * FROM given"  # noqa: S608
            self._con.execute(self._parsed(query)).fetchall()  # found by its name
            del given
        elif rows:
            if name not in self._prepared:
                run(self._con, prepare(name))
                self._prepared.add(name)
            run(self._con, put(name, rows))

    def _parse(self, query: str) -> duckdb.Statement:
        return self._con.extract_statements(query)[0]

    def _run(self, query: str, given: Sequence[Any] = ()) -> list[Any]:
        """Run a statement that comes again and again to its end."""
        return self._con.execute(self._parsed(query), given).fetchall()


def _differing(changed: Sequence[Changed]) -> list[int]:
    """Return the places of the columns in which any row differs from before."""
    differ = zip(*(map(ne, old, new) for old, new in changed), strict=True)
    return [place for place, column in enumerate(differ) if any(column)]


def _keyed(name: str) -> str:
    return " AND ".join(f"{column} = ?" for column in TABLES[name].key)


def run(con: duckdb.DuckDBPyConnection, query: str, given: Sequence[Any] = ()) -> list[Any]:
    """Run a statement to its end; a result left open would own the connection."""
    return con.execute(query, given).fetchall() if given else con.execute(query).fetchall()
