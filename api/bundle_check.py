"""The check of a bundle: every event at its place, every signature, every ruling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import msgspec

from api.bundle import Bundle, Head, ruling_of
from api.signing import Signature, signatures
from domain.merkle import Tree, includes, leaf_hash
from domain.replay import Line, replay
from domain.rulesets import RULES_VERSION
from ingest.checkpoints import BadCheckpoint, Checkpoint, read_note
from ingest.keys import Keyring, from_hex, signed_by
from ingest.wire import Received, receive


class Fault(NamedTuple):
    """Something wrong: of what kind, at which seq or place of the list, in words."""

    kind: str
    seq: int | None
    words: str


@dataclass(slots=True)
class Checked:
    """What the check of a bundle found."""

    match: str
    faults: list[Fault] = field(default_factory=list[Fault])
    signatures: list[Signature] = field(default_factory=list[Signature])
    notes: list[str] = field(default_factory=list[str])

    @property
    def clean(self) -> bool:
        """Tell whether nothing is wrong and no signature alarms."""
        return not self.faults and not any(one.alarming for one in self.signatures)


def check_bundle(bundle: Bundle, keys: Keyring) -> Checked:
    """Check a bundle with public keys alone; the keys of logs vouch for head and checkpoint."""
    checked = Checked(bundle.head.match)
    vouched = _head_fault(bundle, keys)
    checkpoint = _checkpoint(bundle, keys)
    checked.faults += [one for one in (vouched, checkpoint) if isinstance(one, Fault)]
    hashes = _hashes(bundle)
    if vouched is None:
        checked.faults += _departures(bundle.head.leaves, hashes)
    if isinstance(checkpoint, Checkpoint):
        checked.faults += _unproved(bundle, checkpoint, hashes, vouched=vouched is None)
    _replay(bundle, keys, checked, vouched=vouched is None)
    return checked


def _head_fault(bundle: Bundle, keys: Keyring) -> Fault | None:
    key, head = keys.get(bundle.key), bundle.head
    if key is None or key.role != "log" or key.revoked_at is not None:
        return Fault("unknown_log_key", None, f"{bundle.key} is no known key of a log that counts")
    if not signed_by(key.public, from_hex(bundle.signature), head.signed()):
        return Fault("bad_head", None, "the head is not the one the log signed")
    if head.events != len(head.leaves) or head.root != _root(head):
        return Fault("bad_head", None, "the head contradicts itself: its hashes are not its root")
    return None


def _root(head: Head) -> str:
    return Tree(map(from_hex, head.leaves)).root().hex()


def _checkpoint(bundle: Bundle, keys: Keyring) -> Checkpoint | Fault:
    try:
        return read_note(bundle.checkpoint, keys)
    except BadCheckpoint as error:
        return Fault("bad_checkpoint", None, str(error))


def _hashes(bundle: Bundle) -> list[str]:
    """Return the hash of each event as it is; a withheld one has the hash the head gives it."""
    leaves = bundle.head.leaves
    return [
        (leaves[index] if index < len(leaves) else "") if raw is None else _leaf(raw)
        for index, raw in enumerate(bundle.events)
    ]


def _leaf(raw: str) -> str:
    return leaf_hash(raw.encode("utf-8", "surrogatepass")).hex()


def _departures(leaves: Sequence[str], hashes: Sequence[str]) -> Iterator[Fault]:
    """Yield how the events depart from the hashes the log signed; place n is that of seq n."""
    changes = SequenceMatcher(None, leaves, hashes, autojunk=False).get_opcodes()
    dropped: list[int] = []
    added: list[int] = []
    for kind, first, after, new_first, new_after in changes:
        if kind == "equal":
            continue
        both = min(after - first, new_after - new_first)
        for index in range(both):
            moved = hashes[new_first + index] in leaves
            if moved or leaves[first + index] in hashes:
                dropped.append(first + index)
                added.append(new_first + index)
            else:
                yield Fault("changed", first + index + 1, "is not the event the log signed")
        dropped += range(first + both, after)
        added += range(new_first + both, new_after)
    yield from _moved(leaves, hashes, dropped, added)


def _moved(
    leaves: Sequence[str], hashes: Sequence[str], dropped: Sequence[int], added: Sequence[int]
) -> Iterator[Fault]:
    """Tell what is missing and what is too much; an event that is both was moved."""
    elsewhere = {hashes[index]: index for index in added}
    here = {leaves[index] for index in dropped}
    for index in dropped:
        if (now := elsewhere.get(leaves[index])) is not None:
            yield Fault("reordered", index + 1, f"stands at place {now + 1} of the list")
        else:
            yield Fault("dropped", index + 1, "is missing")
    for index in added:
        if hashes[index] not in here:
            yield Fault("added", index + 1, "stands here and is not in the record of the match")


def _unproved(
    bundle: Bundle, checkpoint: Checkpoint, hashes: Sequence[str], *, vouched: bool
) -> Iterator[Fault]:
    """Yield the events that are not shown to be in the log at the checkpoint.

    Where the head counts, it says which events there are, and only their places are in question.
    """
    shown = bundle.head.leaves if vouched else hashes
    if len(bundle.places) != len(shown):
        words = f"{len(bundle.places)} proofs for {len(shown)} events"
        yield Fault("unproved", None, words)
    for index, (place, leaf) in enumerate(zip(bundle.places, shown, strict=False)):
        path = [from_hex(part) for part in place.path]
        if not includes(checkpoint.root, checkpoint.size, place.offset, from_hex(leaf), path):
            yield Fault("unproved", index + 1, "is not shown to be in the log")


def _replay(bundle: Bundle, keys: Keyring, checked: Checked, *, vouched: bool) -> None:
    """Replay the events: digest, result, signatures and rulings."""
    withheld = [index + 1 for index, raw in enumerate(bundle.events) if raw is None]
    if withheld:
        words = f"withheld for a name erased since; {len(withheld)} of them, so nothing is replayed"
        checked.faults.append(Fault("withheld", withheld[0], words))
        return
    head, lines = bundle.head, list[Line]()
    received = [receive((raw or "").encode("utf-8", "surrogatepass")) for raw in bundle.events]
    result = replay(head.match, received, trace=lines.append)
    times = {int(seq): time for seq, time in head.received_ms.items() if vouched and seq.isdigit()}
    checked.signatures = signatures(lines, keys, dict(times))
    if any(fault.seq is not None for fault in checked.faults):
        return  # what else differs is the consequence of the events named
    checked.faults += _breaks(head.match, received)
    if result.digest() != head.digest:
        checked.faults.append(Fault("digest", None, "the digest is not that of the head"))
    if head.rules_version != RULES_VERSION:
        checked.notes.append(
            f"ruled under rules {head.rules_version}; this is {RULES_VERSION}, so rulings and "
            "result are not compared"
        )
        return
    state: dict[str, Any] = result.state or {}
    if (state.get("score"), state.get("winner")) != (head.score, head.winner):
        checked.faults.append(Fault("result", None, "the events do not end as the head says"))
    rulings = [ruling_of(head.match, line, result) for line in lines]
    ruled: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(rulings))
    checked.faults += _rulings_differ(bundle.rulings, ruled)


def _breaks(match: str, received: Sequence[Received]) -> Iterator[Fault]:
    """Yield where the events do not count up by one from seq 1."""
    due = 1
    for index, one in enumerate(received):
        event = one.event
        if event is None or event.match != match:
            yield Fault("added", index + 1, f"is no event of {match}")
            continue
        if event.seq != due:
            yield Fault("out_of_place", due, f"is due, and seq {event.seq} stands there")
        due = event.seq + 1


def _rulings_differ(
    told: Sequence[dict[str, Any]], ruled: Sequence[dict[str, Any]]
) -> Iterator[Fault]:
    for one, other in zip(told, ruled, strict=False):
        if one != other:
            words = "is ruled otherwise by a replay of the events"
            yield Fault("ruling", other.get("seq"), words)
            return
    if len(told) != len(ruled):
        yield Fault(
            "ruling", min(len(told), len(ruled)) + 1, f"{len(told)} of {len(ruled)} rulings"
        )
