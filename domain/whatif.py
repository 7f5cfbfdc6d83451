"""What if: the same records under another text, other options, or without a correction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain import events as ev
from domain.ledger import Received
from domain.replay import Line, Replay, replay

Change = Callable[[ev.AnyEvent], ev.AnyEvent | None]
"""Another event in the place of one, itself, or None to leave it out of what counts."""


@dataclass(slots=True, frozen=True)
class Difference:
    """Where two replays part, and how each ends; ``seq`` is None where they agree."""

    seq: int | None
    recorded: Line | None
    instead: Line | None
    recorded_end: Replay
    instead_end: Replay


def under(rules: str | None, options: Mapping[str, Any]) -> Change:
    """Return the change that opens a match under another text or with other options."""

    def change(event: ev.AnyEvent) -> ev.AnyEvent:
        if not isinstance(event, ev.MatchOpened):
            return event
        return ev.replaced(event, rules=rules or event.rules, options={**event.options, **options})

    return change


def without(seq: int) -> Change:
    """Return the change that takes a correction or an official ruling out."""

    def change(event: ev.AnyEvent) -> ev.AnyEvent | None:
        taken_out = isinstance(event, (ev.Correction, ev.OfficialRuling)) and event.seq == seq
        return None if taken_out else event

    return change


def compare(match: str, records: Iterable[Received], change: Change) -> Difference:
    """Replay the records as recorded and as changed, and find the first line that differs."""
    known = list(records)
    recorded, instead = list[Line](), list[Line]()
    recorded_end = replay(match, known, trace=recorded.append)
    instead_end = replay(match, known, trace=instead.append, change=change)
    for first, second in zip(recorded, instead, strict=False):
        if _differs(first, second):
            return Difference(first.step.seq, first, second, recorded_end, instead_end)
    return Difference(None, None, None, recorded_end, instead_end)


def _differs(first: Line, second: Line) -> bool:
    """Tell whether two lines rule otherwise; the clauses of another text are no difference."""
    one, two = first.ruling, second.ruling
    same = (
        one.verdict == two.verdict
        and one.points == two.points
        and set(one.fouls) == set(two.fouls)
        and one.reason == two.reason
        and first.state == second.state
    )
    return not same


def ending(end: Replay) -> dict[str, Any]:
    """Return how a replay ends, in short."""
    state = end.state or {}
    shown: Sequence[str] = ("status", "winner", "score", "fouls", "to_act", "phase", "rack")
    return {name: state.get(name) for name in shown} | {"rejected": len(end.rejected)}
