"""Apache Kafka as a log: one topic of events, one of the registry, through confluent-kafka.

An address opens also while no broker answers: what is asked of the log then is ``LogUnavailable``
until one does. A topic that cannot keep a log is ``NotALog`` at once. A running ``follow`` rides
out absent brokers and gives empty batches meanwhile; ``ends`` tells that they are away.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from typing import Final

from ingest.kafka_address import Address, parse
from ingest.kafka_place import PlacementFault, home_partition, placement_fault
from ingest.kafka_reader import STEP_S, Reader, outside
from ingest.kafka_record import Delivered, headers_of, record_of
from ingest.kafka_sender import ANYWHERE, Outgoing, Sender
from ingest.kafka_topic import Topic
from ingest.log import BATCH, LogRecord, LogUnavailable, NewRecord, Position, Stream

__all__ = ["KafkaLog", "open_url"]

FRAME: Final = 256
"""Bytes Kafka itself puts around a record, at most."""

ROOM: Final = 4_096
"""Bytes that key and headers take at most beyond what they repeat of the record."""

_LOGGER: Final = logging.getLogger(__name__)


def open_url(url: str, stream: Stream) -> KafkaLog:
    """Open the log of an address ``kafka://host:port/topic``; a topic that is missing is made."""
    log = KafkaLog(parse(url, stream), stream)
    try:
        with suppress(LogUnavailable):
            log.check()
    except BaseException:
        log.close()
        raise
    return log


class KafkaLog:
    """One stream of a log, as a topic."""

    def __init__(self, address: Address, stream: Stream = "events") -> None:
        self.address = address
        self.stream: Stream = stream
        self._topic = Topic(address)
        self._sender = Sender(address, self._topic)
        self._reader: Reader | None = None
        self._reading = threading.Lock()
        self._closed = False
        self._warned = False

    def check(self) -> None:
        """Raise a ``LogError`` unless brokers answer and the topic can keep a log."""
        self._check_open()
        self._topic.ready()

    def append(self, records: Sequence[NewRecord]) -> list[Position]:
        """Append in the order given; durable when it returns.

        Records of one match stay in that order, whatever else is appended at the same time.
        """
        if not records:
            return []
        self.check()
        return self._sender.send([self._outgoing(new) for new in records])

    def read(self, after: Mapping[int, int], limit: int = BATCH) -> list[LogRecord]:
        """Return up to ``limit`` records, in log order within a partition."""
        self.check()
        ends = self._topic.ends()
        for partition, wanted in after.items():
            if wanted > ends.get(partition, 0):
                raise outside(self.address, partition, wanted, range(ends.get(partition, 0)))
        with self._reading:
            self._check_open()
            if self._reader is None:
                self._reader = self._new_reader()
            self._reader.move(after)
            return self._reader.take_until(ends, limit)

    def follow(
        self,
        after: Mapping[int, int],
        stop: Callable[[], bool],
        wait_s: float = 1.0,
        limit: int = BATCH,
    ) -> Iterator[Sequence[LogRecord]]:
        """Yield batches as they come, and an empty one when ``wait_s`` passed without any."""
        with closing(self._new_reader()) as reader:
            deadline = time.monotonic() + wait_s
            while not stop():
                batch = self._step(reader, after, limit, deadline - time.monotonic())
                if batch or time.monotonic() >= deadline:
                    yield batch
                    deadline = time.monotonic() + wait_s

    def _step(
        self, reader: Reader, after: Mapping[int, int], limit: int, left_s: float
    ) -> list[LogRecord]:
        """Return what comes within moments; nothing before the topic was looked at."""
        self._check_open()
        try:
            self._topic.ready(now=False)
        except LogUnavailable:
            if not reader.stands:
                time.sleep(STEP_S)
                return []
        if not reader.stands:
            reader.move(after)
        if batch := reader.take(limit, max(0.0, min(STEP_S, left_s))):
            self._topic.reached()
        return batch

    def ends(self) -> dict[int, int]:
        """Return for every partition the offset that its next record will get."""
        self.check()
        return self._topic.ends()

    def placement_fault(self, record: LogRecord, match: str) -> PlacementFault | None:
        """Tell what is wrong with the place of a record whose body names ``match``."""
        return placement_fault(record, match, self.address.partitions)

    @property
    def officials(self) -> str:
        """What becomes of an official's event without proof: ``finding`` or ``quarantine``."""
        return self.address.officials

    def close(self) -> None:
        """Wait for what is on its way, and leave the brokers."""
        self._closed = True
        self._sender.close()
        with self._reading:
            reader, self._reader = self._reader, None
        if reader is not None:
            reader.close()

    def _check_open(self) -> None:
        if self._closed:
            raise LogUnavailable(f"{self.address} is closed")

    def _new_reader(self) -> Reader:
        return Reader(self.address, self._decode)

    def _decode(self, message: Delivered, position: Position) -> LogRecord:
        return record_of(message, position, self.stream, self.address.recorder_key)

    def _outgoing(self, new: NewRecord) -> Outgoing:
        """Return a record for its home; one without a key may go anywhere.

        The partition is reckoned here and not by the client: it would follow a changed number of
        partitions before we could refuse it.
        """
        if new.recorder is not None and self.address.recorder_key is None:
            self._warn()
        headers = headers_of(new, self.stream, self.address.recorder_key)
        if new.match is None:
            return self._fitting(Outgoing(ANYWHERE, None, new.raw, headers))
        home = home_partition(new.match, self.address.partitions)
        return self._fitting(Outgoing(home, new.match.encode(), new.raw, headers))

    def _fitting(self, record: Outgoing) -> Outgoing:
        """Refuse a record that the topic does not take, before any other is sent."""
        if 2 * len(record.value) + ROOM < self._topic.largest:  # headers repeat parts of it
            return record
        size = len(record.value) + len(record.key or b"") + FRAME
        size += sum(len(name) + len(value) for name, value in record.headers)
        if size > self._topic.largest:
            raise LogUnavailable(
                f"{self.address}: a record of {len(record.value)} bytes is too large; the topic "
                f"takes messages up to {self._topic.largest}. Nothing was appended"
            )
        return record

    def _warn(self) -> None:
        """Say once that recorders are not kept."""
        if not self._warned:
            self._warned = True
            _LOGGER.warning(
                "%s: who recorded an event is not kept without cuelog.recorder.key", self.address
            )
