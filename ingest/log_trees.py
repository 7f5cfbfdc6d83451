"""The Merkle trees of a log: one a partition, a leaf a record, its bytes as received."""

from __future__ import annotations

import threading

from domain.merkle import Tree, leaf_hash
from ingest.log import EventLog, LogError


class LogTrees:
    """Grows with the log when asked; may be called from any thread.

    Trees are kept in memory, about 64 bytes a record; a log is read once from its beginning.
    """

    def __init__(self, log: EventLog) -> None:
        """Name the log; nothing is read yet."""
        self._log = log
        self._trees: dict[int, Tree] = {}
        self._turn = threading.Lock()

    def grown(self) -> dict[int, Tree]:
        """Return the tree of every partition that has records, all that the log has now in them.

        Raises a ``LogError``.
        """
        with self._turn:
            while batch := self._log.read({part: len(tree) for part, tree in self._trees.items()}):
                for record in batch:
                    partition, offset = record.position
                    tree = self._trees.setdefault(partition, Tree())
                    if offset != len(tree):
                        raise LogError(f"partition {partition} has no record {len(tree)}")
                    tree.append(leaf_hash(record.raw))
            return dict(self._trees)
