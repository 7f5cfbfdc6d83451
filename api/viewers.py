"""Who follows a match live: counted, bounded in all and for each address, sent off at the end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Final

from fastapi.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from api.places import Places

STALLED_S: Final = 60.0
"""Seconds a viewer may leave what was sent unread; one that does has gone, or might as well."""


class TooMany(Exception):  # noqa: N818 - reads as what is the case
    """No more live streams are served, in all or to this address."""


class Viewers:
    """The live streams of a service; may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open = Places()
        self.ending = threading.Event()
        """Set when the service is being stopped: streams end, so that they hold nothing up."""

    @property
    def count(self) -> int:
        """Streams open now."""
        with self._lock:
            return self._open.total()

    def take(self, address: str, *, at_most: int, each: int) -> None:
        """Take a place for a stream, to be given back by ``leave``; raises ``TooMany``."""
        with self._lock:
            if self._open.total() >= at_most:
                raise TooMany(f"{at_most} live streams are open")
            if not self._open.take(address, each):
                raise TooMany(f"one address has {each} live streams open")

    def leave(self, address: str) -> None:
        """Give a place back."""
        with self._lock:
            self._open.leave(address)


class Stream(StreamingResponse):
    """A live stream that gives its place back however it ends, and waits for nobody for ever."""

    def __init__(
        self, content: AsyncIterator[bytes], viewers: Viewers, address: str, media_type: str
    ) -> None:
        """Answer with a stream for which a place was taken."""
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(content, media_type=media_type, headers=headers)
        self._viewers, self._address = viewers, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream until it ends, its viewer goes, or reads no more."""

        async def sending(message: Message) -> None:
            async with asyncio.timeout(STALLED_S):
                await send(message)

        try:
            await super().__call__(scope, receive, sending)
        except* TimeoutError:
            pass  # the server closes the connection of an answer that was not finished
        finally:
            self._viewers.leave(self._address)
