"""Bodies of requests: as the OpenAPI document describes them, and read into a model."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from api.problems import Problem

_EVENT: Final[dict[str, Any]] = {
    "type": "object",
    "description": "an event; its schema is at /v1/schema",
}
_ONE_OR_MORE: Final = {"anyOf": [_EVENT, {"type": "array", "items": _EVENT, "minItems": 1}]}


def _body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


OPENING_BODY: Final = _body(_EVENT)
EVENTS_BODY: Final = _body(_ONE_OR_MORE)
Read = TypeVar("Read", bound=BaseModel)


def documented(model: type[BaseModel]) -> dict[str, Any]:
    """Return the description of a body read into a model."""
    return _body(model.model_json_schema())


def read(model: type[Read], body: bytes) -> Read:
    """Return a body as a model of it; raises ``Problem`` with every flaw."""
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        flaws = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
        raise Problem("invalid_body", "; ".join(flaws)) from error
