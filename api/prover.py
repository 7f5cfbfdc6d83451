"""What a service proves with: the trees of its log, and the key that vouches for them."""

from __future__ import annotations

import threading
from pathlib import Path

from api.log_key import LogKey, log_key
from api.node import Node
from domain.merkle import Tree
from ingest.log_trees import LogTrees


class Prover:
    """Made when first asked; may be called from any thread."""

    def __init__(self, node: Node, data: Path) -> None:
        """Name the parts; nothing is read or made yet."""
        self._node, self._data = node, data
        self._trees = LogTrees(node.log)
        self._key: LogKey | None = None
        self._turn = threading.Lock()

    def trees(self) -> dict[int, Tree]:
        """Return the trees with all the log has now; raises a ``LogError``."""
        return self._trees.grown()

    def key(self) -> LogKey:
        """Return the key of the log; raises ``BadKey``."""
        with self._turn:
            if self._key is None:
                self._key = log_key(self._data, self._node.people)
            return self._key
