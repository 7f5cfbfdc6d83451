"""The AsyncAPI document says what the code goes by."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from domain.events import EVENT_TYPES, encode_event
from domain.events.registry import ENTRY_TYPES, Merged, encode_entry
from ingest.asyncapi import asyncapi
from ingest.kafka_record import headers_of
from ingest.log import NewRecord
from tests.api.commands import LOGS, cuelog
from tests.api.serving import Served

DOCUMENT: Any = json.loads(encode_event(asyncapi()))


def references(part: Any) -> Iterator[str]:  # noqa: ANN401 - any part of a document
    if isinstance(part, list):
        for one in part:  # pyright: ignore[reportUnknownVariableType]
            yield from references(one)
    elif isinstance(part, dict):
        found: dict[str, Any] = part  # pyright: ignore[reportUnknownVariableType]
        if isinstance(reference := found.get("$ref"), str):
            yield reference
        for one in found.values():
            yield from references(one)


def at(reference: str) -> Any:  # noqa: ANN401 - as above
    found: Any = DOCUMENT
    for name in reference.removeprefix("#/").split("/"):
        found = found[name]
    return found


def schema_of(channel: str) -> jsonschema_rs.Validator:
    """Return a check of what any message of a topic may hold."""
    messages = DOCUMENT["channels"][channel]["messages"].values()
    any_of = [at(message["$ref"])["payload"] for message in messages]
    return jsonschema_rs.validator_for(
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "anyOf": any_of,
            "components": DOCUMENT["components"],
        }
    )


def test_it_is_printed_and_served(served: Served) -> None:
    assert cuelog("asyncapi").json() == DOCUMENT
    assert served.get("/v1/asyncapi").json() == DOCUMENT


def test_every_type_is_a_message_of_its_topic() -> None:
    for channel, types in (("events", EVENT_TYPES), ("registry", ENTRY_TYPES)):
        assert list(DOCUMENT["channels"][channel]["messages"]) == list(types)


def test_every_reference_leads_somewhere() -> None:
    found = set(references(DOCUMENT))
    assert len(found) > 100
    assert all(at(reference) for reference in found)
    assert not [reference for reference in found if "$defs" in reference]


def test_payloads_are_those_of_the_examples() -> None:
    events = schema_of("events")
    for path in LOGS.glob("*.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            assert events.is_valid(json.loads(line)), line


EVENT: dict[str, Any] = {"id": "1", "match": "m", "seq": 1, "at": "2026-01-01T10:00:00Z"}


@pytest.mark.parametrize(
    "event",
    [
        EVENT | {"type": "unheard_of"},
        EVENT | {"type": "void", "seq": 0},
        EVENT | {"type": "match_opened", "discipline": "14.1", "rules": "LT", "players": ["one"]},
        EVENT | {"type": "correction", "corrects": 1, "with": {"type": "shot"}},
    ],
    ids=["type", "seq", "players", "body"],
)
def test_payloads_refuse_what_is_no_event(event: dict[str, Any]) -> None:
    assert not schema_of("events").is_valid(event)


def test_entries_of_the_registry_are_described() -> None:
    entry = Merged(id="r1", at="2026-01-01T10:00:00Z", player="a", into="b")
    registry = schema_of("registry")
    assert registry.is_valid(json.loads(encode_entry(entry)))
    assert not registry.is_valid({"type": "players_merged", "id": "r1"})


def test_headers_are_those_that_are_written() -> None:
    raw = b'{"id":"1","match":"m","seq":1,"at":"2026-01-01T10:00:00Z","type":"void"}'
    written = headers_of(NewRecord("m", raw, "token"), "events", b"sixteen-or-more-bytes")
    described = DOCUMENT["components"]["messageTraits"]["event"]["headers"]["properties"]
    assert {name for name, _ in written} <= set(described)
