"""A place at a live stream is given back however the stream ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from starlette.types import Message

from api import viewers
from api.viewers import Stream, TooMany, Viewers


def test_a_viewer_that_reads_nothing_loses_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewers, "STALLED_S", 0.01)
    seats = Viewers()
    seats.take("hall", at_most=2, each=1)
    with pytest.raises(TooMany, match="one address"):
        seats.take("hall", at_most=2, each=1)

    async def strokes() -> AsyncIterator[bytes]:
        while True:
            yield b"data: {}\n\n"

    async def asked() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def unread(message: Message) -> None:
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    async def watch() -> None:
        stream = Stream(strokes(), seats, "hall", "text/event-stream")
        async with asyncio.timeout(30):  # that of the test: without its own the stream never ends
            await stream({"type": "http"}, asked, unread)

    asyncio.run(watch())
    assert seats.count == 0
    seats.take("hall", at_most=2, each=1)
