"""A data directory: where its files are, its one projector, and how far that has come.

The right to project is a lock of the operating system on a file, so it ends with the process that
holds it, however that ends. The holder publishes the positions its store has reached; a process
that appended to the log and holds no lock waits until they cover its records.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self, cast

from filelock import FileLock, Timeout

LOG_FILE: Final = "log.sqlite"
"""The embedded log."""
STORE_FILE: Final = "tables.duckdb"
ADDRESS_FILE: Final = "service.json"
"""Where the service that holds the directory says at which URL it answers."""
FOLLOWED_FILE: Final = "log-address"
"""The address of the log, where it is not the directory's own."""
_POLL_S: Final = 0.02
_GRACE_S: Final = 0.25
"""Asking who holds the lock takes it for a moment; who wants it waits that long."""


@contextmanager
def one_at_a_time(path: Path) -> Generator[None]:
    """Let one process at a time read a small file and write it anew."""
    with FileLock(path.with_name(f"{path.name}.lock"), mode=0o600, is_singleton=False):
        yield


class LockError(Exception):
    """The lock of a data directory is not where it was wanted, or cannot be used."""


class DirectoryHeld(LockError):  # noqa: N818 - reads as what happened
    """Another process projects this directory; ``pid`` is its number where it could be read."""

    def __init__(self, directory: Path, pid: int | None) -> None:
        holder = "another process" if pid is None else f"process {pid}"
        super().__init__(f"{directory} is in use by {holder}: ask that one, or stop it first")
        self.directory, self.pid = directory, pid


class HolderGone(LockError):  # noqa: N818 - as above
    """Nobody holds the lock any more, so nobody will cover the position: acquire it and project."""


@dataclass(frozen=True, slots=True)
class Published:
    """What the holder last said: next offset of each partition, when (Unix ms), and who it is."""

    positions: Mapping[int, int]
    at_ms: int
    pid: int


class DataDirectory:
    """The paths of a data directory and its lock; made where it is missing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(path / "projector.lock", thread_local=False)
        self._last: Mapping[int, int] | None = None

    @property
    def log(self) -> Path:
        """The embedded log."""
        return self.path / LOG_FILE

    @property
    def store(self) -> Path:
        """The tables."""
        return self.path / STORE_FILE

    @property
    def socket(self) -> Path:
        """Where the holder answers readers of other processes."""
        return self.path / "projector.socket"

    @property
    def position(self) -> Path:
        """What the holder publishes."""
        return self.path / "position.json"

    @property
    def holder(self) -> Path:
        """The process number of who holds the lock, or held it last."""
        return self.path / "projector.pid"

    @property
    def held(self) -> bool:
        """Tell whether this object holds the lock."""
        return self._lock.is_locked

    def acquire(self, *, blocking: bool = False, timeout: float | None = None) -> None:
        """Take the lock, or raise ``DirectoryHeld``.

        By default at once; ``blocking`` waits, for ``timeout`` seconds where one is given.
        """
        wait_s = _GRACE_S if not blocking else -1.0 if timeout is None else timeout
        try:
            self._lock.acquire(timeout=wait_s, poll_interval=_POLL_S)
        except Timeout as error:
            raise DirectoryHeld(self.path, self._pid()) from error
        except OSError as error:
            raise _unusable(self.path, error) from error
        _write(self.holder, str(os.getpid()))

    def release(self) -> None:
        """Give the lock up; without it nothing happens."""
        self._lock.release()

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def is_held(self) -> bool:
        """Tell whether any process holds the lock now."""
        if self.held:
            return True
        other = FileLock(self.path / "projector.lock", thread_local=False, is_singleton=False)
        try:
            other.acquire(timeout=0)
        except Timeout:
            return True
        except OSError as error:
            raise _unusable(self.path, error) from error
        other.release()
        return False

    def publish(self, positions: Mapping[int, int]) -> None:
        """Tell other processes the positions the store has reached; only the holder may."""
        if not self.held:
            raise LockError(f"only who holds {self.path} may publish its position")
        if positions != self._last:
            said = {"positions": dict(positions), "at_ms": _now_ms(), "pid": os.getpid()}
            _write(self.position, json.dumps(said))
            self._last = dict(positions)

    def published(self) -> Published | None:
        """Return what was last published, or None."""
        try:
            said = json.loads(self.position.read_bytes())
        except FileNotFoundError:
            return None
        offsets = cast("dict[str, Any]", said["positions"])
        positions = {int(partition): int(offset) for partition, offset in offsets.items()}
        return Published(positions, int(said["at_ms"]), int(said["pid"]))

    def wait_covered(self, ends: Mapping[int, int], timeout: float) -> bool:
        """Wait until the tables hold all before the offsets ``ends``; False after ``timeout`` s.

        ``ends`` maps a partition to the offset after the last record waited for. Raises
        ``HolderGone`` when nobody is left who could cover them.
        """
        deadline = time.monotonic() + timeout
        while True:
            held = self.is_held()
            said = self.published()
            if said is not None and _covers(said.positions, ends):
                return True
            if not held:
                raise HolderGone(f"nobody projects {self.path}: acquire it and catch up")
            if time.monotonic() >= deadline:
                return False
            time.sleep(_POLL_S)

    def _pid(self) -> int | None:
        try:
            return int(self.holder.read_text("ascii"))
        except (FileNotFoundError, ValueError):
            return None


def _covers(positions: Mapping[int, int], ends: Mapping[int, int]) -> bool:
    return all(positions.get(partition, 0) >= end for partition, end in ends.items())


def _write(path: Path, text: str) -> None:
    """Replace a file at once: readers see the old text or the new, never a part."""
    new = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        new.write_text(text, "ascii")
        new.replace(path)
    except OSError as error:
        raise _unusable(path, error) from error


def _unusable(path: Path, error: OSError) -> LockError:
    return LockError(f"{path} cannot be written to: {error.strerror}; make room, or set its rights")


class Service(NamedTuple):
    """A service that holds a data directory: where it answers, and the key for its owner."""

    url: str
    key: str
    process: int


def service_of(data: Path) -> Service | None:
    """Return the service a data directory names, if it names one."""
    try:
        told = json.loads((data / ADDRESS_FILE).read_text(encoding="utf-8"))
        return Service(told["url"], told["key"], told["process"])
    except (OSError, ValueError, KeyError):
        return None


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
