"""What a route may ask of a caller's token: to read, to keep score, to be an official's or more.

Reading is open unless it is set to need a token. What needs more names it as a parameter: a route
that writes takes a ``Recorder``, an ``Official`` or an ``Admin``. What asks the registry runs in a
thread; what is answered from memory does not, for each thread costs every request.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hmac
from typing import Annotated, Final

from fastapi import Depends, Request

from api.auth import Known
from api.house import House, TheHouse
from api.problems import Problem
from api.rights import check_match, forbidden
from domain.events.registry import Role

BEARER: Final = "bearer "
BASIC: Final = "basic "


def bearer(request: Request) -> str:
    """Return the bearer token of a request, or an empty text."""
    given = request.headers.get("authorization", "")
    return given[len(BEARER) :].strip() if given.lower().startswith(BEARER) else ""


def is_insider(request: Request, house: House) -> bool:
    """Tell whether a request has the key in the data directory: a command of this machine."""
    return hmac.compare_digest(bearer(request).encode(), house.key.encode())


def _password(request: Request) -> str:
    """Return the password of a browser that was asked for one; the name does not matter."""
    given = request.headers.get("authorization", "")
    if not given.lower().startswith(BASIC):
        return ""
    try:
        told = base64.b64decode(given[len(BASIC) :], validate=True).decode()
    except (ValueError, binascii.Error):
        return ""
    return told.partition(":")[2]


def _known(request: Request, house: House, token: str) -> Known:
    found = house.tokens.check(token)
    if found is None:
        raise Problem("unauthorized", "the token is missing, not known, or has expired")
    request.state.recorder = found.id
    return found


async def _holder(request: Request, house: TheHouse) -> Known:
    return _known(request, house, bearer(request))


Holder = Annotated[Known, Depends(_holder)]
"""A token that is valid, of any role."""


async def _reader(request: Request, house: TheHouse) -> None:
    """Let everybody read, or where reading needs a token, who has one of any role.

    A browser may send the token as a password, which it does by itself once it was asked: for
    reading alone, since it would do so also for a page that is not ours.
    """
    if house.settings.reading == "open" or is_insider(request, house):
        return
    reads = request.method in ("GET", "HEAD")
    found = house.tokens.check(bearer(request) or (_password(request) if reads else ""))
    if found is None:
        raise Problem("login_needed" if reads else "unauthorized", "reading needs a token here")
    request.state.recorder = found.id


READING: Final = Depends(_reader)


def _writer(request: Request, house: TheHouse, holder: Holder) -> Known:
    """Let in who may write to the match of the route, or may write at all."""
    match = request.path_params.get("match")
    if match is not None:
        check_match(holder, match, house.node.people)
    return _at_least("scorer", holder)


Writer = Annotated[Known, Depends(_writer)]


def _at_least(role: Role, holder: Known) -> Known:
    if not holder.may(role):
        raise forbidden(f"this needs the right of {role}; the token is of a {holder.role}")
    return holder


def official_of(request: Request, house: House, token: str) -> str:
    """Return the id of an official's token that a form brings in a field; raises ``Problem``."""
    return _at_least("official", _known(request, house, token)).id


async def _official(holder: Holder) -> Known:
    return _at_least("official", holder)


async def _admin(holder: Holder) -> Known:
    return _at_least("admin", holder)


OfficialHolder = Annotated[Known, Depends(_official)]


async def _id_of_writer(writer: Writer) -> str:
    return writer.id


async def _id_of_official(holder: OfficialHolder) -> str:
    return holder.id


async def _id_of_admin(holder: Annotated[Known, Depends(_admin)]) -> str:
    return holder.id


Recorder = Annotated[str, Depends(_id_of_writer)]
"""Id of a token that may keep the score (of the match of the route)."""
Official = Annotated[str, Depends(_id_of_official)]
"""Id of a token of an official."""
Admin = Annotated[str, Depends(_id_of_admin)]
"""Id of a token of an admin."""


async def _body(request: Request, house: TheHouse, _: Writer) -> bytes:
    """Read the body once the right to write is shown; ``Limits`` sees that it is not too large."""
    patience_s = house.settings.request_s
    try:
        async with asyncio.timeout(patience_s):
            return b"".join([part async for part in request.stream()])
    except TimeoutError as error:
        raise Problem("too_slow", f"the body did not arrive within {patience_s:g} s") from error


Body = Annotated[bytes, Depends(_body)]
