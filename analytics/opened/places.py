"""Where ``analytics.open`` looks, by what a path or a URL is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Final, cast

import duckdb

from analytics.opened.directory import directory, stored
from analytics.opened.replayed import lines, logs_at, replayed
from analytics.opened.service import service
from analytics.opened.tables import Place, Tables
from analytics.opened.trouble import CannotOpen
from projections.archive.manifest import ArchiveError
from projections.lake import LAKE
from projections.lake.reading import Lake
from projections.lock import LOG_FILE, STORE_FILE
from projections.prepared import literal
from projections.schema import TABLES

Given = str | PathLike[str] | Iterable[bytes]
KINDS: Final = (
    "a data directory, a DuckDB file of cuelog, a lake, a directory of exported Parquet files or "
    "one of them, logs (.jsonl), or the URL of a service"
)


def open_tables(place: Given, *, token: str | None = None, rules: str | None = None) -> Tables:
    """Open the tables of a place to read them; nothing there is changed.

    ``place`` is a data directory (one that a service holds is read through it), a DuckDB file
    copied out of one, a lake, a directory of exported Parquet files or one such file, the URL of a
    service, a log as a ``.jsonl`` file or a directory of them, or the records of a log as bytes.
    ``token`` is for a service that asks who reads. With ``rules`` (``SI``, ``PL``, ``LT``) the
    records of a log are ruled as if each match had been opened under that text. Raises
    ``CannotOpen``.
    """
    if not isinstance(place, (str, PathLike)):
        return Tables(replayed(place, rules))
    path = Path(place).expanduser()
    if logs := logs_at(path):
        return Tables(replayed(lines(logs), rules))
    if rules is not None:
        words = "tables are ruled already; open its log (.jsonl) to rule it under another text"
        raise CannotOpen(f"{place}: {words}")
    if isinstance(place, str) and place.startswith(("http://", "https://")):
        return Tables(service(place, token))
    return Tables(_in_folder(path) if path.is_dir() else _in_file(path))


def _in_folder(path: Path) -> Place:
    if (path / STORE_FILE).exists():
        return directory(path)
    if (path / LAKE).exists():
        return _lake(path)
    if exported := sorted(path.glob("*.parquet")):
        return _exported(exported)
    if (path / LOG_FILE).exists():
        raise CannotOpen(f"{path}: a log without tables; `cuelog rebuild --data {path}` makes them")
    raise CannotOpen(f"{path}: no tables in it; name {KINDS}")


def _in_file(path: Path) -> Place:
    if not path.exists():
        raise CannotOpen(f"{path}: nothing is there; name {KINDS}")
    if path.name == STORE_FILE:
        return directory(path.parent)
    if path.suffix == ".duckdb":
        return stored(path)
    if path.suffix == ".parquet":
        return _exported([path])
    raise CannotOpen(f"{path}: its name says no kind; name {KINDS}")


def _lake(path: Path) -> Place:
    try:
        lake = Lake(path)
    except ArchiveError as error:
        raise CannotOpen(str(error)) from error

    def fetch(table: str) -> None:
        if table == "events":
            words = "`cuelog log copy archive:FOLDER LOG` brings them back"
            raise CannotOpen(f"{path}: a lake holds no records; they stay in its archive: {words}")

    return Place(lake.con, fetch, lake.listing.identities)


def _exported(files: Iterable[Path]) -> Place:
    """Read exported files by the table each says it is, else by its name."""
    con, found, merged = duckdb.connect(), set[str](), dict[str, str]()
    for path in files:
        told = _told(con, path)
        table = told.get("cuelog.table", path.stem)
        if table not in TABLES:
            raise CannotOpen(f"{path}: holds no table of cuelog; `cuelog export` writes them")
        merged |= json.loads(told.get("cuelog.merged", "{}"))
        read = f"read_parquet({literal(path)})"
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
