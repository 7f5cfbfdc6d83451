"""``make bench``: what we do beside limits and peers, each part in one interleaved run.

Ratios are what to read: a share of 0.20 means five times the time of the limit. Medians over the
rounds are shown with their spread. Processor seconds of one core, where nothing else is said.
The archive and the lake have ``python -m benchmarks.lake``, which takes an hour.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rich.console import Console

from benchmarks import (
    appends,
    corrections,
    figures,
    folds,
    imports,
    kafka,
    routes,
    rules,
    starts,
    viewers,
)
from benchmarks.report import Goal, Report, judged

EVENTS: Final = 200_000
STROKES: Final = 1_000_000
ROUNDS: Final = 5
STATISTICS_ROUNDS: Final = 20
ROWS: Final = 1_000_000
VIEWERS: Final = 200
STROKES_WATCHED: Final = 60
SMALLER: Final = 20
"""By how much a quick run is smaller."""


def _folds(_directory: Path, share: int) -> Iterable[Report]:
    yield from folds.measured(EVENTS // share, ROUNDS)


def _appends(directory: Path, _share: int) -> Iterable[Report]:
    yield from appends.measured(directory, ROUNDS)


def _routes(directory: Path, _share: int) -> Iterable[Report]:
    yield routes.measured(directory / "served", EVENTS // SMALLER, ROUNDS)


def _figures(directory: Path, share: int) -> Iterable[Report]:
    strokes = STROKES // share
    store = figures.filled(directory / "tables.duckdb", strokes)
    yield starts.exported(store, ROUNDS)
    rounds = STATISTICS_ROUNDS if share == 1 else ROUNDS
    yield figures.report(figures.measured(store, rounds), strokes)
    store.close()


def _starts(directory: Path, share: int) -> Iterable[Report]:
    starts.full(directory / "full", STROKES // share)
    yield starts.started(directory / "full", STROKES // share, ROUNDS)


def _corrections(_directory: Path, _share: int) -> Iterable[Report]:
    yield corrections.measured()


def _rules(_directory: Path, share: int) -> Iterable[Report]:
    yield rules.measured(EVENTS // 5 // share, ROUNDS)


def _imports(_directory: Path, share: int) -> Iterable[Report]:
    yield imports.measured(ROWS // share)


def _viewers(directory: Path, share: int) -> Iterable[Report]:
    yield viewers.measured(directory / "watched", VIEWERS, STROKES_WATCHED if share == 1 else 10)


def _kafka(directory: Path, share: int) -> Iterable[Report]:
    yield from kafka.measured(directory, kafka.EVENTS // share)


PARTS: Final[dict[str, Callable[[Path, int], Iterable[Report]]]] = {
    "folds": _folds,
    "rules": _rules,
    "corrections": _corrections,
    "appends": _appends,
    "routes": _routes,
    "statistics": _figures,
    "starts": _starts,
    "imports": _imports,
    "viewers": _viewers,
    "kafka": _kafka,
}
SEVERAL: Final = frozenset({"viewers", "kafka"})
"""Parts whose processes would wait for each other on one core; they are timed by the clock."""


def main() -> None:
    """Run the benchmarks, or some parts of them."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=...", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all, if none is named")
    parser.add_argument("--quick", action="store_true", help=f"measure 1 in {SMALLER}")
    parser.add_argument("--json", type=Path, help="keep the figures in a file")
    asked = parser.parse_args()
    cores = os.sched_getaffinity(0)
    console, told, goals = Console(), list[dict[str, object]](), list[Goal]()
    for name in asked.parts or PARTS:
        console.rule(name)
        os.sched_setaffinity(0, cores if name in SEVERAL else {min(cores)})
        with TemporaryDirectory() as made:
            for report in PARTS[name](Path(made), SMALLER if asked.quick else 1):
                report.show(console)
                told.append({"part": name, **report.told()})
                goals += report.goals
    judged(goals).show(console)
    if asked.json:
        asked.json.write_text(json.dumps(told, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
