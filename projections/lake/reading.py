"""A lake opened: the tables of the node as views over Parquet files, for the same statistics."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Self

import duckdb
import msgspec

from projections.archive.manifest import ArchiveError
from projections.lake import LAKE
from projections.lake.folding import KEY, SUMMED
from projections.lake.tasks import FORMAT, Done, path_of, write
from projections.prepared import literal
from projections.schema import TABLES, Table, create_statement
from projections.store import VERSIONS
from projections.writing import named_players, run

MEMORY: Final = "2GB"
PLAYERS: Final = "players"
SUMS: Final = "sums"
NOT_IN_PIECES: Final = frozenset({"events", PLAYERS, "positions", "meta"})
"""The records are in the archive; the others are of the whole."""


class Listing(msgspec.Struct, frozen=True):
    """What a lake holds: its pieces, the versions that made them, and how far the log is in it."""

    format: int
    versions: dict[str, str]
    positions: dict[int, int]
    identities: dict[str, str]
    tasks: tuple[Done, ...]

    @property
    def players(self) -> str:
        """Name of the file of players, which come of all pieces together."""
        told = "".join(done.name for done in self.tasks)
        return f"all-{hashlib.sha256(told.encode()).hexdigest()[:16]}"

    @property
    def records(self) -> int:
        """How many records the pieces were made of."""
        return sum(done.records for done in self.tasks)

    def rows(self, table: str) -> int:
        """Return how many rows of a table the pieces came to."""
        return sum(done.rows.get(table, 0) for done in self.tasks)


def listing(folder: Path) -> Listing:
    """Return what a lake holds; raises ``ArchiveError`` where it must be built first, or again."""
    again = "`cuelog lake build` makes it"
    try:
        told = msgspec.json.decode((folder / LAKE).read_bytes(), type=Listing)
    except FileNotFoundError as error:
        raise ArchiveError(f"{folder} holds no lake; {again}") from error
    except (OSError, msgspec.DecodeError) as error:
        raise ArchiveError(f"{folder / LAKE} cannot be read: {error}; {again} anew") from error
    if told.format != FORMAT or told.versions != VERSIONS:
        raise ArchiveError(f"{folder} was made by other versions; {again} anew")
    return told


class Lake:
    """The tables of a lake; any number of processes may read it."""

    def __init__(self, folder: Path) -> None:
        """Open a lake; raises ``ArchiveError``."""
        self.listing = listing(folder)
        self.con = _opened(folder, self.listing)
        players = path_of(folder, PLAYERS, self.listing.players)
        run(self.con, f"CREATE VIEW {PLAYERS} AS FROM {_parquet([players])}")

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query over the tables."""
        with self.con.cursor() as cursor:
            return cursor.execute(query, list(values)).fetchall()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.con.close()


def make_players(folder: Path, told: Listing) -> None:
    """Write the players of all pieces: who has which name takes all matches."""
    with _opened(folder, told) as con:
        named = con.sql(f"{named_players('player IS NOT NULL')} ORDER BY player").pl()
    write(path_of(folder, PLAYERS, told.players), named)


def _opened(folder: Path, told: Listing) -> duckdb.DuckDBPyConnection:
    """Return a connection that sees the tables of all pieces."""
    spill = Path(tempfile.gettempdir()) / f"cuelog-lake-{os.getpid()}"
    config: dict[str, Any] = {"memory_limit": MEMORY, "temp_directory": str(spill)}
    con = duckdb.connect(config=config)
    for table in TABLES.values():
        if table.name not in NOT_IN_PIECES:
            run(con, f'CREATE VIEW "{table.name}" AS {_rows(folder, told, table)}')
    for name, values in (("positions", told.positions), ("meta", told.versions)):
        run(con, create_statement(TABLES[name]))
        for pair in values.items():
            run(con, f'INSERT INTO "{name}" VALUES (?, ?)', pair)  # noqa: S608 - ours
    added = ", ".join(f"sum({name})::BIGINT AS {name}" for name in SUMMED)
    if files := _files(folder, told, SUMS):
        query = (
            f"SELECT {', '.join(KEY)}, {added}, max(high_run) AS high_run FROM {_parquet(files)}"  # noqa: S608
        )
        run(con, f"CREATE VIEW {SUMS} AS {query} GROUP BY ALL")
    return con


def _rows(folder: Path, told: Listing, table: Table) -> str:
    """Return the query of a table: its columns in order, those computed too."""
    files = _files(folder, told, table.name)
    if not files:
        nothing = ", ".join(f'NULL::{one.type} AS "{one.name}"' for one in table.columns)
        return f"SELECT {nothing} WHERE false"
    columns = ", ".join(
        f'{one.computed} AS "{one.name}"' if one.computed else f'"{one.name}"'
        for one in table.columns
    )
    return f"SELECT {columns} FROM {_parquet(files)}"  # noqa: S608 - words of ours


def _files(folder: Path, told: Listing, table: str) -> list[Path]:
    return [path_of(folder, table, done.name) for done in told.tasks if done.rows.get(table)]


def _parquet(files: Sequence[Path]) -> str:
    listed = ", ".join(map(literal, files))
    return f"read_parquet([{listed}])"
