"""The home partition of a match is the one Java's clients and librdkafka give it."""

import confluent_kafka
import pytest
from confluent_kafka import Message, Producer
from hypothesis import given
from hypothesis import strategies as st

from ingest.kafka_log import KafkaLog
from ingest.kafka_place import home_partition, murmur2, placement_fault
from ingest.log import LogRecord, NewRecord, Position
from tests.kafka.conftest import OpenLog


@pytest.mark.parametrize(
    ("key", "signed"),
    # the table in Apache Kafka's own UtilsTest
    [
        (b"21", -973932308),
        (b"foobar", -790332482),
        (b"a-little-bit-long-string", -985981536),
        (b"a-little-bit-longer-string", -1486304829),
        (b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971),
        (b"abc", 479470107),
    ],
)
def test_hash_is_that_of_java(key: bytes, signed: int) -> None:
    assert murmur2(key) == signed & 0xFFFFFFFF


@given(st.text(max_size=80), st.integers(1, 60))
def test_home_is_where_librdkafka_reckons_it(match: str, partitions: int) -> None:
    assert home_partition(match, partitions) == confluent_kafka.murmur2(match.encode(), partitions)


@pytest.mark.parametrize(
    ("key", "partition", "fault"),
    [
        ("m1", home_partition("m1", 12), None),
        ("m1", home_partition("m1", 12) ^ 1, "wrong_partition"),
        ("m2", home_partition("m1", 12), "wrong_key"),
        ("m2", home_partition("m2", 12), "wrong_key"),
        (None, home_partition("m1", 12), "wrong_key"),
    ],
)
def test_fault_of_a_place(key: str | None, partition: int, fault: str | None) -> None:
    record = LogRecord(Position(partition, 7), key, b"{}", 0)
    assert placement_fault(record, "m1", 12) == fault


@pytest.mark.kafka
def test_partitioner_of_a_producer_takes_matches_home(
    kafka: str, topic: str, open_log: OpenLog, foreign: Producer
) -> None:
    log = open_log(kafka)
    found: dict[str, int | None] = {}

    def note(_error: object, message: Message) -> None:
        found[(message.key() or b"").decode()] = message.partition()

    for n in range(200):
        foreign.produce(topic, b"{}", f"match-{n}", on_delivery=note)
    foreign.flush(10)
    assert found == {f"match-{n}": home_partition(f"match-{n}", 12) for n in range(200)}
    assert {record.match for record in log.read({}) if fault(log, record)} == set()
    ours = [f"match-{n}" for n in range(200)]
    positions = log.append([NewRecord(match, b"{}") for match in ours])
    assert [at.partition for at in positions] == [found[match] for match in ours]


def fault(log: KafkaLog, record: LogRecord) -> str | None:
    assert record.match is not None
    return log.placement_fault(record, record.match)
