"""What the measurements on Kafka share: records of a busy evening, a broker, bare clients."""

from __future__ import annotations

import uuid
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, Final

from confluent_kafka import Consumer, Producer

from benchmarks.generate import matches
from domain.events import decode_event
from ingest.log import open_log
from tests.kafka.broker import JVM, Broker

PARTITIONS: Final = 12
Records = list[tuple[str, bytes]]
"""Matches and their records."""


def mixed(events: int) -> Records:
    """Return records of many matches at once, each in its order, as a busy evening has them."""
    plays = [[(decode_event(raw).match, raw) for raw in lines] for lines in matches(events)]
    rounds = zip_longest(*plays)
    return [record for record in chain.from_iterable(rounds) if record is not None]


@contextmanager
def a_broker(given: str | None, directory: Path) -> Generator[str]:
    """Give the broker named, or one of our own."""
    if given is not None:
        yield given
        return
    broker = Broker(directory / "broker", jvm=JVM)
    broker.start()
    try:
        yield broker.url
    finally:
        broker.stop()


def raw_consumer(broker: str) -> Consumer:
    """Return a consumer that does nothing but fetch."""
    settings: dict[str, Any] = {"bootstrap.servers": broker, "group.id": "bench"}
    settings |= {"fetch.wait.max.ms": 10, "enable.auto.commit": False}
    return Consumer(settings | {"auto.offset.reset": "earliest", "enable.partition.eof": True})


def foreign(broker: str, linger_ms: int = 5) -> Producer:
    """Return a producer as the manual has it."""
    settings: dict[str, Any] = {"bootstrap.servers": broker, "linger.ms": linger_ms}
    settings |= {"partitioner": "murmur2_random", "enable.idempotence": True, "acks": "all"}
    return Producer(settings | {"queue.buffering.max.messages": 1_000_000})


def fresh_topics(broker: str) -> Iterator[str]:
    """Yield topics nobody has used, made as a log wants them."""
    while True:
        topic = f"bench-{uuid.uuid4().hex[:8]}.events"
        open_log(f"kafka://{broker}/{topic}").close()
        yield topic
