"""What an official can do where a correction leaves later events without a footing.

Each way is a list of events that can be appended as they are, with its own preview: keep to an
annotation, set the position that was on the table, or strike what followed and play on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from domain import events as ev
from domain.ledger import Received
from domain.preview import Preview, preview

Name = Literal["annotate", "position_set", "replay_from_here"]
Make = Callable[[ev.AnyEvent], Received]
"""Makes the record of an event, as it would stand in the log."""
POSITION: Final = (
    "score", "frame_score", "fouls", "reds", "groups", "cue_ball", "phase", "rack",
)  # fmt: skip
PHASES: Final = frozenset({"break", "play"})
STANDS: Final = (
    ev.Claim, ev.Signed, ev.Correction, ev.OfficialRuling, ev.Protest, ev.ProtestDecided, ev.Award,
)  # fmt: skip
"""What is no play, and so is not struck when play goes on from an earlier event."""


@dataclass(slots=True, frozen=True)
class Way:
    """A way out: the events to append, and what they would do."""

    name: Name
    events: list[ev.AnyEvent]
    effect: Preview


def ways_out(found: Preview, added: Sequence[ev.AnyEvent], make: Make) -> list[Way]:
    """Return the ways out of a preview that would newly reject events; none where it would not."""
    if not found.newly_rejected or not added:
        return []
    records = found.recorded.records
    ways: list[tuple[Name, list[ev.AnyEvent]]] = [("annotate", _annotated(added, found))]
    if (position := _position(records, added, found)) is not None:
        ways.append(("position_set", [*added, position]))
    if struck := _struck(records, added):
        ways.append(("replay_from_here", [*added, *struck]))
    return [
        Way(name, events, preview(found.recorded, list(map(make, events)))) for name, events in ways
    ]


def _annotated(added: Sequence[ev.AnyEvent], found: Preview) -> list[ev.AnyEvent]:
    """Return a claim of the result as it stands, which carries the reason and changes nothing."""
    first = added[0]
    reason = getattr(first, "reason", None) or "annotation of an official"
    state = found.before.state or {}
    return [_event(first, first.seq, "note", {"type": "claim", "score": state["score"]}, reason)]


def _position(
    records: Sequence[Received], added: Sequence[ev.AnyEvent], found: Preview
) -> ev.AnyEvent | None:
    """Return the position as it is on the table, while the match is open before and after."""
    before, after = found.before.state or {}, found.after.state or {}
    if not before.get("status") == after.get("status") == "open":
        return None
    fields = {name: before[name] for name in POSITION if before.get(name) is not None}
    if fields.get("phase") not in PHASES:
        fields.pop("phase", None)
    if (balls := _balls(records, before)) is not None:
        fields["balls"] = balls
    if before["to_act"] is not None:
        fields["at_table"] = before["to_act"]
    last = added[-1]
    return _event(last, last.seq + 1, "position", {"type": "position_set", **fields})


def _balls(records: Sequence[Received], state: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Return the balls on the table: ids where known, in 14.1 their number."""
    opening = next((one.event for one in records if isinstance(one.event, ev.MatchOpened)), None)
    straight = opening is not None and opening.discipline == "14.1"
    return state["balls_on_table"] if straight else state["balls"]


def _struck(records: Sequence[Received], added: Sequence[ev.AnyEvent]) -> list[ev.AnyEvent]:
    """Return corrections that strike all play after the first event corrected or ruled on."""
    targets = [
        event.corrects if isinstance(event, ev.Correction) else event.of
        for event in added
        if isinstance(event, (ev.Correction, ev.OfficialRuling))
    ]
    if not targets:
        return []
    last, events = added[-1], [one.event for one in records if one.event is not None]
    later = sorted(
        event.seq
        for event in events
        if max(targets) < event.seq < added[0].seq and not isinstance(event, STANDS)
    )
    body = {"type": "correction", "with": None, "group": f"{last.id}-from-here"}
    return [
        _event(last, last.seq + number, f"strike-{seq}", body | {"corrects": seq})
        for number, seq in enumerate(later, start=1)
    ]


def _event(
    like: ev.AnyEvent, seq: int, name: str, body: Mapping[str, Any], source: str | None = None
) -> ev.AnyEvent:
    envelope = {"id": f"{like.id[:48]}-{name}", "match": like.match, "seq": seq, "at": like.at}
    optional = {"by": like.by, "source": source}
    return ev.event_from(
        {**envelope, **body, **{key: value for key, value in optional.items() if value is not None}}
    )
