"""Connections by address: bounded before anything is read, so that one caller cannot take them all.

Each costs a file of the process. One that has none left takes no connection of anybody.
"""

from __future__ import annotations

from contextlib import suppress
from http import HTTPStatus
from typing import Final

from api.places import Places
from api.problems import Problem, respond

PLENTY: Final = 65_536
"""Files that are enough for every service of one process."""
LINGERING: Final = 100
"""Refused connections that get time to say what they want before they are answered."""


class Connections:
    """The connections of a service, counted by address; for one event loop."""

    def __init__(self, each: int) -> None:
        self.each = each
        self.lingering = 0
        self._open = Places()

    def take(self, address: str) -> bool:
        """Take a place, to be given back by ``leave``; return whether there was one."""
        return self._open.take(address, self.each)

    def leave(self, address: str) -> None:
        """Give a place back."""
        self._open.leave(address)

    def refusal(self) -> bytes:
        """Return the answer to one connection too many, as it goes over the wire."""
        words = f"one address has {self.each} connections open"
        answer = respond(Problem("too_many_connections", words))
        status = HTTPStatus(answer.status_code)
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\n".encode()
        told = [b"%s: %s\r\n" % header for header in answer.raw_headers]
        return b"".join([head, *told, b"\r\n", bytes(answer.body)])


def most_files() -> int | None:
    """Let this process open many files, as far as the system allows; return how many it may."""
    try:
        import resource  # noqa: PLC0415 - some systems have no such bound
    except ImportError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = PLENTY if hard == resource.RLIM_INFINITY else min(hard, PLENTY)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        # Half of the common 1,024 would be few; some systems have a bound they do not tell.
        with suppress(ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    told = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return None if told == resource.RLIM_INFINITY else told
