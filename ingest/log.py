"""The port to the log: append, read, follow. The log is the truth, all else is rebuilt from it.

A log is a set of partitions, each a list of records that only grows. A match is wholly in one
partition. The adapters are ``memory_log``, ``sqlite_log`` and ``kafka_log``; one conformance suite,
``tests/ingest/conformance.py``, holds for all of them.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, Protocol

import msgspec

Stream = Literal["events", "registry"]
"""What happened in matches; and what belongs to no match: aliases, keys, assignments, erasures."""
BATCH: Final = 1_000
"""Records read at once unless told otherwise."""
_ADAPTERS: Final = {
    "memory": "ingest.memory_log",
    "sqlite": "ingest.sqlite_log",
    "kafka": "ingest.kafka_log",
}


class LogError(Exception):
    """Anything that keeps a log from doing what it was asked."""


class LogUnavailable(LogError):  # noqa: N818 - reads as what happened
    """The log cannot be reached, read or written now; nothing was appended. Try again."""


class OutcomeUnknown(LogError):  # noqa: N818 - as above
    """An append may or may not have happened: send the same ids again, duplicates do no harm."""


class NotALog(LogError):  # noqa: N818 - as above
    """What the address names is no log of ours, or one of a newer version; it was left alone."""


class UnknownLog(LogError, ValueError):  # noqa: N818 - as above
    """The address names no kind of log there is."""


class Position(NamedTuple):
    """Where a record stands; offsets count from 0 in their partition, without gaps."""

    partition: int
    offset: int


class NewRecord(msgspec.Struct, frozen=True, gc=False):
    """A record to append: its key, its bytes, and the id of the token it came with.

    ``signature``: who signed it outside and how (``ingest.officials``), kept as it came.
    """

    match: str | None
    raw: bytes
    recorder: str | None = None
    signature: str | None = None


class LogRecord(msgspec.Struct, frozen=True, gc=False, eq=False):
    """A record as it stands in the log; ``raw`` is byte for byte what was received.

    ``received_ms`` (Unix time) never falls within a partition.
    """

    position: Position
    match: str | None
    raw: bytes
    received_ms: int
    recorder: str | None = None
    signed: str | Callable[[], str | None] | None = None
    """The signature, or what finds it where that is dear and few are asked for theirs."""

    @property
    def signature(self) -> str | None:
        """Return who signed it outside and how, as it came."""
        signed = self.signed
        return signed() if callable(signed) else signed

    def __eq__(self, other: object) -> bool:
        """Tell whether both say the same at the same place, however they come to say it."""
        return isinstance(other, LogRecord) and self._said() == other._said()

    def __hash__(self) -> int:
        return hash(self._said())

    def _said(self) -> tuple[object, ...]:
        place = self.position, self.received_ms
        return *place, self.match, self.raw, self.recorder, self.signature


class ReadableLog(Protocol):
    """What can be read as a log, whether or not anything can be appended to it."""

    def read(self, after: Mapping[int, int], limit: int = BATCH) -> list[LogRecord]:
        """Return up to ``limit`` records, in log order within a partition.

        ``after`` holds the next offset wanted of each partition; one not named starts at 0.
        """
        ...

    def ends(self) -> dict[int, int]:
        """Return for every partition the offset that its next record will get."""
        ...

    def close(self) -> None:
        """Let go of files and connections; a closed log raises ``LogUnavailable``."""
        ...


class EventLog(ReadableLog, Protocol):
    """A log; all of it may be called from any thread."""

    def append(self, records: Sequence[NewRecord]) -> list[Position]:
        """Append in the order given and return when that is durable.

        The positions are those of the records, in their order. Raises ``LogUnavailable`` if
        nothing was appended, ``OutcomeUnknown`` if that cannot be told.
        """
        ...

    def follow(
        self,
        after: Mapping[int, int],
        stop: Callable[[], bool],
        wait_s: float = 1.0,
        limit: int = BATCH,
    ) -> Iterator[Sequence[LogRecord]]:
        """Yield batches as records come, and an empty one when ``wait_s`` passed without any.

        Ends soon after ``stop()`` is true.
        """
        ...


def open_log(url: str, stream: Stream = "events") -> EventLog:
    """Open ``memory:``, ``sqlite:PATH`` or ``kafka://host:port/topic``.

    An adapter is a module with ``open_url(url, stream)``. Raises a ``LogError``.
    """
    scheme, colon, _ = url.partition(":")
    if not colon or scheme not in _ADAPTERS:
        raise UnknownLog(f"{url!r} is no log: use memory:, sqlite:PATH or kafka://host:port/topic")
    name = _ADAPTERS[scheme]
    try:
        adapter = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise UnknownLog(f"{url!r}: this version cannot open a {scheme} log yet") from error
    log: EventLog = adapter.open_url(url, stream)
    return log


def advance(after: dict[int, int], records: Sequence[LogRecord]) -> None:
    """Move the next offsets past records that were read."""
    for record in records:
        after[record.position.partition] = record.position.offset + 1


def follow_by_reading(
    read: Callable[[Mapping[int, int]], list[LogRecord]],
    after: Mapping[int, int],
    stop: Callable[[], bool],
    wait_s: float,
    pause: Callable[[], None],
) -> Iterator[Sequence[LogRecord]]:
    """Follow a log that can only be read: ask again after each ``pause``."""
    reached = dict(after)
    deadline = time.monotonic() + wait_s
    while not stop():
        batch = read(reached)
        if batch or time.monotonic() >= deadline:
            advance(reached, batch)
            yield batch
            deadline = time.monotonic() + wait_s
        else:
            pause()
