"""What other producers may put into the topic: all of it is read, nothing of it stops a reader."""

import time

import pytest
from confluent_kafka import Producer

from ingest.kafka_log import KafkaLog
from ingest.kafka_place import home_partition
from ingest.log import LogRecord, NewRecord
from tests.ingest.conformance import by_match, read_all
from tests.kafka.conftest import OpenLog

pytestmark = pytest.mark.kafka

M1 = home_partition("m1", 12)


@pytest.fixture
def log(kafka: str, open_log: OpenLog) -> KafkaLog:
    return open_log(kafka, "cuelog.recorder.key=sixteen-or-more-bytes")


def test_garbage_is_read_as_it_stands(log: KafkaLog, topic: str, foreign: Producer) -> None:
    foreign.produce(topic, None, None, partition=0)
    foreign.produce(topic, None, b"m1", partition=0)
    foreign.produce(topic, b"no JSON", b"\xff\xfe", partition=0)
    foreign.produce(topic, b"", b"", partition=0)
    foreign.produce(topic, b"x", "球", partition=0, headers=[("a", None), ("a", b"\xff")])
    foreign.flush(10)
    records = read_all(log)
    assert [(record.match, record.raw) for record in records] == [
        (None, b""),
        ("m1", b""),
        ("\\xff\\xfe", b"no JSON"),
        ("", b""),
        ("球", b"x"),
    ]
    assert {record.recorder for record in records} == {None}


def test_record_in_the_wrong_place_is_told(log: KafkaLog, topic: str, foreign: Producer) -> None:
    foreign.produce(topic, b"right", b"m1")
    foreign.produce(topic, b"elsewhere", b"m1", partition=(M1 + 1) % 12)
    foreign.produce(topic, b"other key", b"m2", partition=M1)
    foreign.produce(topic, b"no key", None, partition=M1)
    foreign.flush(10)
    faults = {record.raw: log.placement_fault(record, "m1") for record in read_all(log)}
    assert faults == {
        b"right": None,
        b"elsewhere": "wrong_partition",
        b"other key": "wrong_key",
        b"no key": "wrong_key",
    }


def test_recorder_cannot_be_claimed(log: KafkaLog, topic: str, foreign: Producer) -> None:
    log.append([NewRecord("m1", b"ours", "referee")])
    foreign.produce(topic, b"theirs", b"m1", headers=[("cuelog_recorder", b"referee")])
    foreign.flush(10)
    told = {record.raw: record.recorder for record in read_all(log)}
    assert told == {b"ours": "referee", b"theirs": None}


def test_times_are_the_broker_s(log: KafkaLog, topic: str, foreign: Producer) -> None:
    foreign.produce(topic, b"from 1970", b"m1", timestamp=1)
    foreign.flush(10)
    (record,) = read_all(log)
    assert abs(record.received_ms - time.time() * 1000) < 60_000


def test_transactions_hold_nobody_up(kafka: str, log: KafkaLog, topic: str) -> None:
    """An open one is read at once, an aborted one too; their markers are no records."""
    producer = Producer({"bootstrap.servers": kafka, "transactional.id": topic, "log_level": 0})
    producer.init_transactions(30)
    producer.begin_transaction()
    producer.produce(topic, b"taken back", b"m1", partition=M1)
    producer.flush(10)
    log.append([NewRecord("m1", b"behind it")])
    assert [record.raw for record in read_behind(log)] == [b"taken back", b"behind it"]
    producer.abort_transaction(30)
    producer.begin_transaction()
    producer.produce(topic, b"kept", b"m1", partition=M1)
    producer.commit_transaction(30)
    records = read_behind(log)
    assert [record.raw for record in records] == [b"taken back", b"behind it", b"kept"]
    after = {M1: records[-1].position.offset + 1}
    begun = time.monotonic()
    assert log.read(after) == []
    assert log.read(after) == []
    assert time.monotonic() - begun < 5
    log.append([NewRecord("m1", b"later")])
    assert [record.raw for record in log.read(after)] == [b"later"]


def read_behind(log: KafkaLog) -> list[LogRecord]:
    return log.read({}, 100)


def test_two_openings_do_not_disturb_each_other(
    kafka: str, open_log: OpenLog, log: KafkaLog
) -> None:
    """Each node reads all partitions, whatever others read: no group shares them out."""
    log.append([NewRecord(f"m{n}", b"%d" % n) for n in range(200)])
    other = open_log(kafka)
    one, two = list[LogRecord](), list[LogRecord]()

    def both_done() -> bool:
        return len(one) == len(two) == 200

    pairs = zip(log.follow({}, both_done, 0.1), other.follow({}, both_done, 0.1), strict=False)
    for first, second in pairs:
        one += first
        two += second
    assert by_match(one) == by_match(two) == {f"m{n}": [b"%d" % n] for n in range(200)}
