"""Balls of the numbered games as bits of one integer, so that a table is compared at once."""

from __future__ import annotations

from collections.abc import Iterable

NUMBERED = tuple(str(number) for number in range(1, 16))
BIT: dict[str, int] = {ball: 1 << int(ball) for ball in NUMBERED} | {"?": 0, "cue": 0}
"""One bit a numbered ball; nothing for the cue ball and for a ball whose number is unknown."""

UNKNOWN = -1
"""The set of balls when their numbers are not known."""


def balls_to(highest: int) -> int:
    """Return the set of balls 1 to ``highest``."""
    return (2 << highest) - 2


def as_set(balls: Iterable[str]) -> int:
    """Return the numbered balls among ``balls`` as a set."""
    mask = 0
    for ball in balls:
        mask |= BIT.get(ball, 0)
    return mask


def as_ids(mask: int) -> list[str] | None:
    """Return the ids of a set in the order of their numbers, or None when unknown."""
    if mask == UNKNOWN:
        return None
    return [ball for ball in NUMBERED if mask & BIT[ball]]


def lowest(mask: int) -> str | None:
    """Return the ball with the lowest number, or None for an empty or unknown set."""
    if mask in (UNKNOWN, 0):
        return None
    return str((mask & -mask).bit_length() - 1)
