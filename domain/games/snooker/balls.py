"""The balls of snooker and their values (LT-S-VAL-1); the colours on a table are one bit each."""

from __future__ import annotations

COLOURS = ("yellow", "green", "brown", "blue", "pink", "black")
VALUE: dict[str, int] = {"red": 1} | {
    colour: value for value, colour in enumerate(COLOURS, start=2)
}
KNOWN_BALLS = frozenset(VALUE)
BIT: dict[str, int] = {colour: 1 << index for index, colour in enumerate(COLOURS)}
"""One bit a colour, in the order of their values."""

ALL_COLOURS = (1 << len(COLOURS)) - 1
BLACK = BIT["black"]
NO_COLOUR = 1 << len(COLOURS)
"""A bit no table has, for what is no colour."""

LOWEST: dict[int, str] = {
    table: COLOURS[(table & -table).bit_length() - 1] for table in range(1, ALL_COLOURS + 1)
}
"""The colour of the lowest value among the colours on a table."""


def colours_of(table: int) -> list[str]:
    """Return the colours of a set, in the order of their values."""
    return [colour for colour in COLOURS if table & BIT[colour]]
