"""An import against what an earlier one left in the log: nothing, new events, or corrections.

The file as it is now is compared with the bodies that stand, turn by turn. Where they differ a
``correction`` takes the place; a turn that was left out goes into the place of its neighbour.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any, Final, NamedTuple

from domain import events as ev
from domain.corrections import plan
from domain.events import AnyEvent
from ingest.importers.assemble import Assembled
from ingest.importers.fixtures import BY_FRAMES
from ingest.importers.ids import event_id

_FEW: Final = 2_000
"""Bodies up to which the shortest difference is looked for; beyond, place by place."""
Body = dict[str, Any]


class ForeignMatch(ValueError):  # noqa: N818 - reads as what is the case
    """The log has a match of this id that another source keeps."""


class Amended(NamedTuple):
    """Events to append, how many of them correct something, and what an official's word keeps."""

    events: list[AnyEvent]
    corrections: int = 0
    kept: tuple[int, ...] = ()


def amend(known: Sequence[AnyEvent], made: Assembled) -> Amended:
    """Return what is to be appended to the events a match has, in order of ``seq``."""
    if not known:
        return Amended(made.events)
    by = made.events[0].by
    # A result imported without its frames takes nothing back of what they gave.
    silent = set[int]() if _by_frames(made.events) else _by_frames(known)
    if known[0].by != by:
        raise ForeignMatch(f"match {made.match} is kept by {known[0].by or 'another source'}")
    slots = {seq: bodies for seq, bodies in _slots(known, by).items() if seq not in silent}
    wanted = [ev.facts_of(event) for event in made.events]
    placed, rest = _place(list(slots.values()), wanted)
    last, others = known[-1].seq, _corrected_by_others(known, by)
    changed = [
        (seq, now)
        for (seq, before), now in zip(slots.items(), placed, strict=True)
        if before != now
    ]
    appended = list[AnyEvent]()
    for seq, now in changed:
        if seq not in others:
            appended.append(_correction(known[-1], seq, now, last + len(appended) + 1, by))
    count = len(appended)
    for event in made.events[len(made.events) - rest :] if rest else ():
        seq = last + len(appended) + 1
        appended.append(_named(ev.replaced(event, seq=seq, id="i")))
    return Amended(appended, count, tuple(seq for seq, _ in changed if seq in others))


def _corrected_by_others(known: Sequence[AnyEvent], by: str | None) -> set[int]:
    """Return the events an official corrected or ruled on: no file overrules that."""
    corrected = {one.corrects for one in known if isinstance(one, ev.Correction) and one.by != by}
    ruled = {one.of for one in known if isinstance(one, ev.OfficialRuling)}
    return corrected | ruled


def _by_frames(events: Sequence[AnyEvent]) -> set[int]:
    """Return the claims of what the frames of a fixture give."""
    return {one.seq for one in events if isinstance(one, ev.Claim) and one.source == BY_FRAMES}


def _slots(known: Sequence[AnyEvent], by: str | None) -> dict[int, list[Body]]:
    """Return of each event of ours the bodies that imports have put in its place."""
    own = {
        event.seq
        for event in known
        if event.by == by and not isinstance(event, (ev.Correction, ev.OfficialRuling))
    }
    slots: dict[int, list[Body]] = {seq: [] for seq in sorted(own)}
    ours = [event if event.by == by else ev.as_skipped(event) for event in known]
    for step in plan(ours):
        if step.seq in own and not step.struck:
            slots[step.seq].append(ev.facts_of(step.event))
    return slots


def _place(slots: Sequence[list[Body]], wanted: Sequence[Body]) -> tuple[list[list[Body]], int]:
    """Put each body wanted into a slot; return them, and how many are to be appended at the end.

    The first slot is the opening's, and holds nothing else.
    """
    placed: list[list[Body]] = [[*wanted[:1]], *([] for _ in slots[1:])]
    if len(slots) == 1:
        return placed, len(wanted) - 1
    flat = [(index, body) for index, slot in enumerate(slots) if index for body in slot]
    new, rest = wanted[1:], 0
    old = [_text(body) for _, body in flat]
    for kind, first, after, start, end in _opcodes(old, list(map(_text, new))):
        homes = [flat[place][0] for place in range(first, after)]
        bodies = new[start:end]
        if after == len(flat) and kind in ("insert", "replace"):
            rest = max(len(bodies) - len(homes), 0)
            bodies = bodies[: len(bodies) - rest]
        nearest = homes[-1:] or [flat[first - 1][0] if first else 1]
        for number, body in enumerate(bodies):
            placed[homes[number] if number < len(homes) else nearest[0]].append(body)
    return placed, rest


def _text(body: Body) -> str:
    """Return a body as text that is the same whatever the order of its fields."""
    return json.dumps(body, sort_keys=True)


def _opcodes(old: list[str], new: list[str]) -> list[tuple[str, int, int, int, int]]:
    if len(old) + len(new) <= _FEW:
        return [*SequenceMatcher(None, old, new, autojunk=False).get_opcodes()]
    shared = min(len(old), len(new))
    steps = [
        ("equal" if old[place] == new[place] else "replace", place, place + 1, place, place + 1)
        for place in range(shared)
    ]
    if len(old) > shared:
        steps.append(("delete", shared, len(old), shared, shared))
    if len(new) > shared:
        steps.append(("insert", shared, shared, shared, len(new)))
    return steps


def _correction(
    after: AnyEvent, corrects: int, bodies: list[Body], seq: int, by: str | None
) -> AnyEvent:
    """Return the correction that puts bodies in the place of an event, or strikes it out."""
    replacement: Any = None if not bodies else bodies[0] if len(bodies) == 1 else bodies
    return _named(
        ev.Correction(
            id="i",
            match=after.match,
            seq=seq,
            at=after.at,
            at_precision="unknown",
            by=by,
            corrects=corrects,
            replacement=replacement,
            reason="the file was corrected",
        )
    )


def _named(event: AnyEvent) -> AnyEvent:
    return ev.replaced(event, id=event_id(event))
