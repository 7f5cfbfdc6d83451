"""Bytes and events: what a record says, or in plain words why it says nothing valid.

``receive`` never raises, whatever the bytes. Most records cost little more than decoding them:
msgspec is lenient about what it skips, so a record is read again, strictly, unless it can be shown
that nothing was skipped (``_accounted``, ``_plain``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Any, Final, NamedTuple, cast

import msgspec
import rfc8785

from domain.events import (
    AnyEvent,
    Correction,
    Event,
    Lag,
    Malformed,
    MatchOpened,
    Rack,
    Settled,
    Shot,
    decode_event,
    encode_event,
)
from ingest import ijson
from ingest.checks import COMPLETE, check, have_usual_envelopes
from ingest.faults import Fault, Flaw, explain, fault

__all__ = [
    "LARGEST",
    "Fault",
    "Line",
    "Received",
    "canonical",
    "decode_lines",
    "encode",
    "receive",
    "receive_all",
]

LARGEST: Final = 65_536
"""Bytes of a record as received."""


class Received(msgspec.Struct, frozen=True, gc=False):
    """A record and what became of it: an event or a fault, never both, never neither.

    ``verified``: it came with proof of an official's right, which its bytes alone never are.
    """

    raw: bytes
    event: AnyEvent | None
    fault: Fault | None = None
    verified: bool = False

    def canonical(self) -> bytes:
        """Return the record in canonical form; raises ``Flaw`` where the record is no I-JSON."""
        return canonical(self.raw)

    def proved(self) -> Received:
        """Return the record as one that came with proof of an official's right."""
        return msgspec.structs.replace(self, verified=True)

    def refused(self, reason: str, detail: str) -> Received:
        """Return the record as one that says nothing, for where it stands or who sent it."""
        told = self.event or self.fault
        seq, name = (None, None) if told is None else (told.seq, told.id)
        match = getattr(told, "match", None)
        return Received(self.raw, None, Fault(reason, detail, seq, name, match))


class Line(NamedTuple):
    """A record of a ``.jsonl`` file and the number of its line, from 1."""

    number: int
    raw: bytes


def receive(raw: bytes) -> Received:
    """Return the event of a record, or the fault for which it is quarantined."""
    if len(raw) > LARGEST:
        return Received(raw, None, _too_large(raw))
    try:
        event = decode_event(raw)
        if not (_accounted(raw, event) or _plain(raw)):
            ijson.parse(raw)
        check(event)
    except (Flaw, *Malformed) as error:
        return Received(raw, None, _malformed(raw, error))
    return Received(raw, event)


def receive_all(raws: Sequence[bytes]) -> list[Received]:
    """Return what ``receive`` would of each record; half the price where most are usual."""
    return [
        received
        for start in range(0, len(raws), _CHUNK)
        for received in _receive_chunk(raws[start : start + _CHUNK])
    ]


def _receive_chunk(raws: Sequence[bytes]) -> list[Received]:
    """Check what is usual of all records at once, or each by itself where one is not."""
    try:
        events = [decode_event(raw) for raw in raws]
        complete = [type(event) in COMPLETE for event in events]
        if not _all_right(list(compress(raws, complete)), list(compress(events, complete))):
            return [receive(raw) for raw in raws]
    except (Flaw, *Malformed):
        return [receive(raw) for raw in raws]
    return [
        Received(raw, event) if whole else receive(raw)
        for raw, event, whole in zip(raws, events, complete, strict=True)
    ]


def _all_right(raws: Sequence[bytes], events: Sequence[AnyEvent]) -> bool:
    """Tell whether nothing is wrong with any of the records, or raise ``Flaw``."""
    if not raws or not _all_accounted(raws, events):
        return False
    if not have_usual_envelopes(events):
        for event in events:
            check(event)
    return True


def _all_accounted(raws: Sequence[bytes], events: Sequence[AnyEvent]) -> bool:
    """Tell of many records what ``_accounted`` tells of one.

    What we write holds no line end, so equal texts are equal records; and none of these records
    has fewer quotes than its event, so equal sums are equal counts.
    """
    if max(map(len, raws)) > LARGEST:
        return False
    received, written = b"\n".join(raws), _encode_many(events)
    return received == written[:-1] or (
        _BACKSLASH not in received
        and received.count(b'"') == written.count(b'"')
        and all(map(_exact, events))
    )


def encode(event: AnyEvent) -> bytes:
    """Return the bytes our own writers put into the log; defaults are left out."""
    return encode_event(event)


def canonical(raw: bytes) -> bytes:
    """Return the canonical JSON (RFC 8785) of a record as received; digests are made of it.

    Unknown fields and defaults written out are in it. Raises ``Flaw`` where it is no I-JSON.
    """
    return rfc8785.dumps(cast("Any", ijson.parse(raw)))


def decode_lines(data: bytes) -> Iterator[Line]:
    """Split a ``.jsonl`` file into its records; blank lines are no records."""
    for number, raw in enumerate(data.split(b"\n"), start=1):
        line = raw.removesuffix(b"\r")
        if line.strip():
            yield Line(number, line)


_UNTYPED: Final[frozenset[type[Event]]] = frozenset({MatchOpened, Correction})
"""Events with fields of any type, of which msgspec checks nothing."""
_FLOATS: Final[frozenset[type[Event]]] = frozenset({Lag, Rack, Settled})
"""Events, besides a shot, with fields of floats."""
_BACKSLASH: Final = ord("\\")
_ZEROS: Final = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER: Final = b"0" * 16
_CHUNK: Final = 64
"""Records checked at once; one that is not usual costs its chunk a second decoding."""
_encode_many = msgspec.json.Encoder().encode_lines
_decode_any = msgspec.json.Decoder().decode


def _accounted(raw: bytes, event: AnyEvent) -> bool:
    """Tell whether every string of a record, names of fields included, is in its event.

    So it is where the record is what we would write. Else: encoding an event writes each value it
    holds and no default, so every string it writes stood in the record. Where nothing is escaped,
    two quotes are one string: as many quotes mean that no field was unknown, none stood twice and
    no default was written out. What is left is numbers of typed fields, of which msgspec refuses
    all that are too great but in fields of floats.
    """
    if type(event) in _UNTYPED:
        return False
    written = encode_event(event)
    return raw == written or (
        _BACKSLASH not in raw and raw.count(b'"') == written.count(b'"') and _exact(event)
    )


def _exact(event: AnyEvent) -> bool:
    """Tell whether no field of floats can hold what was an integer beyond 2^53-1."""
    if isinstance(event, Shot):
        small = event.duration_s is None or event.duration_s < ijson.EXACT
        return small and event.layout is None and event.close_ball is None
    return type(event) not in _FLOATS


def _plain(raw: bytes) -> bool:
    """Tell whether JSON without escapes is too short, too flat and too small to break I-JSON.

    A value decoded and encoded again has fewer quotes only where a name stood twice. Raises one of
    ``Malformed`` for what ``decode_event`` skipped and no reader takes.
    """
    return (
        len(raw) <= ijson.LONGEST
        and _BACKSLASH not in raw
        and _LONG_NUMBER not in raw.translate(_ZEROS)
        and raw.count(b"{") + raw.count(b"[") <= ijson.DEEPEST
        and raw.count(b'"') == encode_event(_decode_any(raw)).count(b'"')
    )


def _too_large(raw: bytes) -> Fault:
    words = f"has {len(raw)} bytes; an event has at most {LARGEST}: move what is no event out of it"
    return fault("too_large", words, raw)


def _malformed(raw: bytes, error: Exception) -> Fault:
    """Return the fault of a record, told by the strict reading where that knows better."""
    flaw = error
    if not isinstance(error, Flaw):
        try:
            flaw = explain(error, _kind(ijson.parse(raw)))
        except Flaw as strict:
            flaw = strict
    return fault("malformed", str(flaw), raw)


def _kind(value: object) -> str | None:
    """Return the type of event a record names."""
    kind = cast("dict[str, object]", value).get("type") if isinstance(value, dict) else None
    return kind if isinstance(kind, str) else None
