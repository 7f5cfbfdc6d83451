"""What is wrong with a record, in words that say how to mend it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, NamedTuple, cast

import msgspec

from domain.events import EVENT_TYPES

SHOWN: Final = 300
"""Characters of an explanation; a hostile record does not fill a screen."""
LONGEST_ID: Final = 64
IDENTIFIER: Final = re.compile(rf"[A-Za-z0-9._:-]{{1,{LONGEST_ID}}}")


class Flaw(ValueError):  # noqa: N818 - it is told to people, not to programmers
    """Something the contract refuses: the field and what was expected there."""

    def __init__(self, place: str, words: str) -> None:
        super().__init__(f"{place}: {words}" if place else words)
        self.place = place
        self.words = words


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a record is quarantined, and what could be read of its envelope."""

    reason: str
    detail: str
    seq: int | None = None
    id: str | None = None
    match: str | None = None


class Envelope(NamedTuple):
    """What could be read of a faulty record: of each field the value, or ``None``."""

    seq: int | None = None
    id: str | None = None
    match: str | None = None


def fault(reason: Literal["malformed", "too_large"], detail: str, raw: bytes) -> Fault:
    """Return the fault of a record with its envelope as far as that is readable."""
    short = detail if len(detail) <= SHOWN else f"{detail[: SHOWN - 1]}…"
    return Fault(reason, short, *envelope(raw))


def envelope(raw: bytes) -> Envelope:
    """Return what is readable: the record may break I-JSON, but must be JSON of some kind."""
    try:
        value: object = json.loads(raw.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return Envelope()
    if not isinstance(value, dict):
        return Envelope()
    fields = cast("dict[str, object]", value)
    match = _text(fields.get("match"))
    known = match is not None and IDENTIFIER.fullmatch(match)
    return Envelope(_seq(fields.get("seq")), _text(fields.get("id")), match if known else None)


def _seq(value: object) -> int | None:
    """Return a whole number such as the exact integers of JSON, else ``None``."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if abs(value) < 2**53 else None


def _text(value: object) -> str | None:
    """Return text that can be printed and stored, else ``None``."""
    if not isinstance(value, str) or len(value) > SHOWN:
        return None
    return value if value.isascii() or not re.search("[\ud800-\udfff]", value) else None


_WHERE = re.compile(r" - at (?P<key>`key` in )?`\$\.?(?P<place>[^`]*)`$")
_WORDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "null": "null",
    "object": "an object {…}",
    "array": "a list […]",
}
_QUOTED = re.compile(r"`([a-z |]+)`")
_MISSING = re.compile(r"Object missing required field `(.+?)`")
_UNLISTED = re.compile(r"Invalid (?:enum )?value ('.*'|\d+)", re.DOTALL)


def explain(error: Exception, kind: str | None = None) -> Flaw:
    """Put an error of msgspec about an event of type ``kind`` into plain words."""
    message = str(error)
    where = _WHERE.search(message)
    place = where["place"] if where else ""
    message = message[: where.start()] if where else message
    if missing := _MISSING.fullmatch(message):
        return Flaw(f"{place}.{missing[1]}" if place else missing[1], "is required and missing")
    if unlisted := _UNLISTED.fullmatch(message):
        key = bool(where and where["key"])
        names = list(EVENT_TYPES) if place == "type" else _allowed(kind, place, key=key)
        listed = f"; allowed: {', '.join(names)}" if names else ""
        return Flaw(place, f"{unlisted[1]} is not known here{listed}")
    words = _QUOTED.sub(_plain, message)
    return Flaw(place, words[:1].lower() + words[1:])


def _plain(quoted: re.Match[str]) -> str:
    """Return the plain words for a type as msgspec writes it, such as ```int | null```."""
    return " or ".join(_WORDS.get(name, name) for name in quoted[1].split(" | "))


@cache
def _schema(kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the JSON Schema of an event type and the parts it refers to."""
    (schema,), parts = msgspec.json.schema_components([EVENT_TYPES[kind]])
    return schema, parts


def _allowed(kind: str | None, place: str, *, key: bool) -> list[str]:
    """Return the values the contract lists for a place such as ``pocketed[0].ball``."""
    if kind not in EVENT_TYPES:
        return []
    schema, parts = _schema(kind)
    nodes = _spread(schema, parts)
    for step in re.findall(r"[^.\[\]]+|\[", place):
        if not step.isdigit():
            nodes = [deep for node in nodes for deep in _inside(node, step, parts)]
    if key:
        nodes = [deep for node in nodes for deep in _spread(node.get("propertyNames"), parts)]
    return [str(value) for node in nodes for value in node.get("enum", ())]


def _inside(node: dict[str, Any], step: str, parts: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the schemas one step down: a field by name, or ``[`` for what a list or map holds."""
    if step != "[":
        return _spread(node.get("properties", {}).get(step), parts)
    held = [node.get("items"), node.get("additionalProperties"), *node.get("prefixItems", ())]
    return [deep for part in held for deep in _spread(part, parts)]


def _spread(node: object, parts: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a schema with its references followed and its alternatives side by side."""
    if not isinstance(node, dict):
        return []
    schema = cast("dict[str, Any]", node)
    if "$ref" in schema:
        return _spread(parts[schema["$ref"].rpartition("/")[2]], parts)
    if "anyOf" in schema:
        return [deep for part in schema["anyOf"] for deep in _spread(part, parts)]
    return [schema]
