"""Match logs in files: every record with the place it stands at."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from api.cli import STDIN
from domain.events import AnyEvent
from domain.ledger import Item, Ledger
from ingest.wire import Fault, Received, decode_lines, receive_all


@dataclass(slots=True, frozen=True)
class Placed:
    """A record of a file; reads as what the replay takes."""

    file: str
    line: int
    received: Received
    received_ms: int | None = None
    """When the log received it (Unix ms); a file does not tell."""

    @property
    def raw(self) -> bytes:
        """Return the bytes as received."""
        return self.received.raw

    @property
    def event(self) -> AnyEvent | None:
        """Return the event, if it is one."""
        return self.received.event

    @property
    def fault(self) -> Fault | None:
        """Return what is wrong, if anything is."""
        return self.received.fault

    @property
    def verified(self) -> bool:
        """Tell whether it came with proof of an official's right."""
        return self.received.verified

    @property
    def place(self) -> str:
        """Return file and line."""
        return f"{self.file}:{self.line}"

    def canonical(self) -> bytes:
        """Return the record in canonical form."""
        return self.received.canonical()


@dataclass(slots=True)
class Files:
    """The records of some files in order, and what could not be read."""

    records: list[Placed] = field(default_factory=list[Placed])
    problems: list[str] = field(default_factory=list[str])


def read_files(names: Sequence[str]) -> Files:
    """Read files, ``-`` for standard input; one that cannot be read is a problem, no error."""
    found = Files()
    for name in names:
        try:
            data = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
        except OSError as error:
            words = error.strerror or str(error)
            found.problems.append(f"{name}: {words}; name a .jsonl file, or - for standard input")
            continue
        records = list(_placed(name, data))
        if not records:
            found.problems.append(f"{name}: holds no record; expected one JSON event a line")
        found.records += records
    return found


def _placed(name: str, data: bytes) -> Iterator[Placed]:
    lines = list(decode_lines(data))
    shown = "standard input" if name == STDIN else name
    for line, received in zip(lines, receive_all([line.raw for line in lines]), strict=True):
        yield Placed(shown, line.number, received)


@dataclass(slots=True)
class Places:
    """Where the records of the lists of a replay stand."""

    by_seq: dict[int, str] = field(default_factory=dict[int, str])
    quarantined: list[str] = field(default_factory=list[str])

    def of(self, item: Item) -> str:
        """Return the place of a rejected or waiting record."""
        return "" if item.seq is None else self.by_seq.get(item.seq, "")


def find_places(records: Sequence[Placed], as_of: int | None = None) -> Places:
    """Judge the records as the replay does, to tell where those in its lists stand."""
    ledger, places = Ledger(), Places()
    for record in records:
        if as_of is not None and _seq(record) > as_of:
            continue
        if ledger.add(record) == "quarantined":
            places.quarantined.append(record.place)
        elif record.event is not None:
            places.by_seq.setdefault(record.event.seq, record.place)
    return places


def _seq(record: Placed) -> int:
    """Return the ``seq`` as far as readable; what has none is never beyond any."""
    seq = record.fault.seq if record.event is None and record.fault else None
    return record.event.seq if record.event is not None else seq or 0
