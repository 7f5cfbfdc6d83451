"""Imports of the golden files, told in a few words: what was made of a file, and every doubt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from domain.events import fields_of
from ingest.importers.assemble import Assembled
from ingest.importers.mapping import Mapping, read_mapping
from ingest.importers.report import Report
from ingest.importers.run import read
from ingest.importers.source import Source

GOLDEN = Path(__file__).parents[1] / "golden" / "imports"
KEY = b"a key for tests of thirty-two b."
_SHARED = {"id", "match", "seq", "by", "at", "at_precision", "type", "players"}


def run(
    paths: Sequence[Path], mapping: Mapping | None = None, key: bytes = KEY
) -> tuple[list[Assembled], Report]:
    """Import files."""
    report = Report()
    sources = [Source(path.name, path) for path in paths]
    return list(read(sources, mapping or Mapping(), key, report)), report


def case(name: str, mapping: Mapping | None = None) -> tuple[list[Assembled], Report]:
    """Import the files of a golden case, with its mapping where it has one."""
    folder = GOLDEN / name
    own = folder / "mapping.toml"
    if mapping is None and own.exists():
        mapping = read_mapping(own.read_bytes())
    paths = sorted(path for path in folder.iterdir() if path.suffix in (".csv", ".json"))
    return run(paths, mapping)


def told(matches: Sequence[Assembled], report: Report) -> str:
    """Return matches and notes as text; players are A and B of their match."""
    lines: list[str] = []
    for made in matches:
        players = fields_of(made.events[0])["players"]
        names = {named.player: named.name for named in made.named}
        who = " - ".join(names.get(player, _shown(player)) for player in players)
        lines.append(f"{who}")
        lines += [f"  {line}" for line in _events(made, players)]
    for note in sorted(report.notes, key=lambda note: (note.place.file, note.place.row or 0)):
        times = f" x{note.times}" if note.times > 1 else ""
        value = f" [{note.value}]" if note.value else ""
        lines.append(f"{note.kind}: {note.place.words()}: {_plain(note.words)}{value}{times}")
    return "\n".join(lines) + "\n"


def _events(made: Assembled, players: Sequence[str]) -> list[str]:
    found: list[str] = []
    for event, place in zip(made.events, made.places, strict=True):
        fields = fields_of(event)
        sides = {players[0]: "A", players[1]: "B"}
        parts = [
            f"{name}={_named(value, sides)}"
            for name, value in fields.items()
            if name not in _SHARED
        ]
        at = fields["at"] + {"day": " day", "unknown": " ?", "estimated": " ~"}.get(
            fields.get("at_precision", ""), ""
        )
        found.append(" ".join([fields["type"], *parts, f"@{at}", f"({place.cell or place.row})"]))
    return found


def _named(value: object, sides: dict[str, str]) -> str:
    text = str(value)
    for player, side in sides.items():
        text = text.replace(player, side)
    return text.replace("'", "").replace(" ", "")


def _shown(player: str) -> str:
    return player if ":" in player else "?"


def _plain(words: str) -> str:
    return " ".join("p-…" if word.startswith("p-") else word for word in words.split())
