"""``cuelog stats``: the statistics over the tables, for people and machines."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter
from rich.text import Text

from analytics import Filters, answer
from api.commands.place import HERE, Place
from api.formats import csv_lines
from api.node import Node
from api.printing import count, print_json, show, table
from api.refusal import Refused
from api.remote import Remote
from api.statistics import (
    BadFilter,
    UnknownStatistic,
    columns_of,
    compute,
    dictionary,
    read_filters,
)
from api.wiring import reach
from projections.lake import is_lake

NAMES = {"since": "from", "until": "to"}


@Parameter(name="*", negative=())
@dataclass(frozen=True)
class How:
    """In which form."""

    json: bool = False
    """Print JSON: rows, filters, the position of the log, versions."""
    csv: bool = False
    """Print CSV."""
    best: bool = False
    """One row a player, where the statistic offers that."""


@Parameter(name="*")
@dataclass(frozen=True)
class Which:
    """What is counted."""

    player: str | None = None
    """Of one player."""
    opponent: str | None = None
    """Against one opponent."""
    discipline: str | None = None
    """14.1, 8-ball, 9-ball, 10-ball or snooker."""
    rules: str | None = None
    """Under one rule text."""
    event: str | None = None
    """Of one competition."""
    match: str | None = None
    """Of one match."""
    standing: str | None = None
    """Of matches whose result stands so, such as confirmed, or provisional,confirmed."""
    since: Annotated[str | None, Parameter(name="--from")] = None
    """From a day on, such as 2026-05-09 (UTC)."""
    until: Annotated[str | None, Parameter(name="--to")] = None
    """Up to and with a day."""
    min_n: Annotated[int | None, Parameter(name="--min-n")] = None
    """Rows with at least so many in their denominator."""

    def given(self) -> dict[str, str]:
        """Return the filters given, by their names outside."""
        return {
            NAMES.get(name, name): str(value)
            for name, value in asdict(self).items()
            if value is not None
        }


EVERYTHING: Final = Which()


def stats(
    name: str | None = None,
    *,
    list_: Annotated[bool, Parameter(name="--list", negative=())] = False,
    how: How = How(),
    which: Which = EVERYTHING,
    place: Place = HERE,
) -> None:
    """Print a statistic, or with --list what there is.

    Parameters
    ----------
    name
        Name of the statistic.
    list_
        List every statistic with its definition.
    how
        In which form.
    which
        What is counted.
    place
        Where the data is: a data directory, or a lake.
    """
    if list_ or name is None:
        _print_list(json=how.json)
        return
    told = _told(name, which.given(), place, best=how.best)
    if how.json:
        print_json(told)
        return
    columns = columns_of(name)
    if how.csv:
        for line in csv_lines(columns, told["rows"]):
            sys.stdout.write(line.decode())
        return
    rows = [[row[column] for column in columns] for row in told["rows"]]
    used = count(told["matches"], "match", "matches")
    show(table(columns, rows), Text(f"{used}, rules {told['rules_version']}"), *_notes(told))


def _notes(told: dict[str, Any]) -> list[Text]:
    """Return what to record for the figures that are missing."""
    return [
        Text(f"{'nothing to show' if name == 'rows' else f'{name} missing'}: it needs {needs}")
        for name, needs in told["unlock"].items()
    ]


def _told(name: str, given: dict[str, str], place: Place, *, best: bool) -> dict[str, Any]:
    try:
        columns_of(name)
        filters = read_filters(given)
    except UnknownStatistic as error:
        raise Refused(f"no statistic is called {name}; `cuelog stats --list` names them") from error
    except BadFilter as error:
        raise Refused(str(error)) from error

    if is_lake(place.data):
        return _of_lake(name, place.data, filters, best=best)

    def local(node: Node) -> dict[str, Any]:
        return compute(name, node, filters, best=best)

    def remote(holder: Remote) -> dict[str, Any]:
        asked = {**given, **({"best": "true"} if best else {})}
        told: dict[str, Any] = holder.get(f"/v1/statistics/{name}", asked)
        return told

    return reach(place.data, place.log, local, remote)


def _of_lake(name: str, folder: Path, filters: Filters, *, best: bool) -> dict[str, Any]:
    """Return a statistic over a lake; merged players are those of the archive it was made of."""
    from projections.archive.manifest import ArchiveError
    from projections.lake.reading import Lake

    try:
        with Lake(folder) as lake:
            return answer(name, lake, filters, best=best, identities=lake.listing.identities)
    except ArchiveError as error:
        raise Refused(str(error)) from error


def _print_list(*, json: bool) -> None:
    if json:
        print_json(dictionary())
        return
    for found in dictionary()["statistics"]:
        show(Text(f"{found['name']}\n  {found['definition']}"))
        for column, meaning in found["columns"].items():
            show(Text(f"    {column}: {meaning}"))
