"""An inning sheet of many rows: our import beside plain Polars reading the same file.

``python -m benchmarks.imports [ROWS]`` (a million unless told). Each path runs in a process of its
own, which says its CPU time and its greatest memory; a tenth of the rows is measured first, so that
memory which grows with the file would show. Polars reads all columns and counts one; we read,
check, replay under the rules and encode, and hold one match at a time.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import polars as pl
from rich.console import Console

from benchmarks.report import Report as Reported
from domain.events import encode_event
from ingest.importers.mapping import Mapping
from ingest.importers.report import Report
from ingest.importers.run import read
from ingest.importers.source import Source
from ingest.importers.tables import find_tables

ROWS = 1_000_000
TURNS = 50
HEAD = "Match,Date,Player,Opponent,Made,End,Total,Target,Rules\n"


def write(path: Path, rows: int) -> None:
    """Write matches of fifty turns whose totals agree with the rules."""
    chance, written, match = random.Random(1), 0, 0
    with path.open("w", encoding="utf-8") as file:
        file.write(HEAD)
        while written < rows:
            match += 1
            names, totals = (f"Player {match % 977}", f"Rival {match % 1_409}"), [0, 0]
            for turn in range(min(TURNS, rows - written)):
                side = turn % 2
                end = "safety" if turn == 0 else chance.choice(("miss", "miss", "safety", "foul"))
                made = 0 if turn == 0 else chance.randint(1, 5)
                totals[side] += made - (end == "foul")
                day = f"2026-0{1 + match % 9}-{10 + match % 18}"
                who = f"{names[side]},{names[1 - side]}"
                file.write(f"{match},{day},{who},{made},{end},{totals[side]},150,PL\n")
                written += 1


def with_polars(path: Path) -> int:
    """Read the file as a table, and nothing else."""
    return int(pl.read_csv(path)["Made"].len())


def rows_alone(path: Path) -> int:
    """Find headers and walk over the rows: what reading in bounded memory costs."""
    report = Report()
    return sum(1 for table in find_tables(_source(path), Mapping(), report) for _ in table.lines())


def imported(path: Path) -> int:
    """Read, check, replay and encode, as an import does up to the log."""
    report, size = Report(), 0
    mapping = Mapping().with_constants(source="bench")
    for made in read([_source(path)], mapping, bytes(32), report):
        size += sum(len(encode_event(event)) for event in made.events)
    assert size > 0 and report.clean()  # noqa: S101, PT018 - a benchmark of nothing tells nothing
    return report.rows


def _source(path: Path) -> Source:
    return Source(path.name, path)


PATHS: dict[str, Callable[[Path], int]] = {
    "polars": with_polars,
    "rows": rows_alone,
    "import": imported,
}


def measure(name: str, path: Path) -> None:
    """Run one path in this process and print what it took."""
    begun = time.process_time()
    rows = PATHS[name](path)
    seconds = time.process_time() - begun
    print(json.dumps({"rows": rows, "seconds": seconds, "peak_mb": _peak_mb()}))


def _peak_mb() -> float:
    """Return the most memory this program had; ``getrusage`` would count what its parent had."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


def measured(rows: int) -> Reported:
    """Measure every path on a tenth of the rows and on all of them."""
    told = list[tuple[object, ...]]()
    with tempfile.TemporaryDirectory() as folder:
        for count in (rows // 10, rows):
            path = Path(folder) / f"{count}.csv"
            write(path, count)
            found = {name: _apart(name, path) for name in PATHS}
            base = found["polars"]["rows"] / found["polars"]["seconds"]
            for name, one in found.items():
                rate = one["rows"] / one["seconds"]
                figures = one["seconds"], round(rate), round(one["peak_mb"]), rate / base
                told.append((name, int(one["rows"]), *figures))
    columns = ("path", "rows", "CPU s", "rows/s", "peak MB", "of Polars")
    return Reported("An inning sheet, one row a turn", columns, told)


def _apart(name: str, path: Path) -> dict[str, float]:
    """Measure a path in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.imports", name, str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


if __name__ == "__main__":
    if len(sys.argv) == 3:
        measure(sys.argv[1], Path(sys.argv[2]))
    else:
        measured(int(sys.argv[1]) if len(sys.argv) == 2 else ROWS).show(Console())
