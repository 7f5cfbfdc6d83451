"""Reports of imports, kept a short while so that a page can offer the whole of one as a file.

They stay in this process, under ids nobody can guess: whoever has the id may read the report, as
whoever reads the match pages may. The files themselves are not kept.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from typing import Any, Final

LASTS_S: Final = 3_600.0
"""Seconds a report is kept."""
HELD_AT_MOST: Final = 16
"""Reports kept; each holds a few thousand notes at most, and the oldest goes first."""


class Reports:
    """The latest reports by id; may be used from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._held: dict[str, tuple[float, dict[str, Any]]] = {}

    def keep(self, report: dict[str, Any]) -> str:
        """Keep a report and return its id."""
        key = secrets.token_urlsafe(16)
        with self._lock:
            self._held[key] = (self._clock() + LASTS_S, report)
            while len(self._held) > HELD_AT_MOST:
                del self._held[next(iter(self._held))]
        return key

    def get(self, key: str) -> dict[str, Any] | None:
        """Return a report, None where there is none, or none any more."""
        with self._lock:
            ends_at, report = self._held.get(key, (0.0, None))
            return report if ends_at > self._clock() else None
