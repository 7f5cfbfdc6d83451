"""Checkpoints, proofs, bundles and keys over HTTP, checked with what the commands check with."""

from __future__ import annotations

from api.bundle import read_bundle
from api.bundle_check import check_bundle
from api.log_proof import check_proof, read_proof
from ingest.checkpoints import read_note
from ingest.keys import Keyring, read_keys
from tests.api.serving import Served, inning, opened

EVENTS = "/v1/matches/m/events"


def keys_of(served: Served) -> Keyring:
    return read_keys(served.get("/v1/keys").content)


def play(served: Served, *ids: str) -> None:
    served.post("/v1/matches", opened())
    for index, one in enumerate(ids):
        served.post(EVENTS, inning("ana" if index % 2 == 0 else "bor", id=one))


def test_a_checkpoint_is_signed_by_the_log_and_the_log_continues_it(served: Served) -> None:
    empty = served.get("/v1/log/checkpoint").text
    assert read_note(empty, keys_of(served)).size == 0
    play(served, "a", "b", "c")
    old = served.get("/v1/log/checkpoint").text
    assert read_note(old, keys_of(served)).size == 4
    served.post(EVENTS, inning("bor", id="d"))
    grown = read_proof(served.get("/v1/log/proof/consistency/0/4").content)
    assert check_proof(grown, keys_of(served), old_note=old).size == 5
    again = served.get("/v1/log/checkpoint?size=4")
    assert (again.text, again.headers["content-type"]) == (old, "text/plain; charset=utf-8")


def test_a_record_is_proved(served: Served) -> None:
    play(served, "a", "b")
    proof = read_proof(served.get("/v1/log/proof/inclusion/0/2").content)
    (record,) = served.node.log.read({0: 2})
    assert check_proof(proof, keys_of(served), record=record.raw).size == 3
    assert proof.record is None, "records may name people; the route of the match redacts them"


def test_a_bundle_is_verified(served: Served) -> None:
    play(served, "a", "b")
    answered = served.get("/v1/matches/m/bundle")
    bundle = read_bundle(answered.content)
    assert bundle is not None
    assert check_bundle(bundle, keys_of(served)).clean
    assert answered.headers["content-disposition"] == 'attachment; filename="m.bundle"'


def test_what_is_not_there_is_404(served: Served) -> None:
    play(served)
    for path in (
        "/v1/log/checkpoint?partition=3", "/v1/log/checkpoint?size=2",
        "/v1/log/proof/inclusion/0/1", "/v1/log/proof/inclusion/1/0",
        "/v1/log/proof/consistency/0/2", "/v1/matches/n/bundle",
    ):  # fmt: skip
        assert served.get(path).status_code == 404, path
