"""Cached answers beside a static route of the same application, without a socket."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any, Final

import structlog
from fastapi.responses import Response

from api.app import create_app
from api.service import make_house
from api.settings import Settings
from api.wiring import hold
from benchmarks.generate import matches
from benchmarks.report import Report, compared, interleaved
from benchmarks.starts import fill

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


async def _many(app: Any, path: str) -> None:  # noqa: ANN401
    for _ in range(REQUESTS):
        await _get(app, path)


async def _bare(_scope: Any, _receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"{}"})


def measured(directory: Path, events: int, rounds: int) -> Report:
    """Ask a cached answer, a static route of the same application, and bare ASGI."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    with hold(directory, None) as node:
        fill(node, chain.from_iterable(matches(events)))
        settings = Settings.model_validate({"data": directory, "reads_per_minute": 0})
        app = create_app(make_house(node, settings, "key"))
        status, body = asyncio.run(_get(app, ASKED))
        if status != 200:
            raise RuntimeError(f"{ASKED} answered {status}: {body[:200]!r}")
        app.add_api_route(STATIC, _static(body))
        asked = {"bare ASGI": (_bare, "/"), STATIC: (app, STATIC), ASKED: (app, ASKED)}
        paths: dict[str, Callable[[], object]] = {
            name: lambda where=where: asyncio.run(_many(*where)) for name, where in asked.items()
        }
        found = interleaved(paths, rounds)
    title = f"A request of {len(body):,} bytes without a socket, CPU"
    return compared(title, found, dict.fromkeys(paths, REQUESTS), STATIC, goals={ASKED: 0.8})
