"""A match as it is played: server-sent events, resumed by ``Last-Event-ID``."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import Response

from api.house import House, MatchId, TheHouse
from api.problems import Problem
from api.reading import NoSuchMatch, Seen
from api.viewers import Stream, TooMany
from domain.contract import line_fields
from domain.events import encode_event as encode

router = APIRouter(tags=["live"])
LOOK_S: Final = 0.1
"""Seconds between two looks whether the match was heard of."""
QUIET_S: Final = 15.0
"""Seconds after which a comment keeps the connection open."""
MEDIA_TYPE: Final = "text/event-stream"
_seq_in: Final = re.compile("[0-9]{1,7}").fullmatch
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {MEDIA_TYPE: {}}, "description": "a `ruling` an event, for ever"},
    404: {"description": "no such match"},
    429: {"description": "too many streams are open"},
}


@router.get("/matches/{match}/live", responses=_STREAM)
async def get_live(
    match: MatchId,
    request: Request,
    house: TheHouse,
    last_event_id: Annotated[str | None, Header(description="seq of the last event had")] = None,
    after: Annotated[
        int, Query(ge=0, le=1_000_000, description="seq to begin after, where no event was had")
    ] = 0,
) -> Response:
    """Follow a match: each event with its ruling and the state after it, as it is folded.

    The id of each is its seq: `Last-Event-ID` takes up after it. What a correction changes comes
    with the correction, whose state is that of the whole match as corrected.
    """
    seq = _seq_in(last_event_id or "")
    start = int(seq[0]) if seq else after
    try:
        await house.onlookers.shown(house.node, match)
    except NoSuchMatch as error:
        raise Problem("not_found", f"no record names the match {match}") from error
    address, limits = request.client.host if request.client else "?", house.settings
    try:
        house.viewers.take(address, at_most=limits.live_streams, each=limits.live_streams_each)
    except TooMany as error:
        raise Problem("too_many", str(error)) from error
    return Stream(_events(request, house, match, start), house.viewers, address, MEDIA_TYPE)


async def _events(request: Request, house: House, match: str, after: int) -> AsyncIterator[bytes]:
    changes = house.node.changes
    heard, spoken = -1, time.monotonic()
    while not house.viewers.ending.is_set() and not await request.is_disconnected():
        if (now := changes.of(match)) != heard:
            heard = now
            shown = await house.onlookers.shown(house.node, match)
            for seq, told in _new(shown.seen, after):
                yield told
                after, spoken = max(after, seq), time.monotonic()
        if time.monotonic() - spoken > QUIET_S:
            yield b": nothing new\n\n"
            spoken = time.monotonic()
        await asyncio.sleep(LOOK_S)


def _new(seen: Seen, after: int) -> list[tuple[int, bytes]]:
    """Return the lines beyond a ``seq`` as events of the stream."""
    result = seen.result
    return [
        (
            line.step.seq,
            b"id: %d\nevent: ruling\ndata: %s\n\n"
            % (line.step.seq, encode(line_fields(result.match, line, result.players))),
        )
        for line in seen.lines
        if line.step.seq > after
    ]
