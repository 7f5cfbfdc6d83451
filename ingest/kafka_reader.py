"""Reading a Kafka log from positions of our own: no group, no committed offset, no rebalance.

The partitions are assigned by hand, all of them, from where the tables stand. Uncommitted records
are read: a record is in the log once the brokers have it, and an open transaction of one producer
cannot hold up all the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from confluent_kafka import Consumer, KafkaError, KafkaException, TopicPartition

from ingest.kafka_address import Address
from ingest.kafka_client import error_of, is_passing, made, settings_of, unavailable
from ingest.kafka_record import Delivered
from ingest.log import LogError, LogRecord, NotALog, Position

STALL_S: Final = 20.0
"""Seconds without a record that is there, after which a read gives up."""
STEP_S: Final = 0.05

_DEFAULTS: Final[dict[str, Any]] = {
    "group.id": "cuelog",  # the client wants a name; nothing is kept under it
    # What is not fetched yet waits at the broker: this bounds memory when the reader is slow.
    "queued.max.messages.kbytes": 16_384,
    "queued.min.messages": 20_000,
    # No stalls: a full queue and a changed position are looked at again soon.
    "fetch.queue.backoff.ms": 10,
    "fetch.error.backoff.ms": 100,
    "fetch.wait.max.ms": 100,
}
_OURS: Final[dict[str, Any]] = {
    "allow.auto.create.topics": False,
    "auto.offset.reset": "error",  # never skip over what is gone
    "check.crcs": True,
    "enable.auto.commit": False,
    "enable.auto.offset.store": False,
    "enable.partition.eof": True,
    "isolation.level": "read_uncommitted",
}
_OUTSIDE: Final = frozenset(
    {KafkaError._AUTO_OFFSET_RESET, KafkaError.OFFSET_OUT_OF_RANGE}  # noqa: SLF001
)


Decode = Callable[[Delivered, Position], LogRecord]


class Reader:
    """One consumer and where it stands; for one thread at a time."""

    def __init__(self, address: Address, decode: Decode) -> None:
        self._address = address
        self._decode = decode
        self._consumer = self._made()
        self._next: dict[int, int] | None = None
        self._ended: dict[int, int] = {}

    @property
    def stands(self) -> bool:
        """Tell whether it was told where to stand."""
        return self._next is not None

    def move(self, after: Mapping[int, int]) -> None:
        """Stand at the offsets given, 0 where none is; what was fetched is used if it fits."""
        wanted = {p: after.get(p, 0) for p in range(self._address.partitions)}
        if wanted == self._next:
            return
        if self._next is not None:
            # The broker answers in turn: it would hold on to what was asked at the old place.
            self._consumer.close()
            self._consumer = self._made()
        self._next, self._ended = wanted, {}
        topic = self._address.topic
        self._consumer.assign([TopicPartition(topic, p, offset) for p, offset in wanted.items()])

    def take(self, limit: int, wait_s: float) -> list[LogRecord]:
        """Wait for a record and return it with those already here; none after ``wait_s``."""
        first = self._consumer.poll(wait_s)
        if first is None:
            return []
        more = self._consumer.consume(limit - 1, 0) if limit > 1 else []
        try:
            return self._records(cast("list[Delivered]", [first, *more]))
        except LogError:
            self._next = None
            raise

    def take_until(self, ends: Mapping[int, int], limit: int) -> list[LogRecord]:
        """Return records up to ``limit`` or to ``ends``, whichever comes first."""
        records: list[LogRecord] = []
        deadline = time.monotonic() + STALL_S
        while len(records) < limit and not self._has_reached(ends):
            if more := self.take(limit - len(records), STEP_S):
                records += more
                deadline = time.monotonic() + STALL_S
            elif time.monotonic() > deadline:
                if not records:
                    raise unavailable(self._address, f"no record came in {STALL_S:.0f} s")
                break
        return records

    def close(self) -> None:
        """Leave the brokers."""
        self._consumer.close()

    def _made(self) -> Consumer:
        return made(Consumer, settings_of(self._address, _DEFAULTS, _OURS))

    def _has_reached(self, ends: Mapping[int, int]) -> bool:
        """Tell whether everything before ``ends`` was taken; a marker of a transaction is none."""
        reached = self._next or {}
        return all(
            max(reached.get(partition, 0), self._ended.get(partition, 0)) >= end
            for partition, end in ends.items()
        )

    def _records(self, messages: Sequence[Delivered]) -> list[LogRecord]:
        """Return what is a record among messages, and comes after what was taken before."""
        reached, records = self._next or {}, list[LogRecord]()
        for message in messages:
            error, partition, offset = message.error(), message.partition(), message.offset()
            if error is not None:
                self._judge(error, partition, offset)
            elif offset >= reached[partition]:
                reached[partition] = offset + 1
                records.append(self._decode(message, Position(partition, offset)))
        return records

    def _judge(self, error: KafkaError, partition: int, offset: int) -> None:
        """Note the end of a partition, let pass what passes, raise the rest."""
        if error.code() == KafkaError._PARTITION_EOF:  # noqa: SLF001
            self._ended[partition] = offset
        elif error.code() in _OUTSIDE:
            raise self._outside(partition)
        elif not is_passing(error):
            raise unavailable(self._address, error.str())

    def _outside(self, partition: int) -> NotALog:
        """Return the error of a position that the partition does not have."""
        wanted = (self._next or {}).get(partition, 0)
        place = TopicPartition(self._address.topic, partition)
        try:
            first, end = self._consumer.get_watermark_offsets(place, timeout=1.0) or (0, 0)
        except KafkaException as error:
            return NotALog(f"{self._address}: {wanted} is no offset: {error_of(error)}")
        return outside(self._address, partition, wanted, range(first, end))


def outside(address: Address, partition: int, wanted: int, there: range) -> NotALog:
    """Return the error of a position outside the records that are there."""
    if wanted < there.start:
        return NotALog(
            f"{address}: the records {wanted} to {there.start - 1} of partition {partition} are "
            "gone from the topic; restore it from a copy of the log"
        )
    return NotALog(
        f"{address}: partition {partition} ends at {there.stop} but was read up to {wanted} "
        "before; the topic was replaced or lost its end. Restore it, or rebuild the tables"
    )
