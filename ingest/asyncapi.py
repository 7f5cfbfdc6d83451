"""The topics as an AsyncAPI 3 document: what they hold, by which key, with which settings.

All of it is taken from what the code itself goes by: the types of the events and of the registry,
and what a topic is made and checked with.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, Final, cast

from domain.events import EVENT_TYPES, event_schema
from domain.events.registry import ENTRY_TYPES, entry_schema
from ingest.kafka_address import PARTITIONS, registry_of
from ingest.kafka_record import PROOF, RECORDER, SIGNATURE
from ingest.kafka_topic import CONFIGS, REPLICAS, SMALLEST_LIMIT
from ingest.log import Stream

TOPIC: Final = "cuelog.events"
MATCH: Final = r"^[A-Za-z0-9._:-]{1,64}$"
BINDING: Final = {"bindingVersion": "0.5.0"}
_MEANING: Final[dict[Stream, str]] = {
    "events": "What happened in matches, all of them. The key of a message is its match; the "
    "partition is murmur2 of the key, as Kafka's Java clients reckon it. Delivery may repeat and "
    "disorder: an id counts once, and seq is the order within a match. Values have at most 65536 "
    "bytes.",
    "registry": "What belongs to no match, in one order: who is who, whose keys count, whose name "
    "is erased. Written by cuelog alone.",
}
_HEADERS: Final = {
    "ce_specversion": "version of CloudEvents",
    "ce_id": "the event's id",
    "ce_source": "/matches/ and the match",
    "ce_type": "org.cuelog., the event's type, .v1",
    "ce_time": "when it happened",
    "content-type": "application/json",
    RECORDER: "id of the token it came through the API with",
    PROOF: "HMAC-SHA256 that shows it; without a valid one the recorder is not taken",
    SIGNATURE: "id of an official's registered key, a colon, and his Ed25519 signature in hex",
}


def asyncapi() -> dict[str, Any]:
    """Return the document, as data."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "cuelog",
            "version": version("cuelog"),
            "description": "Match logs of pool and snooker as topics of Apache Kafka.",
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "servers": {"kafka": {"host": "127.0.0.1:9092", "protocol": "kafka"}},
        "channels": {
            "events": _channel("events", TOPIC, EVENT_TYPES),
            "registry": _channel("registry", registry_of(TOPIC), ENTRY_TYPES),
        },
        "operations": {
            "readEvents": _operation("receive", "events", "Every node reads all of it."),
            "appendEvents": _operation("send", "events", "What is posted or ingested."),
            "readRegistry": _operation("receive", "registry", "Every node reads all of it."),
            "appendRegistry": _operation("send", "registry", "What `cuelog players` and keys add."),
        },
        "components": {
            "messages": _messages(EVENT_TYPES, "event") | _messages(ENTRY_TYPES, "entry"),
            "messageTraits": _traits(),
            "schemas": _schemas(event_schema()) | _schemas(entry_schema()),
        },
    }


def _channel(stream: Stream, topic: str, types: Mapping[str, type]) -> dict[str, Any]:
    """Return a topic with the settings it is made with."""
    configs: dict[str, Any] = {
        "cleanup.policy": [CONFIGS["cleanup.policy"]],
        "retention.ms": int(CONFIGS["retention.ms"]),
        "retention.bytes": int(CONFIGS["retention.bytes"]),
        "max.message.bytes": SMALLEST_LIMIT,
    }
    kafka: dict[str, Any] = {
        "topic": topic,
        "partitions": PARTITIONS[stream],
        "replicas": REPLICAS,
        "topicConfiguration": configs,
    }
    return {
        "address": topic,
        "description": _MEANING[stream],
        "messages": {tag: {"$ref": f"#/components/messages/{tag}"} for tag in types},
        "bindings": {"kafka": kafka | BINDING},
    }


def _operation(action: str, channel: str, summary: str) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "summary": summary,
    }


def _traits() -> dict[str, Any]:
    """Return what all messages of a topic have: headers, and of events the match as key."""
    headers = {name: {"type": "string", "description": says} for name, says in _HEADERS.items()}
    common = {"headers": {"type": "object", "properties": headers}}
    keyed = {"key": {"type": "string", "pattern": MATCH}} | BINDING
    return {
        "event": {**common, "bindings": {"kafka": keyed}},
        "entry": {**common, "bindings": {"kafka": dict(BINDING)}},
    }


def _messages(types: Mapping[str, type], trait: str) -> dict[str, Any]:
    """Return a message for each type."""
    return {
        tag: {
            "name": tag,
            "summary": (kind.__doc__ or tag).split("\n", 1)[0].replace("``", "`"),
            "traits": [{"$ref": f"#/components/messageTraits/{trait}"}],
            "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
        }
        for tag, kind in types.items()
    }


def _schemas(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a JSON Schema as AsyncAPI names them, in its dialect (draft 07)."""
    parts: dict[str, Any] = _in_dialect(schema["$defs"])
    return parts


def _in_dialect(part: Any) -> Any:  # noqa: ANN401 - a schema or a part of one
    if isinstance(part, list):
        return [_in_dialect(one) for one in cast("list[Any]", part)]
    if not isinstance(part, dict):
        return part
    made: dict[str, Any] = {
        name: _in_dialect(one) for name, one in cast("dict[str, Any]", part).items()
    }
    if isinstance(reference := made.get("$ref"), str):
        made["$ref"] = reference.replace("#/$defs/", "#/components/schemas/")
    if "prefixItems" in made:
        made["additionalItems"] = made.pop("items")
        made["items"] = made.pop("prefixItems")
    return made
