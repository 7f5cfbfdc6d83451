"""The port of all importers: what they are given and what they yield."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from ingest.importers.ids import Ids
from ingest.importers.mapping import Mapping
from ingest.importers.report import Place, Report
from ingest.importers.source import Source
from ingest.names import Named


class Fact(NamedTuple):
    """The body of an event (no id, match or seq), and the place in the file that says it."""

    body: dict[str, Any]
    place: Place


class Stated(NamedTuple):
    """A running score a file states after so many facts, which the rules may or may not yield."""

    after: int
    player: str
    score: int
    place: Place


@dataclass(slots=True)
class Drafted:
    """A match as a file tells it; ``stated`` goes in as claims where the replay differs."""

    match: str
    facts: list[Fact] = field(default_factory=list[Fact])
    stated: list[Stated] = field(default_factory=list[Stated])
    named: list[Named] = field(default_factory=list[Named])

    def add(self, place: Place, kind: str, **body: Any) -> None:  # noqa: ANN401 - JSON
        """Add an event; fields of None are left out, as what was not recorded is."""
        told = {name: value for name, value in body.items() if value is not None}
        self.facts.append(Fact({"type": kind, **told}, place))


@dataclass(slots=True)
class Job:
    """One import: ids, what the user says of the files, and the report."""

    ids: Ids
    mapping: Mapping
    report: Report
    notebook: dict[str, Any] = field(default_factory=dict[str, Any])
    """What one file of an import has to tell another: breaks of a league, results of fixtures."""


class Importer(Protocol):
    """A module that reads one kind of file."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a constant of a module
        """Return the name of the format."""
        ...

    @property
    def SAYS(self) -> str:  # noqa: N802 - as above
        """Return what the format is, for people."""
        ...

    def fits(self, source: Source, mapping: Mapping) -> bool:
        """Tell from its beginning whether a file is of this kind."""
        ...

    def read(self, source: Source, job: Job) -> Iterator[Drafted]:
        """Yield the matches of a file; raises ``Unreadable``."""
        ...
