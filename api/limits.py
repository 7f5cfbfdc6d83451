"""How often one caller may ask, and how much send: for each token and each address by itself."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.access import bearer
from api.house import House
from api.problems import Problem, respond

MINUTE_S: Final = 60.0
ROUNDING_S: Final = 1e-6
REMEMBERED: Final = 10_000
"""Callers remembered; those not heard of for longest go first."""
FREE: Final = ("/healthz", "/readyz", "/metrics", "/internal/")
"""What the machine itself asks for, as often as it likes."""

UPLOADS: Final = ("/v1/imports", "/imports")
"""Routes that keep what is sent on disk, and bound it themselves."""


class Rates:
    """So many a minute for each caller, all at once or spread; may be called from any thread.

    It keeps of each caller one time, the one at which all it had would be used up at that rate.
    """

    def __init__(self, a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._gap_s = MINUTE_S / a_minute if a_minute else 0.0
        self._clock = clock
        self._due: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, caller: str) -> float:
        """Count a request; return 0, or the seconds after which one is served again."""
        if not self._gap_s:
            return 0.0
        with self._lock:
            now = self._clock()
            due = max(self._due.get(caller, 0.0), now) + self._gap_s
            # What does not fit into the minute ahead is not served, and not counted.
            if (wait_s := due - now - MINUTE_S) > ROUNDING_S:
                return wait_s
            self._due[caller] = due
            self._due.move_to_end(caller)
            while len(self._due) > REMEMBERED:
                self._due.popitem(last=False)
            return 0.0


class Limits:
    """Middleware that answers 429, with when to come again, and 413 to a body that is too large."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app, self._house = app, house
        self._reads = Rates(house.settings.reads_per_minute)
        self._writes = Rates(house.settings.writes_per_minute)
        self._largest = house.settings.largest_request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless there were too many, or it is too large."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif (problem := self._problem(scope)) is not None:
            await respond(problem)(scope, receive, send)
        else:
            counted = receive if scope["path"] in UPLOADS else self._counting(receive)
            await self._app(scope, counted, send)

    def _problem(self, scope: Scope) -> Problem | None:
        """Return why a request is not even looked at."""
        if not scope["path"].startswith(FREE):
            rates = self._reads if scope["method"] in ("GET", "HEAD") else self._writes
            if wait_s := rates.take(self._caller(scope)):
                wait = math.ceil(wait_s)
                words = f"wait {wait} s, then ask again"
                return Problem("too_often", words, retry_after_s=wait)
        told = dict(scope["headers"]).get(b"content-length", b"")
        if told.isdigit() and int(told) > self._largest and scope["path"] not in UPLOADS:
            return Problem("too_large", f"the request has more than {self._largest} bytes")
        return None

    def _counting(self, receive: Receive) -> Receive:
        """Return a receiver that takes no more of a body than is allowed."""
        size = 0

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self._largest:
                raise HTTPException(413)
            return message

        return counted

    def _caller(self, scope: Scope) -> str:
        """Return the token of a request where it is valid, else its address."""
        token = bearer(Request(scope))
        known = self._house.tokens.check(token) if token else None
        if known is not None:
            return known.id
        client: tuple[str, int] | None = scope.get("client")
        return "?" if client is None else client[0]
