"""What a tablet in the same network needs: where this service is, and a token that keeps score.

The token stands behind the hash of the link, which a browser keeps to itself: it is in no request
line, so in no log of ours or of a proxy. It writes to named matches, or to those it opens itself,
and ends by itself.
"""

from __future__ import annotations

import io
import ipaddress
import secrets
import socket
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

import segno
from rich.text import Text

from api.auth import BadExpiry, Known, Tokens
from api.printing import show
from api.refusal import Refused
from api.settings import Settings

EVERYWHERE: Final = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}  # noqa: S104 - compared
ELSEWHERE: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses of documentation (RFC 5737, RFC 3849): no packet is sent to them."""
LASTS: Final = "12h"
"""An evening of matches."""
CODE_STYLE: Final = "#ffffff on #000000"
"""A code is read dark on light, so the colours of the terminal must not matter."""


@dataclass(slots=True, frozen=True)
class Wanted:
    """What the token is to be for: ids of matches, with ``*`` for any characters, and its end."""

    matches: tuple[str, ...] = ()
    expires: str = LASTS


@dataclass(slots=True, frozen=True)
class Invitation:
    """A link that opens the scorer with its token, and what is known of the token."""

    link: str
    known: Known


def open_to_network(settings: Settings) -> Settings:
    """Return settings under which others reach the service; raises ``Refused``."""
    if "host" not in settings.model_fields_set:
        return settings.model_copy(update={"host": "0.0.0.0"})  # noqa: S104 - it was asked for
    if settings.host == "localhost" or _loops(settings.host):
        words = f"{settings.host} is this machine alone, which no tablet reaches"
        raise Refused(f"{words}; leave --host out, or give this machine's address in the network")
    return settings


def address(host: str) -> str:
    """Return the address others reach this machine at; raises ``Refused`` where none is known."""
    return own_address(EVERYWHERE[host]) if host in EVERYWHERE else host


def own_address(family: socket.AddressFamily) -> str:
    """Return the address this machine would send from to another one, without sending."""
    with socket.socket(family, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((ELSEWHERE[family], 9))
        except OSError as error:
            words = f"this machine seems to be in no network ({error.strerror})"
            raise Refused(f"{words}; join one, or give its address there with --host") from error
        found: str = asked.getsockname()[0]
    return found


def invite(tokens: Tokens, host: str, port: int, wanted: Wanted) -> Invitation:
    """Make a scorer's token and the link that brings it; raises ``Refused``."""
    matches = wanted.matches or (f"tablet-{secrets.token_hex(3)}-*",)
    try:
        known, token = tokens.new("scorer", matches, "tablet", wanted.expires)
    except BadExpiry as error:
        raise Refused(str(error)) from error
    shown = f"[{host}]" if ":" in host else host
    one = "*" not in matches[0] and len(matches) == 1
    path = f"/score/{quote(matches[0], safe='')}" if one else "/score"
    return Invitation(f"http://{shown}:{port}{path}#token={token}", known)


def print_invitation(invitation: Invitation) -> None:
    """Print a link as a code to be read by a tablet, and what it allows until when."""
    drawn = io.StringIO()
    segno.make(invitation.link, micro=False).terminal(drawn, compact=True)
    known = invitation.known
    show(
        Text(f"\nfor a tablet in this network: {invitation.link}"),
        Text(drawn.getvalue().rstrip("\n"), style=CODE_STYLE),
        Text(
            f"keeps the score of {' '.join(known.matches)} until {known.expires}, "
            f"or until `cuelog tokens revoke {known.id}`; whoever has the link may"
        ),
    )


def _loops(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
