"""Answers from tables that may be behind the log say so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER: Final = "Cuelog-Stale"
"""Seconds since the service last knew that its tables were up with the log."""


class Stale:
    """Marks every answer while the log is away or cannot be followed."""

    def __init__(self, app: ASGIApp, stale_s: Callable[[], float | None]) -> None:
        self._app = app
        self._stale_s = stale_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; put the header into its answer where it is due."""
        age_s = self._stale_s()
        if age_s is None or scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[HEADER] = f"{age_s:.0f}"
            await send(message)

        await self._app(scope, receive, marked)
