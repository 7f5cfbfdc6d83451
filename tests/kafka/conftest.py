"""A real broker for the session, and logs on it that are closed when their test ends."""

import os
import time
import uuid
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from confluent_kafka import Producer, admin

from ingest.kafka_log import KafkaLog, open_url
from ingest.log import Stream
from tests.kafka.broker import Broker, MissingPartError

OpenLog = Callable[..., KafkaLog]
ADMIN = cast("Any", admin)  # as in ingest/kafka_topic.py


@contextmanager
def running(broker: Callable[[], Broker]) -> Generator[Broker]:
    """Run a broker; what is missing fails the tests, it never skips them."""
    try:
        made = broker()
    except MissingPartError as missing:
        pytest.fail(str(missing), pytrace=False)
    try:
        made.start()
        yield made
    finally:
        made.stop()


def until(so: Callable[[], bool], seconds: float = 60, words: str = "") -> None:
    """Return when it is so; fails with the words when that takes too long."""
    deadline = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < deadline, words
        time.sleep(0.05)


def wait_until_told(client: Any, topic: str, partitions: int) -> None:  # noqa: ANN401
    """Return when the broker tells of so many partitions: its controller decides before it does."""

    def told() -> bool:
        topics = client.list_topics(timeout=10).topics
        return len(topics[topic].partitions if topic in topics else ()) == partitions

    until(told, 30, f"{topic} never had {partitions} partitions")


@pytest.fixture(scope="session")
def kafka(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """``host:port`` of a broker: that of CUELOG_TEST_KAFKA, or one of our own."""
    if given := os.environ.get("CUELOG_TEST_KAFKA"):
        yield given
        return
    with running(lambda: Broker(tmp_path_factory.mktemp("kafka"))) as broker:
        yield broker.url


@pytest.fixture(scope="session")
def own_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """A broker that a test may stop and kill; each leaves it running."""
    directory: Path = tmp_path_factory.mktemp("own-kafka")
    with running(lambda: Broker(directory, secure=True)) as broker:
        yield broker


@pytest.fixture
def client(kafka: str) -> Any:  # noqa: ANN401 - as in ingest/kafka_topic.py
    return ADMIN.AdminClient({"bootstrap.servers": kafka, "log_level": 0})


@pytest.fixture
def topic() -> str:
    """A topic nobody else has."""
    return f"test-{uuid.uuid4().hex[:12]}.events"


@pytest.fixture
def open_log(topic: str) -> Iterator[OpenLog]:
    """Opens logs on the test's topic, as often as it likes."""
    opened: list[KafkaLog] = []

    def open_log(broker: str, settings: str = "", stream: Stream = "events") -> KafkaLog:
        opened.append(open_url(f"kafka://{broker}/{topic}?{settings}", stream))
        return opened[-1]

    yield open_log
    for log in opened:
        log.close()


@pytest.fixture
def foreign(kafka: str) -> Iterator[Producer]:
    """A producer of somebody else, with the habits of Java's."""
    settings = {"bootstrap.servers": kafka, "partitioner": "murmur2_random", "log_level": 0}
    # As Java's: without it a batch sent again can come after the one behind it.
    producer = Producer(settings | {"enable.idempotence": True})
    yield producer
    producer.flush(10)
