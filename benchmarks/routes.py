"""Cached answers beside a static route of the same application, without a socket."""

from __future__ import annotations

import asyncio
import logging
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import structlog
from fastapi.responses import Response

from api.app import create_app
from api.service import make_house
from api.settings import Settings
from api.wiring import bring_up, hold
from benchmarks.generate import matches
from ingest.log import NewRecord
from ingest.wire import receive

REQUESTS: Final = 300
ASKED: Final = "/v1/statistics/accuracy"
STATIC: Final = "/static-route"


def _static(body: bytes) -> Callable[[], Response]:
    def give() -> Response:
        return Response(body, media_type="application/json")

    return give


async def _get(app: Any, path: str) -> tuple[int, bytes]:  # noqa: ANN401 - an ASGI application
    told: list[Any] = []
    scope: dict[str, object] = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "headers": [],
        "query_string": b"", "http_version": "1.1", "scheme": "http", "root_path": "",
        "asgi": {"version": "3.0"}, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
    }  # fmt: skip

    async def receive_nothing() -> dict[str, Any]:
        await asyncio.sleep(0)
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:  # noqa: ANN401 - an ASGI message
        told.append(message)
        await asyncio.sleep(0)

    await app(scope, receive_nothing, send)
    return told[0]["status"], b"".join(part.get("body", b"") for part in told[1:])


async def _timed(app: Any, path: str) -> float:  # noqa: ANN401
    begin = time.process_time()
    for _ in range(REQUESTS):
        await _get(app, path)
    return (time.process_time() - begin) / REQUESTS


def measured(directory: Path, events: int, rounds: int) -> dict[str, list[float]]:
    """Return the seconds of a request of either route in every round."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    with hold(directory, None) as node:
        for records in matches(events):
            node.log.append([NewRecord(_match(raw), raw) for raw in records])
        bring_up(node)
        house = make_house(
            node, Settings.model_validate({"data": directory, "reads_per_minute": 0}), "key"
        )
        app = create_app(house)
        status, body = asyncio.run(_get(app, ASKED))
        if status != 200:
            raise RuntimeError(f"{ASKED} answered {status}: {body[:200]!r}")
        app.add_api_route(STATIC, _static(body))
        found: dict[str, list[float]] = {STATIC: [], ASKED: []}
        for number in range(rounds + 1):
            for path, seconds in found.items():
                took = asyncio.run(_timed(app, path))
                if number:
                    seconds.append(took)
        return found


def _match(raw: bytes) -> str | None:
    event = receive(raw).event
    return None if event is None else event.match


def report(found: dict[str, list[float]]) -> list[dict[str, object]]:
    """Print the two and their ratio and return the rows."""
    static, cached = (statistics.median(found[path]) * 1e6 for path in (STATIC, ASKED))
    print(
        f"\na static route {static:.0f} us, a cached answer {cached:.0f} us: {static / cached:.2f}"
    )
    return [{"static_us": static, "cached_us": cached, "ratio": static / cached}]
