"""``cuelog report``: a competition for those who run it: results, standings, what is doubtful."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated, Any, Final

from cyclopts import Parameter
from rich.text import Text

from api.commands.place import HERE, Place
from api.event_answer import STANDING_COLUMNS, BadReport, NoSuchEvent, report_of
from api.formats import csv_lines
from api.printing import count, print_json, show, table
from api.refusal import Refused
from api.wiring import reach

RESULT_COLUMNS: Final = (
    "match", "round", "player1", "player2", "score1", "score2", "winner", "result", "standing",
)  # fmt: skip


def report(
    event: str,
    *,
    criteria: Annotated[
        str | None, Parameter(help="What ranks players, such as wins,difference.")
    ] = None,
    include: Annotated[
        str | None, Parameter(help="Which results count, such as confirmed,provisional.")
    ] = None,
    json: Annotated[bool, Parameter(negative=())] = False,
    csv: Annotated[bool, Parameter(negative=())] = False,
    place: Place = HERE,
) -> int:
    """Report on a competition: standings, every result, and the matches still open or doubtful.

    The exit status is 1 when a match is open or needs a look.

    Parameters
    ----------
    event
        The competition, as `match_opened` names it.
    criteria
        What ranks players, the first first.
    include
        How results that count may stand.
    json
        Print JSON.
    csv
        Print the standings as CSV.
    place
        Where the data is.
    """
    given = {"criteria": criteria, "include": include}
    asked = {name: value for name, value in given.items() if value is not None}
    try:
        told: dict[str, Any] = reach(
            place.data,
            place.log,
            lambda node: report_of(node, event, criteria, include),
            lambda holder: holder.get("/v1/event", {"event": event, **asked}),
        )
    except (BadReport, NoSuchEvent) as error:
        raise Refused(str(error)) from error
    if json:
        print_json(told)
    elif csv:
        for line in csv_lines(STANDING_COLUMNS, told["standings"]):
            sys.stdout.write(line.decode())
    else:
        _print(told)
    return 1 if told["open"] or told["doubtful"] else 0


def _print(told: Mapping[str, Any]) -> None:
    rows = [[_plain(row[name]) for name in STANDING_COLUMNS] for row in told["standings"]]
    show(table(STANDING_COLUMNS, rows, f"{told['event']}: standings"))
    show(Text(f"ranked by {', '.join(told['criteria'])}; results counted: {_tally(told)}"))
    results = [[_plain(row[name]) for name in RESULT_COLUMNS] for row in told["results"]]
    show(table(RESULT_COLUMNS, results, "\nResults"))
    if told["doubtful"]:
        doubtful = [(row["match"], ", ".join(row["findings"])) for row in told["doubtful"]]
        show(table(("match", "why"), doubtful, "\nMatches that need a look"))
    if told["open"]:
        show(
            Text(
                f"\n{count(len(told['open']), 'match', 'matches')} open: {', '.join(told['open'])}"
            )
        )


def _tally(told: Mapping[str, Any]) -> str:
    counted = ", ".join(f"{number} {name}" for name, number in told["counted"].items()) or "none"
    left = ", ".join(f"{number} {name}" for name, number in told["left_out"].items())
    return f"{counted}; left out: {left}" if left else counted


def _plain(value: object) -> object:
    return f"{value:.3f}" if isinstance(value, float) else "-" if value is None else value
