"""``python -m benchmarks.kafka``: the log on a real broker, beside the embedded one, in one run.

Rates are records a second by the wall clock, medians of interleaved rounds; ``--broker HOST:PORT``
takes a broker that runs, otherwise one is started here. Then a node follows while strokes come in
at a steady rate, and every tenth of them is timed from its producer to the tables, beside what a
bare consumer needs: the difference is ours. ``--quick`` measures a tenth, ``--json FILE`` keeps it.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from confluent_kafka import Consumer, KafkaError, Message, Producer, TopicPartition
from starlette.testclient import TestClient

from api.app import create_app
from api.node import Node
from api.service import make_house
from api.settings import Settings
from api.wiring import hold
from benchmarks.generate import matches
from ingest.log import EventLog, NewRecord, Position, advance, open_log
from ingest.wire import receive_all
from projections.projector import Projector
from projections.store import Store
from tests.kafka.broker import Broker

EVENTS: Final = 100_000
ROUNDS: Final = 3
RATE: Final = 1_000
"""Strokes a second that come in while visibility is timed."""
PROBE_EVERY: Final = 10
PARTITIONS: Final = 12
READ: Final = 20_000
APPEND: Final = 1_000
POSTED: Final = 10
"""Events of a request."""
SHORT: Final = 100
"""Events of a match that are posted."""

Records = list[tuple[str, bytes]]


def mixed(events: int) -> Records:
    """Return records of many matches at once, each in its order, as a busy evening has them."""
    plays = [[(name_of(lines), raw) for raw in lines] for lines in matches(events)]
    rounds = zip_longest(*plays)
    return [record for record in chain.from_iterable(rounds) if record is not None]


def name_of(lines: Sequence[bytes]) -> str:
    """Return the match of some records."""
    name: str = json.loads(lines[0])["match"]
    return name


@contextmanager
def a_broker(given: str | None, directory: Path) -> Generator[str]:
    """Give the broker named, or one of our own."""
    if given is not None:
        yield given
        return
    broker = Broker(directory / "broker")
    broker.start()
    try:
        yield broker.url
    finally:
        broker.stop()


def raw_consumer(broker: str) -> Consumer:
    """Return a consumer that does nothing but fetch."""
    settings: dict[str, Any] = {"bootstrap.servers": broker, "group.id": "bench"}
    settings |= {"fetch.wait.max.ms": 10, "enable.auto.commit": False}
    return Consumer(settings | {"auto.offset.reset": "earliest", "enable.partition.eof": True})


def consume(broker: str, topic: str) -> None:
    """Fetch the whole topic and look at nothing: the limit."""
    with closing(raw_consumer(broker)) as consumer:
        consumer.assign([TopicPartition(topic, number, 0) for number in range(PARTITIONS)])
        ended = 0
        while ended < PARTITIONS:
            for message in consumer.consume(10_000, 0.05):
                error = message.error()
                ended += error is not None and error.code() == KafkaError._PARTITION_EOF  # noqa: SLF001


def decode(log: EventLog) -> None:
    """Read the whole log as records, and make events of them."""
    after: dict[int, int] = {}
    while batch := log.read(after, READ):
        advance(after, batch)
        receive_all([record.raw for record in batch])


def project(log: EventLog) -> None:
    """Make the tables of the whole log."""
    store = Store.open(None, threads=1)
    Projector(store, receive_all).load(log)
    store.close()


def append(log: EventLog, records: Records) -> None:
    """Append batches, each durable before the next."""
    for start in range(0, len(records), APPEND):
        log.append([NewRecord(match, raw) for match, raw in records[start : start + APPEND]])


def append_anew(url: str, records: Records) -> None:
    """Append to a log that nobody has used."""
    with closing(open_log(url)) as log:
        append(log, records)


def produce(broker: str, topic: str, records: Records) -> None:
    """Produce as fast as a foreign client can."""
    producer = foreign(broker)
    for match, raw in records:
        producer.produce(topic, raw, match)
        producer.poll(0)
    producer.flush()


def foreign(broker: str, linger_ms: int = 5) -> Producer:
    """Return a producer as the manual has it."""
    settings: dict[str, Any] = {"bootstrap.servers": broker, "linger.ms": linger_ms}
    settings |= {"partitioner": "murmur2_random", "enable.idempotence": True, "acks": "all"}
    return Producer(settings | {"queue.buffering.max.messages": 1_000_000})


@contextmanager
def poster(data: Path, url: str, records: Records) -> Generator[Callable[[], None]]:
    """Serve a log, and give what posts the next matches: each list is answered once read back."""
    by_match: dict[str, list[bytes]] = {}
    for match, raw in records:
        by_match.setdefault(match, []).append(raw)
    left = iter(by_match.items())
    with hold(data, url) as node:
        node.start()
        house = make_house(node, Settings.model_validate({"data": data}), "key")
        headers = {"Authorization": f"Bearer {house.tokens.ensure()[0]}"}
        with TestClient(create_app(house)) as client:

            def post() -> None:
                match, raws = next(left)
                path = f"/v1/matches/{match}/events"
                for start in range(0, SHORT, POSTED):
                    body = b"[" + b",".join(raws[start : start + POSTED]) + b"]"
                    client.post(path, content=body, headers=headers).raise_for_status()

            yield post


def rates(broker: str, directory: Path, records: Records) -> dict[str, list[float]]:
    """Return records a second of every path in every round; the first round only warms up."""
    topic = next(fresh := fresh_topics(broker))
    own_url, url = f"sqlite:{directory / 'own.sqlite'}", f"kafka://{broker}"
    with (
        closing(open_log(f"{url}/{topic}")) as kafka,
        closing(open_log(own_url)) as own,
        poster(directory / "kafka", f"{url}/{next(fresh)}", records) as post,
        poster(directory / "own", f"sqlite:{directory / 'api.sqlite'}", records) as post_own,
    ):
        append(own, records)
        append(kafka, records)
        whole = len(records)
        paths: dict[str, tuple[Callable[[], None], int]] = {
            "raw consume": (lambda: consume(broker, topic), whole),
            "consume and decode": (lambda: decode(kafka), whole),
            "projector on Kafka": (lambda: project(kafka), whole),
            "projector on SQLite": (lambda: project(own), whole),
            "produce directly": (lambda: produce(broker, next(fresh), records), whole),
            "append by our log": (lambda: append_anew(f"{url}/{next(fresh)}", records), whole),
            f"post lists of {POSTED}": (post, SHORT),
            "the same on SQLite": (post_own, SHORT),
        }
        found: dict[str, list[float]] = {name: [] for name in paths}
        for number in range(ROUNDS + 1):
            for name, (path, count) in paths.items():
                begin = time.perf_counter()
                path()
                if number:
                    found[name].append(count / (time.perf_counter() - begin))
    return found


def fresh_topics(broker: str) -> Iterator[str]:
    """Yield topics nobody has used, made as a log wants them."""
    while True:
        topic = f"bench-{uuid.uuid4().hex[:8]}.events"
        open_log(f"kafka://{broker}/{topic}").close()
        yield topic


class Reached:
    """How far the tables of a node were at which moment, to be asked afterwards."""

    def __init__(self, node: Node) -> None:
        self._told: list[tuple[float, dict[int, int]]] = []
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, args=(node,))
        self._thread.start()

    def stop(self) -> None:
        """Watch no more."""
        self._done.set()
        self._thread.join()

    def when(self, partition: int, offset: int) -> float:
        """Return when a record was in the tables."""
        return next(at for at, reached in self._told if reached.get(partition, 0) > offset)

    def _watch(self, node: Node) -> None:
        last: dict[int, int] = {}
        while not self._done.is_set():
            if (now := node.reached()) != last:
                self._told.append((time.perf_counter(), now))
                last = now
            time.sleep(0.001)


def visibility(broker: str, directory: Path, events: int) -> dict[str, list[float]]:
    """Return milliseconds from producer to bare consumer, and to the tables, at a steady rate.

    Producer and bare consumer are another process; both read the clock of this machine.
    """
    topic = next(fresh_topics(broker))
    with hold(directory / "node", f"kafka://{broker}/{topic}") as node:
        node.catch_up()
        node.start()
        reached = Reached(node)
        command = [sys.executable, "-m", "benchmarks.kafka", "--probe", broker, topic, str(events)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
        probes = [Probe(*row) for row in json.loads(done.stdout)]
        node.wait([Position(one.partition, one.offset) for one in probes], 60)
        time.sleep(0.1)
        reached.stop()
    fetched = [1e3 * (one.arrived - one.sent) for one in probes]
    visible = [1e3 * (reached.when(one.partition, one.offset) - one.sent) for one in probes]
    return {"to a bare consumer": fetched, "to the tables": visible}


class Probe(NamedTuple):
    """A record that was timed: where it stands, when it was sent and fetched by a consumer."""

    partition: int
    offset: int
    sent: float
    arrived: float


def probe(broker: str, topic: str, events: int) -> None:
    """Produce at a steady rate, fetch beside it, and print the probes."""
    arrived: dict[tuple[Any, Any], float] = {}
    done = threading.Event()

    def fetch() -> None:
        with closing(raw_consumer(broker)) as consumer:
            consumer.assign([TopicPartition(topic, number, 0) for number in range(PARTITIONS)])
            while not done.is_set() or len(arrived) < events:
                message = consumer.poll(0.1)
                if message is not None and message.error() is None:
                    arrived[message.partition(), message.offset()] = time.perf_counter()

    fetcher = threading.Thread(target=fetch)
    fetcher.start()
    stands = steadily(broker, topic, mixed(events)[:events])
    done.set()
    fetcher.join()
    print(json.dumps([[*place, sent, arrived[place]] for place, sent in stands.items()]))


def steadily(broker: str, topic: str, records: Records) -> dict[tuple[Any, Any], float]:
    """Produce at a steady rate; return where every tenth record stands, and when it was sent."""
    producer, stands = foreign(broker, 1), dict[tuple[Any, Any], float]()

    def note(sent: float, error: KafkaError | None, message: Message) -> None:
        assert error is None, error  # noqa: S101 - a measurement without it is none
        stands[message.partition(), message.offset()] = sent

    start = time.perf_counter() + 1
    for number, (match, raw) in enumerate(records):
        while time.perf_counter() < start + number / RATE:
            producer.poll(0.0005)
        told = partial(note, time.perf_counter()) if number % PROBE_EVERY == 0 else None
        producer.produce(topic, raw, match, on_delivery=told)
    producer.flush()
    return stands


def report(found: dict[str, list[float]], waits: dict[str, list[float]]) -> dict[str, Any]:
    """Print both tables and return their figures."""
    medians = {name: statistics.median(values) for name, values in found.items()}
    limit = medians["raw consume"]
    print(f"{'path':<24}{'records/s':>12}{'spread':>22}{'of raw consume':>16}")
    for name, values in found.items():
        spread = f"{min(values):,.0f}-{max(values):,.0f}"
        print(f"{name:<24}{medians[name]:>12,.0f}{spread:>22}{medians[name] / limit:>16.3f}")
    ratio = medians["projector on Kafka"] / medians["projector on SQLite"]
    print(f"\nprojector on Kafka to SQLite: {ratio:.2f} (goal 0.90)")
    print(f"\n{RATE:,} strokes a second, every {PROBE_EVERY}th timed from its producer, ms")
    shown: dict[str, Any] = {}
    for name, values in waits.items():
        cut = statistics.quantiles(values, n=20)
        shown[name] = {"median": statistics.median(values), "p95": cut[18], "n": len(values)}
        print(f"{name:<24}median {shown[name]['median']:>7.1f}   p95 {cut[18]:>7.1f}")
    ours = shown["to the tables"]["p95"] - shown["to a bare consumer"]["p95"]
    print(f"ours at p95: {ours:.1f} ms (goal 50)")
    return {"records_per_s": medians, "ratio": ratio, "ms": shown, "ours_p95_ms": ours}


def main() -> None:
    """Measure everything once and print it."""
    if "--probe" in sys.argv:
        broker, topic, count = sys.argv[-3:]
        probe(broker, topic, int(count))
        return
    events = EVENTS // 10 if "--quick" in sys.argv else EVENTS
    records = mixed(events)
    given = sys.argv[sys.argv.index("--broker") + 1] if "--broker" in sys.argv else None
    with TemporaryDirectory() as made:
        directory = Path(made)
        with a_broker(given, directory) as broker:
            found = rates(broker, directory, records)
            waits = visibility(broker, directory, min(20_000, events))
    figures = report(found, waits)
    if "--json" in sys.argv:
        target = Path(sys.argv[sys.argv.index("--json") + 1])
        target.write_text(json.dumps({"events": events, **figures}, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
