"""What is posted, as records to append: bytes kept as they came, and the fields left out put in."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import msgspec

from api.problems import Problem
from domain.events import encode_event as encode
from domain.ledger import Ledger
from ingest.wire import LARGEST, Received, receive

_raws = msgspec.json.Decoder(list[msgspec.Raw])
_fields = msgspec.json.Decoder(dict[str, msgspec.Raw])
_any = msgspec.json.Decoder()


@dataclass(slots=True)
class Draft:
    """One event as posted; ``numbered`` tells that its ``seq`` was left to us."""

    raw: bytes
    received: Received
    numbered: bool = False


@dataclass(slots=True)
class Numbering:
    """Gives a ``seq`` to events that come without; a known id keeps the one it has."""

    ledger: Ledger
    next_seq: int = field(init=False)
    given: dict[str, int] = field(default_factory=dict[str, int])

    def __post_init__(self) -> None:
        self.next_seq = max(self.ledger.taken, default=0) + 1

    def seq(self, event_id: str | None) -> int:
        """Return the ``seq`` for an id."""
        known = self.ledger.ids.get(event_id) if event_id is not None else None
        if known is not None and known.event is not None:
            return known.event.seq
        if event_id is not None and event_id in self.given:
            return self.given[event_id]
        seq, self.next_seq = self.next_seq, self.next_seq + 1
        if event_id is not None:
            self.given[event_id] = seq
        return seq

    def passed(self, seq: int) -> None:
        """Note a ``seq`` that came with its event."""
        self.next_seq = max(self.next_seq, seq + 1)


def split(body: bytes) -> tuple[list[bytes], bool]:
    """Return the events of a request byte for byte, and whether they came as a list."""
    listed = body.lstrip().startswith(b"[")
    try:
        raws = [bytes(raw) for raw in _raws.decode(body)] if listed else [body.strip()]
        for raw in raws:
            _any.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem("invalid_body", str(error)) from error
    if not raws:
        raise Problem("invalid_body", "the list is empty: send at least one event")
    return raws, listed


def draft(raw: bytes, match: str, numbering: Numbering) -> Draft:
    """Make a record of an event as posted; raises the problem that keeps it from being one."""
    given = _given(raw)
    fields: dict[str, Any] = {}
    if "match" not in given:
        fields["match"] = match
    numbered = "seq" not in given
    if numbered:
        fields["seq"] = numbering.seq(_text(given.get("id")))
    made = _draft(_with(raw, fields), numbered=numbered)
    event = made.received.event
    if event is not None and event.match != match:
        raise Problem(
            "malformed", f"match: the event says {event.match}, the address {match}", id=event.id
        )
    if event is not None and not numbered:
        numbering.passed(event.seq)
    return made


def opening(raw: bytes) -> Draft:
    """Make the first record of a match of a ``match_opened`` body; what is left out is made up."""
    given = _given(raw)
    now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    envelope = {
        "id": secrets.token_hex(16),
        "match": f"m-{secrets.token_hex(8)}",
        "seq": 1,
        "at": now,
        "type": "match_opened",
    }
    fields = {name: value for name, value in envelope.items() if name not in given}
    return _draft(_with(raw, fields), numbered=False)


def _given(raw: bytes) -> Mapping[str, msgspec.Raw]:
    try:
        return _fields.decode(raw)
    except msgspec.ValidationError as error:
        raise Problem("malformed", "an event is a JSON object {…}") from error


def _text(value: msgspec.Raw | None) -> str | None:
    told: object = None if value is None else _any.decode(value)
    return told if isinstance(told, str) else None


def _with(raw: bytes, fields: Mapping[str, Any]) -> bytes:
    """Put fields in front of those of an object, whose bytes are kept."""
    if not fields:
        return raw
    inside = raw.lstrip()[1:]
    comma = b"" if inside.lstrip().startswith(b"}") else b", "
    return encode(dict(fields))[:-1] + comma + inside


def _draft(raw: bytes, *, numbered: bool) -> Draft:
    received = receive(raw)
    fault = received.fault
    if fault is not None:
        kind = "too_large" if len(raw) > LARGEST else "malformed"
        raise Problem(kind, fault.detail, seq=fault.seq, id=fault.id)
    # It will stand in the log with the token it comes with, which proves an official's right.
    return Draft(raw, received.proved(), numbered)


def events_of(drafts: Sequence[Draft]) -> list[Received]:
    """Return what a replay takes."""
    return [one.received for one in drafts]
