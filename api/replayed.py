"""A match that was replayed, with what it was replayed from, for those who print it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from api.files import Placed
from domain.replay import Line, Replay


@dataclass(slots=True, frozen=True)
class Replayed:
    """One match replayed: its records, the result and its lines; what if, where it was asked."""

    records: Sequence[Placed]
    result: Replay
    lines: list[Line] = field(default_factory=list[Line])
    what_if: dict[str, Any] | None = None
