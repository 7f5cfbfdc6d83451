"""The HTTP server: stops gracefully, and waits for nobody who sends a request drop by drop."""

from __future__ import annotations

import asyncio
from types import FrameType
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from api.app import create_app
from api.house import House
from api.logs import logger

BACKLOG: Final = 2_048
"""Connections the system holds for us while we answer others."""
_LOGGER: Final = logger(__name__)


def make_server(house: House) -> Server:
    """Return a server of the application over the parts of a service."""
    settings = house.settings

    class Timed(PatientProtocol):
        head_s = settings.request_s

    config = uvicorn.Config(
        create_app(house),
        http=Timed,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=max(1, round(settings.stop_s)),
    )
    return Server(config, house)


class Server(uvicorn.Server):
    """Told to stop, it takes no more connections, ends live streams and finishes what it began."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self._house = house

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Note that the service is to stop; a second signal ends it at once."""
        self._house.viewers.ending.set()
        _LOGGER.info("stopping", live_streams=self._house.viewers.count)
        super().handle_exit(sig, frame)


class PatientProtocol(HttpToolsProtocol):
    """A connection that is closed when the head of a request takes too long to arrive."""

    head_s: float = 20.0
    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - as the library has it
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._came()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Begin to wait for the rest of a head."""
        super().on_message_begin()
        self._wait()

    def on_headers_complete(self) -> None:
        """Note that the head is there."""
        self._came()
        super().on_headers_complete()

    def _wait(self) -> None:
        self._came()
        self._waiting = self.loop.call_later(self.head_s, self._close)

    def _came(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
