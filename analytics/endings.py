"""How turns end, in the signs score sheets have for it."""

from __future__ import annotations

from typing import Final

MARKS: Final = {
    "foul": "F",
    "break_foul": "BF",
    "illegal_break": "IB",
    "deliberate_foul": "DF",
    "safety": "S",
    "push_out": "P",
}
"""What a sheet writes behind the balls of an inning, by how it ended."""
