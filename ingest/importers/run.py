"""One import: which importer reads a file, and the matches of all files with their report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ingest.importers import (
    breaks,
    clubcloud,
    cuescore,
    innings,
    pooltool,
    results,
    snooker_org,
)
from ingest.importers.assemble import Assembled, assemble
from ingest.importers.breaks import Breaks
from ingest.importers.fixtures import FRAME, Fixtures
from ingest.importers.ids import Ids
from ingest.importers.mapping import Mapping
from ingest.importers.port import Importer, Job
from ingest.importers.profiles import profile_of
from ingest.importers.report import Place, Report
from ingest.importers.source import Source, Unreadable

IMPORTERS: Final[Sequence[Importer]] = (
    cuescore, pooltool, snooker_org, innings, breaks, results, clubcloud,
)  # fmt: skip
"""In the order they are tried; the narrower before the wider."""


class UnknownFormat(ValueError):  # noqa: N818 - reads as what is the case
    """No importer reads a file, or none of that name exists."""


def named(name: str) -> Importer:
    """Return an importer by name; raises ``UnknownFormat``."""
    for one in IMPORTERS:
        if name == one.NAME:
            return one
    known = ", ".join(one.NAME for one in IMPORTERS)
    raise UnknownFormat(f"no format is called {name}; there are {known}")


def choose(source: Source, mapping: Mapping) -> Importer:
    """Return the importer for a file by its content; raises ``UnknownFormat``."""
    for one in IMPORTERS:
        if one.fits(source, mapping):
            return one
    words = "no known headers or structure: name the format, or the columns in a mapping file"
    raise UnknownFormat(words)


def read(
    sources: Sequence[Source], mapping: Mapping, key: bytes, report: Report
) -> Iterator[Assembled]:
    """Yield the matches of files as events; what keeps a file from being read is in the report."""
    job = Job(Ids(key), mapping, report)
    for source, importer, its_mapping in _ordered(sources, mapping, report):
        job.mapping = its_mapping
        report.formats[source.name], before = importer.NAME, (report.rows, report.counts.total())
        try:
            for drafted in importer.read(source, job):
                made = assemble(drafted, importer.NAME, report)
                if made is not None:
                    yield made
        except Unreadable as error:
            report.note("refused", str(error), Place(source.name))
        if before == (report.rows, report.counts.total()):
            report.note("left_out", "no row and no match in it", Place(source.name))
    Fixtures.of(job).compare(job)
    Breaks.of(job).leave_rest(job)


def _ordered(
    sources: Sequence[Source], mapping: Mapping, report: Report
) -> list[tuple[Source, Importer, Mapping]]:
    """Return what can be read: what others ask for goes first, best breaks before frames."""
    found: list[tuple[Source, Importer, Mapping]] = []
    for source in sources:
        try:
            its_mapping = profile_of(source, mapping)
            source.encoding, source.delimiter = its_mapping.encoding, its_mapping.delimiter
            wanted = its_mapping.format
            importer = named(wanted) if wanted else choose(source, its_mapping)
            _note_encoding(source, report)
            found.append((source, importer, its_mapping))
        except (Unreadable, UnknownFormat) as error:
            report.note("refused", str(error), Place(source.name))
    return sorted(found, key=lambda one: _turn(one[1], one[2]))


def _turn(importer: Importer, mapping: Mapping) -> int:
    """Return when to read a file: frames ask for breaks, and results of fixtures for frames."""
    if importer.NAME == breaks.NAME:
        return 0
    return 1 if mapping.constant("unit") == FRAME else 2


def _note_encoding(source: Source, report: Report) -> None:
    if source.kind != "text":
        return
    report.encodings[source.name] = source.decoding.name
    if source.decoding.guessed:
        words = f"not UTF-8: read as {source.decoding.name}; a mapping file names another encoding"
        report.note("guessed", words, Place(source.name))
