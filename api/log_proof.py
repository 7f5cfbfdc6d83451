"""Proofs about a log for who has public keys alone: a record is in it, and it only grew."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec

from api.log_key import LogKey
from domain.merkle import Tree, continues, includes, leaf_hash
from ingest.checkpoints import BadCheckpoint, Checkpoint, read_note
from ingest.keys import Keyring, from_hex

FORMAT: Final = "cuelog-proof/1"


class NotThere(LookupError):  # noqa: N818 - reads as what is wrong
    """The log has no such partition, record or size."""


class ProofFails(ValueError):  # noqa: N818 - as above
    """A proof does not show what it says; the words say why."""


class Proof(msgspec.Struct, frozen=True):
    """A proof as it is sent: for a record ``index``, ``leaf`` (hex); for growth ``old``.

    ``record`` is the record itself, where it is text and was asked for.
    """

    format: str
    checkpoint: str
    path: list[str]
    index: int | None = None
    leaf: str | None = None
    old: int | None = None
    record: str | None = None


def tree_of(trees: dict[int, Tree], partition: int) -> Tree:
    """Return the tree of a partition; an empty one for 0, which every log has."""
    if partition not in trees and partition != 0:
        raise NotThere(f"the log has no records in partition {partition}")
    return trees.get(partition) or Tree()


def prove_record(key: LogKey, partition: int, tree: Tree, index: int, size: int | None) -> Proof:
    """Prove that a record is in the log as it was at a size; raises ``NotThere``."""
    try:
        path, note = tree.inclusion(index, size), key.note(partition, tree, size)
        leaf = tree.leaf(index).hex()
    except IndexError as error:
        raise NotThere(f"partition {partition}: there is no {error}") from error
    return Proof(FORMAT, note, [part.hex() for part in path], index=index, leaf=leaf)


def prove_growth(key: LogKey, partition: int, tree: Tree, old: int, size: int | None) -> Proof:
    """Prove that the log at a size begins with all of what it was; raises ``NotThere``."""
    try:
        path, note = tree.consistency(old, size), key.note(partition, tree, size)
    except IndexError as error:
        raise NotThere(f"partition {partition}: there is no {error}") from error
    return Proof(FORMAT, note, [part.hex() for part in path], old=old)


def read_proof(data: bytes) -> Proof:
    """Read a proof; raises ``ProofFails``."""
    try:
        proof = msgspec.json.decode(data, type=Proof)
    except msgspec.DecodeError as error:
        raise ProofFails(f"is no proof: {error}") from error
    if proof.format != FORMAT:
        raise ProofFails(f"is of the format {proof.format!r}; expected {FORMAT}")
    return proof


def check_proof(
    proof: Proof, keys: Keyring, *, old_note: str | None = None, record: bytes | None = None
) -> Checkpoint:
    """Return the checkpoint a proof rests on, or raise ``ProofFails``.

    A proof of growth needs the older checkpoint; one of a record is compared with ``record``, else
    with the record it holds itself.
    """
    try:
        checkpoint = read_note(proof.checkpoint, keys)
        old = None if old_note is None else read_note(old_note, keys)
    except BadCheckpoint as error:
        raise ProofFails(str(error)) from error
    path = [from_hex(part) for part in proof.path]
    if proof.old is None:
        _check_record(proof, checkpoint, path, record)
    else:
        _check_growth(proof, checkpoint, path, old)
    return checkpoint


def _check_record(
    proof: Proof, checkpoint: Checkpoint, path: list[bytes], record: bytes | None
) -> None:
    if record is None and proof.record is not None:
        record = proof.record.encode()
    leaf = from_hex(proof.leaf or "") if record is None else leaf_hash(record)
    if proof.leaf != leaf.hex():
        raise ProofFails("the record is not the one the proof is of: its bytes were changed")
    if not includes(checkpoint.root, checkpoint.size, proof.index or 0, leaf, path):
        raise ProofFails(f"record {proof.index} is not shown to be in {checkpoint.origin}")


def _check_growth(
    proof: Proof, checkpoint: Checkpoint, path: list[bytes], old: Checkpoint | None
) -> None:
    if old is None:
        raise ProofFails("a proof of growth needs the older checkpoint beside it: --old FILE")
    if old.origin != checkpoint.origin or old.size != proof.old:
        raise ProofFails(f"the older checkpoint is {old.origin} at {old.size}, not at {proof.old}")
    if not continues(old.root, old.size, checkpoint.root, checkpoint.size, path):
        raise ProofFails(f"{checkpoint.origin} does not continue what it was at {old.size}")


def proof_fields(proof: Proof) -> dict[str, Any]:
    """Return a proof for a machine, without what it does not have."""
    told: dict[str, Any] = json.loads(msgspec.json.encode(proof))
    return {name: value for name, value in told.items() if value is not None}
