"""Results in the form that ClubCloud, the administration of the German federations, takes.

Semicolons, no headers: group or round; game; set; pass number of each player; points of each;
innings of each; high run of each; day; time. The time is that of Germany.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from ingest.importers import values
from ingest.importers.mapping import Mapping
from ingest.importers.opening import timed
from ingest.importers.port import Drafted, Job
from ingest.importers.report import Report
from ingest.importers.source import Cell, Source
from ingest.importers.tables import Line, RowRefused, Table, taken
from ingest.importers.values import UNKNOWN, When

NAME: Final = "clubcloud"
SAYS: Final = "results of ClubCloud (DBU), CSV without headers"
COLUMNS: Final = (
    "round", "match", "unit", "id_a", "id_b", "score_a", "score_b",
    "innings_a", "innings_b", "high_run_a", "high_run_b", "date", "time",
)  # fmt: skip
ZONE: Final = "Europe/Berlin"
LABEL: Final = " / "
"""Between group, game and set in the round of a match."""
_FEWEST: Final = 11
"""Columns without day and time, as older files have."""
_LOOKED_AT: Final = 10


def fits(source: Source, mapping: Mapping) -> bool:
    """Tell whether the first rows have the columns, numbers where numbers belong."""
    del mapping
    if source.kind != "text":
        return False
    rows = [row for _, rows in source.head(_LOOKED_AT) for row in rows if any(row)]
    return bool(rows) and all(_is_result(row) for row in rows[1:] or rows)


def _is_result(row: list[Cell]) -> bool:
    cells = [str(cell).strip() for cell in row]
    return (
        _FEWEST <= len(cells) <= len(COLUMNS)
        and all(re.fullmatch(r"\d+", cell) for cell in cells[3:5])
        and all(re.fullmatch(r"-?\d*([.,]0)?", cell) for cell in cells[5:11])
    )


def read(source: Source, job: Job) -> Iterator[Drafted]:
    """Yield the matches; the place of a row is that of the file, which has no header."""
    for sheet in source.sheets():
        columns = {name: index for index, name in enumerate(COLUMNS)}
        fixed = {name: str(value) for name, value in job.mapping.constants.items()}
        table = Table(
            source.name, sheet.name, 0, columns, [], fixed, sheet.rows, job.mapping, job.report
        )
        for line in table.lines():
            if line.text("round").casefold().startswith("gruppe/runde"):
                job.report.note("left_out", "a row of headers", line.place())
                continue
            made = taken(line, partial(_draft, line, job))
            if made is not None:
                yield made


def _draft(line: Line, job: Job) -> Drafted:
    if not _is_result(line.cells):
        raise RowRefused(f"no result: {_FEWEST} to {len(COLUMNS)} cells, pass numbers in D and E")
    numbers = [line.text("id_a"), line.text("id_b")]
    if numbers[0] == numbers[1]:
        raise RowRefused("both sides are one person", "id_b", numbers[1])
    ids = [job.ids.player(NAME, number) for number in numbers]
    scores = [line.whole("score_a"), line.whole("score_b")]
    at, discipline = _when(line, job), _discipline(line, job)
    key = (line.text("round"), line.text("match"), line.text("unit"), str(line.cell("date")))
    made = Drafted(job.ids.match(NAME, job.mapping.constant("event"), *key, *numbers))
    made.add(
        line.place(),
        "match_opened",
        discipline=discipline,
        rules=job.mapping.constant("rules", "PL" if discipline == "14.1" else "LT"),
        players=ids,
        target=_target(line, [score or 0 for score in scores], job),
        event=job.mapping.constant("event") or None,
        round=LABEL.join(filter(None, map(line.text, ("round", "match", "unit")))) or None,
        **timed(at),
    )
    score = {one: points for one, points in zip(ids, scores, strict=True) if points is not None}
    figures = {name: _pair(line, name, ids) for name in ("innings", "high_run")}
    winner = None if len({*scores}) == 1 else ids[int((scores[1] or 0) > (scores[0] or 0))]
    made.add(
        line.place("score_a"), "claim", score=score or None, winner=winner, source=NAME,
        **figures, **timed(at),
    )  # fmt: skip
    return made


def _discipline(line: Line, job: Job) -> str:
    told = line.table.fixed.get("discipline", "")
    if not told:
        words = "the discipline is not in the format: 14.1 taken, the one with innings and high run"
        job.report.once("guessed", words, line.place())
        return "14.1"
    return line.word("discipline") or told


def _target(line: Line, scores: list[int], job: Job) -> int:
    told = values.whole(line.table.fixed.get("target", "")) or 0
    if not told:
        words = "points to win are not in the format: the greater score taken"
        job.report.once("guessed", words, line.place())
    return told or max(1, *scores)


def _when(line: Line, job: Job) -> When:
    found = values.day(line.cell("date")) if line.cell("date") != "" else None
    if found is None:
        job.report.once("guessed", "no day: the time is unknown", line.place("date"))
        return UNKNOWN
    time = values.hour(line.cell("time"))
    if time is None:
        return values.at_day(found[0])
    read = values.local(values.datetime.combine(found[0], time), line.text("zone") or ZONE)
    if read.doubt:
        job.report.note("guessed", read.doubt, line.place("time"), line.text("time"))
    return read


def _pair(line: Line, name: str, ids: list[str]) -> dict[str, int] | None:
    figures = {one: line.whole(f"{name}_{which}") for one, which in zip(ids, "ab", strict=True)}
    return {one: figure for one, figure in figures.items() if figure is not None} or None


__all__ = ["COLUMNS", "NAME", "SAYS", "ZONE", "Report", "fits", "read"]
