"""Proofs for who trusts public keys alone: checkpoints of the log, proofs, bundles, keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from fastapi.responses import PlainTextResponse, Response

from api.bundle import Located, NoBundle, make_bundle, write_bundle
from api.house import MatchId, TheHouse, answer
from api.log_key import LogKey
from api.log_proof import NotThere, Proof, proof_fields, prove_growth, prove_record, tree_of
from api.problems import Problem
from api.reading import stored
from domain.merkle import Tree
from ingest.keys import write_keys

router = APIRouter(tags=["proof"])
Partition = Annotated[int, Path(ge=0, le=100_000, description="partition of the log")]
Number = Annotated[int, Path(ge=0, le=2**53 - 1)]
Size = Annotated[
    int | None, Query(ge=0, le=2**53 - 1, description="size of the log; as it is now if left out")
]
Prove = Callable[[LogKey, int, Tree, int, int | None], Proof]
"""Proves something of a partition's tree: a record, or growth, at a place and a size."""
_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"description": "the log has no such thing"}}
_NOTE: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"text/plain": {}}}, **_FOUND}


@router.get("/log/checkpoint", response_class=PlainTextResponse, responses=_NOTE)
def get_checkpoint(
    house: TheHouse,
    partition: Annotated[int, Query(ge=0, le=100_000)] = 0,
    size: Size = None,
) -> Response:
    """Return size and root of a partition's tree as a signed note: keep it, compare it later."""
    try:
        tree = tree_of(house.prover.trees(), partition)
        return PlainTextResponse(house.prover.key().note(partition, tree, size))
    except (NotThere, IndexError) as error:
        raise Problem("not_found", str(error)) from error


@router.get("/log/proof/inclusion/{partition}/{offset}", responses=_FOUND)
def get_inclusion(
    partition: Partition, offset: Number, house: TheHouse, size: Size = None
) -> Response:
    """Prove that a record is in the log (RFC 6962, section 2.1.1)."""
    return _proved(house, prove_record, partition, offset, size)


@router.get("/log/proof/consistency/{partition}/{old}", responses=_FOUND)
def get_consistency(
    partition: Partition, old: Number, house: TheHouse, size: Size = None
) -> Response:
    """Prove that the log begins with all of what it was at an older size (section 2.1.2)."""
    return _proved(house, prove_growth, partition, old, size)


def _proved(
    house: TheHouse, prove: Prove, partition: int, place: int, size: int | None
) -> Response:
    try:
        tree = tree_of(house.prover.trees(), partition)
        proof = prove(house.prover.key(), partition, tree, place, size)
    except NotThere as error:
        raise Problem("not_found", str(error)) from error
    return answer(proof_fields(proof))


@router.get("/matches/{match}/bundle", responses=_FOUND)
def get_bundle(match: MatchId, house: TheHouse) -> Response:
    """Return the match with leaf hashes, root, signatures, rulings and proofs.

    `cuelog verify BUNDLE --keys FILE` checks it offline, with public keys alone.
    """
    prover, clean = house.prover, house.node.people.known().clean_record
    try:
        made = make_bundle(match, _located(house, match), prover.trees(), prover.key(), clean)
    except NoBundle as error:
        raise Problem("not_found", str(error)) from error
    headers = {"Content-Disposition": f'attachment; filename="{match.replace(":", "-")}.bundle"'}
    return Response(write_bundle(made), 200, headers, "application/json")


def _located(house: TheHouse, match: str) -> list[Located]:
    return [
        (one.position, one.received_ms, one.received)
        for one in stored(house.node, match)
        if one.received is not None
    ]


@router.get("/keys")
def get_keys(house: TheHouse) -> Response:
    """Return the public keys: the file `cuelog verify --keys` takes."""
    house.prover.key()
    return Response(write_keys(house.node.people.keys().values()), 200, {}, "application/json")
