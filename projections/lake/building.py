"""A lake out of an archive: the pieces that are missing are made, then all are listed at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec

from projections.archive.manifest import ArchiveError, held
from projections.archive.reading import opened
from projections.durable import put
from projections.lake import LAKE
from projections.lake.reading import Listing, make_players
from projections.lake.runners import Runner
from projections.lake.tasks import FORMAT, TASKS, Done, carry_out, done_before, plan
from projections.records import ReceiveAll
from projections.store import VERSIONS


@dataclass(slots=True)
class Who:
    """What the registry says: ids whose names were erased, and who counts for whom."""

    erased: Sequence[str] = ()
    identities: Mapping[str, str] = field(default_factory=dict[str, str])


def build(
    archive: Path, lake: Path, receive_all: ReceiveAll, runner: Runner, who: Who
) -> Iterator[tuple[Done, bool]]:
    """Yield each piece of a lake as it is there, and whether it had to be made.

    Only when all are there does the lake show them; what was broken off is gone on with.
    """
    kept = opened(archive)
    with held(lake):
        if not (lake / LAKE).exists() and any(lake.glob("*.json")):
            raise ArchiveError(f"{lake} holds something else; name another folder for the lake")
        tasks = plan(archive.absolute(), kept, lake.absolute(), who.erased)
        done = {task.name: found for task in tasks if (found := done_before(task)) is not None}
        yield from ((found, False) for found in done.values())
        missing = [task for task in tasks if task.name not in done]
        for found in runner(partial(carry_out, receive_all=receive_all), missing):
            done[found.name] = found
            yield found, True
        listed = tuple(done[task.name] for task in tasks)
        told = Listing(FORMAT, VERSIONS, kept.positions, dict(who.identities), listed)
        make_players(lake, told)
        put(lake / LAKE, msgspec.json.encode(told))
        _sweep(lake, told)


def _sweep(lake: Path, told: Listing) -> None:
    """Remove what the lake lists no more: pieces of records that have grown, or of other rules."""
    names = {done.name for done in told.tasks} | {told.players}
    for path in (*lake.glob("*/*.parquet"), *lake.glob(f"{TASKS}/*.json")):
        if path.stem not in names:
            path.unlink()
