"""How long a stroke needs from its producer to the tables while others come in at a steady rate.

``python -m benchmarks.kafka_lag BROKER TOPIC EVENTS`` is the producer with a bare consumer beside
it; ``visibility`` runs it and follows the topic as a node does.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from confluent_kafka import KafkaError, Message, TopicPartition

from api.collector import collect_seldom
from api.node import Node
from api.wiring import hold
from benchmarks.kafka_parts import (
    PARTITIONS,
    Records,
    foreign,
    fresh_topics,
    mixed,
    raw_consumer,
)
from ingest.log import Position

RATE: Final = 1_000
"""Strokes a second that come in while visibility is timed."""
PROBE_EVERY: Final = 10
WARM: Final = 4_000
"""Events at first, all openings among them, that are not timed: everything begins to run."""


class Reached:
    """How far the tables of a node were at which moment, to be asked afterwards."""

    def __init__(self, node: Node) -> None:
        self._told: list[tuple[float, dict[int, int]]] = []
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, args=(node,))
        self._thread.start()

    def stop(self) -> None:
        """Watch no more."""
        self._done.set()
        self._thread.join()

    def when(self, partition: int, offset: int) -> float:
        """Return when a record was in the tables."""
        return next(at for at, reached in self._told if reached.get(partition, 0) > offset)

    def _watch(self, node: Node) -> None:
        last: dict[int, int] = {}
        while not self._done.is_set():
            if (now := node.reached()) != last:
                self._told.append((time.perf_counter(), now))
                last = now
            time.sleep(0.004)


def visibility(broker: str, directory: Path, events: int) -> dict[str, list[float]]:
    """Return milliseconds from producer to bare consumer, and to the tables, at a steady rate.

    Producer and bare consumer are another process; both read the clock of this machine.
    """
    topic = next(fresh_topics(broker))
    with hold(directory / "node", f"kafka://{broker}/{topic}") as node:
        node.catch_up()
        collect_seldom()
        node.start()
        reached = Reached(node)
        command = [sys.executable, "-m", "benchmarks.kafka_lag", broker, topic, str(events)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
        probes = [Probe(*row) for row in json.loads(done.stdout)][WARM // PROBE_EVERY :]
        node.wait([Position(one.partition, one.offset) for one in probes], 60)
        time.sleep(0.1)
        reached.stop()
    fetched = [1e3 * (one.arrived - one.sent) for one in probes]
    visible = [1e3 * (reached.when(one.partition, one.offset) - one.sent) for one in probes]
    return {"to a bare consumer": fetched, "to the tables": visible}


class Probe(NamedTuple):
    """A record that was timed: where it stands, when it was sent and fetched by a consumer."""

    partition: int
    offset: int
    sent: float
    arrived: float


def probe(broker: str, topic: str, events: int) -> None:
    """Produce at a steady rate, fetch beside it, and print the probes."""
    arrived: dict[tuple[Any, Any], float] = {}
    done = threading.Event()

    def fetch() -> None:
        with closing(raw_consumer(broker)) as consumer:
            consumer.assign([TopicPartition(topic, number, 0) for number in range(PARTITIONS)])
            while not done.is_set() or len(arrived) < events:
                message = consumer.poll(0.1)
                if message is not None and message.error() is None:
                    arrived[message.partition(), message.offset()] = time.perf_counter()

    fetcher = threading.Thread(target=fetch)
    fetcher.start()
    stands = steadily(broker, topic, mixed(events)[:events])
    done.set()
    fetcher.join()
    print(json.dumps([[*place, sent, arrived[place]] for place, sent in stands.items()]))


def steadily(broker: str, topic: str, records: Records) -> dict[tuple[Any, Any], float]:
    """Produce at a steady rate; return where every tenth record stands, and when it was sent."""
    producer, stands = foreign(broker), dict[tuple[Any, Any], float]()

    def note(sent: float, error: KafkaError | None, message: Message) -> None:
        assert error is None, error  # noqa: S101 - a measurement without it is none
        stands[message.partition(), message.offset()] = sent

    start = time.perf_counter() + 1
    for number, (match, raw) in enumerate(records):
        if (early := start + number / RATE - time.perf_counter()) > 0:
            time.sleep(early)
        producer.poll(0)
        told = partial(note, time.perf_counter()) if number % PROBE_EVERY == 0 else None
        producer.produce(topic, raw, match, on_delivery=told)
    producer.flush()
    return stands


if __name__ == "__main__":
    probe(sys.argv[1], sys.argv[2], int(sys.argv[3]))
