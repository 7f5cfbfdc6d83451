"""``make bench``: our paths beside bare decoding, statistics beside scans and pandas, in one run.

Ratios are what to read: a figure of 0.20 means five times the time of bare decoding. Each round
measures every path once, in turn; medians over the rounds are shown with their spread. One core.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import figures, routes
from benchmarks.generate import matches
from domain.corrections import Step
from domain.events import decode_event
from domain.fold import Fold
from domain.match import Match
from ingest.log import NewRecord, open_log
from ingest.wire import receive_all
from projections.projector import Projector
from projections.store import Store

EVENTS, QUICK_EVENTS = 200_000, 20_000
STROKES, QUICK_STROKES = 1_000_000, 50_000
ROUNDS, STATISTICS_ROUNDS = 5, 20

Log = list[list[bytes]]
Work = Callable[[Log], None]


def bare_decode(log: Log) -> None:
    """Decode every record with msgspec and nothing else: the limit."""
    for records in log:
        for raw in records:
            decode_event(raw)


def checked_decode(log: Log) -> None:
    """Decode and check what the contract asks of a record (I-JSON, ids, instants)."""
    for records in log:
        receive_all(records)


def fold(log: Log) -> None:
    """Decode and fold with rulings: the rules alone."""
    for records in log:
        match = Match()
        for raw in records:
            match.apply(decode_event(raw))


def replay_all(log: Log) -> None:
    """Receive, order and fold, as a live node does: nothing is kept of a stroke."""
    for records in log:
        steps = Fold()
        for received in receive_all(records):
            event = received.event
            if event is not None:
                steps.fold(Step(event.seq, event.id, event))


def rebuild(log: Log) -> None:
    """Bring a whole log into the tables of a fresh store: log to DuckDB."""
    source = open_log("memory:")
    for records in log:
        source.append([NewRecord(None, raw) for raw in records])
    store = Store.open(None, threads=1)
    Projector(store, receive_all).load(source)
    store.close()
    source.close()


PATHS: dict[str, Work] = {
    "bare decode": bare_decode,
    "checked decode": checked_decode,
    "decode + fold": fold,
    "replay (decode, check, fold, rulings)": replay_all,
    "rebuild (log to DuckDB)": rebuild,
}


def measure(log: Log, rounds: int) -> dict[str, list[float]]:
    """Return the CPU seconds of every path in every round."""
    seconds: dict[str, list[float]] = {name: [] for name in PATHS}
    for number in range(rounds + 1):
        for name, path in PATHS.items():
            gc.collect()
            begin = time.process_time()
            path(log)
            if number:  # the first round only warms up
                seconds[name].append(time.process_time() - begin)
    return seconds


def memory(log: Log) -> dict[str, float]:
    """Return the peak MiB a replay of a tenth of the log needs, and of all of it."""
    peaks: dict[str, float] = {}
    for name, part in (("a tenth", log[: max(1, len(log) // 10)]), ("all", log)):
        tracemalloc.start()
        replay_all(part)
        peaks[name] = tracemalloc.get_traced_memory()[1] / 2**20
        tracemalloc.stop()
    return peaks


def report(
    seconds: dict[str, list[float]], events: int, peaks: dict[str, float]
) -> list[dict[str, object]]:
    """Print a table of medians and ratios and return its rows."""
    limit = statistics.median(seconds["bare decode"])
    rows: list[dict[str, object]] = []
    print(f"{events:,} events of 14.1, medians of {ROUNDS} interleaved rounds, one core\n")
    print(f"{'path':<40}{'us/event':>9}{'spread':>14}{'of decoding':>13}")
    for name, values in seconds.items():
        median = statistics.median(values)
        each = [value / events * 1e6 for value in values]
        spread = f"{min(each):.2f}-{max(each):.2f}"
        print(f"{name:<40}{median / events * 1e6:>9.2f}{spread:>14}{limit / median:>13.3f}")
        rows.append({"path": name, "us": median / events * 1e6, "ratio": limit / median})
    shown = ", ".join(f"{name} {peak:.1f} MiB" for name, peak in peaks.items())
    print(f"\npeak memory of a replay: {shown}")
    return rows


def main() -> None:
    """Run the benchmarks; ``--quick`` measures a tenth, ``--json FILE`` keeps the figures."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    quick = "--quick" in sys.argv
    log = list(matches(QUICK_EVENTS if quick else EVENTS, disciplines=("14.1",)))
    events = sum(map(len, log))
    told: dict[str, object] = {"events": events}
    told["rows"] = report(measure(log, ROUNDS), events, memory(log))
    with TemporaryDirectory() as name:
        directory = Path(name)
        strokes, rounds = (QUICK_STROKES, ROUNDS) if quick else (STROKES, STATISTICS_ROUNDS)
        store = figures.filled(directory / "tables.duckdb", strokes)
        told["strokes"] = strokes
        told["statistics"] = figures.report(figures.measured(store, rounds), strokes)
        store.close()
        told["routes"] = routes.report(routes.measured(directory / "served", QUICK_EVENTS, ROUNDS))
    if "--json" in sys.argv:
        target = Path(sys.argv[sys.argv.index("--json") + 1])
        target.write_text(json.dumps(told, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
