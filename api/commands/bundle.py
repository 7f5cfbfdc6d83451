"""``cuelog bundle``: a match with its proofs for a third party; and the check of one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.text import Text

from api.bundle import Bundle, Located, NoBundle, make_bundle, write_bundle
from api.bundle_check import Checked, Fault, check_bundle
from api.commands.find import find_match
from api.commands.keys import register
from api.commands.place import HERE, Place
from api.commands.signatures import show_signatures
from api.commands.tree import opened_trees
from api.files import Placed
from api.log_key import log_key
from api.printing import count, print_json, show
from api.refusal import Refused
from ingest.keys import Keyring
from ingest.log import Position

SHOWN: Final = 20
"""Faults that are listed; of more, the number is told."""


def bundle(match: str, out: Path, *, place: Place = HERE) -> None:
    """Write a match of the log with leaf hashes, root, signatures, rulings and proofs to a file.

    Whoever has the public keys (`cuelog keys --json`) checks it by `cuelog verify OUT --keys FILE`,
    without the log and without us.

    Parameters
    ----------
    match
        Id of a match of the log.
    out
        File to write.
    place
        Where the data is.
    """
    name, records = find_match(match, place)
    if not records[0].file.startswith("log "):
        raise Refused(f"{match} is a file; a bundle is made of a match of the log")
    with register(place) as people:
        key, known = log_key(place.data, people), people.known()
    with opened_trees(place) as (_, trees):
        try:
            made = make_bundle(name, _located(records), trees, key, known.clean_record)
        except NoBundle as error:
            raise Refused(str(error)) from error
    try:
        out.write_bytes(write_bundle(made))
    except OSError as error:
        raise Refused(f"{out}: {error.strerror}; name another file") from error
    show(Text(f"{out}: {count(made.head.events, 'event')} of {name}, root {made.head.root}"))
    if None in made.events:
        words = count(made.events.count(None), "event")
        show(Text(f"withheld for an erased name: {words}; only hashes can be checked"))


def _located(records: Sequence[Placed]) -> list[Located]:
    return [
        (Position(int(one.file.removeprefix("log ")), one.line), one.received_ms, one.received)
        for one in records
    ]


def verify_bundle(given: Bundle, keys: Keyring, *, json: bool) -> int:
    """Check a bundle and print what is wrong; the exit status is 1 if anything is."""
    checked, head = check_bundle(given, keys), given.head
    if json:
        print_json(
            {
                "match": head.match,
                "events": len(given.events),
                "digest": head.digest,
                "root": head.root,
                "faults": [fault._asdict() for fault in checked.faults],
                "notes": checked.notes,
                "signatures": [one.fields() for one in checked.signatures],
            }
        )
    else:
        _print_checked(given, checked)
    return 0 if checked.clean else 1


def _print_checked(given: Bundle, checked: Checked) -> None:
    head = given.head
    show(Text(f"{head.match}: {count(len(given.events), 'event')}, digest {head.digest}"))
    show(*(Text(_told(fault)) for fault in checked.faults[:SHOWN]))
    if len(checked.faults) > SHOWN:
        show(Text(f"  and more: {len(checked.faults)} faults in all"))
    show(*map(Text, checked.notes))
    if not checked.faults:
        words = "every event is the one the log has, at its place; replayed, it is ruled as told"
        show(Text(words if not checked.notes else "every event is the one the log has"))
    show_signatures(checked.signatures)


def _told(fault: Fault) -> str:
    where = "" if fault.seq is None else f"seq {fault.seq} "
    return f"  {fault.kind}: {where}{fault.words}"
