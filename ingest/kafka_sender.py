"""Producing to a Kafka log: idempotent, acknowledged by all replicas in sync, waited for.

A thread serves the reports of the client, so an append wakes as soon as its last one is in.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple, cast

from confluent_kafka import KafkaError, KafkaException, Message, Producer

from ingest.kafka_address import Address
from ingest.kafka_client import error_of, made, settings_of, unavailable
from ingest.kafka_record import Headers
from ingest.kafka_topic import Topic
from ingest.log import LogUnavailable, OutcomeUnknown, Position

DELIVERY_S: Final = 10.0
"""Seconds after which the client gives a record up, unless the address says otherwise."""
SPARE_S: Final = 30.0
"""Seconds beyond those after which a report is no longer waited for."""
SERVE_S: Final = 0.1
ANYWHERE: Final = -1
"""The partition of a record without a key: the client picks one."""

_DEFAULTS: Final[dict[str, Any]] = {
    "compression.type": "lz4",
    "linger.ms": 1,
    "message.timeout.ms": int(DELIVERY_S * 1000),
    "queue.buffering.max.kbytes": 65_536,
}
_OURS: Final[dict[str, Any]] = {
    "acks": "all",
    "enable.idempotence": True,
    "partitioner": "murmur2_random",
}
_REFUSED: Final = frozenset(
    {
        KafkaError._UNKNOWN_PARTITION,  # noqa: SLF001 - so are the names of librdkafka's own codes
        KafkaError._UNKNOWN_TOPIC,  # noqa: SLF001
        KafkaError.CLUSTER_AUTHORIZATION_FAILED,
        KafkaError.INVALID_RECORD,
        KafkaError.MSG_SIZE_TOO_LARGE,
        KafkaError.POLICY_VIOLATION,
        KafkaError.TOPIC_AUTHORIZATION_FAILED,
    }
)
"""What a record gets that is surely not in the log."""


class Outgoing(NamedTuple):
    """A record on its way."""

    partition: int
    key: bytes | None
    value: bytes
    headers: Headers


class _Delivery:
    """The reports on the records of one append."""

    def __init__(self, count: int) -> None:
        self._reports: list[Position | KafkaError | None] = [None] * count
        self._left = count
        self._lock = threading.Lock()
        self._complete = threading.Event()

    def report(self, index: int, error: KafkaError | None, message: Message) -> None:
        """Take the client's report on a record."""
        where = Position(cast("int", message.partition()), cast("int", message.offset()))
        self.note(index, error or where)

    def note(self, index: int, outcome: Position | KafkaError) -> None:
        """Note what became of a record."""
        with self._lock:
            self._reports[index] = outcome
            self._left -= 1
            if not self._left:
                self._complete.set()

    def positions(self, address: Address, wait_s: float) -> list[Position]:
        """Wait for all reports and return the positions, or raise what is known of the append."""
        self._complete.wait(wait_s)
        positions = [report for report in self._reports if isinstance(report, Position)]
        if len(positions) == len(self._reports):
            return positions
        errors = [report for report in self._reports if isinstance(report, KafkaError)]
        words = errors[0].str() if errors else "no report came"
        if len(errors) == len(self._reports) and all(e.code() in _REFUSED for e in errors):
            raise unavailable(address, f"{words}; nothing was appended")
        raise OutcomeUnknown(
            f"{address}: {words}; {len(positions)} of {len(self._reports)} records were "
            "acknowledged. Send the same ids again"
        )


class Sender:
    """One producer, made when it is first needed and again after a fatal error."""

    def __init__(self, address: Address, topic: Topic) -> None:
        self._address = address
        self._topic = topic
        self._settings = settings_of(address, _DEFAULTS, _OURS | {"error_cb": self._trouble})
        timeout_ms: Any = self._settings["message.timeout.ms"]
        timeout_ms = address.client.get("delivery.timeout.ms", timeout_ms)
        self._wait_s = float(timeout_ms) / 1000 + SPARE_S
        self._lock = threading.Lock()
        self._producer: Producer | None = None
        self._closed = False

    def send(self, records: Sequence[Outgoing]) -> list[Position]:
        """Send in the order given and return the positions once all are durable."""
        delivery = _Delivery(len(records))
        with self._lock:  # the records of one append stay together
            producer = self._ready()
            for index, record in enumerate(records):
                self._hand_over(producer, record, delivery, index)
        positions = delivery.positions(self._address, self._wait_s)
        self._topic.reached()
        return positions

    def close(self) -> None:
        """Wait for what is on its way, and end."""
        with self._lock:
            self._closed = True
            producer, self._producer = self._producer, None
        if producer is not None:
            producer.flush(DELIVERY_S)

    def _ready(self) -> Producer:
        """Return the producer, with a thread that serves it."""
        if self._closed:
            raise LogUnavailable(f"{self._address} is closed")
        if self._producer is None:
            limit = {"message.max.bytes": self._topic.largest}
            self._producer = made(Producer, self._settings | limit)
            threading.Thread(
                target=self._serve, args=(self._producer,), name="kafka-reports", daemon=True
            ).start()
        return self._producer

    def _serve(self, producer: Producer) -> None:
        """Take the client's reports until nobody sends through it any more."""
        while producer is self._producer or len(producer):
            producer.poll(SERVE_S)

    def _hand_over(
        self, producer: Producer, record: Outgoing, delivery: _Delivery, index: int
    ) -> None:
        """Give a record to the client; wait where its queue is full."""
        deadline = time.monotonic() + self._wait_s
        while True:
            try:
                producer.produce(
                    self._address.topic,
                    record.value,
                    record.key,
                    record.partition,
                    partial(delivery.report, index),
                    headers=cast("Any", record.headers),
                )
            except BufferError:
                if time.monotonic() < deadline:
                    time.sleep(0.005)
                    continue
                delivery.note(index, KafkaError(KafkaError._QUEUE_FULL))  # noqa: SLF001
            except KafkaException as error:
                delivery.note(index, self._failed(error))
            return

    def _failed(self, error: KafkaException) -> KafkaError:
        """Return why a record was not taken; a producer that is beyond help is replaced."""
        first = error.args[0] if error.args else None
        if not isinstance(first, KafkaError):
            return KafkaError(KafkaError._FAIL, error_of(error))  # noqa: SLF001
        if first.code() == KafkaError._FATAL or first.fatal():  # noqa: SLF001
            self._producer = None
        return first

    def _trouble(self, error: KafkaError) -> None:
        """Doubt the brokers when the client does; replace a producer that is beyond help."""
        self._topic.doubt()
        if error.fatal():
            self._producer = None
