"""Where the pieces of a lake are made: here, in processes of this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from projections.archive.manifest import ArchiveError
from projections.lake.tasks import Done, Task

Work = Callable[[Task], Done]
Runner = Callable[[Work, Sequence[Task]], Iterator[Done]]
"""Does a work on each task, in any order and any number of times, and yields what came of it."""


def local(workers: int) -> Runner:
    """Return a runner with so many processes; with one, it is this one."""

    def run(work: Work, tasks: Sequence[Task]) -> Iterator[Done]:
        if workers == 1 or len(tasks) < 2:
            yield from map(work, tasks)
            return
        # Polars has threads, which a forked process would wait for in vain.
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            try:
                for future in as_completed([pool.submit(work, task) for task in tasks]):
                    yield future.result()
            except BrokenProcessPool as error:
                raise ArchiveError(
                    "a process ended before its work was done, perhaps for want of memory: run it "
                    "again with fewer --workers, what was done is kept"
                ) from error
            finally:
                pool.shutdown(cancel_futures=True)

    return run
