"""The tables of a data directory, read from its file or through the service that holds it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import closing
from pathlib import Path

import duckdb

from analytics.known import Known, known_from
from analytics.opened.service import service
from analytics.opened.tables import Place
from analytics.opened.trouble import CannotOpen
from ingest.log import LogError, open_log
from ingest.names import NAMES_FILE, NameRegister
from projections.lock import FOLLOWED_FILE, LOG_FILE, STORE_FILE, service_of
from projections.prepared import literal
from projections.schema import NAMES, TABLES
from projections.store import VERSIONS


def directory(data: Path) -> Place:
    """Return a data directory as a place, without erased names."""
    try:
        con = _attached(data / STORE_FILE)
    except duckdb.IOException as error:
        if "lock" not in str(error):
            raise CannotOpen(f"{data}: its tables cannot be read: {error}") from error
        if (holder := service_of(data)) is None:
            words = "another process holds its tables, and says no URL to ask at"
            raise CannotOpen(f"{data}: {words}; open it again when that has ended") from error
        return service(holder.url, holder.key)
    known = _known(data)
    _show(con, sorted(known.erased))
    names = data / NAMES_FILE
    listed = list(NameRegister(names)) if names.exists() else []
    shown = {one.player: one.name for one in listed if not known.hides(one.player)}
    return Place(con, identities=known.identities, names=shown)


def stored(path: Path) -> Place:
    """Return a DuckDB file of ours by itself; who is merged or erased is not in it."""
    try:
        con = _attached(path)
    except duckdb.IOException as error:
        raise CannotOpen(f"{path}: cannot be read: {error}") from error
    _show(con, ())
    return Place(con)


def _attached(path: Path) -> duckdb.DuckDBPyConnection:
    """Attach a file as ``held``; raises ``CannotOpen`` where it is of another kind or version."""
    con = duckdb.connect()
    try:
        con.execute(f"ATTACH {literal(path)} AS held (READ_ONLY)").fetchall()
        found = dict(con.execute("SELECT name, value FROM held.meta").fetchall())
    except duckdb.CatalogException as error:
        raise CannotOpen(f"{path}: a DuckDB file, but none of cuelog") from error
    if found != VERSIONS:
        mended = "`cuelog rebuild` makes them anew"
        raise CannotOpen(f"{path}: its tables are of other versions than this cuelog; {mended}")
    return con


def _show(con: duckdb.DuckDBPyConnection, erased: Sequence[str]) -> None:
    for table in TABLES:
        con.execute(_view(table, erased)).fetchall()


def _view(table: str, erased: Collection[str]) -> str:
    """Return a table without the names of some ids; records are withheld where there are such."""
    ids = ", ".join(map(literal, erased))
    parts = [
        f"CASE WHEN {owner} IN ({ids}) THEN NULL ELSE {name} END AS {name}"
        for name, owner in NAMES.get(table, {}).items()
    ]
    if any(column.name == "raw" for column in TABLES[table].columns):
        parts.append("NULL::BLOB AS raw")
    replaced = f" REPLACE ({', '.join(parts)})" if erased and parts else ""
    return f'CREATE VIEW main."{table}" AS SELECT *{replaced} FROM held."{table}"'


def _known(data: Path) -> Known:
    """Return what the registry beside the log says; better no tables than with an erased name."""
    followed, own = data / FOLLOWED_FILE, f"sqlite:{data / LOG_FILE}"
    url = followed.read_text(encoding="utf-8").strip() if followed.exists() else own
    scheme, _, path = url.partition(":")
    if scheme == "sqlite" and not Path(path).exists():
        raise CannotOpen(f"{data}: its log {path} is missing, which says whose name is erased")
    try:
        with closing(open_log(url, "registry")) as log:
            return known_from(log)
    except LogError as error:
        raise CannotOpen(f"{data}: who is who cannot be read: {error}") from error
