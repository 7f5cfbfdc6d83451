"""Who may write what (contract, section 2): matches of a scorer, officials' events, corrections."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from api.auth import Known
from api.people import People
from api.problems import Problem
from domain import events as ev
from domain.replay import Line

OFFICIAL: Final[tuple[type[ev.Event], ...]] = (
    ev.OfficialRuling, ev.PositionSet, ev.Skipped, ev.ProtestDecided, ev.Award,
)  # fmt: skip
"""Events that only officials put on record; of corrections a scorer has some."""
_TAGS: Final = frozenset(
    str(kind.__struct_config__.tag) for kind in (*OFFICIAL, ev.Correction, ev.MatchOpened)
)
"""What a scorer may not put in the place of another event either."""


@dataclass(slots=True, frozen=True)
class Past:
    """What there is of a match: its lines, and by seq the token each record came with."""

    lines: Sequence[Line]
    recorders: Mapping[int, str | None]


def forbidden(words: str) -> Problem:
    """Return the problem of a token that is valid and has not the right."""
    return Problem("forbidden", words)


def writes_to(holder: Known, match: str, people: People) -> bool:
    """Tell whether a token may write to a match: named by it, or assigned to it."""
    if not holder.may("scorer"):
        return False
    return holder.covers(match) or (match, holder.id) in people.assignments()


def check_match(holder: Known, match: str, people: People) -> None:
    """Raise the problem that a token may not write to a match."""
    if not writes_to(holder, match, people):
        raise forbidden(f"this token ({holder.role}) may not write to the match {match}")


def check_events(holder: Known, events: Sequence[ev.AnyEvent], past: Callable[[], Past]) -> None:
    """Raise the problem that a scorer may not put an event on record; officials may all."""
    if holder.may("official"):
        return
    own: dict[int, str | None] = {}
    for event in events:
        if isinstance(event, OFFICIAL):
            kind = type(event).__struct_config__.tag
            raise forbidden(f"{kind} is an official's event; this token is a {holder.role}'s")
        if isinstance(event, ev.Correction):
            told = past()
            _check_correction(holder, event, Past(told.lines, {**told.recorders, **own}))
        own[event.seq] = holder.id


def _check_correction(holder: Known, event: ev.Correction, past: Past) -> None:
    """Let a scorer correct its own events of the running rack, while the match is unsigned."""
    at = event.corrects
    if past.recorders.get(at) != holder.id:
        raise forbidden(f"seq {at} did not come with this token; an official may correct it")
    if not _kinds(event) <= ev.EVENT_TYPES.keys() - _TAGS:
        raise forbidden("an official's event, in the place of another one, needs an official")
    if any(isinstance(line.step.event, ev.Signed) for line in past.lines):
        raise forbidden("the match is signed: corrections need an official")
    decided = max(
        (line.step.seq for line in past.lines if _decides(line)),
        default=0,
    )
    if at <= decided:
        raise forbidden(f"seq {decided} decided the rack since; an official may correct seq {at}")


def _decides(line: Line) -> bool:
    return line.ruling.rack_won_by is not None or line.ruling.match_won_by is not None


def _kinds(event: ev.Correction) -> set[str]:
    """Return the types of the bodies a correction puts in the place of an event."""
    bodies = event.replacement
    listed = bodies if isinstance(bodies, list) else [] if bodies is None else [bodies]
    return {str(body.get("type")) for body in listed}
