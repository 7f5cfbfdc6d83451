"""What becomes of each record of one match: its place, a duplicate, waiting, or quarantine.

The state of a match is a function of the set of its accepted events, so the ledger keeps who took
which ``seq`` and ``id``; of two events for one ``seq`` the one first in log order wins
(contract, section 1).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from domain.events import AnyEvent

Outcome = Literal["accepted", "duplicate", "quarantined"]
EMPTY_DIGEST = bytes(32)


class Fault(Protocol):
    """Why bytes are not an event, and what of the envelope could be read."""

    @property
    def reason(self) -> str: ...  # noqa: D102
    @property
    def detail(self) -> str: ...  # noqa: D102
    @property
    def seq(self) -> int | None: ...  # noqa: D102
    @property
    def id(self) -> str | None: ...  # noqa: D102


class Received(Protocol):
    """A record as it came: bytes, and the event or the fault in them."""

    @property
    def raw(self) -> bytes: ...  # noqa: D102
    @property
    def event(self) -> AnyEvent | None: ...  # noqa: D102
    @property
    def fault(self) -> Fault | None: ...  # noqa: D102
    @property
    def verified(self) -> bool: ...  # noqa: D102 - whether an official's right is proved
    def canonical(self) -> bytes:
        """Return the canonical JSON (RFC 8785) of the record."""
        ...


@dataclass(slots=True, frozen=True)
class Item:
    """A record in one of the lists of a replay."""

    seq: int | None
    id: str | None
    reason: str
    detail: str = ""


@dataclass(slots=True)
class Ledger:
    """The records of one match in log order; ``next_seq`` is the first not yet taken.

    ``verified`` holds the ``seq`` of each record that came with proof of an official's right.
    """

    taken: dict[int, Received] = field(default_factory=dict[int, Received])
    ids: dict[str, Received] = field(default_factory=dict[str, Received])
    verified: set[int] = field(default_factory=set[int])
    next_seq: int = 1
    duplicates: list[Item] = field(default_factory=list[Item])
    quarantined: list[Item] = field(default_factory=list[Item])

    def add(self, received: Received, *, verified: bool = False) -> Outcome:
        """Take the next record of the log and say what became of it.

        Of a record that comes twice the first says whether an official's right is proved.
        """
        event, fault = received.event, received.fault
        if event is None:
            if fault is not None:
                self.quarantined.append(Item(fault.seq, fault.id, fault.reason, fault.detail))
            return "quarantined"
        holder = self.ids.get(event.id)
        if holder is not None:
            if holder.raw == received.raw or holder.canonical() == received.canonical():
                self.duplicates.append(Item(event.seq, event.id, "duplicate"))
                return "duplicate"
            self.quarantined.append(Item(event.seq, event.id, "id_conflict"))
            return "quarantined"
        if event.seq in self.taken:
            self.quarantined.append(Item(event.seq, event.id, "seq_conflict"))
            return "quarantined"
        self.taken[event.seq] = self.ids[event.id] = received
        if verified or received.verified:
            self.verified.add(event.seq)
        while self.next_seq in self.taken:
            self.next_seq += 1
        return "accepted"

    def records(self) -> list[Received]:
        """Return the records from ``seq`` 1 on without a gap."""
        return [self.taken[seq] for seq in range(1, self.next_seq)]

    def events(self) -> list[AnyEvent]:
        """Return the events from ``seq`` 1 on without a gap."""
        return [event for record in self.records() if (event := record.event) is not None]

    def waiting(self) -> list[Item]:
        """Return what lies beyond the first gap."""
        beyond = sorted(seq for seq in self.taken if seq >= self.next_seq)
        return [Item(seq, _id(self.taken[seq]), "waiting") for seq in beyond]


def _id(received: Received) -> str | None:
    return None if received.event is None else received.event.id


def digest(records: Iterable[Received], after: bytes = EMPTY_DIGEST) -> bytes:
    """Chain SHA-256 over the canonical JSON of each record (contract, section 6)."""
    for record in records:
        after = hashlib.sha256(after + record.canonical()).digest()
    return after
