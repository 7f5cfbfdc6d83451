"""Records of a log and messages of Kafka: key, value, headers, and who recorded it.

Headers are CloudEvents' in binary mode, for others; what we read is the body. Anyone who may
produce can write any header, so the recorder our API vouches for comes with a proof: a MAC under a
key that only the nodes of the service hold. A recorder without a valid proof is not taken.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Protocol

import msgspec
from confluent_kafka import KafkaError

from ingest.log import LogRecord, NewRecord, Position, Stream

RECORDER: Final = "cuelog_recorder"
PROOF: Final = "cuelog_proof"
SIGNATURE: Final = "cuelog_signature"

Headers = list[tuple[str, bytes]]


class Delivered(Protocol):
    """A message that came from a broker: what the client's own types leave optional is there."""

    partition: Callable[[], int]
    offset: Callable[[], int]
    key: Callable[[], bytes | None]
    value: Callable[[], bytes | None]
    timestamp: Callable[[], tuple[int, int]]
    headers: Callable[[], Sequence[tuple[str, bytes | None]] | None]
    error: Callable[[], KafkaError | None]


class _Envelope(msgspec.Struct, frozen=True, gc=False):
    """What headers are made of."""

    id: str
    type: str
    at: str | None = None


_envelope: Final = msgspec.json.Decoder(_Envelope).decode


def headers_of(new: NewRecord, stream: Stream, key: bytes | None) -> Headers:
    """Return the headers of a record: its recorder first, where it is looked for; CloudEvents'."""
    headers: Headers = []
    if new.recorder is not None:
        headers.append((RECORDER, new.recorder.encode()))
        if key is not None:
            headers.append((PROOF, _proof(key, stream, new.match, new.recorder, new.raw)))
    if new.signature is not None:
        headers.append((SIGNATURE, new.signature.encode()))
    return headers + _cloud_event(new, stream)


def record_of(
    message: Delivered, position: Position, stream: Stream, key: bytes | None
) -> LogRecord:
    """Return a message as a record; no message is refused here, whatever it holds."""
    name, raw = message.key(), message.value() or b""
    # A key that is no UTF-8 gets backslashes, which no id of a match has.
    match = None if name is None else name.decode("utf-8", "backslashreplace")
    stamped = message.timestamp()[1]
    # Headers cost as much as all the rest; a signature is asked for of officials' events alone.
    signed = partial(_signature, message)
    if key is None:
        return LogRecord(position, match, raw, stamped, None, signed)
    recorder = _recorder(message.headers() or (), stream, match, raw, key)
    return LogRecord(position, match, raw, stamped, recorder, signed)


def _signature(message: Delivered) -> str | None:
    """Return what the headers say of a signature; whether it holds is for the keys to say."""
    for name, value in message.headers() or ():
        if name == SIGNATURE and value is not None:
            return value.decode("utf-8", "replace")
    return None


def _recorder(
    headers: Sequence[tuple[str, bytes | None]],
    stream: Stream,
    match: str | None,
    raw: bytes,
    key: bytes,
) -> str | None:
    """Return the recorder that the headers name, if they prove it."""
    if len(headers) < 2 or headers[0][0] != RECORDER:
        return None
    recorder, (name_of_proof, proof) = headers[0][1], headers[1]
    if recorder is None or proof is None or name_of_proof != PROOF:
        return None
    name = recorder.decode("utf-8", "replace")
    return name if hmac.compare_digest(proof, _proof(key, stream, match, name, raw)) else None


def _proof(key: bytes, stream: Stream, match: str | None, recorder: str, raw: bytes) -> bytes:
    """Return the MAC of a record; lengths keep its parts apart."""
    parts = [part.encode() for part in (stream, "" if match is None else f"={match}", recorder)]
    framed = b"".join(b"%d:%b" % (len(part), part) for part in parts)
    return hmac.digest(key, framed + raw, "sha256")


def _cloud_event(new: NewRecord, stream: Stream) -> Headers:
    """Return CloudEvents' headers; none of a record that has no id, no type or no source."""
    if stream == "events" and new.match is None:
        return []
    try:
        event = _envelope(new.raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return []
    source = "/registry" if stream == "registry" else f"/matches/{new.match}"
    headers = [
        ("ce_specversion", "1.0"),
        ("ce_id", event.id),
        ("ce_source", source),
        ("ce_type", f"org.cuelog.{event.type}.v1"),
        ("content-type", "application/json"),
    ]
    if event.at is not None:
        headers.append(("ce_time", event.at))
    return [(name, text.encode("utf-8", "replace")) for name, text in headers]
