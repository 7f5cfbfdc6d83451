"""The HTTP server: stops gracefully, and nobody holds it up: no slow caller, and none of many."""

from __future__ import annotations

import asyncio
from types import FrameType
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from api.app import create_app
from api.connections import LINGERING, Connections, most_files
from api.house import House
from api.logs import logger

BACKLOG: Final = 2_048
"""Connections the system holds for us while we answer others."""
REFUSED_S: Final = 2.0
"""Seconds after which a refused connection that asks for nothing is answered."""
_LOGGER: Final = logger(__name__)


def make_server(house: House) -> Server:
    """Return a server of the application over the parts of a service."""
    settings = house.settings
    files = most_files()
    each = settings.connections_each
    bounded = Connections(each if files is None else min(each, max(1, files // 2)))

    class Timed(PatientProtocol):
        head_s = settings.request_s
        all_open = bounded

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
    """A connection that is closed when the head of a request takes too long to arrive.

    One too many of its address is told so, after its first bytes: an answer to what was not read
    may be lost on the way.
    """

    head_s: float = 20.0
    all_open: Connections
    _address: str | None = None
    """Whose place it has, None where it was refused."""
    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - as the library has it
        """Take a place and begin to wait for the first request."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "?"
        if self.all_open.take(address):
            self._address = address
            self._wait()
        elif self.all_open.lingering < LINGERING:
            self.all_open.lingering += 1
            self._waiting = self.loop.call_later(REFUSED_S, self._refuse)
        else:
            self._refuse()

    def data_received(self, data: bytes) -> None:
        """Read on, unless the connection was refused."""
        if self._address is None:
            self._refuse()
        else:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more, and give the place back."""
        if self._address is not None:
            self.all_open.leave(self._address)
        elif self._waiting is not None:
            self.all_open.lingering -= 1
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

    def _refuse(self) -> None:
        if self._waiting is not None:
            self.all_open.lingering -= 1
        self._came()
        if not self.transport.is_closing():
            self.transport.write(self.all_open.refusal())
            self.transport.close()

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
