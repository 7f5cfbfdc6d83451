"""The SQL of a transaction: what differs of rows that go on, whole matches anew, rows added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import duckdb

from projections.rows import Changed, Chunk
from projections.rulings import Row
from projections.schema import DERIVED, TABLES, stored

FEW: Final = 2
"""Rows up to which each has a statement of its own, which then costs less than columns."""
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


def write(con: duckdb.DuckDBPyConnection, chunk: Chunk, positions: Mapping[int, int]) -> None:
    """Write a chunk and the positions it reaches, inside a transaction of the caller."""
    if chunk.players or chunk.whole:
        run(con, "CREATE TEMP TABLE IF NOT EXISTS touched (player VARCHAR)")
        run(con, "DELETE FROM touched")
    if chunk.whole:
        _delete_whole(con, chunk.whole)
    for name, changed in chunk.changed.items():
        _update(con, name, changed)
    for name, key in chunk.gone:
        run(con, f"DELETE FROM {name} WHERE {_keyed(name)}", key)  # noqa: S608 - names of ours
    for name, rows in chunk.rows.items():
        _insert(con, name, rows)
    if chunk.players or chunk.whole:
        run(con, "INSERT INTO touched SELECT unnest(?)", (sorted(chunk.players),))
        run(con, "DELETE FROM players WHERE player IN (SELECT player FROM touched)")
        run(con, NAMED)
    _move(con, positions)


def _move(con: duckdb.DuckDBPyConnection, positions: Mapping[int, int]) -> None:
    """Store the positions reached; of partitions not heard of before there is no row yet."""
    cases = " ".join(f"WHEN {partition} THEN {at}" for partition, at in positions.items())
    moved = f"UPDATE positions SET next_offset = CASE log_partition {cases} END"  # noqa: S608
    if run(con, moved)[0][0] < len(positions):
        run(con, "DELETE FROM positions")
        for position in positions.items():
            run(con, "INSERT INTO positions VALUES (?, ?)", position)


def _update(con: duckdb.DuckDBPyConnection, name: str, changed: Sequence[Changed]) -> None:
    """Change what differs of stored rows; a wide row costs three times as much to put anew."""
    columns = stored(TABLES[name])
    if len(changed) > FEW:
        _update_many(con, name, changed)
        return
    key = len(TABLES[name].key)
    for old, new in changed:
        places = _differing([(old, new)])
        if places:
            sets = ", ".join(f"{columns[place]} = ?" for place in places)
            given = [*(new[place] for place in places), *new[:key]]
            run(con, f"UPDATE {name} SET {sets} WHERE {_keyed(name)}", given)  # noqa: S608


def _update_many(con: duckdb.DuckDBPyConnection, name: str, changed: Sequence[Changed]) -> None:
    """Change rows by columns: all that differ of any."""
    from projections.columns import arrow  # noqa: PLC0415 - dear to import

    columns, key = stored(TABLES[name]), TABLES[name].key
    differ = [columns[place] for place in _differing(changed)]
    if differ:
        given = arrow(name, [new for _, new in changed], (*key, *differ))
        sets = ", ".join(f"{column} = given.{column}" for column in differ)
        same = " AND ".join(f"{name}.{column} = given.{column}" for column in key)
        con.execute(f"UPDATE {name} SET {sets} FROM given WHERE {same}").fetchall()  # noqa: S608
        del given


def _differing(changed: Sequence[Changed]) -> list[int]:
    """Return the places of the columns in which any row differs from before."""
    pairs = [list(zip(old, new, strict=True)) for old, new in changed]
    return [
        at for at, column in enumerate(zip(*pairs, strict=True)) if any(a != b for a, b in column)
    ]


def _keyed(name: str) -> str:
    return " AND ".join(f"{column} = ?" for column in TABLES[name].key)


def _insert(con: duckdb.DuckDBPyConnection, name: str, rows: Sequence[Row]) -> None:
    """Add rows to a table; a few as values of a statement, which costs least, many as columns."""
    columns = stored(TABLES[name])
    insert = f"INSERT INTO {name} ({', '.join(columns)})"
    if len(rows) > FEW:
        from projections.columns import arrow  # noqa: PLC0415 - dear to import

        given = arrow(name, rows)
        con.execute(f"{insert} SELECT * FROM given").fetchall()  # noqa: S608 - found by its name
        del given
        return
    values = ", ".join("?" * len(columns))
    for row in rows:
        run(con, f"{insert} VALUES ({values})", row)


def literal(text: object) -> str:
    """Return a text as it stands in SQL where no parameter may, with its quotes."""
    return "'" + str(text).replace("'", "''") + "'"


def run(con: duckdb.DuckDBPyConnection, query: str, given: Sequence[Any] = ()) -> list[Any]:
    """Run a statement to its end; a result left open would own the connection."""
    return con.execute(query, given).fetchall() if given else con.execute(query).fetchall()


def _delete_whole(con: duckdb.DuckDBPyConnection, matches: Sequence[str]) -> None:
    run(con, PLAYERS_OF, (matches,))
    for name in OF_A_MATCH:
        run(con, f"DELETE FROM {name} {WHOLE}", (matches,))  # noqa: S608 - names of ours
