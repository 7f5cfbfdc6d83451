"""Places by address: of connections, and of live streams."""

from __future__ import annotations

from collections import Counter


class Places:
    """How many places each address has taken; for one thread at a time."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    def total(self) -> int:
        """Return how many places are taken in all."""
        return self._taken.total()

    def take(self, address: str, each: int) -> bool:
        """Take a place, to be given back by ``leave``; return whether the address had one left."""
        if self._taken[address] >= each:
            return False
        self._taken[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Give a place back."""
        self._taken[address] -= 1
        if self._taken[address] <= 0:
            del self._taken[address]
