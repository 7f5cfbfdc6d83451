"""The DuckDB file: the tables and the positions of the log they reach, in one transaction.

The file can be thrown away at any time: one that other versions wrote is emptied, one that cannot
be read is put aside, and the projector starts at the beginning of the log. DuckDB lets one process
open it; in that process every thread reads through a cursor of its own.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import duckdb

from domain.rulesets import RULES_VERSION
from projections.rows import Chunk
from projections.schema import DICTIONARY_VERSION, SCHEMA_VERSION, TABLES, create_statement
from projections.writing import Writer, run

if TYPE_CHECKING:
    import polars as pl

VERSIONS: Final = {
    "schema_version": str(SCHEMA_VERSION),
    "rules_version": RULES_VERSION,
    "dictionary_version": DICTIONARY_VERSION,
}
MEMORY: Final = "1GB"
"""What DuckDB may use: of its file it keeps in memory as much as that."""
Config = dict[str, str | bool | int | float | list[str]]
_UNREADABLE: Final = ("not a valid DuckDB", "Corrupt database", "serializ", "storage version")
_KNOWN: Final = "SELECT match FROM matches WHERE match IN (SELECT unnest(?))"
_RAWS: Final = """
    SELECT match, raw, verified FROM events WHERE match IN (SELECT unnest(?))
    ORDER BY match, log_partition, log_offset
"""


class StoreError(Exception):
    """The store cannot be opened or used as asked."""


class StoreBusy(StoreError):  # noqa: N818 - reads as what happened
    """Another process has the file open; ask that process, or wait until it ends."""


class Store:
    """The tables; one thread at a time writes, any number read."""

    def __init__(
        self,
        path: Path | None,
        config: Config,
        *,
        read_only: bool,
        spare: int = 0,
        keep: bool = False,
    ) -> None:
        """Use ``open``."""
        self.path, self.read_only = path, read_only
        self.emptied = False
        self.outdated: str | None = None
        self._keep = keep
        self._spare = spare
        self._config = config
        self._readers = 0
        self._changed = threading.Condition()
        self._root = self._connect()
        self._con = self._root.cursor()
        self._writer = Writer(self._con)
        if not read_only:
            self._prepare()

    @classmethod
    def open(
        cls,
        path: Path | None,
        *,
        read_only: bool = False,
        threads: int | None = None,
        spare: int = 0,
        memory: str = MEMORY,
        keep: bool = False,
    ) -> Store:
        """Open the file, made if missing, or with None a store in memory.

        Where ``threads`` are not given, it has as many as there are cores but for ``spare``, and
        at least one: a second thread on a core that others want makes small statements slower.
        With ``keep``, tables of the same shape made by other rules are kept to be read, and
        ``outdated`` names that version: nothing may be written to them, only ``rebuild`` mends it.
        ``emptied`` tells whether its tables were thrown away, so that the log is to be read from
        its beginning. Raises ``StoreBusy`` while another process has it open, ``StoreError``
        where the place cannot be used.
        """
        config: Config = {"memory_limit": memory}
        if threads is not None:
            config["threads"] = threads
        spare = spare if threads is None else 0
        return cls(path, config, read_only=read_only, spare=spare, keep=keep)

    # -- reading --------------------------------------------------------------------------------

    @contextmanager
    def reading(self) -> Generator[duckdb.DuckDBPyConnection]:
        """Give a cursor to read with in this thread; while it is held no other file is put in."""
        with self._changed:
            self._readers += 1
            cursor = self._root.cursor()
        try:
            yield cursor
        finally:
            cursor.close()
            with self._changed:
                self._readers -= 1
                self._changed.notify_all()

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """Return a cursor of the caller's own, to be closed; ``swap`` does not wait for it."""
        return self._root.cursor()

    def frame(self, query: str, given: Sequence[Any] = ()) -> pl.DataFrame:
        """Return the answer to a query as a Polars frame."""
        with self.reading() as con:
            return con.sql(query, params=list(given)).pl()

    def rows(self, query: str, given: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """Return the answer to a query as a list of mappings."""
        with self.reading() as con:
            answer = con.execute(query, list(given))
            names = [column[0] for column in answer.description or ()]
            return [dict(zip(names, row, strict=True)) for row in answer.fetchall()]

    def raw_events(self, match: str) -> list[bytes]:
        """Return the records of a match that took a ``seq`` or wait, in log order."""
        with self.reading() as con:
            return [raw for _, raw, _ in run(con, _RAWS, [[match]])]

    def records(self, matches: Sequence[str]) -> Iterator[tuple[str, list[tuple[bytes, bool]]]]:
        """Yield matches the store knows with their records in log order: bytes, and ``verified``.

        For the thread that writes: what its transaction wrote is among them.
        """
        known = run(self._con, _KNOWN, [list(matches)])
        found = run(self._con, _RAWS, [[row[0] for row in known]]) if known else []
        for match, rows in groupby(found, key=_first):
            yield match, [(raw, verified) for _, raw, verified in rows]

    def positions(self) -> dict[int, int]:
        """Return the next offset wanted of each partition."""
        with self.reading() as con:
            return dict(run(con, "SELECT log_partition, next_offset FROM positions"))

    # -- writing --------------------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Generator[None]:
        """Keep what is written inside, all of it or, when an error leaves the block, nothing.

        Raises ``StoreError`` where it cannot be written, on a full disk for one.
        """
        try:
            self._con.begin()
            try:
                yield
            except BaseException:
                self._con.rollback()
                raise
            self._con.commit()
        except (duckdb.IOException, duckdb.TransactionException) as error:
            raise StoreError(f"{self.path} cannot be written to: {error}") from error

    def write(self, chunk: Chunk, positions: Mapping[int, int]) -> None:
        """Write a chunk and the positions it reaches, inside a ``transaction``."""
        self._writer.write(chunk, positions)

    def empty(self) -> None:
        """Throw away all tables and make them anew."""
        with self.transaction():
            for table in TABLES.values():
                run(self._con, f'DROP TABLE IF EXISTS "{table.name}"')
                run(self._con, create_statement(table))
            for name, value in VERSIONS.items():
                run(self._con, "INSERT INTO meta VALUES (?, ?)", (name, value))

    def swap(self, path: Path) -> None:
        """Put another, closed file in the place of this one; readers wait or are waited for."""
        if self.path is None:
            raise StoreError("a store in memory has no file to put another in the place of")
        with self._changed:
            self._changed.wait_for(lambda: self._readers == 0)
            self.close()
            _wal(self.path).unlink(missing_ok=True)
            path.replace(self.path)
            self._root = self._connect()
            self._con = self._root.cursor()
            self._writer = Writer(self._con)
            self.outdated = None

    def close(self) -> None:
        """Close the file; what was written is in it."""
        self._con.close()
        self._root.close()

    # -- opening --------------------------------------------------------------------------------

    def _connect(self) -> duckdb.DuckDBPyConnection:
        path = self.path
        try:
            return self._try()
        except duckdb.Error as error:
            if "set lock" in str(error):
                raise StoreBusy(f"{path} is open in another process: {error}") from error
            if (
                path is None
                or self.read_only
                or not any(words in str(error) for words in _UNREADABLE)
            ):
                raise StoreError(f"{path} cannot be opened: {error}") from error
        path.replace(path.with_suffix(".unreadable"))
        _wal(path).unlink(missing_ok=True)
        return self._try()

    def _try(self) -> duckdb.DuckDBPyConnection:
        name = ":memory:" if self.path is None else str(self.path)
        con = duckdb.connect(name, read_only=self.read_only, config=self._config)
        if self._spare:
            cores = run(con, "SELECT current_setting('threads')")[0][0]
            run(con, f"SET threads = {max(1, cores - self._spare)}")
        return con

    def _prepare(self) -> None:
        """Make the tables where they are missing or of other versions."""
        tables = run(self._con, "SELECT count(*) FROM duckdb_tables() WHERE table_name = 'meta'")
        versions: dict[str, str] = {}
        if tables[0][0]:
            versions = dict(run(self._con, "SELECT name, value FROM meta"))
        if versions == VERSIONS:
            return
        if self._keep and versions.get("schema_version") == VERSIONS["schema_version"]:
            self.outdated = versions["rules_version"]
            return
        self.emptied = bool(versions)
        self.empty()


def _wal(path: Path) -> Path:
    return path.with_name(path.name + ".wal")


def _first(row: tuple[str, bytes, bool]) -> str:
    return row[0]


def table_hash(con: duckdb.DuckDBPyConnection, table: str, columns: str = "*") -> str:
    """Return SHA-256 over the sorted rows of a table, or of some of its columns.

    Equal hashes: the tables hold the same rows, in whatever order they came.
    """
    hashed = (
        f"SELECT sha256(CAST(to_json(t) AS VARCHAR)) AS hash FROM (SELECT {columns} FROM {table}) t"  # noqa: S608 - names of ours
    )
    query = f"SELECT sha256(coalesce(string_agg(hash, '' ORDER BY hash), '')) FROM ({hashed})"  # noqa: S608
    return run(con, query)[0][0]
