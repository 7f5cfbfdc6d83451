"""``python -m benchmarks.corrections``: one long match, with many corrections, and explained.

A match of 1,500 events is replayed as it is and with fifty corrections that name fifty of its
events, from bytes as a node refolds it; the explanation of its last stroke is timed beside. CPU
seconds, interleaved, one core.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable, Sequence

from benchmarks.generate import BEGIN, Scorer, play
from domain.explain import explain
from domain.replay import replay
from ingest.wire import Received, receive_all

MATCH = "bench-long"
EVENTS, CORRECTIONS, ROUNDS = 1_500, 50, 15
ENVELOPE = ("id", "match", "seq", "at")


def long_match() -> list[Received]:
    """Return the records of a match of 14.1 to a target nobody reaches in time."""
    scorer = Scorer(MATCH, BEGIN, "SI", target=3_000)
    return receive_all(play(scorer, random.Random(1), EVENTS))


def corrections(records: Sequence[Received]) -> list[Received]:
    """Return corrections of fifty events, each to the body it has: all are folded anew."""
    found: list[bytes] = []
    chosen = random.Random(2).sample(range(10, len(records)), CORRECTIONS)
    for number, index in enumerate(chosen):
        body = {k: v for k, v in json.loads(records[index].raw).items() if k not in ENVELOPE}
        seq = len(records) + 1 + number
        event = {"id": f"c{number}", "match": MATCH, "seq": seq, "at": "2026-01-04T10:00:00Z"}
        event |= {"type": "correction", "corrects": index + 1, "with": body, "reason": "film"}
        found.append(json.dumps(event).encode())
    return receive_all(found)


def main() -> None:
    """Measure, and print medians with their spread and the ratio."""
    plain = long_match()
    raws = [record.raw for record in plain]
    corrected = raws + [record.raw for record in corrections(plain)]
    paths: dict[str, Callable[[], object]] = {
        "replay": lambda: replay(MATCH, receive_all(raws)),
        "replay with 50 corrections": lambda: replay(MATCH, receive_all(corrected)),
        "explain the last stroke": lambda: explain(MATCH, plain, len(plain)),
    }
    seconds: dict[str, list[float]] = {name: [] for name in paths}
    for _ in range(ROUNDS):
        for name, path in paths.items():
            begin = time.process_time()
            path()
            seconds[name].append(time.process_time() - begin)
    limit = statistics.median(seconds["replay"])
    print(f"{len(plain):,} events of 14.1, medians of {ROUNDS} interleaved rounds, one core\n")
    for name, values in seconds.items():
        median = statistics.median(values)
        spread = f"{min(values) * 1e3:.1f}-{max(values) * 1e3:.1f}"
        print(f"{name:<28}{median * 1e3:>8.1f} ms  ({spread}) {median / limit:>6.2f} of one replay")


if __name__ == "__main__":
    main()
