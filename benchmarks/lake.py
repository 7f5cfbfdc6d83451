"""``python -m benchmarks.lake``: archive, lake and statistics over logs of growing length.

Simulated matches are repeated under other ids, in order of their days, until a log has as many
events as asked for; one more log has many small matches and one of 100,000 events. Each path runs
in a process of its own, so that its peak of memory is its own. Processor seconds, children too; the
wall clock is shown where two processes are to be faster than one. Bare decoding of the same bytes
stands beside.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from rich.console import Console

from analytics import answer
from benchmarks.generate import PLAYERS, Generated, matches
from benchmarks.report import Goal, Report
from domain.events import decode_event
from ingest.simulate import Scorer, Season, drawn_field, play
from ingest.simulate.season import BEGIN, DUE, STROKES
from ingest.wire import receive_all
from projections.archive import manifest
from projections.archive.writing import archive
from projections.grouping import Judges
from projections.lake.building import Who, build
from projections.lake.reading import Lake
from projections.lake.runners import local

DISTINCT: Final = 150_000
"""Events of the matches that are repeated."""
LONG: Final = 100_000
SMALL_TARGET: Final = 3
NAMED: Final = b'"match":"sim-1-'
DECODINGS: Final = 2.5
BY_TWO: Final = "wall, 2, x decode"
STATISTICS: Final = ("averages", "high-runs", "foul-rates", "head-to-head")
COLUMNS: Final = (
    "log", "events", "matches", "generate", "archive", "B/event", "MB", "decode",
    "lake", "x decode", "lake MB", "wall, 1", "wall, 2", BY_TWO, *STATISTICS,
)  # fmt: skip

NOTES: Final = (
    "microseconds of processor time an event: generate, archive, decode, lake; start included",
    "x decode: the lake over bare decoding of the same bytes on one core",
    "seconds by the clock: statistics of the whole field",
)


@dataclass(frozen=True, slots=True)
class Workload:
    """A log to measure: about so many events of whole matches, or so many small matches."""

    name: str
    events: int = 0
    small: int = 0

    def matches(self) -> Iterator[list[bytes]]:
        """Yield its matches in order of their days."""
        if self.small:
            yield _long()
            field = drawn_field(PLAYERS, 1)
            season = Season(field, 1, 1_000, ("14.1",), {"14.1": SMALL_TARGET})
            yield from _repeated(play(season), -(-self.small // 1_000))
        else:
            some = min(self.events, DISTINCT)
            yield from _repeated(matches(some), round(self.events / some))


def _long() -> list[bytes]:
    """Return a match of 14.1 to a target nobody reaches in time."""
    pair, rng = drawn_field(2, 1), random.Random(1)
    players = (pair[0].player, pair[1].player)
    about = {"discipline": "14.1", "rules": "SI", "players": players, "target": 4 * LONG}
    scorer = Scorer("long", BEGIN, rng, event="a long match", venue="simulated", **about)
    game = scorer.game
    while len(scorer.records) < LONG:
        due = DUE.get(game.phase)
        due(scorer) if due else STROKES["14.1"](scorer, pair[game.turn])
    return scorer.records


def _repeated(distinct: Iterator[list[bytes]], times: int) -> Iterator[list[bytes]]:
    for records in distinct:
        for copy in range(1, times + 1):
            name = b'"match":"sim-%d-' % copy
            yield [raw.replace(NAMED, name) for raw in records]


def generated(work: Workload) -> dict[str, Any]:
    """Make a log and nothing else."""
    counts = [len(records) for records in work.matches()]
    return {"events": sum(counts), "matches": len(counts)}


def decoded(work: Workload) -> dict[str, Any]:
    """Decode every record with msgspec and nothing else: the limit."""
    seconds = 0.0
    for records in work.matches():
        began = time.process_time()
        for raw in records:
            decode_event(raw)
        seconds += time.process_time() - began
    return {"decode": seconds}


def archived(work: Workload, folder: Path) -> dict[str, Any]:
    """Archive a log."""
    log = Generated(chain.from_iterable(work.matches()))
    count = sum(archive(log, folder / "kept", Judges(receive_all)))
    size = sum(file.bytes for file in manifest.load(folder / "kept").files)
    return {"size": size / count}


def laked(folder: Path, workers: int) -> dict[str, Any]:
    """Make a lake of the archive."""
    who, runner = Who(), local(workers)
    for _ in build(folder / "kept", folder / f"lake{workers}", receive_all, runner, who):
        pass
    return {}


def answered(folder: Path) -> dict[str, Any]:
    """Compute statistics over the lake, of the whole field."""
    seconds: dict[str, Any] = {}
    with Lake(folder / "lake1") as lake:
        for name in STATISTICS:
            began = time.perf_counter()
            answer(name, lake)
            seconds[name] = time.perf_counter() - began
    return seconds


def measured(path: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Run a path; return what it tells, with seconds and the peak of memory of any process."""
    began = time.perf_counter()
    told = path()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return {
        **told,
        "wall": time.perf_counter() - began,
        "cpu": sum(one.ru_utime + one.ru_stime for one in used),
        "mb": max(one.ru_maxrss for one in used) / 1024,
    }


def apart(path: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Measure a path in a process of its own."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(measured, path).result()


def row_of(work: Workload, folder: Path) -> list[object]:
    """Measure a log on every path; say on standard error how far it is."""
    paths: dict[str, Callable[[], dict[str, Any]]] = {
        "generate": partial(generated, work),
        "decode": partial(decoded, work),
        "archive": partial(archived, work, folder),
        "lake": partial(laked, folder, 1),
        "lake by 2": partial(laked, folder, 2),
        "statistics": partial(answered, folder),
    }
    found: dict[str, dict[str, Any]] = {}
    for name, path in paths.items():
        found[name] = apart(path)
        sys.stderr.write(f"{work.name}: {name} {found[name]}\n")
    made, kept, one, two = (found[name] for name in ("generate", "archive", "lake", "lake by 2"))
    decode, events = found["decode"]["decode"], made["events"]

    def each(seconds: float) -> float:
        return seconds / events * 1e6

    return [
        work.name, events, made["matches"], each(made["cpu"]), each(kept["cpu"] - made["cpu"]),
        kept["size"], round(kept["mb"]), each(decode), each(one["cpu"]), one["cpu"] / decode,
        round(max(one["mb"], two["mb"])), each(one["wall"]), each(two["wall"]),
        two["wall"] / decode, *(found["statistics"][name] for name in STATISTICS),
    ]  # fmt: skip


def goals_of(row: Mapping[str, Any]) -> list[Goal]:
    """Return what was asked of a log."""
    name, faster = row["log"], row["wall, 1"] / row["wall, 2"]
    return [
        Goal(f"{name}: bytes an event in the archive", 45, row["B/event"], most=True),
        Goal(f"{name}: lake by two processes, times decoding", DECODINGS, row[BY_TWO], most=True),
        Goal(f"{name}: two processes, times as fast as one", 1.8, faster),
    ]


def main() -> None:
    """Measure the lengths asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lake", description=__doc__)
    parser.add_argument("--events", type=int, nargs="*", default=[100_000, 1_000_000, 10_000_000])
    parser.add_argument("--small", type=int, nargs="*", default=[1_000_000])
    parser.add_argument("--json", type=Path, help="keep the figures in a file")
    asked = parser.parse_args()
    works = [Workload(f"season {number:,}", events=number) for number in asked.events]
    works += [Workload(f"small {number:,}", small=number) for number in asked.small]
    rows: list[list[object]] = []
    for work in works:
        with TemporaryDirectory() as made:
            rows.append(row_of(work, Path(made)))
    goals = [goal for row in rows for goal in goals_of(dict(zip(COLUMNS, row, strict=True)))]
    Report("Archive, lake, statistics", COLUMNS, rows, NOTES, goals).show(Console(width=200))
    if asked.json:
        asked.json.write_text(
            json.dumps([dict(zip(COLUMNS, row, strict=True)) for row in rows], indent=2),
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
