"""Imports: files of other systems through an importer into the log, all of them or nothing.

Files are read twice: once to see whether anything is refused, and once to append. What an earlier
import left in the log is compared with the file as it is now (``ingest.importers.amend``).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from api.auth import write_private
from api.node import Node
from api.reading import records, stored
from api.status import Outcomes, outcomes, spans_of
from domain.events import AnyEvent, encode_event
from domain.ledger import Ledger
from ingest.importers.amend import Amended, ForeignMatch, amend
from ingest.importers.assemble import Assembled
from ingest.importers.ids import KEY_BYTES
from ingest.importers.mapping import Mapping
from ingest.importers.report import Report
from ingest.importers.run import read
from ingest.importers.source import Source
from ingest.log import NewRecord, Position
from ingest.names import Named

KEY_FILE: Final = "import.key"
BATCH: Final = 5_000
"""Records appended at once: all of them are durable, or none is."""
SHOWN: Final = 500
"""Matches whose state is told after an import."""


@dataclass(slots=True, frozen=True)
class Wanted:
    """What is to be imported, and how: nothing of it, all or nothing, or what is not refused."""

    sources: Sequence[Source]
    mapping: Mapping
    dry_run: bool = False
    partial: bool = False
    recorder: str | None = None

    def fields(self) -> dict[str, Any]:
        """Return it as data for the service of this machine, which reads the same files."""
        paths = [[one.name, str(one.path)] for one in self.sources]
        mapping = msgspec.to_builtins(self.mapping)
        told = {"sources": paths, "mapping": mapping}
        return told | {"dry_run": self.dry_run, "partial": self.partial}


@dataclass(slots=True)
class _Sum:
    """What a pass over the files comes to."""

    records: int = 0
    corrections: int = 0
    unchanged: int = 0
    names: int = 0
    positions: list[Position] = field(default_factory=list[Position])
    matches: list[str] = field(default_factory=list[str])


def import_key(data: Path, *, make: bool) -> bytes:
    """Return the secret that ids of people known by name alone are made with.

    It is made with the first import; a copy of the file gives another directory the same ids.
    """
    path = data / KEY_FILE
    if not path.exists():
        if not make:
            return bytes(KEY_BYTES)
        write_private(path, f"{secrets.token_hex(KEY_BYTES)}\n")
    return bytes.fromhex(path.read_text(encoding="ascii").strip())


def import_files(
    node: Node, data: Path, wanted: Wanted, arrived: Callable[[Sequence[Position]], bool]
) -> dict[str, Any]:
    """Import files and return the report; ``arrived`` waits until records are in the tables."""
    key, report = import_key(data, make=not wanted.dry_run), Report()
    tried = _Sum()
    for _, amended in _amended(node, wanted, key, report):
        _count(tried, amended)
    refused = bool(report.counts["refused"]) and not wanted.partial
    told = report.fields() | {"dry_run": wanted.dry_run, "imported": False, "appended": 0}
    if wanted.dry_run or refused:
        return told | _figures(tried)
    done = _append(node, wanted, key)
    arrived(done.positions)
    asked = Outcomes(spans=spans_of(done.positions), matches=done.matches)
    became = outcomes(node, asked)
    told |= {"imported": True, "appended": done.records, "names": done.names}
    return told | _figures(done) | {"quarantined": became["quarantined"]} | _states(became)


def nothing_taken(told: dict[str, Any]) -> bool:
    """Tell whether a report is of an import from which a refusal kept everything out."""
    return bool(told["refused"]) and not told["imported"] and not told["dry_run"]


def exit_status(told: dict[str, Any]) -> int:
    """Return 0 when all was taken, 1 when something was doubtful, 2 when nothing was taken."""
    if nothing_taken(told):
        return 2
    doubtful = told["refused"] or told["contradictory"] or told.get("quarantined")
    return 1 if doubtful else 0


def _figures(done: _Sum) -> dict[str, Any]:
    return {
        "new": done.records - done.corrections,
        "corrections": done.corrections,
        "unchanged": done.unchanged,
    }


def _states(became: dict[str, Any]) -> dict[str, Any]:
    return {"states": became["matches"]}


def _count(done: _Sum, amended: Amended) -> None:
    done.records += len(amended.events)
    done.corrections += amended.corrections
    done.unchanged += not amended.events


def _amended(
    node: Node, wanted: Wanted, key: bytes, report: Report
) -> Iterator[tuple[Assembled, Amended]]:
    """Yield every match of the files with what is to be appended to it."""
    known = {str(row[0]) for row in node.rows("SELECT match FROM matches")}
    seen: set[str] = set()
    for made in read(wanted.sources, wanted.mapping, key, report):
        if made.match in seen:
            words = "a second match of the same day and players: number them in a column"
            report.note("refused", words, made.places[0])
            continue
        seen.add(made.match)
        try:
            events = _events(node, made.match) if made.match in known else []
            amended = amend(events, made)
        except ForeignMatch as error:
            report.note("refused", str(error), made.places[0])
            continue
        for seq in amended.kept:
            words = f"an official corrected event {seq} of {made.match}: the file changes nothing"
            report.note("contradictory", words, made.places[0])
        yield made, amended


def _events(node: Node, match: str) -> list[AnyEvent]:
    ledger = Ledger()
    for record in records(stored(node, match)):
        ledger.add(record)
    if ledger.waiting():
        raise ForeignMatch(f"match {match} has a gap: fill it first, `cuelog audit {match}`")
    return ledger.events()


def _append(node: Node, wanted: Wanted, key: bytes) -> _Sum:
    """Read the files once more and append, in batches that are durable one after the other."""
    done, batch, names = _Sum(), list[NewRecord](), dict[str, Named]()
    met: set[str] = set()
    for made, amended in _amended(node, wanted, key, Report()):
        _count(done, amended)
        if amended.events and len(done.matches) < SHOWN:
            done.matches.append(made.match)
        for named in made.named:
            if named.player not in met:
                met.add(named.player)
                names[named.player] = named
        batch += [
            NewRecord(made.match, encode_event(event), wanted.recorder) for event in amended.events
        ]
        if len(batch) >= BATCH:
            done.positions = _last([*done.positions, *node.log.append(batch)])
            batch.clear()
    if batch:
        done.positions = [*done.positions, *node.log.append(batch)]
    if names:
        done.names = node.people.add_all(names.values(), by=wanted.recorder)
    return done


def _last(positions: list[Position]) -> list[Position]:
    """Keep of many positions the last of each partition, and of few all."""
    if len(positions) <= BATCH:
        return positions
    return list({one.partition: one for one in sorted(positions)}.values())
