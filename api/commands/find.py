"""The records a command is about: of a file, of a match of the log, as known at a moment."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from api.commands.place import Place
from api.files import STDIN, Files, Placed, read_files
from api.reading import BadView, Cut
from api.refusal import Refused, complain
from domain.replay import by_match, match_of

KnownAt = Annotated[
    str | None,
    Parameter(help="What was in the log at a position such as 0:41, or received by an instant."),
]
NO_FILE = "--known-at asks when the log received a record, which a file does not tell"


def find(name: str, place: Place, known_at: str | None = None) -> list[Placed]:
    """Return the records of a file, or of one match of the log."""
    if is_file(name):
        if known_at is not None:
            raise Refused(NO_FILE)
        found = read_files([name])
        records = found.records
    else:
        found = read_at(place, known_at)
        records = [record for record in found.records if match_of(record) == name]
    for problem in found.problems:
        complain(problem)
    if not records:
        raise Refused(f"{name} is neither a file nor a match of the log with records")
    return records


def find_match(name: str, place: Place, known_at: str | None = None) -> tuple[str, list[Placed]]:
    """Return the records of a match: of the only match of a file, or by id from the log."""
    records = find(name, place, known_at)
    if not is_file(name):
        return name, records
    groups = list(by_match(records))
    if len(groups) != 1:
        raise Refused(f"{name} holds {len(groups)} matches: name one by its id, with --log")
    match = groups[0][0]
    return match, [record for record in records if match_of(record) in (match, None)]


def is_file(name: str) -> bool:
    """Tell whether an argument names a file, or standard input, and no match."""
    return name == STDIN or Path(name).is_file()


def read_at(place: Place, known_at: str | None) -> Files:
    """Read the log as it was at a position or time; the place of a record is its position."""
    from api.wiring import read_log

    try:
        cut = None if known_at is None else Cut.of(known_at)
    except BadView as error:
        raise Refused(str(error)) from error
    return read_log(place.data, place.log, cut)
