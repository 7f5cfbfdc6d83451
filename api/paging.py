"""Lists in pages: an opaque cursor, and where the next page is."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Any, Final

from fastapi import Request
from fastapi.responses import Response

from api.formats import JSON, choose, render
from api.house import answer
from api.problems import Problem

PAGE = 100
"""Entries a page unless told otherwise."""
_GREATEST: Final = 2**63 - 1


def cursor_of(*parts: object) -> str:
    """Return the cursor for a place in a list."""
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


def place_of(cursor: str | None, kinds: Sequence[type]) -> list[Any] | None:
    """Return the place a cursor means, or raise the problem that it is none of ours."""
    if cursor is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        parts: object = json.loads(base64.urlsafe_b64decode(padded.encode()))
    except (ValueError, binascii.Error, RecursionError):
        parts = None
    if not isinstance(parts, list) or [_kind(part) for part in parts] != list(kinds):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        raise Problem("invalid_parameter", "cursor: use the one of the page before, unchanged")
    return parts  # pyright: ignore[reportUnknownVariableType]


def _kind(part: object) -> type | None:
    """Return what a part of a cursor is; a number no column can hold is nothing."""
    return None if isinstance(part, int) and abs(part) > _GREATEST else type(part)


def page(
    request: Request,
    items: Sequence[dict[str, Any]],
    *,
    cursor: str | None,
    columns: Sequence[str],
    headers: dict[str, str] | None = None,
    about: dict[str, Any] | None = None,
) -> Response:
    """Answer with a page in the format asked for; ``cursor`` leads to the next one, if any."""
    media = choose(request.headers.get("accept"))
    sent = {"Vary": "Accept", **(headers or {})}
    if cursor is not None:
        following = request.url.include_query_params(cursor=cursor)
        sent["Link"] = f'<{following.path}?{following.query}>; rel="next"'
    if media == JSON:
        return answer({**(about or {}), "items": items, "next": cursor}, headers=sent)
    return Response(render(columns, items, media), 200, sent, media)


def sliced(
    items: Sequence[dict[str, Any]], cursor: str | None, limit: int
) -> tuple[Sequence[dict[str, Any]], str | None]:
    """Return a page of a list at hand, and the cursor of the next."""
    place = place_of(cursor, (int,))
    start = 0 if place is None else max(0, place[0])
    end = start + limit
    return items[start:end], cursor_of(end) if end < len(items) else None
