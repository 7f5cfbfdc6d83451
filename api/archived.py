"""A log that is read from its archive, as ``cuelog log copy archive:DIR …`` does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from analytics.known import Known, known_from
from ingest.log import BATCH, LogRecord, NotALog, Position, Stream, advance
from projections.archive import manifest
from projections.archive.manifest import ArchiveError
from projections.archive.reading import in_log_order, opened

SCHEME: Final = "archive:"
_MISPLACED: Final = frozenset({"wrong_key", "wrong_partition"})


class ArchivedLog:
    """The records of an archive in the order of the log; positions are those of that log.

    A record that was refused for its place has no key, so that a copy of it is refused too.
    """

    def __init__(self, folder: Path, stream: Stream) -> None:
        """Open a stream; a registry that was empty left no file."""
        self._folder = folder / stream
        try:
            opened(folder / "events")
            self._kept = manifest.load(self._folder)
        except ArchiveError as error:
            raise NotALog(str(error)) from error
        self._reached: dict[int, int] = {}
        self._waiting: list[LogRecord] = []
        self._more = self._from({})

    def read(self, after: Mapping[int, int], limit: int = BATCH) -> list[LogRecord]:
        """Return up to ``limit`` records; cheapest where each call goes on from the one before."""
        if dict(after) != self._reached:
            self._reached, self._waiting, self._more = dict(after), [], self._from(after)
        while len(self._waiting) < limit and (batch := next(self._more, None)) is not None:
            self._waiting += batch
        found, self._waiting = self._waiting[:limit], self._waiting[limit:]
        advance(self._reached, found)
        return found

    def ends(self) -> dict[int, int]:
        """Return how far the log was archived."""
        return dict(self._kept.positions)

    def close(self) -> None:
        """Let go of the sorted records."""
        self._waiting, self._more = [], iter(())

    def _from(self, after: Mapping[int, int]) -> Iterator[list[LogRecord]]:
        try:
            for batch in in_log_order(self._folder, self._kept, after):
                yield [
                    LogRecord(
                        Position(*one.position),
                        None if one.refused in _MISPLACED else one.match,
                        one.raw,
                        one.received_ms,
                        one.recorder,
                        one.signature,
                    )
                    for one in batch
                ]
        except ArchiveError as error:
            raise NotALog(str(error)) from error


def registry_of(archive: Path) -> Known:
    """Return what the registry in an archive says: erased names, and who counts for whom."""
    return known_from(ArchivedLog(archive, "registry"))
