"""What the types of an event cannot say: the envelope's alphabets, and what its fields need."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Final

import msgspec

from domain.events import (
    EVENT_TYPES,
    AnyEvent,
    Correction,
    Event,
    MatchClosed,
    MatchOpened,
    Person,
    Sanction,
    Settled,
    event_from,
)
from ingest.faults import IDENTIFIER, LONGEST_ID, Flaw, explain

_is_identifier = IDENTIFIER.fullmatch
_are_all_of_alphabet = re.compile(r"[A-Za-z0-9._:-]*").fullmatch
_is_known_match = lru_cache(maxsize=4096)(_is_identifier)
_is_time = re.compile(
    r"[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,3})?"
    r"(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
).fullmatch
_LEAP: Final = re.compile(r"[Tt]\d\d:\d\d:60")
_EDGES: Final = ("0001-01-01", "9999-12-31")
_USUAL_AT: Final = b"0000-00-00T00:00:00.000Z"
_UNUSUAL: Final = (b"T24", *map(str.encode, _EDGES))
"""Later versions of Python take the hour 24; RFC 3339 does not. The days are not in every zone."""
_ZEROS: Final = bytes.maketrans(b"123456789", b"000000000")


def check(event: AnyEvent) -> None:
    """Raise ``Flaw`` if an event that fits its type still breaks the contract."""
    if not _is_identifier(event.id):
        raise _no_identifier("id")
    if not _is_known_match(event.match):
        raise _no_identifier("match")
    at = event.at
    if not (_is_time(at, 10) and _is_date(at[:10])):
        raise _no_instant(at)
    more = _MORE.get(type(event))
    if more is not None:
        more(event)


def have_usual_envelopes(events: Sequence[AnyEvent]) -> bool:
    """Tell whether ``check`` would pass the envelopes of all; it may say no where it would."""
    ids = [event.id for event in events]
    if max(map(len, ids)) > LONGEST_ID or not all(ids) or not _are_all_of_alphabet("".join(ids)):
        return False
    if not all(map(_is_known_match, {event.match for event in events})):
        return False
    ats = [event.at for event in events]
    written = "".join(ats).encode()
    if written.translate(_ZEROS) != _USUAL_AT * len(ats):
        return False
    if any(part in written for part in _UNUSUAL):
        return False
    try:
        return all(map(datetime.fromisoformat, ats))
    except ValueError:
        return False


def _no_identifier(place: str) -> Flaw:
    return Flaw(place, "expected 1 to 64 of the characters A-Z a-z 0-9 . _ : -")


def _no_instant(at: str) -> Flaw:
    if _LEAP.match(at, 10):
        return Flaw("at", "a leap second (:60) is not taken: write :59 or the next second")
    return Flaw(
        "at",
        "expected an instant with its offset and at most 3 fraction digits, such as "
        "2026-05-09T18:00:30.250+02:00",
    )


@lru_cache(maxsize=4096)
def _is_date(text: str) -> bool:
    """Tell whether a calendar day was written, one that exists in every time zone."""
    if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text) or text in _EDGES:
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _check_opened(event: MatchOpened) -> None:
    one, two = (p.id if isinstance(p, Person) else p for p in event.players)
    if one == two:
        raise Flaw("players", "the same player twice; a match has two")
    if isinstance(event.target, Mapping) and event.target.keys() != {one, two}:
        raise Flaw("target", "a target by player names both players and nobody else")
    if event.target is None and event.best_of is None and event.discipline != "14.1":
        raise Flaw("target", "is required unless best_of is given: racks or frames to win")


def _check_closed(event: MatchClosed) -> None:
    if event.result in {"forfeit", "walkover"} and event.winner is None:
        raise Flaw("winner", f"is required for a {event.result}")


def _check_settled(event: Settled) -> None:
    if event.seconds is None and event.affected is None:
        raise Flaw("seconds", "at least one of seconds and affected is required")


def _check_sanction(event: Sanction) -> None:
    if event.penalty == "points" and event.points is None:
        raise Flaw("points", 'is required with penalty "points"')


def _check_correction(event: Correction) -> None:
    """Check that each body is a valid event in the place of the event it corrects."""
    bodies = event.replacement
    if isinstance(bodies, dict):
        _check_body(event, bodies, "with")
    elif bodies is not None:
        for index, body in enumerate(bodies):
            _check_body(event, body, f"with[{index}]")


def _check_body(event: Correction, body: dict[str, Any], place: str) -> None:
    if body.get("match", event.match) != event.match:
        raise Flaw(f"{place}.match", "a correction stays within its match: leave match out")
    own = {"id": event.id, "match": event.match, "seq": event.corrects, "at": event.at}
    kind = body.get("type")
    try:
        check(event_from({**body, **own}))
    except Flaw as flaw:
        raise Flaw(f"{place}.{flaw.place}", flaw.words) from flaw
    except msgspec.ValidationError as error:
        flaw = explain(error, kind if isinstance(kind, str) else None)
        raise Flaw(f"{place}.{flaw.place}".rstrip("."), flaw.words) from error


_MORE: Final[dict[type[Event], Callable[[Any], None]]] = {
    MatchOpened: _check_opened,
    MatchClosed: _check_closed,
    Settled: _check_settled,
    Sanction: _check_sanction,
    Correction: _check_correction,
}

COMPLETE: Final = frozenset(EVENT_TYPES.values()) - _MORE.keys()
"""Events of which their type and their envelope say all."""
