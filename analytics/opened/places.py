"""Where ``analytics.open`` looks, by what a path or a URL is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Final, cast

import duckdb

from analytics.opened.directory import LOG, STORE, directory, quoted, stored
from analytics.opened.service import service
from analytics.opened.tables import Place, Tables
from analytics.opened.trouble import CannotOpen
from ingest.log import NewRecord
from ingest.memory_log import MemoryLog
from ingest.wire import receive_all
from projections.projector import Projector
from projections.schema import TABLES
from projections.store import Store

Given = str | PathLike[str] | Iterable[bytes]
KINDS: Final = (
    "a data directory, a DuckDB file of cuelog, a directory of exported Parquet files or one of "
    "them, logs (.jsonl), or the URL of a service"
)


def open_tables(place: Given, *, token: str | None = None) -> Tables:
    """Open the tables of a place to read them; nothing there is changed.

    ``place`` is a data directory (one that a service holds is read through it), a DuckDB file
    copied out of one, a directory of exported Parquet files or one such file, the URL of a service,
    a log as a ``.jsonl`` file or a directory of them, or the records of a log as bytes. ``token``
    is for a service that asks who reads. Raises ``CannotOpen``.
    """
    if isinstance(place, str) and place.startswith(("http://", "https://")):
        return Tables(service(place, token))
    if not isinstance(place, (str, PathLike)):
        return Tables(_replayed(place))
    path = Path(place).expanduser()
    return Tables(_in_folder(path) if path.is_dir() else _in_file(path))


def _in_folder(path: Path) -> Place:
    if (path / STORE).exists():
        return directory(path)
    if exported := sorted(path.glob("*.parquet")):
        return _exported(exported)
    if logs := sorted(path.glob("*.jsonl")):
        return _replayed(raw for log in logs for raw in _lines(log))
    if (path / LOG).exists():
        raise CannotOpen(f"{path}: a log without tables; `cuelog rebuild --data {path}` makes them")
    raise CannotOpen(f"{path}: no tables in it; name {KINDS}")


def _in_file(path: Path) -> Place:
    if not path.exists():
        raise CannotOpen(f"{path}: nothing is there; name {KINDS}")
    if path.name == STORE:
        return directory(path.parent)
    if path.suffix == ".duckdb":
        return stored(path)
    if path.suffix == ".parquet":
        return _exported([path])
    if path.suffix == ".jsonl":
        return _replayed(_lines(path))
    raise CannotOpen(f"{path}: its name says no kind; name {KINDS}")


def _lines(log: Path) -> list[bytes]:
    try:
        return log.read_bytes().splitlines()
    except OSError as error:
        raise CannotOpen(f"{log}: {error.strerror}") from error


def _replayed(records: Iterable[bytes]) -> Place:
    """Fold records into tables in memory, as the service would."""
    log, store = MemoryLog(), Store.open(None)
    log.append([NewRecord(None, raw) for raw in records if raw.strip()])
    Projector(store, receive_all).load(log)
    return Place(store.cursor(), close=store.close)


def _exported(files: Iterable[Path]) -> Place:
    """Read exported files by the table each says it is, else by its name."""
    con, found, merged = duckdb.connect(), set[str](), dict[str, str]()
    for path in files:
        told = _told(con, path)
        table = told.get("cuelog.table", path.stem)
        if table not in TABLES:
            raise CannotOpen(f"{path}: holds no table of cuelog; `cuelog export` writes them")
        merged |= json.loads(told.get("cuelog.merged", "{}"))
        read = f"read_parquet('{quoted(path)}')"
        con.execute(f'CREATE VIEW "{table}" AS FROM {read}').fetchall()
        found.add(table)

    def fetch(table: str) -> None:
        if table not in found:
            words = f"`cuelog export {table}` makes the file"
            raise CannotOpen(f"the table {table} is not among what was opened; {words}")

    return Place(con, fetch, identities=merged)


def _told(con: duckdb.DuckDBPyConnection, path: Path) -> Mapping[str, str]:
    """Return what a file says of itself."""
    query = "SELECT decode(key), decode(value) FROM parquet_kv_metadata(?)"
    try:
        rows = con.execute(query, [str(path)]).fetchall()
    except duckdb.Error as error:
        raise CannotOpen(f"{path}: no whole Parquet file: {error}") from error
    return {
        key: value for key, value in cast("list[tuple[str, str]]", rows) if key[:7] == "cuelog."
    }
