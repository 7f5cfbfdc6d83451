"""What a service and its commands say of a topic that changed, and of records nobody expected."""

import json
import os
import resource
import time
from pathlib import Path
from typing import Any

import pytest
from confluent_kafka import Producer

from ingest import kafka_topic
from ingest.kafka_place import home_partition
from tests.api.commands import cuelog
from tests.api.serving import Served, inning, opened, serving
from tests.kafka.conftest import ADMIN, OpenLog, until, wait_until_told

pytestmark = pytest.mark.kafka

EVENTS = "/v1/matches/m/events"


@pytest.mark.parametrize("command", ["status", "ingest", "rebuild", "serve"])
def test_a_compacted_topic_is_refused_by_every_command(
    command: str,
    kafka: str,
    topic: str,
    client: Any,  # noqa: ANN401
    tmp_path: Path,
) -> None:
    new = ADMIN.NewTopic(topic, 12, 1, config={"cleanup.policy": "compact"})
    client.create_topics([new])[topic].result(10)
    wait_until_told(client, topic, 12)
    place = ("--data", tmp_path / "data", "--log", f"kafka://{kafka}/{topic}")
    given = ("-",) if command == "ingest" else ()
    done = cuelog(command, *given, *place, stdin=json.dumps(opened()).encode())
    assert done.status == 2
    assert "a compacted topic keeps the last record of each match" in done.err
    assert "kafka-configs --alter" in done.err


def test_partitions_added_while_serving_stop_writes_and_mark_reads(
    kafka: str,
    topic: str,
    client: Any,  # noqa: ANN401
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with serving(tmp_path / "data", f"kafka://{kafka}/{topic}") as served:
        assert served.post("/v1/matches", opened()).status_code == 201
        client.create_partitions([ADMIN.NewPartitions(topic, 13)])[topic].result(10)
        wait_until_told(client, topic, 13)
        monkeypatch.setattr(kafka_topic, "RECHECK_S", 0.0)
        refused = served.post(EVENTS, inning("ana", 3, id="2"))
        assert refused.status_code == 503
        assert "has 13 partitions and should have 12" in refused.json()["detail"]
        until(lambda: "cuelog-stale" in served.get("/v1/matches/m").headers)
        assert served.get("/v1/matches/m").json()["events"] == 1
        assert "13 partitions" in served.get("/readyz").json()["detail"]


def quarantined(served: Served) -> dict[str, int]:
    rows = served.node.rows("SELECT reason, count(*) FROM quarantine GROUP BY 1")
    return {str(reason): count for reason, count in rows}


def test_poison_and_oversize_records_stop_nobody(
    kafka: str, topic: str, foreign: Producer, tmp_path: Path
) -> None:
    home = home_partition("m", 12)
    deep = b"[" * 60_000
    with serving(tmp_path / "data", f"kafka://{kafka}/{topic}") as served:
        assert served.post("/v1/matches", opened()).status_code == 201
        for poison in (
            deep,
            b"\xff\xfe",
            b"",
            None,
            b'{"match":"m"}',
            b'"' + b"x" * 200_000 + b'"',
        ):
            foreign.produce(topic, poison, b"m", partition=home)
        foreign.flush(10)
        large = served.post(EVENTS, inning("ana", 1, id="2", by="x" * 70_000))
        assert large.status_code == 413
        assert served.post(EVENTS, inning("ana", 3, id="2")).status_code == 201
        until(lambda: sum(quarantined(served).values()) == 6)
        assert quarantined(served) == {"malformed": 5, "too_large": 1}
        told = served.get("/v1/matches/m").json()
        assert (told["events"], told["state"]["score"]["ana"]) == (2, 3)


def test_a_slow_reader_leaves_the_records_at_the_broker(
    kafka: str, topic: str, open_log: OpenLog, foreign: Producer
) -> None:
    """It gets all of them in order, and keeps no more in memory than it may fetch ahead."""
    log = open_log(kafka)
    size, count = 10_000, 15_000
    for number in range(count):
        foreign.produce(topic, b"%8d" % number + os.urandom(size), b"m%d" % (number % 12))
        if not number % 500:
            foreign.flush(30)
    assert foreign.flush(30) == 0
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seen: dict[int, list[int]] = {}
    reading = log.follow({}, lambda: sum(map(len, seen.values())) == count, 0.5, limit=100)
    for slow, batch in enumerate(reading):
        for record in batch:
            seen.setdefault(record.position.partition, []).append(int(record.raw[:8]))
        if slow < 20:
            time.sleep(0.1)
    assert sum(map(len, seen.values())) == count
    by_match: dict[int, list[int]] = {}
    for numbers in seen.values():
        for number in numbers:
            by_match.setdefault(number % 12, []).append(number)
    assert by_match == {match: list(range(match, count, 12)) for match in range(12)}
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < size * count / 1024 / 2
