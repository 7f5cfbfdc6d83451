"""A topic is made as a log must be, and refused when it cannot keep one."""

from collections.abc import Callable
from typing import Any

import pytest
from confluent_kafka import TopicPartition

from ingest import kafka_topic
from ingest.asyncapi import asyncapi
from ingest.kafka_address import parse
from ingest.kafka_topic import CONFIGS, check_configs, check_partitions
from ingest.log import LogUnavailable, NewRecord, NotALog
from tests.ingest.conformance import read_all
from tests.kafka.conftest import ADMIN, OpenLog, wait_until_told

pytestmark = pytest.mark.kafka


@pytest.fixture
def make(client: Any, topic: str) -> Callable[..., None]:  # noqa: ANN401
    def make(partitions: int = 12, **configs: str) -> None:
        named = CONFIGS | {name.replace("_", "."): text for name, text in configs.items()}
        new = ADMIN.NewTopic(topic, partitions, 1, config=named)
        client.create_topics([new])[topic].result(10)
        wait_until_told(client, topic, partitions)

    return make


def configs_of(client: Any, topic: str) -> dict[str, str]:  # noqa: ANN401
    resource = ADMIN.ConfigResource(ADMIN.ResourceType.TOPIC, topic)
    found = client.describe_configs([resource])[resource].result(10)
    return {name: entry.value for name, entry in found.items()}


def test_missing_topic_is_made(kafka: str, topic: str, open_log: OpenLog, client: Any) -> None:  # noqa: ANN401
    assert set(open_log(kafka).ends()) == set(range(12))
    assert CONFIGS.items() <= configs_of(client, topic).items()
    assert set(open_log(kafka, stream="registry").ends()) == {0}
    assert CONFIGS.items() <= configs_of(client, topic.replace("events", "registry")).items()


def test_topics_are_made_as_the_asyncapi_document_says(
    kafka: str,
    open_log: OpenLog,
    client: Any,  # noqa: ANN401
) -> None:
    for stream in ("events", "registry"):
        log = open_log(kafka, stream=stream)
        told = asyncapi()["channels"][stream]["bindings"]["kafka"]
        assert len(log.ends()) == told["partitions"]
        made = configs_of(client, log.address.topic)
        for name, value in told["topicConfiguration"].items():
            if name == "max.message.bytes":
                assert int(made[name]) >= value
            else:
                assert made[name] == (value[0] if isinstance(value, list) else str(value))


def test_topic_made_by_others_is_taken(
    kafka: str, open_log: OpenLog, make: Callable[..., None]
) -> None:
    make(partitions=5)
    log = open_log(kafka, "cuelog.partitions=5")
    log.append([NewRecord(f"m{n}", b"%d" % n) for n in range(20)])
    assert len(read_all(log)) == 20


@pytest.mark.parametrize(
    ("configs", "words"),
    [
        ({"cleanup_policy": "compact"}, "loses the others"),
        ({"cleanup_policy": "compact,delete"}, "cleanup.policy is "),
        ({"retention_ms": "604800000"}, "must never expire"),
        ({"retention_bytes": "1000000"}, "never be dropped for space"),
        ({"message_timestamp_type": "CreateTime"}, "the broker's time"),
        ({"max_message_bytes": "65536"}, "at least 131072"),
    ],
)
def test_topic_that_keeps_no_log_is_refused(
    kafka: str, open_log: OpenLog, make: Callable[..., None], configs: dict[str, str], words: str
) -> None:
    make(**configs)
    with pytest.raises(NotALog, match=words):
        open_log(kafka)


def test_another_number_of_partitions_is_refused(
    kafka: str, open_log: OpenLog, make: Callable[..., None]
) -> None:
    make(partitions=6)
    with pytest.raises(NotALog, match=r"6 partitions and should have 12.*new topic in order"):
        open_log(kafka)


def test_replicas_are_counted_where_asked() -> None:
    address = parse("kafka://h:1/t?cuelog.partitions=2&cuelog.replication=3", "events")
    check_partitions(address, [3, 3])
    with pytest.raises(NotALog, match="has 2 replicas and should have 3"):
        check_partitions(address, [3, 2])


def test_all_faults_of_a_topic_are_told_at_once() -> None:
    address = parse("kafka://h:1/t", "events")
    with pytest.raises(NotALog, match=r"cleanup.policy.*retention.ms.*kafka-configs --alter"):
        check_configs(address, {"cleanup.policy": "compact", "retention.ms": "5"})


def test_more_replicas_than_brokers_are_explained(kafka: str, open_log: OpenLog) -> None:
    log = open_log(kafka, "cuelog.replication=100")
    with pytest.raises(LogUnavailable, match=r"(?i)replication factor"):
        log.check()


def test_partitions_added_while_open_are_refused(
    kafka: str,
    topic: str,
    open_log: OpenLog,
    client: Any,  # noqa: ANN401
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = open_log(kafka)
    log.append([NewRecord("m", b"1")])
    client.create_partitions([ADMIN.NewPartitions(topic, 13)])[topic].result(10)
    wait_until_told(client, topic, 13)
    monkeypatch.setattr(kafka_topic, "RECHECK_S", 0.0)
    with pytest.raises(NotALog, match="has 13 partitions"):
        log.append([NewRecord("m", b"2")])
    with pytest.raises(NotALog, match="has 13 partitions"):
        next(iter(log.follow({}, lambda: False)))


def test_topic_that_is_gone_is_not_made_again(
    kafka: str,
    topic: str,
    open_log: OpenLog,
    client: Any,  # noqa: ANN401
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = open_log(kafka)
    log.append([NewRecord("m", b"1")])
    client.delete_topics([topic])[topic].result(10)
    wait_until_told(client, topic, 0)
    monkeypatch.setattr(kafka_topic, "RECHECK_S", 0.0)
    with pytest.raises(NotALog, match="topic is gone"):
        log.check()
    assert topic not in client.list_topics(timeout=5).topics


def test_positions_of_another_topic_are_refused(kafka: str, open_log: OpenLog) -> None:
    log = open_log(kafka)
    (at,) = log.append([NewRecord("m", b"1")])
    after = {at.partition: 8}
    for use in (lambda: log.read(after), lambda: list(log.follow(after, lambda: False))):
        with pytest.raises(NotALog, match="ends at 1 but was read up to 8"):
            use()


def test_records_that_were_deleted_are_missed(
    kafka: str,
    topic: str,
    open_log: OpenLog,
    client: Any,  # noqa: ANN401
) -> None:
    log = open_log(kafka)
    positions = log.append([NewRecord("m", b"%d" % n) for n in range(10)])
    place = TopicPartition(topic, positions[0].partition, 4)
    client.delete_records([place])[place].result(10)
    with pytest.raises(NotALog, match=r"records 0 to 3 of partition \d+ are gone"):
        read_all(log)
    assert [r.raw for r in log.read({place.partition: 4})] == [b"%d" % n for n in range(4, 10)]


def test_record_over_the_limit_stops_nothing_but_its_append(
    kafka: str, open_log: OpenLog, make: Callable[..., None]
) -> None:
    make(max_message_bytes="200000")
    log = open_log(kafka)
    with pytest.raises(LogUnavailable, match=r"too large.*Nothing was appended"):
        log.append([NewRecord("m", b"fits"), NewRecord("m", b"x" * 200_000)])
    # Together they are more than the topic takes at once, each for itself is not.
    log.append([NewRecord("m", b"%d" % n * 150_000) for n in range(4)])
    assert [record.raw[:1] for record in read_all(log)] == [b"0", b"1", b"2", b"3"]


def test_cluster_that_tells_nothing_of_topics_is_taken_at_its_word(
    kafka: str, open_log: OpenLog, make: Callable[..., None]
) -> None:
    make(partitions=3, retention_ms="1000000000")
    log = open_log(kafka, "cuelog.check=no&cuelog.partitions=3")
    log.append([NewRecord("m", b"1")])
    assert [record.raw for record in read_all(log)] == [b"1"]
