"""A process that holds a data directory: the log, the tables, and a thread that joins them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from api.logs import logger
from api.people import People
from ingest.log import EventLog, LogRecord, LogUnavailable, Position
from ingest.wire import receive_all
from projections.changes import Change, changes
from projections.projector import Projector, rebuild
from projections.records import NOBODY, Officials, Refuse
from projections.store import Store

QUIET_S: Final = 0.25
"""Seconds after which the thread looks whether it is to stop or to rebuild."""
RETRY_S: Final = 0.5
"""Seconds until a log that failed is tried again."""
LOOK_S: Final = 1.0
"""Seconds without a record after which the log is asked whether it is there."""
REMEMBERED: Final = 10_000
"""Matches whose last change is remembered for those who watch them."""
_LOGGER: Final = logger(__name__)

Positions = Mapping[int, int]
"""Of each partition the next offset."""


def covers(reached: Positions, positions: Iterable[Position]) -> bool:
    """Tell whether all of some records have been applied."""
    return all(reached.get(one.partition, 0) > one.offset for one in positions)


class Changes:
    """Which match was last heard of at which batch; cheap to ask, and bounded."""

    def __init__(self) -> None:
        self.count = 0
        self._last: dict[str, int] = {}

    def note(self, records: Sequence[LogRecord]) -> None:
        """Note a batch that was applied."""
        self.count += 1
        for match in {record.match for record in records if record.match is not None}:
            self._last.pop(match, None)
            self._last[match] = self.count
        while len(self._last) > REMEMBERED:
            del self._last[next(iter(self._last))]

    def of(self, match: str) -> int:
        """Return the batch a match was last heard of, 0 if that was long ago."""
        return self._last.get(match, 0)


class Node:
    """The holder of a data directory; all of it may be called from any thread."""

    def __init__(
        self,
        log: EventLog,
        store: Store,
        people: People,
        publish: Callable[[Positions], None],
        refuse: Refuse | None = None,
        officials: Officials = NOBODY,
    ) -> None:
        """Join a log and tables; ``publish`` tells other processes how far they have come."""
        self.log = log
        self.store = store
        self.people = people
        self._tell = publish
        self.changes = Changes()
        self.trouble: str | None = None
        self._fresh_at = time.monotonic()
        self.on_fold: Callable[[int, float], None] = lambda _records, _seconds: None
        """Told of each batch that was folded: its records, and the seconds that took."""
        self.on_changes: Callable[[str, list[Change]], None] = lambda _version, _changes: None
        """Told what other rules change, before it is shown: the version before, and the rows."""
        self._refuse, self._officials = refuse, officials
        self._projector = Projector(store, receive_all, refuse=refuse, officials=officials)
        self._applied = threading.Condition()
        self._reached: dict[int, int] = dict(self._projector.positions)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._wanted: list[threading.Event] = []

    # -- reading --------------------------------------------------------------------------------

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query over the tables."""
        with self.store.reading() as con:
            return con.execute(query, list(values)).fetchall()

    def reached(self) -> dict[int, int]:
        """Return how far the log is in the tables."""
        with self._applied:
            return dict(self._reached)

    def wait(self, positions: Sequence[Position], patience_s: float) -> bool:
        """Wait until records are in the tables; return whether they are."""
        with self._applied:
            return self._applied.wait_for(lambda: covers(self._reached, positions), patience_s)

    def stale_s(self) -> float | None:
        """Return for how many seconds nothing is known of the log; None while all is well."""
        return None if self.trouble is None else time.monotonic() - self._fresh_at

    # -- following ------------------------------------------------------------------------------

    def catch_up(self) -> int:
        """Apply what the log has, in this thread; for who has not called ``start``.

        Tables that other rules made are made anew.
        """
        if self.store.outdated is not None:
            self._rebuild()
        try:
            count = self._projector.load(self.log)
        except LogUnavailable as error:
            self.trouble = str(error)
            raise
        self._publish()
        return count

    def start(self) -> None:
        """Follow the log in a thread until ``close``."""
        self._thread = threading.Thread(target=self._run, name="projector", daemon=True)
        self._thread.start()

    def lives(self) -> bool:
        """Tell whether the thread that follows the log runs, where one was started."""
        return self._thread is None or self._thread.is_alive()

    def rebuild(self) -> None:
        """Make the tables anew from the log; readers see the old ones until then."""
        if self._thread is None:
            self._rebuild()
            return
        done = threading.Event()
        self._wanted.append(done)
        while not done.wait(QUIET_S):
            if not self._thread.is_alive():
                raise RuntimeError("the service is ending")

    def close(self) -> None:
        """Stop following and close the tables and the log."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self.store.close()
        self.people.close()
        self.log.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._follow()
                self._rebuild_if_wanted()
            except Exception as error:  # noqa: BLE001 - whatever it is, the tables stay behind
                words = f"{type(error).__name__}: {error}"
                if words != self.trouble:
                    _LOGGER.warning("the tables stay behind the log", trouble=words)
                self.trouble = words
                time.sleep(RETRY_S)

    def _follow(self) -> None:
        stop: Callable[[], bool] = lambda: self._stop.is_set() or bool(self._wanted)  # noqa: E731
        if self.store.outdated is not None:
            self._rebuild()
        self._projector.load(self.log)
        self._publish()
        for batch in self.log.follow(self._reached, stop, QUIET_S):
            if batch:
                self._take(batch)
            else:
                self._look()

    def _take(self, batch: Sequence[LogRecord]) -> None:
        began = time.perf_counter()
        self._projector.apply(batch)
        self.on_fold(len(batch), time.perf_counter() - began)
        self.changes.note(batch)
        self._publish()

    def _look(self) -> None:
        """Note whether the log is there: one that is away is followed on in silence."""
        if time.monotonic() < self._fresh_at + LOOK_S:
            return
        try:
            self.log.ends()
        except LogUnavailable as error:
            self.trouble = str(error)
        else:
            self.trouble, self._fresh_at = None, time.monotonic()

    def _rebuild_if_wanted(self) -> None:
        while self._wanted:
            try:
                self._rebuild()
            finally:
                self._wanted.pop().set()

    def _rebuild(self) -> None:
        self._projector = rebuild(
            self.store,
            self.log,
            receive_all,
            refuse=self._refuse,
            officials=self._officials,
            before=self._compare,
        )
        self._publish()

    def _compare(self, fresh: Path) -> None:
        """Tell what the rules of this code change in tables that other rules made."""
        if self.store.outdated is not None:
            self.on_changes(self.store.outdated, changes(self.store, fresh))

    def _publish(self) -> None:
        with self._applied:
            self._reached = dict(self._projector.positions)
            self.trouble, self._fresh_at = None, time.monotonic()
            self._applied.notify_all()
        self._tell(self._reached)


class Lag(NamedTuple):
    """How far a partition of the log is in the tables; no end is known while the log is away."""

    partition: int
    applied: int
    end: int | None

    @property
    def behind(self) -> int | None:
        """Records that are not in the tables yet."""
        return None if self.end is None else max(0, self.end - self.applied)


def lags(node: Node) -> list[Lag]:
    """Return of each partition how far it is in the tables; raises a ``LogError``."""
    reached = node.reached()
    return [Lag(part, reached.get(part, 0), end) for part, end in sorted(node.log.ends().items())]


def behind(node: Node) -> int:
    """Return how many records of the log are not in the tables yet."""
    return sum(lag.behind or 0 for lag in lags(node))
