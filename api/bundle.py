"""A match in one file that a third party verifies with public keys alone.

It holds the events byte for byte, a head with the hash of each, and of each the proof that the log
has it. The head is signed by the log, results by players and officials, the checkpoint by the log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
import rfc8785

from api.log_key import LogKey
from domain.contract import line_fields
from domain.events import Signed
from domain.merkle import Tree, leaf_hash
from domain.replay import Line, Replay, replay
from domain.rulesets import RULES_VERSION
from ingest.keys import sign
from ingest.log import Position
from ingest.wire import Received

FORMAT: Final = "cuelog-bundle/1"
Located = tuple[Position, int | None, Received]
"""A record with its place in the log and when that received it (Unix ms)."""


class Head(msgspec.Struct, frozen=True):
    """What the log vouches for: the match as it stood, and the hash (hex) of each event in order.

    ``received_ms`` tells by seq when the log received each signature.
    """

    match: str
    events: int
    digest: str
    root: str
    leaves: list[str]
    rules_version: str
    score: dict[str, int] | None
    winner: str | None
    status: str
    waiting: int
    quarantined: int
    received_ms: dict[str, int]

    def signed(self) -> bytes:
        """Return the bytes that are signed: canonical JSON (RFC 8785) under a purpose."""
        fields: dict[str, Any] = {"purpose": FORMAT, **msgspec.to_builtins(self)}
        return rfc8785.dumps(fields)


class Place(msgspec.Struct, frozen=True):
    """Where an event stands in its partition of the log, and the proof of it (hex)."""

    offset: int
    path: list[str]


class Bundle(msgspec.Struct, frozen=True):
    """A bundle; an event is its text, or null where a name in it was erased."""

    format: str
    head: Head
    key: str
    signature: str
    checkpoint: str
    places: list[Place]
    events: list[str | None]
    rulings: list[dict[str, Any]]


class NoBundle(ValueError):  # noqa: N818 - reads as what is wrong
    """A match cannot be bundled, or a file is no bundle; the words say why."""


def make_bundle(
    match: str,
    records: Sequence[Located],
    trees: Mapping[int, Tree],
    key: LogKey,
    clean: Callable[[bytes], bytes],
) -> Bundle:
    """Bundle a match of a log; ``clean`` takes erased names out of a record. ``NoBundle``."""
    lines: list[Line] = []
    result = replay(match, [received for *_, received in records], trace=lines.append)
    if not result.accepted:
        raise NoBundle(f"nothing of {match} has a seq yet")
    located = {id(received): (place, time) for place, time, received in records}
    places = [located[id(received)][0] for received in result.accepted]
    if len({place.partition for place in places}) != 1:
        raise NoBundle(f"{match} is spread over several partitions of the log")
    partition = places[0].partition
    tree = trees[partition]
    size = len(tree)
    head = _head(result, {id(one): time for _, time, one in records})
    raws = [one.raw if clean(one.raw) == one.raw else None for one in result.accepted]
    return Bundle(
        FORMAT,
        head,
        key.public.key,
        sign(key.private, head.signed()).hex(),
        key.note(partition, tree, size),
        [Place(one.offset, [p.hex() for p in tree.inclusion(one.offset, size)]) for one in places],
        [None if raw is None else raw.decode() for raw in raws],
        # A ruling may repeat what an event says; where one is withheld, they all are.
        [] if None in raws else [ruling_of(match, line, result) for line in lines],
    )


def ruling_of(match: str, line: Line, result: Replay) -> dict[str, Any]:
    """Return a ruling as a bundle has it: as a trace, without the state."""
    fields = line_fields(match, line, result.players)
    return {name: fields[name] for name in fields if name != "state"}


def _head(result: Replay, times: Mapping[int, int | None]) -> Head:
    state: dict[str, Any] = result.state or {}
    hashes = [leaf_hash(one.raw) for one in result.accepted]
    return Head(
        match=result.match,
        events=len(hashes),
        digest=result.digest(),
        root=Tree(hashes).root().hex(),
        leaves=[one.hex() for one in hashes],
        rules_version=RULES_VERSION,
        score=state.get("score"),
        winner=state.get("winner"),
        status=state.get("status", "not_open"),
        waiting=len(result.waiting),
        quarantined=len(result.quarantined),
        received_ms={
            str(one.event.seq): time
            for one in result.accepted
            if isinstance(one.event, Signed) and (time := times[id(one)]) is not None
        },
    )


def write_bundle(bundle: Bundle) -> bytes:
    """Return the bytes of a bundle."""
    return msgspec.json.format(msgspec.json.encode(bundle), indent=1) + b"\n"


def read_bundle(data: bytes) -> Bundle | None:
    """Read a bundle; None where the bytes are something else. Raises ``NoBundle``."""
    try:
        told = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if not isinstance(told, dict) or "format" not in told:
        return None
    if told["format"] != FORMAT:
        raise NoBundle(f"is of the format {told['format']!r}; expected {FORMAT}")
    try:
        return msgspec.convert(told, Bundle)
    except msgspec.ValidationError as error:
        raise NoBundle(f"is no bundle: {error}") from error
