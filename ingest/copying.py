"""A log copied into another: in order, byte for byte, and taken up again where it was cut off.

Nothing is kept beside the copy: how far it is can be told from it alone. What it holds of a match
must be what the other log holds of that match first, so a cut anywhere, also within a batch, is
found and gone on from. A record that names no match has no order to keep and is only counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from domain.replay import match_of
from ingest.log import EventLog, LogError, LogRecord, NewRecord, ReadableLog, Stream, advance
from ingest.wire import receive

BATCH: Final = 5_000
"""Records read and appended at once."""
NONE: Final = (0, b"")
WHOLE: Final = "(registry)"
"""The lane of all of the registry, whose order counts as a whole."""

Misplaced = Callable[[LogRecord, str], str | None]
"""Why a record may not stand where it does, given the match of its body; none where it may."""


class NotACopy(LogError):  # noqa: N818 - reads as what is wrong
    """The log to copy into holds what the other does not, or in another order."""


@dataclass(slots=True)
class Held:
    """What a copy holds: of each match how many records and their digest; the others by digest."""

    lanes: dict[str, tuple[int, bytes]] = field(default_factory=dict[str, tuple[int, bytes]])
    loose: Counter[bytes] = field(default_factory=Counter[bytes])

    def add(self, lane: str | None, raw: bytes) -> int:
        """Take the next record; return which of its lane it is, from 1."""
        if lane is None:
            self.loose[_digest(b"", raw)] += 1
            return 0
        count, before = self.lanes.get(lane, NONE)
        self.lanes[lane] = count + 1, _digest(before, raw)
        return count + 1


def copy_log(source: ReadableLog, target: EventLog, stream: Stream) -> Iterator[bool]:
    """Append to ``target`` what it lacks of ``source``; yield for each record whether it did.

    A record has been made durable when it is yielded, or was before. One that is quarantined for
    its place in ``source`` loses its key, so that it is in the copy too. Raises ``NotACopy`` before
    anything is appended, else what reading and appending raise.
    """
    held = _held(target, stream)
    if held.lanes or held.loose:
        _compare(source, held, stream)
    seen = Held()
    for batch in _batches(source):
        made = [_as_new(source, record, stream) for record in batch]
        lacking = [new for new in made if not _is_in(held, seen, new, stream)]
        target.append(lacking)
        yield from [False] * (len(made) - len(lacking))
        yield from [True] * len(lacking)


def _is_in(held: Held, seen: Held, new: NewRecord, stream: Stream) -> bool:
    """Tell whether a copy holds the next record, and note it as seen."""
    lane = _lane(new.match, stream)
    number = seen.add(lane, new.raw)
    if lane is not None:
        return number <= held.lanes.get(lane, NONE)[0]
    name = _digest(b"", new.raw)
    return seen.loose[name] <= held.loose[name]


def _held(target: EventLog, stream: Stream) -> Held:
    held = Held()
    for batch in _batches(target):
        for record in batch:
            held.add(_lane(record.match, stream), record.raw)
    return held


def _compare(source: ReadableLog, held: Held, stream: Stream) -> None:
    """Raise ``NotACopy`` unless each match of the copy begins as it does in the source."""
    seen, agreed = Held(), set[str]()
    for batch in _batches(source):
        for record in batch:
            made = _as_new(source, record, stream)
            lane = _lane(made.match, stream)
            number = seen.add(lane, made.raw)
            if lane is not None and number == held.lanes.get(lane, NONE)[0]:
                if seen.lanes[lane] != held.lanes[lane]:
                    raise _no_copy(lane)
                agreed.add(lane)
    for lane in held.lanes.keys() - agreed:
        raise _no_copy(lane)
    if held.loose - seen.loose:
        raise _no_copy("records that name no match")


def _no_copy(lane: str) -> NotACopy:
    return NotACopy(
        f"the log to copy into is no copy begun of this one, they differ in {lane}; "
        "copy into a new log"
    )


def _as_new(source: ReadableLog, record: LogRecord, stream: Stream) -> NewRecord:
    """Return a record to append; out of place it stays, whatever places the copy has."""
    misplaced: Misplaced | None = getattr(source, "placement_fault", None)
    match = record.match
    if misplaced is not None and stream == "events":
        named = match_of(receive(record.raw))
        if named is not None and misplaced(record, named) is not None:
            match = None
    return NewRecord(match, record.raw, record.recorder, record.signature)


def _lane(match: str | None, stream: Stream) -> str | None:
    return WHOLE if stream == "registry" else match


def _digest(before: bytes, raw: bytes) -> bytes:
    return blake2b(before + raw, digest_size=16).digest()


def _batches(log: ReadableLog) -> Iterator[list[LogRecord]]:
    after: dict[int, int] = {}
    while batch := log.read(after, BATCH):
        advance(after, batch)
        yield batch
