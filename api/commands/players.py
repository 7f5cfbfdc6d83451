"""``cuelog players``: who is known, by which name, and who counts as one."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import App, Parameter
from rich.text import Text

from api.commands.place import HERE, Place
from api.erasing import Unknown, check_known
from api.node import Node
from api.people import BadAlias, NameErased, NoSuchEntry
from api.printing import print_json, show, table
from api.refusal import Refused
from api.remote import Remote
from api.wiring import open_for_append, open_people, reach
from ingest.log import LogError
from ingest.names import NameLikeId

COLUMNS = ("player", "name", "country", "matches", "merged into", "by entry")
ALIAS_COLUMNS = ("source", "alias", "player")
PAGE = 500
Json = Annotated[bool, Parameter(negative=(), help="Print JSON.")]
Country = Annotated[str | None, Parameter(help="Country, as it is to be shown.")]

app = App(
    name="players",
    help="List players; name them, merge them, erase a name.",
    help_format="plaintext",
    result_action="return_value",
    version_flags=[],
)


@app.default
def list_players(*, json: Json = False, place: Place = HERE) -> None:
    """List players with the name shown, their matches, and who they count for."""
    found = _listed(place)
    if json:
        print_json(found)
        return
    show(table(COLUMNS, [_row(one) for one in found]))


def _listed(place: Place) -> list[dict[str, Any]]:
    def local(node: Node) -> list[dict[str, Any]]:
        try:
            return node.people.listed(node)
        except LogError as error:
            raise Refused(str(error)) from error

    def remote(holder: Remote) -> list[dict[str, Any]]:
        asked, items = {"limit": str(PAGE)}, list[dict[str, Any]]()
        while True:
            told = holder.get("/v1/players", asked)
            items += told["items"]
            if told["next"] is None:
                return items
            asked["cursor"] = told["next"]

    return reach(place.data, place.log, local, remote)


def _row(one: dict[str, Any]) -> tuple[object, ...]:
    name = "(erased)" if one["erased"] else one["name"]
    if one["name_from"] == "log":
        name = f"{name} (from a log)"
    return (
        one["player"], name, one["country"], one["matches"], one["merged_into"], one["merge"],
    )  # fmt: skip


@app.command
def name(player: str, name: str, *, country: Country = None, place: Place = HERE) -> None:
    """Keep a name for an id, in the register beside the log."""
    with open_people(place.data, place.log) as people:
        try:
            people.name(player, name, country)
        except (NameErased, NameLikeId) as error:
            raise Refused(str(error)) from error
    show(Text(f"{player} is shown as {name}"))


@app.command
def new(name: str, *, country: Country = None, place: Place = HERE) -> None:
    """Keep a name under a new random id, and print the id."""
    with open_people(place.data, place.log) as people:
        made = people.new(name, country)
    show(Text(made.player))


@app.command
def merge(player: str, into: str, *, reason: str | None = None, place: Place = HERE) -> None:
    """Count one id for another; the id printed is what ``unmerge`` takes."""
    if player == into:
        raise Refused(f"{player} is the same player already")
    with open_people(place.data, place.log) as people:
        entry = people.merge(player, into, reason)
        counted = people.known().whole(player)
    if counted == player:
        show(Text(f"{entry}: without effect, since {into} counts for {player}"))
    else:
        show(Text(f"{entry}: {player} counts for {counted}"))


@app.command
def unmerge(entry: str, *, reason: str | None = None, place: Place = HERE) -> None:
    """Undo a merge exactly."""
    with open_people(place.data, place.log) as people:
        try:
            people.unmerge(entry, reason)
        except NoSuchEntry as error:
            words = "is no merge that stands; `cuelog players` lists them"
            raise Refused(f"{entry} {words}") from error
    show(Text(f"{entry} is undone"))


@app.command
def alias(player: str, source: str, number: str, *, place: Place = HERE) -> None:
    """Count what a source says of one of its numbers for a player, such as a pass number."""
    with open_people(place.data, place.log) as people:
        try:
            own = people.alias(player, source, number)
        except BadAlias as error:
            raise Refused(str(error)) from error
        counted = people.known().whole(own)
    effect = f"counts for {counted}" if counted != own else "counts for itself, as before"
    show(Text(f"{own} {effect}"))


@app.command
def unalias(source: str, number: str, *, place: Place = HERE) -> None:
    """Let a number of a source stand for itself again."""
    with open_people(place.data, place.log) as people:
        try:
            people.end_alias(source, number)
        except NoSuchEntry as error:
            words = "stands for nobody else; `cuelog players aliases` lists those that do"
            raise Refused(f"{error} {words}") from error
    show(Text(f"{source} {number} stands for itself"))


@app.command
def aliases(*, json: Json = False, place: Place = HERE) -> None:
    """List the numbers of sources with the players they stand for."""
    with open_people(place.data, place.log) as people:
        rows = [(*own, player) for own, player in sorted(people.aliases().items())]
    if json:
        print_json([dict(zip(ALIAS_COLUMNS, row, strict=True)) for row in rows])
        return
    show(table(ALIAS_COLUMNS, rows))


@app.command
def erase(player: str, *, place: Place = HERE) -> None:
    """Erase the name of a person for good, under every id merged into one.

    It is shown nowhere from then on, whatever a log says; the ids and the matches stay. An id that
    no name and no record is of is refused, since it may be a slip.
    """
    with open_people(place.data, place.log) as people:
        before = people.erased()
        try:
            with open_for_append(place.data, place.log) as log:
                check_known(people, log, player)
        except Unknown as error:
            raise Refused(f"{error}; nothing was erased") from error
        gone = people.erase(player)
    again = before.issuperset(gone)
    words = "was erased before, nothing new is recorded" if again else "is erased"
    show(Text(f"the name of {', '.join(gone)} {words}; ids and matches stay"))
