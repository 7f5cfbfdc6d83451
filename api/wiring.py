"""The composition root: the one place where the log, the tables and the statistics meet.

One process a data directory joins log and tables, under a lock of the operating system: the
service, or a command while no service runs. Any process may append to the log; one without the
lock waits until the holder has what it appended, or holds the directory itself by then.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from api.auth import LOCAL, write_private
from api.changes import keep_changes, summary
from api.files import Files, Placed
from api.node import Node, covers
from api.people import People
from api.reading import Cut
from api.refusal import Refused, complain
from api.remote import NotReached, Remote, RemoteProblem
from domain.replay import match_of
from domain.rulesets import RULES_VERSION
from ingest.log import BATCH, EventLog, LogError, LogUnavailable, Position, advance, open_log
from ingest.wire import Received, receive_all
from projections.changes import Change
from projections.grouping import Judges
from projections.lock import FOLLOWED_FILE, DataDirectory, DirectoryHeld, LockError
from projections.records import LogRecord, Officials, Refusal, Refuse
from projections.store import Store, StoreError

STEP_S: Final = 0.05
"""Seconds between two looks whether the directory is free or its holder has caught up."""
PATIENCE_S: Final = 120.0
"""Seconds to wait for a holder that is a command, or a service that is starting."""
T = TypeVar("T")


class Held(Exception):  # noqa: N818 - reads as what is the case
    """Another process holds the data directory."""


def log_url(data: Path, log: str | None) -> str:
    """Return the address of the log: the one named, the one followed, or the directory's own.

    The tables of a directory say how far one log is in them; of another log they know nothing.
    """
    followed = _followed(data)
    if log is None:
        return followed or _own(data)
    wanted = _absolute(log)
    if followed is not None and followed != wanted:
        raise Refused(f"{data} follows {followed}; name another directory with --data for {log}")
    return wanted


def _followed(data: Path) -> str | None:
    """Return the log the tables of a directory are made of, where it is not the directory's own."""
    try:
        return (data / FOLLOWED_FILE).read_text(encoding="utf-8").strip()
    except OSError:
        return _own(data) if directory(data).store.exists() else None


def _own(data: Path) -> str:
    return f"sqlite:{directory(data).log.absolute()}"


def directory(data: Path) -> DataDirectory:
    """Return a data directory, made where it is missing."""
    try:
        return DataDirectory(data)
    except OSError as error:
        raise Refused(f"{data}: {error.strerror}; name a directory with --data") from error


def _absolute(log: str) -> str:
    scheme, _, path = log.partition(":")
    return f"sqlite:{Path(path).absolute()}" if scheme == "sqlite" and path else log


def _note_followed(data: Path, url: str) -> None:
    if url != _own(data) and not (data / FOLLOWED_FILE).exists():
        write_private(data / FOLLOWED_FILE, f"{url}\n")


def read_log(data: Path, url: str | None, cut: Cut | None = None) -> Files:
    """Read a log, as it was at a cut; the place of a record is its partition and offset."""
    found = Files()
    if log_url(data, url) == _own(data) and not directory(data).log.exists():
        found.problems.append(f"{data} holds no log yet: `cuelog ingest FILE` makes one")
        return found
    try:
        log = open_log(log_url(data, url))
    except LogError as error:
        found.problems.append(str(error))
        return found
    people = People(data, log_url(data, url))
    judges = judges_of(log, people)
    try:
        after: dict[int, int] = {}
        while batch := log.read(after, BATCH):
            advance(after, batch)
            received = _judged(judges, batch)
            found.records += [
                Placed(
                    f"log {record.position.partition}",
                    record.position.offset,
                    one,
                    record.received_ms,
                )
                for record, one in zip(batch, received, strict=True)
                if cut is None or cut.holds(record.position, record.received_ms)
            ]
    except LogError as error:
        found.problems.append(str(error))
    finally:
        people.close()
        log.close()
    return found


def judges_of(log: EventLog, people: People) -> Judges:
    """Return what judges the records of a log, for its tables and for whoever reads it himself."""
    return Judges(receive_all, refusal_of(log), officials_of(log, people))


def _judged(judges: Judges, batch: Sequence[LogRecord]) -> list[Received]:
    """Return what records say, judged for place and proof as the tables judge them."""
    found: list[Received] = []
    for record, read in zip(batch, receive_all([one.raw for one in batch]), strict=True):
        refused, proved = judges.judge(record, read, match_of(read))
        found.append(read.refused(*refused) if refused else read.proved() if proved else read)
    return found


@contextmanager
def open_for_append(data: Path, log: str | None) -> Generator[EventLog]:
    """Open the log alone; any number of processes may append to it."""
    try:
        opened = open_log(log_url(data, log))
    except LogError as error:
        raise Refused(str(error)) from error
    try:
        yield opened
    finally:
        opened.close()


@contextmanager
def open_people(data: Path, log: str | None) -> Generator[People]:
    """Open the names and the registry alone; any number of processes may."""
    directory(data)
    people = People(data, log_url(data, log), by=LOCAL)
    try:
        yield people
    except LogError as error:
        raise Refused(str(error)) from error
    finally:
        people.close()


@contextmanager
def hold(
    data: Path, log: str | None, *, patience_s: float = 0.0, threads: int | None = None
) -> Generator[Node]:
    """Hold the data directory with its log and its tables, which are not brought up yet.

    ``threads`` are those of statistics; by default one core is left to what follows the log.
    Raises ``Held`` while another process has it.
    """
    held = directory(data)
    try:
        held.acquire(blocking=patience_s > 0, timeout=patience_s)
    except DirectoryHeld as error:
        raise Held(str(error)) from error
    except LockError as error:
        raise Refused(str(error)) from error
    try:
        node = _node(data, log, held, threads)
        try:
            yield node
        finally:
            node.close()
    finally:
        held.release()


def _node(data: Path, log: str | None, held: DataDirectory, threads: int | None) -> Node:
    url = log_url(data, log)
    try:
        opened = open_log(url)
    except LogError as error:
        raise Refused(str(error)) from error
    try:
        store = Store.open(held.store, threads=threads, spare=1, keep=True)
    except StoreError as error:
        opened.close()
        raise Refused(str(error)) from error
    _note_followed(data, url)
    people = People(data, url)
    officials = officials_of(opened, people)
    node = Node(opened, store, people, held.publish, refusal_of(opened), officials)
    node.on_changes = partial(_tell_changes, data)
    return node


def officials_of(log: EventLog, people: People) -> Officials:
    """Return how an official's right is proved; only an address of Kafka asks for more."""
    required = getattr(log, "officials", "finding") == "quarantine"
    return Officials(partial(_proves, people), required=required)


def _proves(people: People, record: LogRecord) -> bool:
    """Tell whether a record proves an official's right: it came by the API, or he signed it."""
    if record.recorder is not None:
        return True
    signature = record.signature
    return signature is not None and people.vouch(signature, record.raw, record.received_ms)


def _tell_changes(data: Path, version: str, found: list[Change]) -> None:
    """Keep what other rules change, before it is shown, and say so."""
    words = f"the rules changed, {version} to {RULES_VERSION}: {summary(found)}"
    complain(f"{words}; listed in {keep_changes(data, version, found)}")


def refusal_of(log: EventLog) -> Refuse | None:
    """Return the check of a log where a record may stand in a place that is not its own."""
    misplaced: Callable[[LogRecord, str], str | None] | None
    misplaced = getattr(log, "placement_fault", None)
    if misplaced is None:
        return None

    def refuse(record: LogRecord, match: str | None) -> Refusal | None:
        reason = None if match is None else misplaced(record, match)
        return None if reason is None else Refusal(reason, f"key {record.match}, match {match}")

    return refuse


def reach(
    data: Path,
    log: str | None,
    local: Callable[[Node], T],
    remote: Callable[[Remote], T | None],
) -> T:
    """Do something with the tables: here, brought up first, or through the service that has them.

    ``remote`` returns None to be asked again.
    """
    deadline, told = time.monotonic() + PATIENCE_S, False
    while True:
        try:
            with hold(data, log) as node:
                bring_up(node)
                return local(node)
        except Held:
            if (done := _through(data, remote)) is not None:
                return done
        except LogError as error:
            raise Refused(str(error)) from error
        except (StoreError, LockError) as error:
            words = "the log has what was appended; once this is mended the next command goes on"
            raise Refused(f"{error}; {words}") from error
        if time.monotonic() > deadline:
            raise Refused(f"{data} is held by a process that does not answer; end it, or wait")
        if not told and time.monotonic() > deadline - PATIENCE_S + 2:
            sys.stderr.write(f"cuelog: waiting for the process that holds {data}\n")
            told = True
        time.sleep(STEP_S)


def bring_up(node: Node) -> None:
    """Bring the tables up; of a log that is away they are shown as they were."""
    try:
        node.catch_up()
    except LogUnavailable as error:
        complain(f"{error}; what follows may be out of date")


def _through(data: Path, remote: Callable[[Remote], T | None]) -> T | None:
    holder = Remote.find(data)
    if holder is None:
        return None
    try:
        return remote(holder)
    except NotReached:
        return None
    except RemoteProblem as problem:
        raise Refused(str(problem)) from problem


def has(data: Path, positions: Sequence[Position]) -> bool:
    """Tell whether the holder of a directory says that it has records in its tables."""
    said = directory(data).published()
    return said is not None and covers(said.positions, positions)
