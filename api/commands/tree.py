"""``cuelog log checkpoint``, ``prove``, ``verify``, ``check``: that a log was not changed."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter
from rich.text import Text

from api.commands.keys import register
from api.commands.place import HERE, Place
from api.commands.signatures import known_keys
from api.log_key import LogKey, log_key
from api.log_proof import (
    NotThere,
    Proof,
    ProofFails,
    check_proof,
    proof_fields,
    prove_growth,
    prove_record,
    read_proof,
    tree_of,
)
from api.printing import print_json, show
from api.reading import BadView, Cut
from api.refusal import Refused, complain
from api.wiring import log_url
from domain.merkle import Tree
from ingest.checkpoints import BadCheckpoint, read_note
from ingest.keys import Keyring
from ingest.log import EventLog, LogError, Position, open_log
from ingest.log_trees import LogTrees

NOTES: Final = "checkpoints"
"""Folder of the checkpoints that were given out, one file a partition and size."""
Json = Annotated[bool, Parameter(negative=(), help="Print JSON.")]


@contextmanager
def opened_trees(place: Place) -> Generator[tuple[EventLog, dict[int, Tree]]]:
    """Open the log with its trees."""
    try:
        log = open_log(log_url(place.data, place.log))
        try:
            yield log, LogTrees(log).grown()
        finally:
            log.close()
    except LogError as error:
        raise Refused(str(error)) from error


def _key(place: Place) -> LogKey:
    with register(place) as people:
        return log_key(place.data, people)


def checkpoint(*, partition: int | None = None, json: Json = False, place: Place = HERE) -> None:
    """Print a signed checkpoint: size and root of the tree of the log, to keep and to hand out.

    A copy stays in the folder checkpoints of the data directory, for `cuelog log check`.

    Parameters
    ----------
    partition
        Of one partition; of all if not given.
    json
        Print JSON.
    place
        Where the data is.
    """
    key = _key(place)
    with opened_trees(place) as (_, trees):
        wanted = sorted(trees) or [0] if partition is None else [partition]
        try:
            notes = {part: key.note(part, tree_of(trees, part)) for part in wanted}
        except NotThere as error:
            raise Refused(str(error)) from error
        for part, note in notes.items():
            _keep(place.data / NOTES, part, len(tree_of(trees, part)), note)
    if json:
        print_json([{"partition": part, "checkpoint": note} for part, note in notes.items()])
        return
    sys.stdout.write("\n".join(notes.values()))


def _keep(folder: Path, partition: int, size: int, note: str) -> None:
    folder.mkdir(exist_ok=True)
    path = folder / f"{partition}-{size}.txt"
    if not path.exists():
        path.write_text(note, encoding="utf-8")


def prove(
    position: str | None = None,
    *,
    since: str | None = None,
    size: int | None = None,
    place: Place = HERE,
) -> None:
    """Print a proof as JSON: that a record is in the log, or that the log only grew.

    Parameters
    ----------
    position
        Position of a record, such as 0:41.
    since
        Instead of a position: partition and size of an older checkpoint, such as 0:30.
    size
        Size of the log that is proved against; as it is now if not given.
    place
        Where the data is.
    """
    if (position is None) == (since is None):
        raise Refused("name either the position of a record, or --since PARTITION:SIZE")
    partition, number = _position(position or since or "")
    key = _key(place)
    with opened_trees(place) as (log, trees):
        try:
            tree = tree_of(trees, partition)
            if position is None:
                proof = prove_growth(key, partition, tree, number, size)
            else:
                proof = prove_record(key, partition, tree, number, size)
                proof = _with_record(proof, log, partition, number)
        except NotThere as error:
            raise Refused(str(error)) from error
    print_json(proof_fields(proof))


def _position(text: str) -> Position:
    try:
        found = Cut.of(text).position
    except BadView:
        found = None
    if found is None:
        raise Refused(f"{text!r} is no position; expected partition and number, such as 0:41")
    return found


def _with_record(proof: Proof, log: EventLog, partition: int, offset: int) -> Proof:
    """Put the record itself into its proof, where it is text."""
    (record,) = (
        one for one in log.read({partition: offset}) if one.position == (partition, offset)
    )
    try:
        return Proof(**proof_fields(proof), record=record.raw.decode())
    except UnicodeDecodeError:
        return proof


def verify(
    proof: Path,
    *,
    old: Path | None = None,
    record: Path | None = None,
    keys: Path | None = None,
    place: Place = HERE,
) -> int:
    """Check a proof offline; the exit status is 1 when it does not show what it says.

    Parameters
    ----------
    proof
        File with what `cuelog log prove` printed.
    old
        The older checkpoint a proof of growth starts from.
    record
        The record a proof is of; by default the one in the proof.
    keys
        File of public keys, as `cuelog keys --json` prints; by default those of the registry.
    place
        Where the data is.
    """
    try:
        given = read_proof(proof.read_bytes())
        old_note = None if old is None else old.read_text(encoding="utf-8")
        bytes_of = None if record is None else record.read_bytes().strip()
    except (OSError, ProofFails) as error:
        raise Refused(f"{proof}: {error}") from error
    try:
        rests_on = check_proof(given, known_keys(keys, place), old_note=old_note, record=bytes_of)
    except ProofFails as error:
        complain(str(error))
        return 1
    what = f"record {given.index}" if given.old is None else f"all of its first {given.old} records"
    show(Text(f"{rests_on.origin}, {rests_on.size} records, has {what} unchanged"))
    return 0


def check(*files: Path, keys: Path | None = None, json: Json = False, place: Place = HERE) -> int:
    """Compare the log with checkpoints of it: what they are of must stand in it unchanged.

    The exit status is 1 where the log was changed or cut, or a checkpoint does not hold.

    Parameters
    ----------
    files
        Checkpoints; by default those kept in the data directory.
    keys
        File of public keys, as `cuelog keys --json` prints; by default those of the registry.
    json
        Print JSON.
    place
        Where the data is.
    """
    found = files or tuple(sorted((place.data / NOTES).glob("*.txt")))
    if not found:
        raise Refused("there is no checkpoint yet: `cuelog log checkpoint` makes one")
    known = known_keys(keys, place)
    with opened_trees(place) as (_, trees):
        told = [(str(path), _compared(path, known, trees)) for path in found]
    if json:
        print_json([{"checkpoint": path, "fault": fault} for path, fault in told])
    else:
        show(*(Text(f"{path}: {fault or 'the log continues it'}") for path, fault in told))
    return 1 if any(fault for _, fault in told) else 0


def _compared(path: Path, keys: Keyring, trees: dict[int, Tree]) -> str | None:
    """Return how the log departs from a checkpoint, or None."""
    try:
        noted = read_note(path.read_text(encoding="utf-8"), keys)
    except (OSError, UnicodeDecodeError, BadCheckpoint) as error:
        return str(error)
    tree = trees.get(noted.partition) or Tree()
    if noted.size > len(tree):
        return f"the log was cut: it had {noted.size} records, and has {len(tree)}"
    if tree.root(noted.size) != noted.root:
        return f"the log was changed within its first {noted.size} records, or is another"
    return None
