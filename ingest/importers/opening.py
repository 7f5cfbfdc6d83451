"""The opening of a match as a row or the head of a sheet tells it, and what had to be guessed."""

from __future__ import annotations

from typing import Any, Final

from ingest.importers import values
from ingest.importers.ids import squeezed
from ingest.importers.people import Side
from ingest.importers.port import Job
from ingest.importers.tables import TEXTS, Line, RowRefused, Table
from ingest.importers.values import UNKNOWN, When

_LABELS: Final = ("event", "round", "venue", "table")


def source_of(table: Table, job: Job) -> str:
    """Return under which name the numbers of players and matches of a table are unique."""
    given = table.fixed.get("source", "")
    if given:
        return given
    stem = "".join(sign for sign in table.file.rsplit(".", 1)[0] if sign.isalnum() or sign in "-_")
    ascii_stem = stem.encode("ascii", "ignore").decode()[:24] or "sheet"
    if {"id_a", "id_b", "match"} & table.columns.keys():
        words = f"numbers are taken as those of {ascii_stem}, after the file; name it with --source"
        job.report.once("guessed", words, table.place(table.header_row))
    return ascii_stem


def when(line: Line, job: Job) -> When:
    """Return when a match was played, as far as a row says it."""
    written = line.cell("date")
    if written == "":
        return UNKNOWN
    if isinstance(written, str) and "T" in written.upper():
        read = values.instant(written, line.text("zone"))
        if read is not None:
            return _doubted(read, line, job)
    year = line.whole("year")
    found = values.day(written, year)
    if found is None:
        words = "no date that can be read: the time is unknown"
        if isinstance(written, str) and "/" in written and year is None:
            words = "a date without a year: the time is unknown; give the year with --year"
        job.report.once("guessed", words, line.place("date"), written)
        return UNKNOWN
    date, guessed = found
    if guessed:
        words = "which is the day and which the month, or the year, was guessed"
        job.report.once("guessed", words, line.place("date"), f"{written} is {date}")
    time = values.hour(line.cell("time")) if line.cell("time") != "" else None
    if time is None:
        return values.at_day(date)
    return _doubted(values.local(values.datetime.combine(date, time), line.text("zone")), line, job)


def _doubted(read: When, line: Line, job: Job) -> When:
    if read.doubt:
        job.report.once("guessed", read.doubt, line.place("date"), line.cell("date"))
    return read


def discipline_of(line: Line, default: str = "") -> str:
    """Return the discipline of a row; refuses one that is not ours, and none at all."""
    found = line.word("discipline") or default
    if not found:
        raise RowRefused("the discipline is not said: give it with --discipline", "discipline")
    return found


def rules_of(line: Line, discipline: str, job: Job) -> str:
    """Return the rule text of a row; for 14.1 where none is said, that of the headers' language."""
    written = line.text("rules").upper()
    if written:
        if written not in ("SI", "PL", "LT"):
            raise RowRefused("no such rule text: SI, PL or LT", "rules", written)
        return written
    if discipline != "14.1":
        return "LT"
    language = line.table.language
    text = TEXTS.get(language or "", "PL")
    words = f"the rule text is not said: {text} taken" + (", after the headers" if language else "")
    job.report.once("guessed", words, line.table.place(line.table.header_row))
    return text


def opening(
    line: Line, players: tuple[Side, Side], discipline: str, at: When, job: Job
) -> dict[str, Any]:
    """Return the fields of a ``match_opened``, the race excepted."""
    labels = {name: squeezed(line.text(name)) or None for name in _LABELS}
    return {
        "discipline": discipline,
        "rules": rules_of(line, discipline, job),
        "players": [player.id for player in players],
        **labels,
        **timed(at),
    }


def timed(at: When) -> dict[str, str | None]:
    """Return the fields of an event that say when it was."""
    return {"at": at.at, "at_precision": None if at.precision == "exact" else at.precision}
