"""Which bodies stand in the place of each event, after all corrections and official rulings.

Decided from the last event to the first: what corrects an event always comes after it, so by the
time an event is reached everything that may displace it is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from domain.events import (
    AnyEvent,
    Correction,
    MatchOpened,
    OfficialRuling,
    Shot,
    Signed,
    Value,
    event_from,
    with_fouls,
)

SPEAK_OF_OTHERS: Final = (Correction, OfficialRuling)


class Step(Value, frozen=True):
    """One event to fold: in the place ``seq``, perhaps a part of a correction, perhaps struck.

    ``right`` is the place of the record whose author answers for it, where that is another.
    """

    seq: int
    id: str
    event: AnyEvent
    part: int | None = None
    struck: bool = False
    bad_target: bool = False
    right: int | None = None


@dataclass(slots=True)
class _Plan:
    """What is known while going from the last event to the first."""

    events: Sequence[AnyEvent]
    claims: dict[int, tuple[int, Correction]] = field(
        default_factory=dict[int, tuple[int, Correction]]
    )
    rulings: dict[int, tuple[int, OfficialRuling]] = field(
        default_factory=dict[int, tuple[int, OfficialRuling]]
    )
    bad: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """Places and parts of bodies that name an event they may not name."""
    standing: dict[int, tuple[AnyEvent, ...]] = field(
        default_factory=dict[int, tuple[AnyEvent, ...]]
    )
    """Bodies of what was corrected, corrects or rules; any other event stands for itself."""

    def stands(self, seq: int) -> tuple[AnyEvent, ...]:
        """Return the bodies in the place of an event."""
        standing = self.standing.get(seq)
        return (self.events[seq - 1],) if standing is None else standing


def plan(events: Sequence[AnyEvent]) -> list[Step]:
    """Return the steps to fold for the events with ``seq`` 1, 2, … of one match."""
    found = _Plan(events)
    for event in reversed(events):
        claim = found.claims.get(event.seq)
        if claim is None and type(event) not in SPEAK_OF_OTHERS:
            continue
        standing = (event,) if claim is None else bodies(claim[1], event)
        found.standing[event.seq] = standing
        for part in range(len(standing) - 1, -1, -1):
            _register(found, event.seq, part, standing[part])
    if not found.standing:
        return [Step(event.seq, event.id, event) for event in events]
    _apply_rulings(found)
    return [step for event in events for step in _steps(found, event)]


def bodies(correction: Correction, original: AnyEvent) -> tuple[AnyEvent, ...]:
    """Return the bodies of a correction as events in the place of the original."""
    replacement = correction.replacement
    if replacement is None:
        return ()
    listed = replacement if isinstance(replacement, list) else [replacement]
    envelope = {
        "id": original.id,
        "match": original.match,
        "seq": original.seq,
        "at": original.at,
        "at_precision": original.at_precision,
        "inferred": original.inferred,
    }
    return tuple(event_from(body | envelope) for body in listed)


def _register(found: _Plan, seq: int, part: int, body: AnyEvent) -> None:
    """Note what a body corrects or rules on; the first noted of an event is the latest."""
    if isinstance(body, Correction):
        if not _may_correct(found.events, seq, body):
            found.bad.add((seq, part))
        else:
            found.claims.setdefault(body.corrects, (seq, body))
    elif isinstance(body, OfficialRuling):
        if body.of >= seq:
            found.bad.add((seq, part))
        else:
            found.rulings.setdefault(body.of, (seq, body))


def _may_correct(events: Sequence[AnyEvent], seq: int, correction: Correction) -> bool:
    """Tell whether a correction names an event it may replace (contract: ``bad_target``)."""
    target = correction.corrects
    if target >= seq or isinstance(events[target - 1], Signed):
        return False
    if target > 1:
        return True
    standing = bodies(correction, events[0])
    return len(standing) == 1 and isinstance(standing[0], MatchOpened)


def _apply_rulings(found: _Plan) -> None:
    """Let the latest official ruling of a stroke stand, unless the stroke was corrected since."""
    for seq, standing in found.standing.items():
        for part, body in enumerate(standing):
            if isinstance(body, OfficialRuling) and body.of < seq and not _shots(found, seq, body):
                found.bad.add((seq, part))
    for target, (place, ruling) in found.rulings.items():
        claim = found.claims.get(target)
        if claim is None or claim[0] < place:
            found.standing[target] = tuple(
                with_fouls(body, ruling.fouls) if isinstance(body, Shot) else body
                for body in found.stands(target)
            )


def _shots(found: _Plan, seq: int, ruling: OfficialRuling) -> bool:
    """Tell whether a ruling at ``seq`` names a stroke; a later correction of it only ends it."""
    claim = found.claims.get(ruling.of)
    if claim is not None and claim[0] > seq and isinstance(found.events[ruling.of - 1], Shot):
        return True
    return any(isinstance(body, Shot) for body in found.stands(ruling.of))


def _steps(found: _Plan, event: AnyEvent) -> list[Step]:
    seq, standing = event.seq, found.standing.get(event.seq)
    if standing is None:
        return [Step(seq, event.id, event)]
    if not standing:
        return [Step(seq, event.id, event, struck=True)]
    claim, right = found.claims.get(seq), _right(found, seq)
    listed = claim is not None and isinstance(claim[1].replacement, list)
    return [
        Step(
            seq,
            event.id,
            body,
            part if listed else None,
            bad_target=(seq, part) in found.bad,
            right=right,
        )
        for part, body in enumerate(standing)
    ]


def _right(found: _Plan, seq: int) -> int | None:
    """Return the place of the record that put into a place what stands there, if another did."""
    right = None
    while (claim := found.claims.get(seq if right is None else right)) is not None:
        right = claim[0]
    return right
