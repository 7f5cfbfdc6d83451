"""The versions of a result: what changed it after the fact, by whom, when and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from domain import events as ev
from domain.ledger import Ledger, Received
from domain.replay import replay

CHANGES: Final = (
    ev.Correction, ev.OfficialRuling, ev.PositionSet, ev.Void, ev.Settled, ev.ProtestDecided,
    ev.Award,
)  # fmt: skip
"""Events that speak about what was on record before them."""
RESULT: Final = ("status", "winner", "awarded", "score", "frame_score", "protests")


@dataclass(slots=True, frozen=True)
class Version:
    """One change: the event, who recorded it, and the result as of before it and as of it."""

    seq: int
    id: str
    type: str
    by: str | None
    at: str
    about: int | None
    reason: str | None
    before: dict[str, Any]
    after: dict[str, Any]

    @property
    def changed(self) -> bool:
        """Tell whether score, winner or status became another."""
        return self.before != self.after


def versions(match: str, records: Iterable[Received]) -> list[Version]:
    """Return every event that may have changed the result after the fact, in order.

    Before and after are as-of states, so that a version says what was known then.
    """
    known, ledger = list(records), Ledger()
    for record in known:
        ledger.add(record)

    @cache
    def result(as_of: int) -> dict[str, Any]:
        state = replay(match, known, as_of=as_of).state or {}
        return {name: state.get(name) for name in RESULT}

    return [
        _version(event, result(event.seq - 1), result(event.seq))
        for event in ledger.events()
        if isinstance(event, CHANGES)
    ]


def _version(event: ev.AnyEvent, before: dict[str, Any], after: dict[str, Any]) -> Version:
    about: int | None = None
    for name in ("corrects", "of", "protest"):
        about = getattr(event, name, about)
    return Version(
        event.seq,
        event.id,
        ev.type_of(event),
        event.by,
        event.at,
        about,
        getattr(event, "reason", None),
        before,
        after,
    )
