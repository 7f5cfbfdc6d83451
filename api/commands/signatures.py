"""Keys and signatures, as the commands that check something share them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from api.commands.keys import register
from api.commands.place import Place
from api.files import Placed
from api.printing import show, table
from api.refusal import Refused
from api.signing import Signature
from api.wiring import directory
from ingest import keys as crypto


def known_keys(keys: Path | None, place: Place) -> crypto.Keyring:
    """Return the keys of a file, else of the registry where the data directory has one."""
    if keys is not None:
        try:
            return crypto.read_keys(keys.read_bytes())
        except (OSError, crypto.BadKey) as error:
            raise Refused(f"{keys}: {error}") from error
    if place.log is None and not (place.data.is_dir() and directory(place.data).log.exists()):
        return {}
    with register(place) as people:
        return people.keys()


def received_by_seq(records: Sequence[Placed]) -> dict[int, int | None]:
    """Return by seq when the log received a record; the first that has the seq counts."""
    told: dict[int, int | None] = {}
    for record in records:
        if record.event is not None:
            told.setdefault(record.event.seq, record.received_ms)
    return told


def show_signatures(found: Sequence[Signature]) -> None:
    """Print what became of signatures."""
    rows = [
        (one.event.seq, one.event.signer, one.event.role, one.event.seq - 1, one.words())
        for one in found
    ]
    if rows:
        show(table(("seq", "signer", "role", "covers events to", "signature"), rows))
    else:
        show(Text("no signature is on the record"))
