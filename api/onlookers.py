"""Matches being watched: replayed once a change for all who watch, not once for each of them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from api.node import Node
from api.shown import Shown, show_match

KEPT: Final = 64
"""Matches whose last replay is kept."""


class Onlookers:
    """The last replay of each match somebody watches; for one event loop."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[int, asyncio.Task[Shown]]] = OrderedDict()

    async def shown(self, node: Node, match: str) -> Shown:
        """Return a match as it stands now; raises ``NoSuchMatch``."""
        now = node.changes.of(match)
        held = self._kept.get(match)
        if held is None or held[0] != now or not now:
            held = now, asyncio.create_task(asyncio.to_thread(show_match, node, match))
            self._kept[match] = held
        self._kept.move_to_end(match)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        # One watcher who leaves does not end the work others wait for.
        return await asyncio.shield(held[1])
