"""Where the pieces of a lake are made: on a Ray cluster, or on Ray started here.

The one module that imports Ray (the extra ``ray``). Archive and lake must be at the
same path on every machine, and cuelog of the same version installed there.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from typing import Any, Final

import ray

from projections.archive.manifest import ArchiveError
from projections.lake.runners import Runner, Work
from projections.lake.tasks import Done, Task

STORE: Final = 80 * 2**20
"""Bytes of Ray's object store where it is started here: only names and counts go through it."""
STARTS: Final = 5
"""Times to start it: it gives up after seconds, in which a busy machine reads half its modules."""


def on_ray(address: str | None, workers: int) -> Runner:
    """Return a runner on a cluster, or with so many processes on Ray that is started for it.

    A piece that is lost with its machine is made again by Ray: that does no harm.
    """
    library: Any = ray  # its types say less than its pages

    def run(work: Work, tasks: Sequence[Task]) -> Iterator[Done]:
        if not tasks:
            return
        _start(library, address, workers)

        def done(task: Task) -> Done:
            return work(task)

        try:
            remote = library.remote(max_retries=3)(done)
            left = [remote.remote(task) for task in tasks]
            while left:
                ready, left = library.wait(left)
                yield from library.get(ready)
        finally:
            library.shutdown()

    return run


def _start(library: Any, address: str | None, workers: int) -> None:  # noqa: ANN401 - a module
    """Join a cluster or start Ray here; it tells nobody what it is used for."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    here = {"num_cpus": workers, "object_store_memory": STORE, "include_dashboard": False}
    how: dict[str, Any] = here if address is None else {"address": address}
    for left in reversed(range(STARTS if address is None else 1)):
        try:
            library.init(logging_level=logging.CRITICAL, log_to_driver=False, **how)
        except Exception as error:  # the very class Ray raises
            library.shutdown()
            if not left:
                where = address or "here"
                raise ArchiveError(f"Ray does not answer or start ({where}): {error}") from error
        else:
            return
