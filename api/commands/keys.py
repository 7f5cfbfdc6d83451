"""``cuelog keys``: the Ed25519 keys with which players and officials sign results."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, Literal

from cyclopts import App, Parameter
from rich.text import Text

from api.commands.place import HERE, Place
from api.log_key import key_folder
from api.people import NoSuchEntry, People
from api.printing import print_json, show, table
from api.refusal import Refused
from api.wiring import open_people
from ingest import keys as crypto

COLUMNS: Final = ("key", "holder", "role", "counts until", "public")
Json = Annotated[bool, Parameter(negative=(), help="Print JSON: the file `verify --keys` takes.")]
Role = Literal["player", "official"]

app = App(
    name="keys",
    help="Make, list, register and revoke the keys with which results are signed.",
    help_format="plaintext",
    result_action="return_value",
    version_flags=[],
)


@contextmanager
def register(place: Place) -> Generator[People]:
    """Open the registry; what is wrong with a key ends the command."""
    with open_people(place.data, place.log) as people:
        try:
            yield people
        except crypto.BadKey as error:
            raise Refused(str(error)) from error


@app.default
def list_keys(*, json: Json = False, place: Place = HERE) -> None:
    """List the public keys; with --json as the file that `cuelog verify --keys` takes."""
    with register(place) as people:
        found = list(people.keys().values())
    if json:
        show(crypto.write_keys(found).decode())
        return
    rows = [(one.key, one.holder, one.role, one.revoked_at, one.public) for one in found]
    show(table(COLUMNS, rows))


app.command(list_keys, name="list")


@app.command
def new(
    holder: str,
    *,
    role: Role = "player",
    out: Path | None = None,
    registered: Annotated[bool, Parameter(name="--register", negative=())] = False,
    json: Annotated[bool, Parameter(negative=(), help="Print JSON.")] = False,
    place: Place = HERE,
) -> None:
    """Make a key; the private part goes into a file for its owner alone (0600).

    Parameters
    ----------
    holder
        Id of the player or official whose it is.
    role
        What the holder signs as.
    out
        File of the private key; keys/KEY.key in the data directory if not given.
    registered
        Let it count at once; else send the public part to who runs `cuelog keys register`.
    json
        Print JSON.
    place
        Where the data is.
    """
    private = crypto.new_private()
    public = crypto.public_of(private)
    key = crypto.fingerprint(public)
    path = out or key_folder(place.data) / f"{key}.key"
    try:
        crypto.save_private(path, private)
    except crypto.BadKey as error:
        raise Refused(str(error)) from error
    if registered:
        with register(place) as people:
            people.register_key(holder, public, role)
    if json:
        told = {"key": key, "holder": holder, "role": role, "public": public, "file": str(path)}
        print_json(told)
        return
    show(Text(f"{key} of {holder}, in {path}\npublic: {public}"))
    if not registered:
        show(Text(f"it counts after: cuelog keys register {holder} {public} --role {role}"))


@app.command(name="register")
def register_key(holder: str, public: str, *, role: Role = "player", place: Place = HERE) -> None:
    """Let a public key count for a player or an official."""
    with register(place) as people:
        made = people.register_key(holder, public.lower(), role)
    show(Text(f"{made.key} counts for {holder} ({role})"))


@app.command
def revoke(key: str, *, reason: str | None = None, place: Place = HERE) -> None:
    """Let a key count no longer; what the log received before it stays signed."""
    with register(place) as people:
        try:
            people.revoke_key(key, reason)
        except NoSuchEntry as error:
            raise Refused(f"{key} is no key that counts; `cuelog keys` lists them") from error
    show(Text(f"{key} counts no longer"))
