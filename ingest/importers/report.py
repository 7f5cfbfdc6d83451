"""What an import made of a file: rows, events, and every doubt with its place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final, Literal

Kind = Literal["guessed", "refused", "contradictory", "left_out"]
KINDS: Final[tuple[Kind, ...]] = ("refused", "contradictory", "guessed", "left_out")
KEPT: Final = 1_000
"""Notes of one kind kept in full; the rest are counted, so that a report stays bounded."""
SHOWN: Final = 80
"""Characters of a value that a note repeats."""


@dataclass(slots=True, frozen=True)
class Place:
    """Where something stands: file, sheet of a workbook, row from 1, cell as ``C7``."""

    file: str
    sheet: str = ""
    row: int | None = None
    cell: str | None = None

    def words(self) -> str:
        """Return the place as people write it."""
        parts = [self.file, self.sheet, self.cell or (f"row {self.row}" if self.row else "")]
        return " ".join(part for part in parts if part)


@dataclass(slots=True)
class Note:
    """One doubt; ``times`` is how often the same was met, the place is the first."""

    kind: Kind
    words: str
    place: Place
    value: str = ""
    times: int = 1

    def fields(self) -> dict[str, Any]:
        """Return the note as data."""
        told = {"kind": self.kind, "words": self.words, "file": self.place.file}
        place = {"sheet": self.place.sheet, "row": self.place.row, "cell": self.place.cell}
        return told | place | {"value": self.value, "times": self.times}


@dataclass(slots=True)
class Report:
    """The report of one import; counts are whole, the notes of a kind at most ``KEPT``."""

    rows: int = 0
    matches: int = 0
    events: int = 0
    counts: Counter[str] = field(default_factory=Counter[str])
    notes: list[Note] = field(default_factory=list[Note])
    encodings: dict[str, str] = field(default_factory=dict[str, str])
    formats: dict[str, str] = field(default_factory=dict[str, str])
    _once: dict[tuple[str, ...], Note] = field(default_factory=dict[tuple[str, ...], Note])
    _kept: Counter[str] = field(default_factory=Counter[str])

    def note(self, kind: Kind, words: str, place: Place, value: object = "") -> Note:
        """Add a note."""
        made = Note(kind, words, place, str(value)[:SHOWN])
        self.counts[kind] += 1
        if self._kept[kind] < KEPT:
            self._kept[kind] += 1
            self.notes.append(made)
        return made

    def once(self, kind: Kind, words: str, place: Place, value: object = "") -> None:
        """Add a note that is made once a file however often it applies; it tells how often."""
        known = self._once.get((kind, words, place.file))
        if known is None:
            self._once[(kind, words, place.file)] = self.note(kind, words, place, value)
            return
        known.times += 1
        self.counts[kind] += 1

    def clean(self) -> bool:
        """Tell whether nothing was refused or contradictory."""
        return not (self.counts["refused"] or self.counts["contradictory"])

    def fields(self) -> dict[str, Any]:
        """Return the report as data, the gravest notes first."""
        ranked = sorted(self.notes, key=lambda note: KINDS.index(note.kind))
        return {
            "rows": self.rows,
            "matches": self.matches,
            "events": self.events,
            **{kind: self.counts[kind] for kind in KINDS},
            "formats": self.formats,
            "encodings": self.encodings,
            "notes": [note.fields() for note in ranked],
            "notes_left_off": sum(self.counts.values()) - sum(note.times for note in self.notes),
        }
