"""The SQL of a transaction: what a chunk replaces is deleted, then its rows are added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import duckdb

from projections.rows import Again, Chunk
from projections.rulings import Row
from projections.schema import DERIVED, TABLES, stored

FEW: Final = 4
"""Matches up to which each has statements of its own, which then cost less."""
WHOLE: Final = "WHERE match IN (SELECT unnest(?))"
AGAIN: Final = "(SELECT unnest(?) AS match, unnest(?::INTEGER[]) AS reached) AS given"
FROM_TURN: Final = f"""
    DELETE FROM innings USING {AGAIN}
    WHERE innings.match = given.match AND innings.inning >= given.reached
"""  # noqa: S608 - words of ours
FROM_RACK: Final = f"""
    DELETE FROM racks USING {AGAIN}
    WHERE racks.match = given.match AND racks.rack >= given.reached
"""  # noqa: S608 - words of ours
REACHED: Final = "SELECT unnest(?) AS log_partition, unnest(?) AS next_offset"
MOVED: Final = f"""
    UPDATE positions SET next_offset = reached.next_offset FROM ({REACHED}) AS reached
    WHERE positions.log_partition = reached.log_partition
"""  # noqa: S608 - words of ours
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
    if chunk.again:
        _delete_open(con, chunk.again)
    for name, rows in chunk.rows.items():
        _insert(con, name, rows)
    if chunk.players or chunk.whole:
        run(con, "INSERT INTO touched SELECT unnest(?)", (sorted(chunk.players),))
        run(con, "DELETE FROM players WHERE player IN (SELECT player FROM touched)")
        run(con, NAMED)
    reached = list(positions), list(positions.values())
    if run(con, MOVED, reached)[0][0] < len(positions):
        run(con, "DELETE FROM positions")
        run(con, f"INSERT INTO positions {REACHED}", reached)


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


def _delete_open(con: duckdb.DuckDBPyConnection, again: Sequence[Again]) -> None:
    """Delete the rows of matches that go on, and of the turns and racks that were open."""
    if len(again) <= FEW:
        for match, inning, rack in again:
            run(con, "DELETE FROM matches WHERE match = ?", (match,))
            run(con, "DELETE FROM racks WHERE match = ? AND rack >= ?", (match, rack))
            if inning is not None:
                run(con, "DELETE FROM innings WHERE match = ? AND inning >= ?", (match, inning))
        return
    matches, turns, racks = map(list, zip(*again, strict=True))
    run(con, f"DELETE FROM matches {WHOLE}", (matches,))  # noqa: S608 - words of ours
    run(con, FROM_TURN, (matches, turns))
    run(con, FROM_RACK, (matches, racks))
