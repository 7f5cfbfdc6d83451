"""Around every request: an id, what it was about, how long it took, how it ended."""

from __future__ import annotations

import re
import secrets
import time
from typing import Final

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.logs import logger
from api.metrics import Meters

HEADER: Final = b"x-request-id"
_GIVEN: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_MATCH: Final = re.compile(r"^/v1/matches/([A-Za-z0-9._:-]{1,64})(?:/|$)")
_OTHER: Final = "other"
"""The route of what no route answers: paths of strangers are no labels."""
_QUIET: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""What a machine asks every few seconds; its good answers are logged as ``debug``."""
_LOGGER: Final = logger(__name__)


class Watching:
    """Middleware that counts, times and logs requests, and gives each an id."""

    def __init__(self, app: ASGIApp, meters: Meters) -> None:
        self._app, self._meters = app, meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, began, request, first = 500, time.perf_counter(), _id_of(scope), None

        async def answering(message: Message) -> None:
            nonlocal status, first
            if message["type"] == "http.response.start":
                status, first = message["status"], time.perf_counter() - began
                message["headers"] = [*message.get("headers", ()), (HEADER, request.encode())]
            await send(message)

        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=request)
        if found := _MATCH.match(scope["path"]):
            structlog.contextvars.bind_contextvars(match=found[1])
        try:
            await self._app(scope, receive, answering)
        finally:
            whole = time.perf_counter() - began
            self._note(scope, status, whole if first is None else first, whole)

    def _note(self, scope: Scope, status: int, first: float, seconds: float) -> None:
        """Note an answer: the seconds until it began, and until its end."""
        route = _route_of(scope)
        self._meters.requests.labels(_method_of(scope), route, str(status)).inc()
        self._meters.request_seconds.labels(route).observe(first)
        quiet = route in _QUIET and status < 400
        say = _LOGGER.debug if quiet else _LOGGER.error if status == 500 else _LOGGER.info
        say(
            "request",
            method=_method_of(scope),
            path=scope["path"],
            status=status,
            ms=round(seconds * 1000, 1),
            by=scope.get("state", {}).get("recorder"),
        )


def _id_of(scope: Scope) -> str:
    """Return the id a caller gave the request, where it is fit for a log, or a new one."""
    given = dict(scope["headers"]).get(HEADER, b"")
    return given.decode() if _GIVEN.fullmatch(given) else secrets.token_hex(8)


def _route_of(scope: Scope) -> str:
    path: object = getattr(scope.get("route"), "path", None)
    if not isinstance(path, str):
        return _OTHER
    prefix = "/v1" if scope["path"].startswith("/v1/") and not path.startswith("/v1/") else ""
    return f"{prefix}{path}"


def _method_of(scope: Scope) -> str:
    method: str = scope["method"]
    known = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
    return method if method in known else _OTHER
