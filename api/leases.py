"""One active scorer a match: whoever keeps the score holds a lease, and a take-over is visible.

A lease is kept in this process and ends by itself when its holder falls silent; who writes without
one, or with one that was taken over, is told who holds it. Matches nobody leased are open to every
token with the right to write.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

LASTS_S: Final = 60.0
"""Seconds a lease lasts after it was last used."""
HELD_AT_MOST: Final = 10_000
"""Leases remembered; those that ended go first."""


@dataclass(slots=True, frozen=True)
class Lease:
    """Who keeps the score of a match: the secret, a label others may see, and its end."""

    key: str
    holder: str
    ends_at: float

    def opens(self, key: str | None) -> bool:
        """Tell whether a key is that of this lease; the time it takes tells nothing."""
        return key is not None and hmac.compare_digest(self.key.encode(), key.encode())


class Leased(Exception):  # noqa: N818 - reads as what is the case
    """Another scorer holds the match."""

    def __init__(self, holder: str, left_s: float) -> None:
        super().__init__(f"{holder} keeps the score of this match")
        self.holder, self.left_s = holder, left_s


class Leases:
    """The leases of a service; all of it may be called from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._held: dict[str, Lease] = {}

    def take(self, match: str, holder: str, key: str | None, *, take_over: bool = False) -> Lease:
        """Take a match, renew a lease by its key, or take it over; raises ``Leased``."""
        with self._lock:
            now = self._live(match)
            same = now is not None and now.opens(key)
            if now is not None and not same and not take_over:
                raise Leased(now.holder, now.ends_at - self._clock())
            lease = Lease(
                now.key if now is not None and same else secrets.token_urlsafe(16),
                holder,
                self._clock() + LASTS_S,
            )
            self._held.pop(match, None)
            self._held[match] = lease
            while len(self._held) > HELD_AT_MOST:
                del self._held[next(iter(self._held))]
            return lease

    def check(self, match: str, key: str | None) -> None:
        """Let the holder write, renewing his lease, or anybody without one; raises ``Leased``."""
        with self._lock:
            now = self._live(match)
            if now is None:
                return
            if not now.opens(key):
                raise Leased(now.holder, now.ends_at - self._clock())
            self._held[match] = Lease(now.key, now.holder, self._clock() + LASTS_S)

    def give_back(self, match: str, key: str | None) -> bool:
        """End a lease by its key; return whether it was the one that held."""
        with self._lock:
            now = self._live(match)
            if now is None or not now.opens(key):
                return False
            del self._held[match]
            return True

    def holder(self, match: str) -> tuple[str, float] | None:
        """Return who holds a match and for how many seconds yet."""
        with self._lock:
            now = self._live(match)
            return None if now is None else (now.holder, now.ends_at - self._clock())

    def _live(self, match: str) -> Lease | None:
        lease = self._held.get(match)
        if lease is not None and lease.ends_at <= self._clock():
            del self._held[match]
            return None
        return lease
