"""The lock of a data directory between processes, and waiting for what its holder publishes."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from projections.lock import DataDirectory, DirectoryHeld, HolderGone, LockError

HOLD = """
import sys
from pathlib import Path
from projections.lock import DataDirectory
directory = DataDirectory(Path(sys.argv[1]))
directory.acquire()
directory.publish({0: 5})
print("held", flush=True)
for line in sys.stdin:
    directory.publish({0: int(line)})
"""


@contextmanager
def holder(path: Path) -> Generator[subprocess.Popen[str]]:
    """Run another process that holds the directory and publishes what it is told."""
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_one_process_holds_a_directory(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path)
    with holder(tmp_path) as process:
        with pytest.raises(DirectoryHeld, match=str(process.pid)) as held:
            directory.acquire()
        assert held.value.pid == process.pid
        assert directory.is_held()
    directory.acquire(blocking=True, timeout=5)
    assert directory.held
    directory.release()
    assert not directory.is_held()


def test_waiting_for_the_lock(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path)
    with holder(tmp_path) as process:
        threading.Timer(0.5, process.kill).start()
        directory.acquire(blocking=True)
    directory.release()
    with directory:
        assert directory.held
    assert not directory.held


def test_waiting_for_a_position(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path)
    with holder(tmp_path) as process:
        assert process.stdin is not None
        assert directory.wait_covered({0: 5}, timeout=0)
        assert not directory.wait_covered({0: 6}, timeout=0.1)
        assert not directory.wait_covered({1: 1}, timeout=0)
        process.stdin.write("9\n")
        process.stdin.flush()
        assert directory.wait_covered({0: 9}, timeout=10)
        said = directory.published()
        assert said is not None
        assert (said.positions, said.pid) == ({0: 9}, process.pid)
        threading.Timer(0.3, process.kill).start()
        with pytest.raises(HolderGone):
            directory.wait_covered({0: 10}, timeout=20)


def test_nobody_to_wait_for(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path / "new")
    with pytest.raises(HolderGone):
        directory.wait_covered({0: 1}, timeout=5)
    with pytest.raises(LockError, match="only who holds"):
        directory.publish({0: 1})
    assert directory.published() is None


def test_a_reader_never_meets_half_a_position(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path)
    directory.acquire()
    directory.publish({0: 0})
    done = threading.Event()

    def publish() -> None:
        for offset in range(1, 300):
            directory.publish(dict.fromkeys(range(offset % 7 + 1), offset))
        done.set()

    threading.Thread(target=publish).start()
    reader = DataDirectory(tmp_path)
    deadline = time.monotonic() + 30
    while not done.is_set() and time.monotonic() < deadline:
        said = reader.published()
        assert said is not None
        assert len(set(said.positions.values())) == 1
    assert done.is_set()
    directory.release()
