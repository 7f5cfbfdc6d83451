"""A log in memory, for tests and trials: it ends with its process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from ingest.log import (
    BATCH,
    LogRecord,
    LogUnavailable,
    NewRecord,
    Position,
    Stream,
    UnknownLog,
    follow_by_reading,
)

_PAUSE_S = 0.05


def open_url(url: str, stream: Stream) -> MemoryLog:
    """Return a new, empty log for the address ``memory:``."""
    if url != "memory:":
        raise UnknownLog(f"{url!r}: a log in memory has no name, write memory:")
    return MemoryLog(stream)


class MemoryLog:
    """One partition in a list."""

    def __init__(self, stream: Stream = "events") -> None:
        self.stream = stream
        self._records: list[LogRecord] = []
        self._changed = threading.Condition()
        self._closed = False

    def append(self, records: Sequence[NewRecord]) -> list[Position]:
        """Append and wake who follows."""
        with self._changed:
            self._check_open()
            first = len(self._records)
            now = max(time.time_ns() // 1_000_000, self._latest())
            self._records += [
                LogRecord(Position(0, offset), new.match, new.raw, now, new.recorder, new.signature)
                for offset, new in enumerate(records, start=first)
            ]
            self._changed.notify_all()
        return [Position(0, offset) for offset in range(first, first + len(records))]

    def read(self, after: Mapping[int, int], limit: int = BATCH) -> list[LogRecord]:
        """Return up to ``limit`` records from the offset named."""
        with self._changed:
            self._check_open()
            start = after.get(0, 0)
            return self._records[start : start + limit]

    def follow(
        self,
        after: Mapping[int, int],
        stop: Callable[[], bool],
        wait_s: float = 1.0,
        limit: int = BATCH,
    ) -> Iterator[Sequence[LogRecord]]:
        """Yield batches as they come, and an empty one when ``wait_s`` passed without any."""
        pause_s = min(_PAUSE_S, wait_s)
        return follow_by_reading(
            lambda reached: self.read(reached, limit),
            after,
            stop,
            wait_s,
            lambda: self._wait(pause_s),
        )

    def ends(self) -> dict[int, int]:
        """Return the next offset of the one partition."""
        with self._changed:
            self._check_open()
            return {0: len(self._records)}

    def close(self) -> None:
        """Forget everything."""
        with self._changed:
            self._closed = True
            self._records.clear()
            self._changed.notify_all()

    def _wait(self, pause_s: float) -> None:
        with self._changed:
            self._changed.wait(pause_s)

    def _latest(self) -> int:
        return self._records[-1].received_ms if self._records else 0

    def _check_open(self) -> None:
        if self._closed:
            raise LogUnavailable("this log in memory is closed")
