"""``cuelog audit``: what an auditor should see of a match or a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from api.cli_common import HERE, Place, print_json
from api.cli_find import KnownAt, find
from api.cli_replay import Replayed
from api.files import Placed
from domain.contract import replay_fields
from domain.replay import Line, by_match, replay

Json = Annotated[bool, Parameter(negative=(), help="Print one JSON object a match.")]


def audit(match: str, *, known_at: KnownAt = None, json: Json = False, place: Place = HERE) -> int:
    """List the findings of a match or a file, and what was not folded, each with what to do.

    The exit status is 0 when nothing is wrong, 1 when something was not folded or a finding is an
    error, 2 when there is no such match or file.

    Parameters
    ----------
    match
        Id of a match of the log, or a file, - for standard input.
    known_at
        As the match was known at a position such as 0:41 of the log, or at an instant.
    json
        Print one JSON object a match.
    place
        Where the data is.
    """
    audited = list(_replays(find(match, place, known_at)))
    if json:
        for one in audited:
            fields = replay_fields(one.result)
            print_json({name: value for name, value in fields.items() if name != "state"})
    else:
        from api.replay_tables import print_replays

        print_replays(audited, None, rulings=False)
    return 0 if all(map(_right, audited)) else 1


def _replays(records: Sequence[Placed]) -> Iterator[Replayed]:
    for name, group in by_match(records):
        placed = [record for record in group if isinstance(record, Placed)]
        lines: list[Line] = []
        yield Replayed(placed, replay(name, placed, trace=lines.append), lines)


def _right(one: Replayed) -> bool:
    grave: Any = [found for found in one.result.findings if found.severity == "error"]
    return one.result.clean() and not grave
