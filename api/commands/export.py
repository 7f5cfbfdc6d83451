"""``cuelog export``: tables as files for others, each with its dictionary beside it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from cyclopts import Parameter
from rich.text import Text

from api.cli import STDIN
from api.commands.place import HERE, Place
from api.exporting import SUFFIXES, opened, written
from api.node import Node
from api.printing import encode_text, show, table
from api.refusal import Refused
from api.remote import Remote
from api.wiring import reach
from projections.schema import TABLES

Format = Literal["parquet", "arrow", "csv", "ndjson", "json"]
ALL: Final = "all"
PIECE: Final = 1 << 16
"""Bytes of a table read at once from a service."""
Told = dict[str, Any]


def export(
    name: str | None = None,
    *,
    format_: Annotated[Format | None, Parameter(name="--format")] = None,
    out: str | None = None,
    bom: Annotated[bool, Parameter(negative=())] = False,
    place: Place = HERE,
) -> None:
    """Write a whole table to a file, with its dictionary beside it; without a name list them.

    The same position of the log gives the same bytes. Beside FILE.parquet stands FILE.about.json:
    every column, the position, the versions of rules and dictionary, and a line to cite it by.

    Parameters
    ----------
    name
        Name of the table, or all.
    format_
        Format; by default that of the suffix of OUT, else parquet.
    out
        File to write, - for standard output; for all a directory. By default NAME.parquet.
    bom
        Begin CSV with a byte order mark, so that Excel takes it for UTF-8.
    place
        Where the data is.
    """
    if name is None:
        show(table(("table", "rows are"), [(one.name, one.meaning) for one in TABLES.values()]))
        return
    if name != ALL and name not in TABLES:
        raise Refused(f"no table is called {name}; `cuelog export` lists them")
    if name == ALL:
        folder = Path(out or "export")
        folder.mkdir(parents=True, exist_ok=True)
        kind = format_ or "parquet"
        for one in TABLES:
            _file(one, kind, folder / f"{one}.{kind}", place, bom=bom)
        return
    if out == STDIN:
        _save(name, format_ or "parquet", None, place, bom=bom)
        return
    kind = format_ or _kind(out)
    _file(name, kind, Path(out or f"{name}.{kind}"), place, bom=bom)


def _kind(out: str | None) -> str:
    suffix = Path(out).suffix.removeprefix(".") if out else "parquet"
    if suffix not in SUFFIXES:
        known = ", ".join(f".{one}" for one in SUFFIXES)
        raise Refused(f"{out}: its suffix says no format; name one with --format, or use {known}")
    return suffix


def _file(name: str, kind: str, path: Path, place: Place, *, bom: bool) -> None:
    """Write a table and what tells of it; a file with the name asked for is a whole one."""
    part = path.with_name(f"{path.name}.part")
    try:
        about = _save(name, kind, part, place, bom=bom)
        path.with_suffix(".about.json").write_text(encode_text(about), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}; name another place with --out") from error
    finally:
        part.unlink(missing_ok=True)
    show(Text(f"{path}: {about['citation']}"))


def _save(name: str, kind: str, path: Path | None, place: Place, *, bom: bool) -> Told:
    media = SUFFIXES[kind]

    def local(node: Node) -> Told:
        found = opened(node, name)
        about = found.about()
        _pour(written(found, media, bom=bom), path)
        return about

    def remote(holder: Remote) -> Told:
        about: Told = holder.get(f"/v1/tables/{name}/about")
        asked = {"bom": "true"} if bom else {}
        with holder.opened(f"/v1/tables/{name}", asked, media) as answer:
            told = answer.headers
            _pour(iter(lambda: answer.read(PIECE), b""), path)
        return {**about, "position": told["Cuelog-Position"], "citation": told["Cuelog-Citation"]}

    return reach(place.data, place.log, local, remote)


def _pour(pieces: Iterable[bytes], path: Path | None) -> None:
    if path is None:
        sys.stdout.flush()
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    with path.open("wb") as out:
        for piece in pieces:
            out.write(piece)
