"""Nodes and brokers killed at random moments: the same tables, nothing acknowledged lost."""

import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from api.node import Node
from ingest.kafka_log import KafkaLog
from ingest.log import NewRecord
from tests.architecture.repository import ROOT
from tests.kafka.broker import Broker
from tests.kafka.conftest import OpenLog
from tests.kafka.season import matches
from tests.kafka.test_restarts import append_until_taken, await_more
from tests.kafka.test_season import hashes, node_of, wait_for_all
from tests.projections.logs import fill, log_of
from tests.projections.logs import hashes as hashes_of

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(900)]

NODE_KILLS, BROKER_KILLS = 20, 5
MATCHES, EVENTS, AT_ONCE = 120, 60, 20
FOLLOW = """
import sys
from pathlib import Path
from api.wiring import bring_up, hold
with hold(Path(sys.argv[1]), sys.argv[2]) as node:
    bring_up(node)
    node.start()
    print("following", flush=True)
    sys.stdin.read()
"""


class Season(threading.Thread):
    """Appends matches piece by piece, each until it is taken, in an order that mixes them."""

    def __init__(self, log: KafkaLog, chance: random.Random, pause_s: float) -> None:
        super().__init__()
        self.log, self.pause_s = log, pause_s
        self.plain = matches(9, MATCHES, EVENTS)
        self.sent = 0
        pieces = [
            [NewRecord(match, raw) for raw in lines[start : start + 10]]
            for match, lines in self.plain.items()
            for start in range(0, len(lines), 10)
        ]
        chance.shuffle(pieces)
        self.pieces = [new for piece in pieces for new in piece]

    def run(self) -> None:
        for start in range(0, len(self.pieces), AT_ONCE):
            piece = self.pieces[start : start + AT_ONCE]
            append_until_taken(self.log, piece)
            self.sent += len(piece)
            time.sleep(self.pause_s)

    def expected(self) -> dict[str, str]:
        """Return the hashes of tables made in this process of each record once, in order."""
        store = fill(log_of([raw for lines in self.plain.values() for raw in lines]))
        try:
            return hashes_of(store)
        finally:
            store.close()


def assert_whole(node: Node, season: Season) -> None:
    """All that was acknowledged is folded; what came twice is told as such, and nothing else is."""
    wait_for_all(node)
    total = sum(map(len, season.plain.values()))
    assert season.sent == total
    assert node.rows("SELECT count(*) FROM events") == [(total,)]
    assert node.rows("SELECT count(*) FROM quarantine") == [(0,)]
    records = sum(node.log.ends().values())
    assert node.rows("SELECT count(*) FROM duplicates") == [(records - total,)]
    assert hashes(node) == season.expected()


def test_node_killed_at_random_moments(
    kafka: str, topic: str, open_log: OpenLog, tmp_path: Path
) -> None:
    chance, url = random.Random(20), f"kafka://{kafka}/{topic}"  # noqa: S311 - moments to kill at
    season = Season(open_log(kafka), chance, 0.15)
    season.start()
    data, moments = tmp_path / "data", Counter[bool]()
    command = [sys.executable, "-c", FOLLOW, str(data), url]
    for _ in range(NODE_KILLS):
        with subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"following\n"
            time.sleep(chance.uniform(0, 0.6))
            process.kill()
        moments[season.is_alive()] += 1
    season.join(600)
    assert moments[True] > NODE_KILLS / 4
    with node_of(data, url) as node:
        assert_whole(node, season)


@contextmanager
def following(data: Path, url: str) -> Generator[Node]:
    with node_of(data, url) as node:
        node.start()
        yield node


def test_broker_killed_while_two_nodes_follow(
    own_broker: Broker, topic: str, open_log: OpenLog, tmp_path: Path
) -> None:
    chance, url = random.Random(5), f"kafka://{own_broker.url}/{topic}"  # noqa: S311 - as above
    season = Season(open_log(own_broker.url), chance, 0.1)
    with following(tmp_path / "one", url) as one, following(tmp_path / "two", url) as two:
        season.start()
        for _ in range(BROKER_KILLS):
            await_more(lambda: season.sent)
            time.sleep(chance.uniform(0, 1))
            assert season.is_alive()
            own_broker.kill()
            own_broker.start()
        season.join(600)
        for node in (one, two):
            assert_whole(node, season)
