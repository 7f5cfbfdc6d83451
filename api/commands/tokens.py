"""``cuelog tokens``: who may write over HTTP, to which matches, until when."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import Annotated, Final

from cyclopts import App, Parameter
from rich.text import Text

from api.auth import BadExpiry, Known, NoScorer, Tokens
from api.commands.place import HERE, Place
from api.printing import print_json, show, table
from api.refusal import Refused
from api.wiring import directory, open_people
from domain.events.registry import Role

COLUMNS: Final = ("token", "role", "matches", "label", "made", "expires", "counts")
Json = Annotated[bool, Parameter(negative=(), help="Print JSON, for machines.")]

app = App(
    name="tokens",
    help="Make, list and revoke tokens; assign scorers to matches.",
    help_format="plaintext",
    result_action="return_value",
    version_flags=[],
)


def _tokens(place: Place) -> Tokens:
    return Tokens(directory(place.data).path)


@app.default
def list_tokens(*, json: Json = False, place: Place = HERE) -> None:
    """List the tokens with role, matches and end; a token itself is never shown again."""
    found = _tokens(place).listed()
    with open_people(place.data, place.log) as people:
        assigned = people.assignments() if found else frozenset[tuple[str, str]]()
    now = datetime.now(UTC)
    rows = [(one, sorted(match for match, own in assigned if own == one.id)) for one in found]
    if json:
        print_json([_told(one, matches, now) for one, matches in rows])
        return
    show(table(COLUMNS, [_row(one, matches, now) for one, matches in rows]))


app.command(list_tokens, name="list")


def _told(one: Known, assigned: list[str], now: datetime) -> dict[str, object]:
    return {
        "id": one.id, "role": one.role, "matches": list(one.matches), "assigned": assigned,
        "label": one.label, "made": one.made, "expires": one.expires, "counts": not one.ended(now),
    }  # fmt: skip


def _row(one: Known, assigned: list[str], now: datetime) -> tuple[object, ...]:
    matches = "all" if one.may("official") else " ".join([*one.matches, *assigned])
    counts = "no" if one.ended(now) else "yes"
    return one.id, one.role, matches or "-", one.label, one.made, one.expires, counts


@app.command
def new(
    role: Role,
    *,
    match: tuple[str, ...] = (),
    label: str | None = None,
    expires: str | None = None,
    json: Json = False,
    place: Place = HERE,
) -> None:
    """Make a token and print it, the one time it is shown.

    Parameters
    ----------
    role
        viewer reads, scorer writes to matches, official to all and corrects, admin may everything.
    match
        Id of a match a scorer may write to, * for any characters; again for more.
    label
        What it is for, such as table 3.
    expires
        When it ends: a period such as 12h or 30d, or an instant.
    json
        Print JSON, for machines.
    place
        Where the data is.
    """
    try:
        made, token = _tokens(place).new(role, match, label, expires)
    except BadExpiry as error:
        raise Refused(str(error)) from error
    if json:
        print_json({"id": made.id, "role": made.role, "expires": made.expires, "token": token})
        return
    show(Text(token))
    sys.stderr.write(f"cuelog: {made.id} ({made.role}); it is not shown again\n")


@app.command
def revoke(token: str, *, place: Place = HERE) -> None:
    """Let a token count no longer, from the next request on."""
    if not _tokens(place).revoke(token):
        raise Refused(f"{token} is the id of no token; `cuelog tokens` lists them")
    show(Text(f"{token} counts no longer"))


@app.command
def assign(token: str, match: str, *, place: Place = HERE) -> None:
    """Let the token of a scorer write to a match."""
    try:
        _tokens(place).scorer(token)
    except NoScorer as error:
        raise Refused(str(error)) from error
    with open_people(place.data, place.log) as people:
        people.assign(match, token)
    show(Text(f"{token} may write to {match}"))


@app.command
def release(token: str, match: str, *, place: Place = HERE) -> None:
    """Let a token write to a match no longer, unless it was made for it."""
    with open_people(place.data, place.log) as people:
        if not people.release(match, token):
            raise Refused(f"{token} is not assigned to {match}")
    show(Text(f"{token} may write to {match} no longer"))
