"""What if, as the commands and the service tell it: the first difference and both endings."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from domain import events as ev
from domain.contract import ruling_fields
from domain.ledger import Received
from domain.rulesets import rule_texts
from domain.whatif import Change, compare, ending, under, without


class BadChange(ValueError):  # noqa: N818 - reads as what is wrong
    """A change that cannot be made: what was asked, and what was expected."""


def option_of(text: str) -> tuple[str, Any]:
    """Read name=value; a value is JSON, or else text. Raises ``BadChange``."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise BadChange(f"option {text}: expected name=value, such as inning_limit=30")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def change_of(rules: str | None, options: Mapping[str, Any], left_out: int | None) -> Change | None:
    """Return the change that does all that is asked, None where nothing is."""
    if rules is not None and rules not in {text for _, text in rule_texts()}:
        raise BadChange(f"rules: {rules} is no rule text; expected SI, PL or LT")
    opens = under(rules, options) if rules or options else None
    leaves = None if left_out is None else without(left_out)
    if opens is None or leaves is None:
        return opens or leaves

    def both(event: ev.AnyEvent) -> ev.AnyEvent | None:
        kept = leaves(event)
        return None if kept is None else opens(kept)

    return both


def may_leave_out(records: Iterable[Received], seq: int) -> bool:
    """Tell whether that ``seq`` names a correction or an official ruling."""
    return any(
        isinstance(one.event, (ev.Correction, ev.OfficialRuling)) and one.event.seq == seq
        for one in records
    )


def what_if(match: str, records: Iterable[Received], change: Change) -> dict[str, Any]:
    """Return where the replay first parts from the one as recorded, and how both end."""
    parted = compare(match, records, change)
    sides = (
        ("recorded", parted.recorded, parted.recorded_end),
        ("instead", parted.instead, parted.instead_end),
    )
    return {
        "first_difference": None
        if parted.seq is None
        else {"seq": parted.seq}
        | {name: ruling_fields(line.ruling, end.players) for name, line, end in sides if line},
    } | {name: ending(end) for name, _, end in sides}
