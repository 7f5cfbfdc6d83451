"""``cuelog serve`` and ``token``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from api.commands.place import HERE, Place
from api.printing import print_json
from api.refusal import Refused


def serve(
    *,
    examples: Annotated[bool, Parameter(negative=())] = False,
    host: str | None = None,
    port: int | None = None,
    lan: Annotated[bool, Parameter(negative=())] = False,
    match: tuple[str, ...] = (),
    expires: str | None = None,
    data: Path | None = None,
    log: str | None = None,
) -> int:
    """Serve the HTTP API and its pages, and keep the tables up to date.

    Every option can be set by a variable, such as CUELOG_PORT.

    Parameters
    ----------
    examples
        Load the example matches first, where they are missing.
    host
        Address to listen on; 127.0.0.1 if not given.
    port
        Port to listen on; 8000 if not given, 0 takes a free one.
    lan
        Listen in the local network, and print a link and a QR code that let a tablet keep score.
    match
        With --lan: a match the tablet may write to, * for any characters; again for more. Without
        it, those it opens itself.
    expires
        With --lan: when the right of the tablet ends, such as 90m or 30d; 12h if not given.
    data
        Data directory; .cuelog if not given.
    log
        Log: sqlite:PATH or kafka://host:port/topic; by default the data directory's own.
    """
    from api.lan import LASTS, Wanted, open_to_network
    from api.service import run
    from api.settings import load

    given: dict[str, Any] = {"host": host, "port": port, "data": data, "log": log}
    settings = load(given)
    if not lan:
        if match or expires:
            raise Refused("--match and --expires are of the tablet's token: add --lan")
        return run(settings, examples=examples)
    tablet = Wanted(match, expires or LASTS)
    return run(open_to_network(settings), examples=examples, tablet=tablet)


def token(
    *,
    new: Annotated[bool, Parameter(negative=())] = False,
    json: Annotated[bool, Parameter(negative=(), help="Print JSON, for machines.")] = False,
    place: Place = HERE,
) -> None:
    """Show the token that appending by HTTP needs; it is made when there is none yet.

    Parameters
    ----------
    new
        Make a new one; the present one stops working at once.
    json
        Print JSON, for machines.
    place
        Where the data is.
    """
    from api.auth import Tokens
    from api.wiring import directory

    tokens = Tokens(directory(place.data).path)
    shown = tokens.make() if new else tokens.ensure()[0]
    if json:
        print_json({"token": shown})
    else:
        print(shown)  # noqa: T201 - it is what was asked for
