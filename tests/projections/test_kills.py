"""An ingest killed at any moment loses nothing and doubles nothing."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from itertools import chain
from pathlib import Path

import pytest

from ingest.log import NewRecord
from ingest.sqlite_log import SqliteLog
from ingest.wire import receive_all
from projections.lock import DataDirectory
from projections.projector import Projector
from projections.store import Store
from tests.projections.logs import assert_equal, fill, log_of, vector_logs

KILLS = 20
PROJECT = """
import sys
from pathlib import Path
from ingest.sqlite_log import SqliteLog
from ingest.wire import receive_all
from projections.lock import DataDirectory
from projections.projector import Projector
from projections.store import Store
directory = DataDirectory(Path(sys.argv[1]))
directory.acquire(blocking=True)
log = SqliteLog(directory.log)
projector = Projector(Store.open(directory.store, threads=1), receive_all)
print("projecting", flush=True)
while batch := log.read(projector.positions, int(sys.argv[2])):
    projector.apply(batch)
    directory.publish(projector.positions)
"""


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_killed_at_twenty_random_moments(tmp_path: Path) -> None:
    rng = random.Random(8)  # noqa: S311
    raws = list(chain.from_iterable(raws for _, raws in vector_logs()))
    directory = DataDirectory(tmp_path)
    log = SqliteLog(directory.log)
    log.append([NewRecord(None, raw) for raw in raws])
    reached: list[int] = []
    for _ in range(KILLS):
        limit = rng.choice([3, 10, 30])
        command = [sys.executable, "-c", PROJECT, str(tmp_path), str(limit)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(rng.random())
            process.kill()
        said = directory.published()
        reached.append(said.positions.get(0, 0) if said is not None else 0)
    assert reached == sorted(reached)
    directory.acquire(blocking=True, timeout=10)
    store = Store.open(directory.store, threads=1)
    assert not store.emptied
    assert store.positions().get(0, 0) >= reached[-1] > 0
    projector = Projector(store, receive_all)
    projector.catch_up(log)
    whole = fill(log_of(raws))
    assert_equal(whole, store)
    for table in ("quarantine", "duplicates"):
        query = f"FROM {table} ORDER BY log_offset"
        assert store.rows(query) == whole.rows(query)
    store.close()
    directory.release()
