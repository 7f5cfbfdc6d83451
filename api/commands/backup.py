"""``cuelog backup`` and ``cuelog restore``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.text import Text

from api.backup import Manifest, back_up, check_file
from api.commands.place import HERE, Place
from api.printing import count, print_json, show, table
from api.refusal import Refused
from api.restoring import restore as put_back
from ingest.log import LogError

Json = Annotated[bool, Parameter(negative=(), help="Print JSON, for machines.")]
Switch = Annotated[bool, Parameter(negative=())]


def backup(file: Path, *, json: Json = False, place: Place = HERE) -> None:
    """Write all that cannot be made again into one file, while the service runs.

    The log with the registry of players, the names, the register of tokens, keys; not the tables.
    It is read back and compared by digest before this ends. Keep it as secret as the directory.

    Parameters
    ----------
    file
        File to write; it must not exist.
    json
        Print JSON, for machines.
    place
        Where the data is.
    """
    try:
        manifest = back_up(place.data, place.log, file)
    except LogError as error:
        raise Refused(str(error)) from error
    except OSError as error:
        raise Refused(f"{file}: {error.strerror}; nothing was kept") from error
    _show(manifest, {"file": str(file)}, f"{file} holds", json=json)


def restore(
    file: Path,
    *,
    replace: Switch = False,
    check: Switch = False,
    erased_in: Annotated[list[Path] | None, Parameter(negative=())] = None,
    json: Json = False,
    data: Annotated[Path, Parameter(env_var="CUELOG_DATA")] = Path(".cuelog"),
) -> None:
    """Put a backup back as a data directory, compared by digest; the tables are made anew.

    Names erased since the backup was made stay erased: the directory replaced is asked, and what
    ``--erased-in`` names.

    Parameters
    ----------
    file
        A file ``cuelog backup`` wrote.
    replace
        Put aside the directory that is there; no service may be using it.
    check
        Compare the digests of the file alone, and change nothing.
    erased_in
        A newer backup, or another data directory, that may know of later erasures.
    json
        Print JSON, for machines.
    data
        Data directory to make.
    """
    if check:
        _show(check_file(file), {}, f"{file} is whole:", json=json)
        return
    try:
        manifest, again, aside = put_back(file, data, replace=replace, erased_in=erased_in or [])
    except LogError as error:
        raise Refused(str(error)) from error
    except OSError as error:
        raise Refused(f"{data}: {error.strerror or error}; nothing was changed") from error
    said = {
        "data": str(data),
        "erased_again": again,
        "put_aside": None if aside is None else str(aside),
    }
    _show(manifest, said, f"{data} is restored:", json=json)
    if json:
        return
    if again:
        show(Text(f"erased since the backup, and again now: {', '.join(again)}"))
    if aside is not None:
        show(Text(f"what was there is in {aside}; delete it when you need it no more"))
    show(Text("`cuelog status` makes the tables; the owner's token is a new one: `cuelog token`"))


def _show(manifest: Manifest, said: dict[str, Any], words: str, *, json: bool) -> None:
    if json:
        print_json({**said, **msgspec.to_builtins(manifest)})
        return
    show(Text(words))
    rows: list[tuple[object, ...]] = [
        (f"stream {name}", count(one.records, "record"), one.sha256)
        for name, one in manifest.streams.items()
    ]
    rows += [
        (name, count(part.bytes, "byte"), part.sha256) for name, part in manifest.files.items()
    ]
    show(table(("what", "how much", "SHA-256"), rows))
    if manifest.log is not None:
        show(Text(f"the log is not in it, but in {manifest.log}: `cuelog copy` copies that one"))
