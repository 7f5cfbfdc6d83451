"""How a result stands: still provisional, under protest, confirmed, annulled.

A result is confirmed by a signature that covers it as replayed, or by a decision that awards it; an
official's event after the signature asks for a new one. An award to nobody annuls the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, get_args

from domain import events as ev
from domain.rulings import Finding

Standing = Literal["open", "provisional", "under_protest", "confirmed", "annulled"]
STANDINGS: Final[tuple[Standing, ...]] = get_args(Standing)
CONTRADICTS: Final = frozenset({"digest_differs", "signed_result_differs"})
"""Findings of a signature that covers another record or result than the one replayed."""
REOPENS: Final = (ev.Correction, ev.OfficialRuling, ev.PositionSet, ev.Skipped, ev.Settled, ev.Void)
"""What may change the result a signature stands for."""


def signed_as_it_stands(
    before: bool,  # noqa: FBT001 - the value folded so far
    event: ev.AnyEvent,
    findings: Iterable[Finding],
) -> bool:
    """Tell whether a signature covers the result after an accepted event, given so before it."""
    if isinstance(event, ev.Signed):
        return before or not any(found.code in CONTRADICTS for found in findings)
    return before and not isinstance(event, REOPENS)


def standing(
    *,
    finished: bool,
    awarded: Mapping[str, Any] | None,
    protests: Sequence[int],
    signed: bool,
) -> Standing:
    """Return how a result stands; an open protest goes before anything else.

    ``awarded`` and ``protests`` are those of the state (contract, section 3).
    """
    if protests:
        return "under_protest"
    if awarded is not None:
        return "annulled" if awarded["winner"] is None else "confirmed"
    if not finished:
        return "open"
    return "confirmed" if signed else "provisional"
