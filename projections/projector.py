"""The log into the tables: each record once, whatever the batches and however often it comes.

A batch is one transaction with the positions it reaches. A match in play is kept in memory and
folded on; one that is not is brought back from its records in the store.
"""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Final

from projections.grouping import Group, Judges
from projections.live import Live
from projections.records import NOBODY, Log, LogRecord, Officials, ReceiveAll, Refuse
from projections.rows import Chunk, bring_back
from projections.store import Store

EVENTS_KEPT: Final = 50_000
"""Events of the matches kept in memory: some 60 MB."""
BATCH: Final = 20_000
LOADED_AT_ONCE: Final = 64
REBUILD_MEMORY: Final = "256MB"
"""What DuckDB may use while tables are rebuilt, however long the log."""
COMMIT_EVERY: Final = 10
"""Batches of a rebuild that share a transaction."""


class Projector:
    """Follows a log and keeps the tables of a store up to date; for one thread.

    ``receive_all`` turns bytes into events; ``refuse``, where given, says why a record may not
    stand where it does (on Kafka: wrong key, wrong partition); ``officials`` proves rights.
    """

    def __init__(
        self,
        store: Store,
        receive_all: ReceiveAll,
        *,
        refuse: Refuse | None = None,
        officials: Officials = NOBODY,
        events_kept: int = EVENTS_KEPT,
    ) -> None:
        self.store = store
        self._judges = Judges(receive_all, refuse, officials)
        self._events_kept = events_kept
        self._kept: OrderedDict[str, Live] = OrderedDict()
        self._events = 0
        self._positions = store.positions()

    @property
    def positions(self) -> Mapping[int, int]:
        """The next offset wanted of each partition."""
        return self._positions

    def apply(self, batch: Sequence[LogRecord]) -> None:
        """Apply records, in log order within a partition; those applied before change nothing.

        All of it is in the store when this returns. After an error nothing of it is.
        """
        with self._transaction():
            self._apply(batch)

    def catch_up(self, log: Log, *, limit: int = BATCH) -> int:
        """Apply what the log has beyond the positions and return how many records that was."""
        count = 0
        while batch := log.read(self._positions, limit):
            self.apply(batch)
            count += len(batch)
        return count

    def load(self, log: Log, *, limit: int = BATCH) -> int:
        """Do as ``catch_up`` for a long log: several batches share a transaction."""
        count = 0
        with no_collector():
            while True:
                applied = 0
                with self._transaction():
                    for batch in islice(_batches(self, log, limit), COMMIT_EVERY):
                        self._apply(batch)
                        applied += len(batch)
                if not applied:
                    return count
                count += applied

    @contextmanager
    def _transaction(self) -> Generator[None]:
        """Write in one transaction; after an error memory holds no more than the store."""
        before = self._positions
        try:
            with self.store.transaction():
                yield
        except BaseException:
            self._positions = before
            self._kept.clear()
            self._events = 0
            raise

    def _apply(self, batch: Sequence[LogRecord]) -> None:
        """Write the records not applied before, inside a transaction."""
        positions = dict(self._positions)
        records = _fresh(batch, positions)
        if not records:
            return
        chunk = Chunk()
        groups = self._judges.grouped(records, chunk)
        names = iter(groups)
        while some := list(islice(names, LOADED_AT_ONCE)):
            self._load([match for match in some if match not in self._kept])
            for match in some:
                self._follow(match, groups[match], chunk)
            self._forget()
        self.store.write(chunk, positions)
        self._positions = positions

    def _load(self, matches: Sequence[str]) -> None:
        """Bring back matches the store has records of."""
        for match, rows in self.store.records(matches) if matches else ():
            received = self._judges.receive_all([raw for raw, _ in rows])
            verified = [proved for _, proved in rows]
            self._kept[match] = live = bring_back(match, received, verified)
            self._events += len(live.ledger.taken)

    def _follow(self, match: str, group: Group, chunk: Chunk) -> None:
        """Apply the records of a match."""
        live = self._kept.get(match)
        if live is None:
            self._kept[match] = live = Live(match)
        self._kept.move_to_end(match)
        accepted = chunk.take(live, group)
        if accepted:
            self._events += accepted
            live.advance()
            chunk.write(live)

    def _forget(self) -> None:
        """Drop the matches not heard of for the longest until few enough events are kept."""
        while self._events > self._events_kept and len(self._kept) > 1:
            _, live = self._kept.popitem(last=False)
            self._events -= len(live.ledger.taken)


def _fresh(batch: Sequence[LogRecord], positions: dict[int, int]) -> list[LogRecord]:
    """Return the records at or beyond the positions, and move the positions past them."""
    fresh: list[LogRecord] = []
    for record in batch:
        position = record.position
        if position.offset >= positions.get(position.partition, 0):
            positions[position.partition] = position.offset + 1
            fresh.append(record)
    return fresh


def _batches(projector: Projector, log: Log, limit: int) -> Iterator[Sequence[LogRecord]]:
    while batch := log.read(projector.positions, limit):
        yield batch


@contextmanager
def no_collector() -> Generator[None]:
    """Leave the collector of cycles out: what a long load makes holds none."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Until:
    """A log up to some positions."""

    def __init__(self, log: Log, ends: Mapping[int, int]) -> None:
        self._log, self._ends = log, ends

    def read(self, after: Mapping[int, int], limit: int) -> Sequence[LogRecord]:
        """Return records before the ends; other partitions are passed over, so none is missed."""
        reached = dict(after)
        while batch := self._log.read(reached, limit):
            kept = [one for one in batch if self._holds(one)]
            if kept or all(reached.get(part, 0) >= end for part, end in self._ends.items()):
                return kept
            for one in batch:
                reached[one.position.partition] = one.position.offset + 1
        return []

    def _holds(self, record: LogRecord) -> bool:
        return record.position.offset < self._ends.get(record.position.partition, 0)


def rebuild(
    store: Store,
    log: Log,
    receive_all: ReceiveAll,
    *,
    refuse: Refuse | None = None,
    officials: Officials = NOBODY,
    before: Callable[[Path], None] | None = None,
) -> Projector:
    """Read a log from its beginning into a new file, put it in place, and return its projector.

    Readers see the old tables until then. A rebuild that is broken off leaves them as they were.
    ``before`` is given the new file, closed, before it is put in place; where the store is
    outdated, that file then holds the very records the old tables hold.
    """
    if store.path is None:
        store.empty()
    else:
        fresh = store.path.with_suffix(".rebuilding")
        source = log if store.outdated is None else Until(log, store.positions())
        make_anew(fresh, source, receive_all, refuse=refuse, officials=officials)
        if before is not None:
            before(fresh)
        store.swap(fresh)
    projector = Projector(store, receive_all, refuse=refuse, officials=officials)
    projector.load(log)
    return projector


def make_anew(
    path: Path,
    log: Log,
    receive_all: ReceiveAll,
    *,
    refuse: Refuse | None = None,
    officials: Officials = NOBODY,
) -> None:
    """Make a file of tables from a log, in the place of any that is there."""
    _remove(path)
    made = Store.open(path, threads=1, memory=REBUILD_MEMORY)
    try:
        Projector(made, receive_all, refuse=refuse, officials=officials).load(log)
    finally:
        made.close()


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.with_name(path.name + ".wal").unlink(missing_ok=True)
