"""Rows of statistics as cells of a table: shares with their intervals, names, links, breakdowns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

Row = Mapping[str, Any]

INTERVALS: Final = {
    "average": ("low", "high"),
    "rate": ("low", "high"),
    "win_rate": ("low", "high"),
    "hazard": ("low", "high"),
    "survival": ("low", "high"),
    "per_stroke": ("per_stroke_low", "per_stroke_high"),
    "per_inning": ("per_inning_low", "per_inning_high"),
}
"""Figures with an interval, and the columns of its bounds: they stand in the cell of the figure."""
SHARES: Final = frozenset(
    {"rate", "win_rate", "hazard", "survival", "per_stroke", "per_inning", "scoreless",
     "robustness"}
)  # fmt: skip
"""Figures that are shares of one."""
PEOPLE: Final = frozenset({"player", "opponent"})
CODED: Final = {"discipline": "discipline", "by_code": "foul", "outcomes": "ending"}
"""Columns whose values, or keys, are codes, and the kind of their words."""


class Cell(NamedTuple):
    """One cell: how it is shown, its value, and the bounds of its interval."""

    kind: str
    value: Any
    low: float | None = None
    high: float | None = None
    words: str = ""


def columns_shown(
    columns: Iterable[str], rows: Sequence[Row], drop: Iterable[str] = ()
) -> list[str]:
    """Return the columns of a table without bounds, those dropped and those empty in all rows."""
    bounds = {bound for pair in INTERVALS.values() for bound in pair} | set(drop)
    return [
        name
        for name in columns
        if name not in bounds and any(row.get(name) not in (None, {}) for row in rows)
    ]


def cells_of(row: Row, columns: Sequence[str]) -> list[Cell]:
    """Return a row as cells."""
    return [_cell(name, row) for name in columns]


def _cell(name: str, row: Row) -> Cell:
    value = row.get(name)
    low, high = (row.get(bound) for bound in INTERVALS.get(name, ("", "")))
    if name in PEOPLE:
        return Cell("player", value)
    if name == "match":
        return Cell("match", value)
    if name == "at":
        return Cell("moment", value)
    if isinstance(value, Mapping):
        return Cell("parts", value, words=CODED.get(name, ""))
    if name in CODED:
        return Cell("code", value, words=CODED[name])
    if isinstance(value, bool):
        return Cell("flag", value)
    if name.endswith("_ms"):
        return Cell("seconds", value)
    if name in SHARES:
        return Cell("share", value, low, high)
    return Cell("number" if isinstance(value, (int, float)) else "text", value, low, high)
