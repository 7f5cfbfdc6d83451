"""Bodies of requests that hold events, as the OpenAPI document describes them."""

from __future__ import annotations

from typing import Any, Final

_EVENT: Final[dict[str, Any]] = {
    "type": "object",
    "description": "an event; its schema is at /v1/schema",
}
_ONE_OR_MORE: Final = {"anyOf": [_EVENT, {"type": "array", "items": _EVENT, "minItems": 1}]}


def _body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


OPENING_BODY: Final = _body(_EVENT)
EVENTS_BODY: Final = _body(_ONE_OR_MORE)
