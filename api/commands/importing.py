"""``cuelog import``: files of other systems into the log."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter
from rich.text import Text

from api.cli import STDIN
from api.commands.place import HERE, Place
from api.imports import Wanted, exit_status, import_files
from api.node import Node
from api.printing import count, print_json, show, table
from api.refusal import Refused
from api.remote import Remote
from api.wiring import reach
from ingest.importers.mapping import BadMapping, Mapping, read_mapping
from ingest.importers.run import IMPORTERS, UnknownFormat, named
from ingest.importers.source import Source
from ingest.log import LogError

Flag = Annotated[bool, Parameter(negative=())]
COLUMNS: Final = ("kind", "file", "sheet", "row", "cell", "times", "what", "value")
SHOWN: Final = 40
"""Notes printed; ``--json`` has up to a thousand of each kind."""


@Parameter(name="*")
@dataclass(frozen=True)
class Unsaid:
    """What files do not say of themselves, by the names of the fields of a mapping."""

    discipline: str | None = None
    """Discipline of files that do not say it."""
    rules: str | None = None
    """Rule text of files that do not say it: SI, PL or LT."""
    target: int | None = None
    """Points or racks to win, where the files do not say it."""
    zone: str | None = None
    """Time zone of local times, such as Europe/Ljubljana."""
    year: int | None = None
    """Year in which the season of dates without a year begins."""
    source: str | None = None
    """Under which name numbers of players and matches are unique."""


SAID: Final = Unsaid()


def import_(
    *files: str,
    format: str | None = None,  # noqa: A002 - the name of the option
    mapping: Path | None = None,
    unsaid: Unsaid = SAID,
    dry_run: Flag = False,
    partial: Flag = False,
    json: Annotated[bool, Parameter(negative=(), help="Print JSON, for machines.")] = False,
    place: Place = HERE,
) -> int:
    """Import score sheets, results and other systems' files; all of them, or nothing.

    The report names what was guessed, refused or contradictory with sheet, row and cell. A file
    imported again changes nothing; a corrected one gives corrections. The exit status is 0 when all
    was taken, 1 when something was contradictory or left out by --partial, 2 when nothing was.

    Parameters
    ----------
    files
        CSV, Excel or JSON files, - for standard input. Without any, the formats are listed.
    format
        Name of the format; by default it is told from the content.
    mapping
        TOML file that names unknown headers and words.
    unsaid
        What the files do not say.
    dry_run
        Report alone; nothing is appended.
    partial
        Import what is not refused.
    json
        Print JSON, for machines.
    place
        Where the data is.
    """
    if not files:
        show(table(("format", "what"), [(one.NAME, one.SAYS) for one in IMPORTERS]))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        wanted = Wanted(
            _sources(files, Path(folder)),
            _mapping(mapping, format).with_constants(**asdict(unsaid)),
            dry_run=dry_run,
            partial=partial,
        )
        told = _imported(wanted, place)
    print_json(told) if json else _print(told)
    return exit_status(told)


def _sources(files: Sequence[str], folder: Path) -> list[Source]:
    found: list[Source] = []
    for name in files:
        path = Path(name)
        if name == STDIN:
            path = folder / "stdin"
            with path.open("wb") as file:
                shutil.copyfileobj(sys.stdin.buffer, file)
        if not path.is_file():
            raise Refused(f"{name}: no such file; nothing was imported")
        found.append(Source("standard input" if name == STDIN else path.name, path.absolute()))
    return found


def _mapping(path: Path | None, wanted: str | None) -> Mapping:
    try:
        made = Mapping() if path is None else read_mapping(path.read_bytes())
        return made if wanted is None else made.with_format(named(wanted).NAME)
    except (BadMapping, UnknownFormat, OSError) as error:
        raise Refused(str(error)) from error


def _imported(wanted: Wanted, place: Place) -> dict[str, Any]:
    def local(node: Node) -> dict[str, Any]:
        def arrived(_: object) -> bool:
            node.catch_up()
            return True

        return import_files(node, place.data, wanted, arrived)

    def remote(holder: Remote) -> dict[str, Any]:
        told: dict[str, Any] = holder.post("/internal/imports", wanted.fields())
        return told

    try:
        return reach(place.data, place.log, local, remote)
    except LogError as error:
        words = "import again: what is in the log already does no harm"
        raise Refused(f"{error}; {words}") from error


def _print(told: dict[str, Any]) -> None:
    words = f"{count(told['rows'], 'row')} read, {count(told['matches'], 'match', 'matches')}"
    words += f", {count(told['events'], 'event')}"
    kinds = [f"{told[kind]} {kind.replace('_', ' ')}" for kind in _KINDS if told[kind]]
    show(Text("; ".join([words, *kinds])))
    for file, name in told["formats"].items():
        encoding = told["encodings"].get(file)
        show(Text(f"{file}: {name}" + (f", {encoding}" if encoding else "")))
    notes = told["notes"]
    if notes:
        rows = [[note[name] for name in _FIELDS] for note in notes[:SHOWN]]
        show(table(COLUMNS, [[_blank(cell) for cell in row] for row in rows]))
    if len(notes) > SHOWN:
        show(Text(f"... and {len(notes) - SHOWN} more; --json has them"))
    show(Text(_end(told)))


_KINDS: Final = ("refused", "contradictory", "guessed", "left_out")
_FIELDS: Final = ("kind", "file", "sheet", "row", "cell", "times", "words", "value")


def _blank(cell: object) -> object:
    return "" if cell is None else cell


def _end(told: dict[str, Any]) -> str:
    words = f"{count(told['new'], 'new event')}, {count(told['corrections'], 'correction')}, "
    words += f"{count(told['unchanged'], 'match', 'matches')} unchanged"
    if told["imported"]:
        return f"appended: {words}"
    if told["dry_run"]:
        return f"nothing was appended (--dry-run); it would be: {words}"
    return "nothing was imported: mend what is refused, or take the rest with --partial"
