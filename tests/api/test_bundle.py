"""A bundle shows who has public keys alone what was changed, dropped, added or moved, and where."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from api.bundle import Bundle, read_bundle, write_bundle
from api.bundle_check import Checked, check_bundle
from domain.merkle import Tree, leaf_hash
from domain.replay import replay
from ingest.keys import Keyring, read_keys
from ingest.wire import receive
from tests.api.commands import cuelog
from tests.api.serving import inning, opened

EVENTS = 500
Events = list[str | None]


@dataclass(frozen=True)
class Signed:
    """A signed match of many events in its bundle, and the public keys."""

    bundle: Bundle
    keys: Keyring
    folder: Path


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Signed:
    folder = tmp_path_factory.mktemp("bundle")
    data, other = ("--data", folder / "data"), inning("cid", 2, id="x2", match="n", seq=2)
    players = ("ana", "bor")
    events = [opened(target=5_000)] + [
        inning(players[seq % 2], seq % 5, id=str(seq), match="m", seq=seq)
        for seq in range(2, EVENTS - 1)
    ]
    second = [opened("n", players=["cid", "dan"], breaker="cid"), other]
    log = folder / "log.jsonl"
    log.write_text("\n".join(map(json.dumps, [*second, *events])))
    cuelog("ingest", log, *data)
    for holder, role in (("ana", "player"), ("jan", "official")):
        key = cuelog("keys", "new", holder, "--role", role, "--register", "--json", *data).json()
        assert cuelog("sign", "m", "--key", key["key"], *data).status == 0
    assert cuelog("bundle", "m", folder / "m.bundle", *data).status == 0
    (folder / "keys.json").write_text(cuelog("keys", "--json", *data).out)
    bundle = read_bundle((folder / "m.bundle").read_bytes())
    assert bundle is not None
    assert len(bundle.events) == EVENTS
    return Signed(bundle, read_keys((folder / "keys.json").read_bytes()), folder)


def changed_field(events: Events, at: int) -> Events:
    told = json.loads(events[at] or "")
    told["at"] = told["at"].replace("T10", "T11").replace("+00:00", "+00:01")
    events[at] = json.dumps(told, separators=(",", ":"))
    return events


def dropped(events: Events, at: int) -> Events:
    del events[at]
    return events


def added(events: Events, at: int) -> Events:
    told = json.loads(events[at] or "") | {"id": "forged"}
    events.insert(at, json.dumps(told))
    return events


def swapped(events: Events, at: int) -> Events:
    other = at + 1 if at + 1 < len(events) else at - 1
    events[at], events[other] = events[other], events[at]
    return events


CHANGES: dict[str, Callable[[Events, int], Events]] = {
    "changed": changed_field,
    "dropped": dropped,
    "added": added,
    "reordered": swapped,
}


def check(signed: Signed, **fields: object) -> Checked:
    return check_bundle(msgspec.structs.replace(signed.bundle, **fields), signed.keys)


def test_an_untouched_bundle_holds(signed: Signed) -> None:
    checked = check(signed)
    assert (checked.faults, checked.notes) == ([], [])
    assert [one.holds for one in checked.signatures] == [True, True]
    assert [one.event.signer for one in checked.signatures] == ["ana", "jan"]
    assert read_bundle(write_bundle(signed.bundle)) == signed.bundle


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", CHANGES)
def test_every_change_of_one_event_is_reported_with_its_place(signed: Signed, kind: str) -> None:
    for at in range(EVENTS):
        events = CHANGES[kind](list(signed.bundle.events), at)
        checked = check(signed, events=events)
        placed = {(fault.kind, fault.seq) for fault in checked.faults}
        if kind == "reordered":
            other = at + 1 if at + 1 < EVENTS else at - 1
            assert {what for what, _ in placed} == {kind}
            assert {seq for _, seq in placed} <= {at + 1, other + 1}
            assert placed
            continue  # the same events: a signature covers them in order of seq, and still holds
        assert placed == {(kind, at + 1)}
        assert [one for one in checked.signatures if one.holds and one.event.seq > at + 1] == []


@pytest.mark.parametrize("kind", CHANGES)
@pytest.mark.parametrize("at", [0, 1, 250, 497, 498])
def test_who_rewrites_all_that_needs_no_key_is_found_by_the_proofs(
    signed: Signed, kind: str, at: int
) -> None:
    events = CHANGES[kind](list(signed.bundle.events), at)
    forged = rewritten(signed.bundle, events, kind, at)
    checked = check_bundle(forged, signed.keys)
    kinds = [fault.kind for fault in checked.faults]
    assert "bad_head" in kinds
    places = [fault.seq for fault in checked.faults if fault.seq is not None]
    assert min(places) == at + 1
    assert max(places) <= at + 3


def rewritten(bundle: Bundle, events: Events, kind: str, at: int) -> Bundle:
    """Forge a bundle so that it agrees with itself, but for what only the log can sign."""
    raws = [(event or "").encode() for event in events]
    hashes = [leaf_hash(raw) for raw in raws]
    places = list(bundle.places)
    if kind == "dropped":
        del places[at]
    elif kind == "added":
        places.insert(at, places[at])
    elif kind == "reordered":
        places[at], places[at + 1] = places[at + 1], places[at]
    result = replay("m", [receive(raw) for raw in raws])
    head = msgspec.structs.replace(
        bundle.head,
        events=len(raws),
        leaves=[one.hex() for one in hashes],
        root=Tree(hashes).root().hex(),
        digest=result.digest(),
    )
    return msgspec.structs.replace(bundle, events=events, head=head, places=places)


def test_an_event_of_another_match_of_the_log_is_no_part_of_this(signed: Signed) -> None:
    foreign = json.dumps(inning("cid", 2, id="x2", match="n", seq=2))
    events = [*signed.bundle.events[:5], foreign, *signed.bundle.events[5:]]
    assert [(fault.kind, fault.seq) for fault in check(signed, events=events).faults] == [
        ("added", 6)
    ]


def test_other_white_space_is_a_change_too(signed: Signed) -> None:
    events = list(signed.bundle.events)
    events[9] = f"{events[9]} "
    checked = check(signed, events=events)
    assert [(fault.kind, fault.seq) for fault in checked.faults] == [("changed", 10)]
    # The digest is over the canonical form, so what people signed still is what they signed.
    assert all(one.holds for one in checked.signatures)


def test_a_changed_ruling_is_reported_with_its_place(signed: Signed) -> None:
    rulings = [dict(one) for one in signed.bundle.rulings]
    rulings[7]["ruling"] = rulings[7]["ruling"] | {"verdict": "foul"}
    faults = check(signed, rulings=rulings).faults
    assert [(fault.kind, fault.seq) for fault in faults] == [("ruling", 8)]
    faults = check(signed, rulings=rulings[:3]).faults
    assert [(fault.kind, fault.seq) for fault in faults] == [("ruling", 4)]


def forgeries(bundle: Bundle) -> Mapping[str, tuple[str, Mapping[str, object]]]:
    """What may be changed beside the events, and the kind of fault that is."""
    heads: dict[str, dict[str, object]] = {
        "score": {"score": {"ana": 1, "bor": 2}},
        "winner": {"winner": "bor"},
        "times": {"received_ms": {"499": 1}},
        "leaves": {"leaves": bundle.head.leaves[:-1]},
    }
    note = bundle.checkpoint.replace("\n502\n", "\n503\n")
    assert note != bundle.checkpoint
    return {
        name: ("bad_head", {"head": msgspec.structs.replace(bundle.head, **fields)})
        for name, fields in heads.items()
    } | {
        "signature": ("bad_head", {"signature": "00" * 64}),
        "no hex": ("bad_head", {"signature": "no hex"}),
        "key": ("unknown_log_key", {"key": "k-0"}),
        "size": ("bad_checkpoint", {"checkpoint": note}),
        "no note": ("bad_checkpoint", {"checkpoint": ""}),
        "fewer proofs": ("unproved", {"places": bundle.places[:-1]}),
        "other proof": ("unproved", {"places": [bundle.places[1], *bundle.places[1:]]}),
    }


def test_what_the_log_signed_cannot_be_changed(signed: Signed) -> None:
    for name, (kind, fields) in forgeries(signed.bundle).items():
        checked = check(signed, **fields)
        assert kind in {fault.kind for fault in checked.faults}, name
        assert not checked.clean


def test_the_command_verifies_offline(signed: Signed, tmp_path: Path) -> None:
    keys, nowhere = signed.folder / "keys.json", ("--data", tmp_path / "none")
    path = signed.folder / "m.bundle"
    done = cuelog("verify", path, "--keys", keys, *nowhere)
    assert done.status == 0
    assert "every event is the one the log has" in done.out
    assert cuelog("verify", path, "--keys", keys, "--json", *nowhere).json()["faults"] == []
    without = cuelog("verify", path, *nowhere)
    assert (without.status, "unknown_log_key" in without.out) == (1, True)
    events = changed_field(list(signed.bundle.events), 41)
    forged = tmp_path / "forged"
    forged.write_bytes(write_bundle(msgspec.structs.replace(signed.bundle, events=events)))
    told = cuelog("verify", forged, "--keys", keys, "--json", *nowhere)
    assert told.status == 1
    (fault,) = told.json()["faults"]
    assert (fault["kind"], fault["seq"]) == ("changed", 42)
    assert "changed: seq 42" in cuelog("verify", forged, "--keys", keys, *nowhere).out
    forged.write_text('{"format": "cuelog-bundle/9"}')
    assert cuelog("verify", forged, "--keys", keys, *nowhere).status == 2
    (tmp_path / "one.jsonl").write_text(json.dumps(opened()))
    assert "is a file" in cuelog("bundle", tmp_path / "one.jsonl", tmp_path / "o").err


def test_an_erased_name_is_withheld(tmp_path: Path) -> None:
    data, log = ("--data", tmp_path / "data"), tmp_path / "log.jsonl"
    named = opened(players=[{"id": "ana", "name": "A. Name"}, "bor"])
    log.write_text("\n".join(map(json.dumps, [named, inning("ana", id="2", match="m", seq=2)])))
    cuelog("ingest", log, *data)
    cuelog("players", "erase", "ana", *data)
    out = tmp_path / "out"
    done = cuelog("bundle", "m", out, *data)
    assert "withheld for an erased name: 1 event" in done.out
    assert "A. Name" not in out.read_text()
    told = cuelog("verify", out, "--json", *data)
    assert told.status == 1
    assert [(one["kind"], one["seq"]) for one in told.json()["faults"]] == [("withheld", 1)]
