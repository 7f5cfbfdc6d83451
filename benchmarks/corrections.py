"""``python -m benchmarks.corrections``: one long match, with many corrections, and explained.

A match of 1,500 events is replayed as it is and with fifty corrections that name fifty of its
events, from bytes as a node refolds it; the explanation of its last stroke is timed beside. CPU
seconds, interleaved, one core.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence

from rich.console import Console

from benchmarks.generate import long_match
from benchmarks.report import Report, compared, interleaved
from domain.explain import explain
from domain.replay import match_of, replay
from ingest.wire import Received, receive_all

EVENTS, CORRECTIONS, ROUNDS = 1_500, 50, 15
ENVELOPE = ("id", "match", "seq", "at")


def corrections(records: Sequence[Received]) -> list[Received]:
    """Return corrections of fifty events, each to the body it has: all are folded anew."""
    found: list[bytes] = []
    chosen = random.Random(2).sample(range(10, len(records)), CORRECTIONS)
    for number, index in enumerate(chosen):
        body = {k: v for k, v in json.loads(records[index].raw).items() if k not in ENVELOPE}
        seq = len(records) + 1 + number
        event = {
            "id": f"c{number}",
            "match": match_of(records[0]),
            "seq": seq,
            "at": "2026-01-04T10:00:00Z",
        }
        event |= {"type": "correction", "corrects": index + 1, "with": body, "reason": "film"}
        found.append(json.dumps(event).encode())
    return receive_all(found)


def measured(rounds: int = ROUNDS) -> Report:
    """Report medians with their spread, and each beside one replay."""
    plain = receive_all(long_match(EVENTS))
    match = match_of(plain[0]) or ""
    raws = [record.raw for record in plain]
    corrected = raws + [record.raw for record in corrections(plain)]
    paths: dict[str, Callable[[], object]] = {
        "replay": lambda: replay(match, receive_all(raws)),
        "replay with 50 corrections": lambda: replay(match, receive_all(corrected)),
        "explain the last stroke": lambda: explain(match, plain, len(plain)),
    }
    title = f"{len(plain):,} events of 14.1, CPU of one core"
    items = dict.fromkeys(paths, 1)
    return compared(title, interleaved(paths, rounds), items, "replay")


if __name__ == "__main__":
    measured().show(Console())
