"""What is measured: simulated seasons, seeded, so that every run has the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from domain.events import decode_event
from domain.vocabulary import Discipline
from ingest.log import LogRecord, NewRecord, Position
from ingest.simulate import DISCIPLINES, Season, drawn_field

PLAYERS: Final = 60
SEASON: Final = 5_000
"""Matches over which a season is spread; a longer log goes on in the next."""
EVENTS_A_MATCH: Final = 150
"""About so many events a match of the usual targets has."""


def matches(
    events: int, seed: int = 1, disciplines: Sequence[Discipline] = DISCIPLINES
) -> Iterator[list[bytes]]:
    """Yield matches, each a list of records in order, until there are about ``events`` of them."""
    most = 2 * events // EVENTS_A_MATCH + len(disciplines)
    season = Season(drawn_field(PLAYERS, seed), seed, min(most, SEASON), disciplines)
    written = number = 0
    while written < events:
        records = season.match(number)
        written += len(records)
        number += 1
        yield records


def strokes(count: int) -> Iterator[bytes]:
    """Yield the records of whole matches until they have so many strokes."""
    made = 0
    for records in matches(10 * count):
        made += sum(b'"type":"shot"' in raw for raw in records)
        yield from records
        if made >= count:
            return


def long_match(events: int) -> list[bytes]:
    """Return the first records of a match of 14.1 to a target nobody reaches in time."""
    season = Season(drawn_field(2, 1), 1, 1, ("14.1",), {"14.1": 4 * events})
    return season.match(0)[:events]


def keyed(raw: bytes) -> NewRecord:
    """Return a record under the key of its match; under another a node does not fold it."""
    return NewRecord(decode_event(raw).match, raw)


class Generated:
    """A log made as it is read; the last record can be read again."""

    def __init__(self, records: Iterable[bytes]) -> None:
        self._raws = enumerate(records)
        self._last: LogRecord | None = None
        self.next = 0

    def read(self, after: Mapping[int, int], limit: int) -> Sequence[LogRecord]:
        """Return the next records, after the last one again where that is asked for."""
        found = [self._last] if self._last is not None and after.get(0) == self.next - 1 else []
        for offset, raw in self._raws:
            found.append(LogRecord(Position(0, offset), None, raw, offset))
            if len(found) >= limit:
                break
        if found:
            self._last, self.next = found[-1], found[-1].position.offset + 1
        return found

    def ends(self) -> Mapping[int, int]:
        """Return how far it was made."""
        return {0: self.next}
