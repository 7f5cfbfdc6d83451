"""``cuelog ingest``, ``rebuild`` and ``status``: the log, and how far it is in the tables."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any, Final

from cyclopts import Parameter
from rich.text import Text

from api.advice import advice
from api.commands.place import HERE, Place
from api.files import Placed, read_files
from api.node import Node
from api.printing import count, print_json, progress, show, table
from api.refusal import Refused, complain
from api.remote import Remote
from api.status import Outcomes, outcomes, spans_of, status_of
from api.wiring import has, open_for_append, reach
from domain.replay import match_of
from ingest.log import LogError, NewRecord, Position

Json = Annotated[bool, Parameter(negative=(), help="Print JSON, for machines.")]
BATCH: Final = 1_000
"""Records appended at once: all of them are durable, or none is."""
LAG_COLUMNS: Final = ("partition", "applied", "end", "behind")


def ingest(*files: str, json: Json = False, place: Place = HERE) -> int:
    """Append match logs to the log and bring the tables up to date.

    Everything is appended, whatever it is: what cannot be folded is kept in quarantine. Sending a
    file again does no harm. The exit status is 0 when all folded or was there before, 1 when
    something was quarantined, rejected or waits, 2 when nothing could be appended.

    Parameters
    ----------
    files
        Files of JSON Lines, - for standard input.
    json
        Print JSON, for machines.
    place
        Where the data is.
    """
    if not files:
        raise Refused("name at least one file, or - for standard input")
    found = read_files(files)
    for problem in found.problems:
        complain(problem)
    if not found.records:
        return 2
    told = bring_up(append(found.records, place), found.records, place)
    if json:
        print_json(told)
    else:
        _print_ingested(told)
    return 1 if found.problems or not _clean(told) else 0


def append(records: Sequence[Placed], place: Place) -> list[Position]:
    """Append records in batches, durable when this returns."""
    new = [NewRecord(match_of(record), record.raw) for record in records]
    starts = range(0, len(new), BATCH)
    positions: list[Position] = []
    with open_for_append(place.data, place.log) as log:
        for start in progress(starts, len(starts), "appending"):
            try:
                positions += log.append(new[start : start + BATCH])
            except LogError as error:
                raise Refused(f"{error} ({len(positions)} of {len(new)} were appended)") from error
    return positions


def bring_up(
    positions: Sequence[Position], records: Sequence[Placed], place: Place
) -> dict[str, Any]:
    """Bring the tables up to what was appended, and return what became of it."""
    matches = sorted({match for record in records if (match := match_of(record)) is not None})
    asked = Outcomes(spans=spans_of(positions), matches=matches)

    def remote(holder: Remote) -> dict[str, Any] | None:
        if not has(place.data, positions):
            return None
        told: dict[str, Any] = holder.post("/internal/outcomes", asked.model_dump())
        return told

    told = reach(place.data, place.log, lambda node: outcomes(node, asked), remote)
    return {"appended": len(positions), **told}


def _clean(told: dict[str, Any]) -> bool:
    troubled = any(match["waiting"] or match["rejected"] for match in told["matches"])
    return not (told["quarantined"] or troubled)


def _print_ingested(told: dict[str, Any]) -> None:
    words = f"{count(told['appended'], 'record')} appended: {told['taken']} new"
    if told["duplicates"]:
        words += f", {count(told['duplicates'], 'duplicate')} without effect"
    show(Text(words))
    rows = [list(match.values()) for match in told["matches"]]
    columns = ("match", "status", "waiting", "rejected", "errors", "warnings", "notes")
    if rows:
        show(table(columns, rows))
    for reason, number in told["quarantined"].items():
        show(Text(f"{number} in quarantine: {reason}; {advice(reason).remedy}"))
    if not _clean(told):
        show(Text("`cuelog audit MATCH` lists each; `cuelog replay FILE` shows their lines"))


def rebuild(*, json: Json = False, place: Place = HERE) -> None:
    """Throw the tables away and make them anew from the log; the log is only read."""

    def local(node: Node) -> dict[str, Any]:
        node.rebuild()
        return status_of(node)

    def remote(holder: Remote) -> dict[str, Any]:
        told: dict[str, Any] = holder.post("/internal/rebuild")
        return told

    if sys.stderr.isatty():
        sys.stderr.write("rebuilding the tables ...\n")
    _print_status(reach(place.data, place.log, local, remote), json=json)


def status(*, json: Json = False, place: Place = HERE) -> None:
    """Show how far the tables are, and what waits or was refused.

    Parameters
    ----------
    json
        Print JSON, for machines.
    place
        Where the data is.
    """

    def remote(holder: Remote) -> dict[str, Any]:
        told: dict[str, Any] = holder.get("/internal/status")
        return {**told, "service": holder.url}

    _print_status(reach(place.data, place.log, status_of, remote), json=json)


def _print_status(told: dict[str, Any], *, json: bool) -> None:
    if json:
        print_json(told)
        return
    partitions = told.pop("partitions")
    rows = [(name.replace("_", " "), _plain(value)) for name, value in told.items()]
    lags = [[lag[name] for name in LAG_COLUMNS] for lag in partitions]
    show(table(("what", "how it stands"), rows), Text(""), table(LAG_COLUMNS, lags))


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{number} {name}" for name, number in value.items()) or "none"  # pyright: ignore[reportUnknownVariableType]
    return "-" if value is None else str(value)
