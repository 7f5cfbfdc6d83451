"""What the clients report, one by one, and what is made of it; no broker is needed."""

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest
from confluent_kafka import KafkaError, KafkaException, Message

from ingest import kafka_reader, kafka_sender
from ingest.kafka_address import Address, parse
from ingest.kafka_client import Sparing
from ingest.kafka_reader import Reader
from ingest.kafka_record import record_of
from ingest.kafka_sender import Outgoing, Sender
from ingest.kafka_topic import Topic
from ingest.log import LogError, LogUnavailable, NotALog, OutcomeUnknown, Position

ADDRESS = parse("kafka://127.0.0.1:1/t.events?cuelog.partitions=2", "events")
REFUSED, LATE = KafkaError.MSG_SIZE_TOO_LARGE, KafkaError._MSG_TIMED_OUT


def message(offset: int, error: int | None = None, partition: int = 0) -> Message:
    return Message(
        topic="t.events",
        partition=partition,
        offset=offset,
        value=b"%d" % offset,
        timestamp=(2, 1_000),
        error=None if error is None else KafkaError(error),
    )


class FakeConsumer:
    """Gives out batches of messages as they are listed."""

    def __init__(self, batches: Sequence[list[Message]]) -> None:
        self.batches = list(batches)
        self.rest: list[Message] = []
        self.assigned: list[list[int]] = []
        self.closed = 0

    def assign(self, places: Sequence[Any]) -> None:
        self.assigned.append([place.offset for place in places])

    def poll(self, _wait_s: float) -> Message | None:
        if not self.batches:
            return None
        first, *self.rest = self.batches.pop(0)
        return first

    def consume(self, count: int, _wait_s: float) -> list[Message]:
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def close(self) -> None:
        self.closed += 1

    def get_watermark_offsets(self, _place: object, timeout: float) -> tuple[int, int]:
        if timeout > 1:
            raise KafkaException(KafkaError(LATE))
        return 3, 9


def reader_of(monkeypatch: pytest.MonkeyPatch, *batches: list[Message]) -> Reader:
    consumer = FakeConsumer(batches)

    def make(_settings: object) -> FakeConsumer:
        return consumer

    monkeypatch.setattr(kafka_reader, "Consumer", make)
    reader = Reader(ADDRESS, lambda one, position: record_of(one, position, "events", None))
    reader.move({})
    return reader


def offsets(reader: Reader) -> list[int]:
    return [record.position.offset for record in reader.take(100, 0)]


def test_offsets_that_jump_back_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    batches = [message(0), message(1)], [message(0), message(1), message(2)], [message(1)]
    reader = reader_of(monkeypatch, *batches)
    assert [offsets(reader), offsets(reader), offsets(reader)] == [[0, 1], [2], []]


def test_reader_that_stands_right_is_not_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = reader_of(monkeypatch, [message(0), message(1)])
    offsets(reader)
    reader.move({0: 2})
    fake = cast("FakeConsumer", reader._consumer)
    assert (fake.assigned, fake.closed) == ([[0, 0]], 0)
    reader.move({0: 1})  # by a consumer of its own: the old one's requests are not waited for
    assert (fake.assigned, fake.closed) == ([[0, 0], [1, 0]], 1)


def test_trouble_that_passes_is_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    troubles = KafkaError._TRANSPORT, KafkaError._ALL_BROKERS_DOWN, KafkaError._PARTITION_EOF
    reader = reader_of(monkeypatch, [*(message(0, code) for code in troubles), message(0)])
    assert offsets(reader) == [0]


@pytest.mark.parametrize(
    ("code", "raised", "words"),
    [
        (KafkaError.TOPIC_AUTHORIZATION_FAILED, LogUnavailable, "authorization"),
        (KafkaError._BAD_MSG, LogUnavailable, "Bad message"),
        (KafkaError._AUTO_OFFSET_RESET, NotALog, "records 1 to 2 of partition 0 are gone"),
    ],
)
def test_trouble_that_stays_is_raised_and_skips_nothing(
    monkeypatch: pytest.MonkeyPatch, code: int, raised: type[LogError], words: str
) -> None:
    reader = reader_of(monkeypatch, [message(0), message(1, code)])
    with pytest.raises(raised, match=f"(?i){words}"):
        reader.take(100, 0)
    assert not reader.stands


def test_record_that_never_comes_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kafka_reader, "STALL_S", 0.01)
    reader = reader_of(monkeypatch, [message(0)])
    assert [r.position for r in reader.take_until({0: 2}, 10)] == [Position(0, 0)]
    with pytest.raises(LogUnavailable, match="no record came"):
        reader.take_until({0: 2}, 10)


def test_marker_of_a_transaction_is_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = reader_of(monkeypatch, [message(0), message(2, KafkaError._PARTITION_EOF)])
    assert len(reader.take_until({0: 2, 1: 0}, 10)) == 1
    assert reader.take_until({0: 2, 1: 0}, 10) == []


Report = Callable[[KafkaError | None, Message], None]


class FakeProducer:
    """Reports at once what it was told to report, record by record."""

    def __init__(self, outcomes: Sequence[int | Exception | None]) -> None:
        self.outcomes = list(outcomes)
        self.flushed = threading.Event()

    def produce(
        self,
        _topic: str,
        _value: bytes,
        _key: bytes | None,
        partition: int,
        report: Report,
        headers: object,
    ) -> None:
        assert headers == []
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        error = None if outcome is None else KafkaError(outcome)
        report(error, message(len(self.outcomes), partition=partition))

    def poll(self, _wait_s: float) -> int:
        return self.flushed.wait(0.01)

    def flush(self, _wait_s: float) -> int:
        self.flushed.set()
        return 0

    def __len__(self) -> int:
        return 0


class SilentProducer(FakeProducer):
    """Never reports."""

    def produce(self, *_: object, **__: object) -> None:
        pass


def sender_of(
    monkeypatch: pytest.MonkeyPatch, *producers: FakeProducer, address: Address = ADDRESS
) -> Sender:
    left = iter(producers)

    def make(_settings: object) -> FakeProducer:
        return next(left)

    monkeypatch.setattr(kafka_sender, "Producer", make)
    return Sender(address, Topic(address))


def send(sender: Sender, count: int) -> list[Position]:
    return sender.send([Outgoing(n % 2, None, b"x", []) for n in range(count)])


def test_positions_are_in_the_order_of_the_records(monkeypatch: pytest.MonkeyPatch) -> None:
    sender = sender_of(monkeypatch, FakeProducer([None, None]))
    assert send(sender, 2) == [Position(0, 1), Position(1, 0)]
    sender.close()
    with pytest.raises(LogUnavailable, match="closed"):
        send(sender, 1)


@pytest.mark.parametrize(
    ("outcomes", "raised", "words"),
    [
        ([REFUSED, REFUSED], LogUnavailable, "nothing was appended"),
        ([None, REFUSED], OutcomeUnknown, "1 of 2 records were acknowledged"),
        ([LATE, LATE], OutcomeUnknown, "0 of 2 records"),
        ([REFUSED, LATE], OutcomeUnknown, "Send the same ids again"),
        ([None, KafkaException(KafkaError(REFUSED))], OutcomeUnknown, "1 of 2"),
        ([KafkaException(KafkaError(REFUSED))] * 2, LogUnavailable, "nothing was appended"),
        ([KafkaException("odd")] * 2, OutcomeUnknown, "odd"),
    ],
)
def test_outcome_of_an_append_is_told_as_far_as_it_is_known(
    monkeypatch: pytest.MonkeyPatch,
    outcomes: list[int | Exception | None],
    raised: type[LogError],
    words: str,
) -> None:
    sender = sender_of(monkeypatch, FakeProducer(outcomes))
    with pytest.raises(raised, match=words):
        send(sender, 2)
    sender.close()


def test_report_that_never_comes_is_an_unknown_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kafka_sender, "SPARE_S", 0.05)
    address = parse("kafka://127.0.0.1:1/t?delivery.timeout.ms=50", "events")
    sender = sender_of(monkeypatch, SilentProducer([]), address=address)
    with pytest.raises(OutcomeUnknown, match="no report came"):
        send(sender, 1)
    sender.close()


def test_full_queue_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    sender = sender_of(monkeypatch, FakeProducer([BufferError(), BufferError(), None]))
    assert send(sender, 1) == [Position(0, 0)]
    sender.close()


def test_producer_beyond_help_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    fatal = KafkaException(KafkaError(KafkaError._FATAL, "fenced", fatal=True))
    sender = sender_of(monkeypatch, FakeProducer([fatal]), FakeProducer([None, None]))
    with pytest.raises(OutcomeUnknown, match="fenced"):
        send(sender, 1)
    assert send(sender, 1) == [Position(0, 1)]
    sender._trouble(KafkaError(KafkaError._FATAL, "again", fatal=True))
    assert sender._producer is None
    sender.close()


def test_lines_of_one_kind_are_few() -> None:
    sparing = Sparing()
    lines = ("FAIL one down", "FAIL one down again", "GETPID later")
    passed = [
        line
        for line in lines
        if sparing.filter(logging.LogRecord("k", logging.ERROR, "", 0, "%s", (line,), None))
    ]
    assert passed == ["FAIL one down", "GETPID later"]
