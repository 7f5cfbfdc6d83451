"""The one suite of all logs, on a real broker and on the mock cluster of librdkafka.

The mock drops records beyond 5 MB of a partition and makes no topics, so it serves this alone.
"""

import pytest
from confluent_kafka import Producer

from ingest.log import Stream
from tests.ingest.conformance import LogConformance, Place
from tests.kafka.conftest import OpenLog

SETTINGS = "cuelog.recorder.key=sixteen-or-more-bytes"
MOCK_PARTITIONS = 4  # what the mock cluster gives every topic


@pytest.fixture(scope="module")
def cluster() -> Producer:
    return Producer({"bootstrap.servers": "mock", "test.mock.num.brokers": 1, "log_level": 0})


@pytest.mark.kafka
class TestBroker(LogConformance):
    @pytest.fixture(params=["events", "registry"])
    def place(self, request: pytest.FixtureRequest, kafka: str, open_log: OpenLog) -> Place:
        stream: Stream = request.param
        return Place(lambda: open_log(kafka, SETTINGS, stream))


class TestMock(LogConformance):
    @pytest.fixture
    def place(self, cluster: Producer, topic: str, open_log: OpenLog) -> Place:
        (broker,) = cluster.list_topics(topic, timeout=5).brokers.values()
        settings = f"{SETTINGS}&cuelog.check=no&cuelog.partitions={MOCK_PARTITIONS}"
        return Place(lambda: open_log(f"{broker.host}:{broker.port}", settings))
