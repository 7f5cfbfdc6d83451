"""``cuelog sheet``: matches as score sheets, results or logs for other people's programs."""

from __future__ import annotations

import base64
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from api.commands.place import HERE, Place
from api.exports import Export, Form, export
from api.node import Node
from api.reading import NoSuchMatch
from api.refusal import Refused, complain
from api.remote import Remote
from api.wiring import reach
from ingest.exporters.turns import NoSheet


def sheet(
    *matches: str,
    form: Annotated[Form, Parameter(name=["--as"])] = "csv",
    language: Literal["en", "sl", "pl", "lt"] = "en",
    output: Path | None = None,
    bom: bool = True,
    place: Place = HERE,
) -> int:
    """Write matches as 14.1 score sheets, ClubCloud results or logs.

    What the form does not hold is said on standard error; `cuelog import` reads the rest back to
    the same events. The exit status is 2 where a match cannot be written.

    Parameters
    ----------
    matches
        Ids of matches.
    form
        csv and xlsx: a score sheet with a line an inning; clubcloud: results; log: the records.
    language
        Language of headers and words of a score sheet.
    output
        File to write; by default standard output.
    bom
        Begin CSV with a byte order mark, by which Excel knows that it is UTF-8.
    place
        Where the data is.
    """
    if not matches:
        raise Refused("name at least one match; `cuelog find` looks for them")
    asked = {"matches": [*matches], "form": form, "language": language, "bom": bom}

    def local(node: Node) -> Export:
        try:
            return export(node, matches, form, language, bom=bom)
        except NoSuchMatch as error:
            raise Refused(f"no match is called {error}") from error
        except NoSheet as error:
            raise Refused(str(error)) from error

    def remote(holder: Remote) -> Export:
        told: dict[str, Any] = holder.post("/internal/sheet", asked)
        return Export(base64.b64decode(told["content"]), told["lost"])

    made = reach(place.data, place.log, local, remote)
    _write(made.content, output)
    for match, lost in made.lost.items():
        for words in lost:
            complain(f"{match}: not held: {words}")
    return 0


def _write(content: bytes, output: Path | None) -> None:
    if output is None:
        stream = getattr(sys.stdout, "buffer", None)
        if stream is None:
            sys.stdout.write(content.decode("utf-8", "replace"))
        else:
            stream.write(content)
        return
    try:
        output.write_bytes(content)
    except OSError as error:
        raise Refused(f"{output}: {error.strerror}") from error
