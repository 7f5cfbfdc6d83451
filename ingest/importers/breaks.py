"""Best breaks of a league: they say who and on which day, so they need the frames of that day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from ingest.importers.mapping import Mapping
from ingest.importers.opening import source_of
from ingest.importers.people import side
from ingest.importers.port import Drafted, Job
from ingest.importers.report import Place, Report
from ingest.importers.source import Source
from ingest.importers.tables import Line, RowRefused, find_tables, note_unknown, taken

NAME: Final = "breaks"
SAYS: Final = "best breaks of a league; import with the frames of the same days"
Key = tuple[str, ...]
_DAY: Final = ("season", "division", "date")


@dataclass(slots=True)
class Breaks:
    """Breaks that wait for the frame they were made in."""

    waiting: dict[Key, list[tuple[int, Place]]] = field(
        default_factory=dict[Key, list[tuple[int, Place]]]
    )

    @staticmethod
    def of(job: Job) -> Breaks:
        """Return those of an import."""
        made: Breaks = job.notebook.setdefault("breaks", Breaks())
        return made

    def of_frame(
        self, line: Line, ids: list[str], scores: tuple[int, int], *, only: bool
    ) -> list[dict[str, Any]]:
        """Return the breaks of the players of a frame, if it is their only one that day."""
        found: list[dict[str, Any]] = []
        for player, score in zip(ids, scores, strict=True):
            key = _key(line, player)
            fitting = [one for one in self.waiting.get(key, ()) if only and one[0] <= score]
            for points, place in fitting:
                self.waiting[key].remove((points, place))
                found.append({"player": player, "points": points})
        return found

    def leave_rest(self, job: Job) -> None:
        """Say which breaks found no frame, once all files are read."""
        for listed in self.waiting.values():
            for points, place in listed:
                words = "no frame of that day can hold this break: not recorded"
                job.report.note("contradictory", words, place, points)


def _key(line: Line, player: str) -> Key:
    return (*(str(line.cell(name)) for name in _DAY), player)


def fits(source: Source, mapping: Mapping) -> bool:
    """Tell whether a file has a player and a best break in each row."""
    if source.kind == "json":
        return False
    tables = find_tables(source, mapping, Report())
    return any(table.has("high_break", "date") and not table.has("score_a") for table in tables)


def read(source: Source, job: Job) -> Iterator[Drafted]:
    """Put the breaks aside for the frames; yields no match of its own."""
    breaks = Breaks.of(job)
    for table in find_tables(source, job.mapping, job.report):
        note_unknown(table)
        name = source_of(table, job)
        for line in table.lines():
            taken(line, partial(_put, line, breaks, job, name))
    yield from ()


def _put(line: Line, breaks: Breaks, job: Job, source: str) -> None:
    player, points = side(line, "a", job, source), line.whole("high_break")
    if player is None or points is None:
        raise RowRefused("a break has a player and points", "high_break")
    key = _key(line, player.id)
    breaks.waiting.setdefault(key, []).append((points, line.place("high_break")))
