"""The events of a match log, to the letter of the contract, as one tagged union.

Only this package of the domain knows msgspec. A field that was not recorded is ``None`` and is
never held against a player. What a type cannot say by itself (an instant's form, two different
players) is checked where bytes become events, in ``ingest.wire``.
"""

from __future__ import annotations

from typing import Any, TypeVar, get_args

import msgspec
from msgspec import Meta

from domain.events.base import (
    UNSET,
    Count,
    Event,
    Identifier,
    Instant,
    Integer,
    Number,
    Player,
    Seq,
    Text,
    Unset,
    Value,
)
from domain.events.opening import (
    Lag,
    LagBall,
    MatchOpened,
    Person,
    Start,
    Toss,
)
from domain.events.record import (
    Award,
    Claim,
    Correction,
    MatchClosed,
    OfficialRuling,
    PositionSet,
    Protest,
    ProtestDecided,
    Signed,
    Skipped,
)
from domain.events.table import (
    Announcement,
    Break,
    Call,
    CloseBall,
    Concession,
    Decision,
    InHand,
    Inning,
    InningEnd,
    Potted,
    Rack,
    Rerack,
    Sanction,
    Settled,
    Shot,
    Stalemate,
    Timeout,
    Void,
)
from domain.vocabulary import FoulCode

__all__ = [
    "EVENT_TYPES",
    "UNSET",
    "Announcement",
    "AnyEvent",
    "Award",
    "Break",
    "Call",
    "Claim",
    "CloseBall",
    "Concession",
    "Correction",
    "Count",
    "Decision",
    "Event",
    "Identifier",
    "InHand",
    "Inning",
    "InningEnd",
    "Instant",
    "Integer",
    "Lag",
    "LagBall",
    "Malformed",
    "MatchClosed",
    "MatchOpened",
    "Meta",
    "Number",
    "OfficialRuling",
    "Person",
    "Player",
    "PositionSet",
    "Potted",
    "Protest",
    "ProtestDecided",
    "Rack",
    "Rerack",
    "Sanction",
    "Seq",
    "Settled",
    "Shot",
    "Signed",
    "Skipped",
    "Stalemate",
    "Start",
    "Text",
    "Timeout",
    "Toss",
    "Unset",
    "V",
    "Value",
    "Void",
    "as_skipped",
    "decode_event",
    "encode_event",
    "event_from",
    "event_schema",
    "facts_of",
    "fields_of",
    "replaced",
    "type_of",
    "value_from",
    "with_ball",
    "with_fouls",
]

AnyEvent = (
    MatchOpened | Lag | Toss | Shot | Inning | Rack | Decision | Announcement | Rerack | Settled
    | Void | Sanction | Stalemate | Timeout | Concession | MatchClosed | Claim | Signed
    | Correction | OfficialRuling | PositionSet | Skipped | Protest | ProtestDecided | Award
)  # fmt: skip
"""Every event of the contract."""

EVENT_TYPES: dict[str, type[Event]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(AnyEvent)
}

V = TypeVar("V", bound=Value)
Malformed = msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError

decode_event = msgspec.json.Decoder(AnyEvent).decode
"""JSON bytes to an event; raises one of ``Malformed`` naming the field and what it expects."""

encode_event = msgspec.json.Encoder().encode
"""An event to compact JSON bytes; what equals its default is left out."""


def event_from(fields: dict[str, Any]) -> AnyEvent:
    """Make an event of a mapping, or raise ``msgspec.ValidationError``."""
    return msgspec.convert(fields, AnyEvent)


def value_from(fields: dict[str, Any], kind: type[V]) -> V:
    """Make a value of a mapping, refusing unknown types; raises ``msgspec.ValidationError``."""
    return msgspec.convert(fields, kind)


def with_fouls(shot: Shot, fouls: tuple[FoulCode, ...]) -> Shot:
    """Return the stroke as an official ruled it: exactly these fouls."""
    return msgspec.structs.replace(shot, fouls=fouls, ruled=True)


def with_ball(shot: Shot, ball: Potted) -> Shot:
    """Return the stroke with one more ball fallen."""
    return msgspec.structs.replace(shot, pocketed=(*shot.pocketed, ball))


def replaced(value: V, **changes: object) -> V:
    """Return a value with some of its fields changed."""
    return msgspec.structs.replace(value, **changes)


def as_skipped(event: Event) -> Skipped:
    """Return an event that says nothing, in the place of another."""
    return Skipped(id=event.id, match=event.match, seq=event.seq, at=event.at)


def type_of(event: Event) -> str:
    """Return the ``type`` an event has in the log."""
    return str(type(event).__struct_config__.tag)


def fields_of(event: Event) -> dict[str, Any]:
    """Return an event as plain data, without what equals its default."""
    return msgspec.to_builtins(event)


_ENVELOPE = frozenset({"id", "match", "seq", "at", "at_precision", "inferred"})
"""Fields a body in a correction takes from the event it corrects."""


def facts_of(event: Event) -> dict[str, Any]:
    """Return the type and the facts of an event: neither its envelope nor who recorded it."""
    return {
        name: value
        for name, value in fields_of(event).items()
        if name not in _ENVELOPE and name != "by"
    }


def event_schema() -> dict[str, Any]:
    """Return the JSON Schema of an event; what takes its place in a correction is a ``Body…``."""
    schema = msgspec.json.schema(AnyEvent)
    parts = schema["$defs"]
    bodies = {f"Body{kind.__name__}": _body(parts[kind.__name__]) for kind in EVENT_TYPES.values()}
    any_body = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in bodies]}
    parts |= bodies | {"Body": any_body}
    one = {"$ref": "#/$defs/Body"}
    with_ = {"anyOf": [one, {"type": "array", "items": one}, {"type": "null"}]}
    for name in ("Correction", "BodyCorrection"):
        parts[name]["properties"]["with"] = with_
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": dialect, "title": "Event of a match log", **schema}


def _body(event: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an event without its envelope."""
    kept = {name: part for name, part in event["properties"].items() if name not in _ENVELOPE}
    required = [name for name in event["required"] if name not in _ENVELOPE]
    title = f"{event['title']} without its envelope"
    return {"title": title, "type": "object", "properties": kept, "required": required}
