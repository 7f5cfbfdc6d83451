"""Answers of statistics that were given, for as long as what they rest on has not changed."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from api.node import Node

LARGEST: Final = 64 * 2**20
"""Bytes of answers kept; those not asked for the longest go first."""
State = tuple[Any, ...]
"""What tells that no row can have changed: how far the log is in the tables, merges, versions."""


@dataclass(slots=True)
class Given:
    """An answer as sent, with its ETag and the state of the tables it is known to hold in."""

    tag: str
    body: bytes
    state: State


def state_of(node: Node, identities: Mapping[str, str]) -> State:
    """Return the state of the tables; cheap, no query."""
    return node.reached(), node.store.outdated, dict(identities)


class Answers:
    """Answers by what was asked; all of it may be called from any thread."""

    def __init__(self, largest: int = LARGEST) -> None:
        self._largest, self._size = largest, 0
        self._given: OrderedDict[str, Given] = OrderedDict()
        self._turn = threading.Lock()

    def again(
        self, node: Node, asked: str, tag: Callable[[], str], make: Callable[[], bytes]
    ) -> Given:
        """Return what was answered where no row it used has changed since, or make and keep it.

        ``tag`` changes whenever a row used may have; it is asked only where any record came since.
        """
        state = state_of(node, node.people.known().identities)
        found = self.find(asked)
        if found is None or found.state != state:
            now = tag()
            body = found.body if found is not None and found.tag == now else make()
            found = Given(now, body, state)
            self.keep(asked, found)
        return found

    def find(self, asked: str) -> Given | None:
        """Return what was answered; whether it still holds, its state and its tag tell."""
        with self._turn:
            found = self._given.get(asked)
            if found is not None:
                self._given.move_to_end(asked)
            return found

    def keep(self, asked: str, given: Given) -> None:
        """Keep an answer, in the place of one kept before."""
        with self._turn:
            before = self._given.pop(asked, None)
            self._size -= len(before.body) if before is not None else 0
            self._given[asked] = given
            self._size += len(given.body)
            while self._size > self._largest:
                _, dropped = self._given.popitem(last=False)
                self._size -= len(dropped.body)
