"""``cuelog profile``: a player for a coach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from cyclopts import Parameter
from rich.console import RenderableType
from rich.text import Text

from api.commands.place import HERE, Place
from api.commands.stats import EVERYTHING, Which
from api.node import Node
from api.printing import print_json, show, table
from api.refusal import Refused
from api.remote import Remote
from api.statistics import BadFilter, read_filters
from api.statistics import player_profile as compute
from api.wiring import reach

HEADS: Final = {
    "pressure": "Under pressure (last tenth of the target, deciding racks) and the rest",
    "run_ends": "Where runs end, by the ball of the rack (1 is the break shot)",
    "break_shots": "Break shots",
    "runs": "Best runs",
    "breaks": "Opening breaks",
    "fouls": "Fouls",
    "safeties": "Safeties and their answers",
    "racks": "Racks",
    "push_outs": "Push-outs",
    "snooker_breaks": "Breaks and frames",
    "foul_points": "Foul points",
    "form": "Form",
    "opponents": "Opponents",
}
"""What is printed of a discipline, in this order; the JSON has more."""


def profile(
    player: str,
    *,
    json: Annotated[bool, Parameter(negative=())] = False,
    which: Which = EVERYTHING,
    place: Place = HERE,
) -> None:
    """Show a player for a coach: figures against the field, where runs end, fouls, pressure, form.

    Parameters
    ----------
    player
        Id of the player.
    json
        Print JSON, which holds more than the tables.
    which
        What is counted; the same filters choose the field, ``--min-n`` who belongs to it.
    place
        Where the data is.
    """
    told = _told(player, which.given(), place)
    if json:
        print_json(told)
        return
    if not told["disciplines"]:
        raise Refused(f"nothing is recorded of {player}; `cuelog players` lists who is known")
    for discipline, parts in told["disciplines"].items():
        show(Text(f"\n{told['player']}: {discipline}", style="bold"), *_tables(parts))
    least = told["field"]["min_n"]
    show(Text(f"\nfield: all others with n of {least} or more; rules {told['rules_version']}"))


def _told(player: str, given: Mapping[str, str], place: Place) -> dict[str, Any]:
    asked = {name: value for name, value in given.items() if name != "player"}
    try:
        filters = read_filters(asked)
    except BadFilter as error:
        raise Refused(str(error)) from error

    def local(node: Node) -> dict[str, Any]:
        return compute(player, node, filters)

    def remote(holder: Remote) -> dict[str, Any]:
        told: dict[str, Any] = holder.get(f"/v1/players/{player}/profile", asked)
        return told

    return reach(place.data, place.log, local, remote)


def _tables(parts: Mapping[str, Any]) -> list[RenderableType]:
    shown: list[RenderableType] = [_figures(parts["figures"])]
    for part, words in HEADS.items():
        if rows := parts.get(part):
            shown += [Text(f"\n{words}"), table(list(rows[0]), [_cells(row) for row in rows])]
    return shown


def _figures(figures: Sequence[Mapping[str, Any]]) -> RenderableType:
    columns = (
        "figure", "value", "low", "high", "n", "better", "percentile", "from", "to", "of players",
        "median",
    )  # fmt: skip
    rows: list[list[object]] = []
    for one in figures:
        field: Mapping[str, Any] = one["field"] or {}
        places = ("percentile", "percentile_low", "percentile_high", "players", "median")
        rows.append(
            [
                f"{one['statistic']} {one['figure']}",
                *(one[name] for name in ("value", "low", "high", "n", "better")),
                *(field.get(name) for name in places),
            ]
        )
    return table(columns, rows)


def _cells(row: Mapping[str, Any]) -> list[object]:
    return [
        ", ".join(f"{key} {number}" for key, number in value.items())  # pyright: ignore[reportUnknownVariableType]
        if isinstance(value, dict)
        else value
        for value in row.values()
    ]
