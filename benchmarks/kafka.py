"""``python -m benchmarks.kafka``: the log on a real broker, beside the embedded one, in one run.

Rates are records a second by the wall clock, medians of interleaved rounds; ``--broker HOST:PORT``
takes a broker that runs, otherwise one is started here. Then a node follows while strokes come in
at a steady rate, and every tenth of them is timed from its producer to the tables, beside what a
bare consumer needs: the difference is ours.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from confluent_kafka import KafkaError, TopicPartition
from rich.console import Console
from starlette.testclient import TestClient

from api.app import create_app
from api.service import make_house
from api.settings import Settings
from api.wiring import hold
from benchmarks.kafka_lag import PROBE_EVERY, RATE, visibility
from benchmarks.kafka_parts import (
    PARTITIONS,
    Records,
    a_broker,
    foreign,
    fresh_topics,
    mixed,
    raw_consumer,
)
from benchmarks.report import Goal, Report
from ingest.log import EventLog, NewRecord, advance, open_log
from ingest.wire import receive_all
from projections.projector import Projector
from projections.store import Store

EVENTS: Final = 100_000
LAG_EVENTS: Final = 20_000
"""Events that come in while visibility is timed, at most."""
ROUNDS: Final = 3
READ: Final = 20_000
APPEND: Final = 1_000
POSTED: Final = 10
"""Events of a request."""
SHORT: Final = 100
"""Events of a match that are posted."""


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


@contextmanager
def poster(data: Path, url: str, records: Records) -> Generator[Callable[[], None]]:
    """Serve a log, and give what posts the next matches: each list is answered once read back."""
    by_match: dict[str, list[bytes]] = {}
    for match, raw in records:
        by_match.setdefault(match, []).append(raw)
    left = iter(by_match.items())
    with hold(data, url) as node:
        node.start()
        house = make_house(
            node, Settings.model_validate({"data": data, "writes_per_minute": 0}), "key"
        )
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


def rates_told(found: dict[str, list[float]]) -> Report:
    """Report the rates of every path, and the projector's beside the embedded one."""
    medians = {name: statistics.median(values) for name, values in found.items()}
    limit = medians["raw consume"]
    rows = [
        (name, medians[name], f"{min(values):,.0f}-{max(values):,.0f}", medians[name] / limit)
        for name, values in found.items()
    ]
    ratio = medians["projector on Kafka"] / medians["projector on SQLite"]
    goal = Goal("projector on Kafka, of that on SQLite", 0.9, ratio)
    columns = ("path", "records/s", "spread", "of raw consume")
    return Report("A log on a real broker, wall clock", columns, rows, goals=[goal])


def waits_told(waits: dict[str, list[float]]) -> Report:
    """Report how long a stroke was on its way."""
    cuts = {name: statistics.quantiles(values, n=20)[18] for name, values in waits.items()}
    rows = [
        (name, statistics.median(values), cuts[name], len(values)) for name, values in waits.items()
    ]
    ours = cuts["to the tables"] - cuts["to a bare consumer"]
    title = f"{RATE:,} strokes a second, every {PROBE_EVERY}th timed from its producer"
    goal = Goal("a stroke to the tables beyond a bare consumer, p95, ms", 50, ours, most=True)
    return Report(title, ("from a producer", "median, ms", "p95, ms", "n"), rows, goals=[goal])


def measured(directory: Path, events: int, given: str | None = None) -> Iterator[Report]:
    """Measure rates, then visibility, on the broker named or on one of our own."""
    records = mixed(events)
    with a_broker(given, directory) as broker:
        yield rates_told(rates(broker, directory, records))
        yield waits_told(visibility(broker, directory, min(LAG_EVENTS, events)))


def main() -> None:
    """Measure everything once on the broker asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kafka", description=__doc__)
    parser.add_argument("--broker", help="HOST:PORT of a broker that runs")
    parser.add_argument("--events", type=int, default=EVENTS)
    asked = parser.parse_args()
    with TemporaryDirectory() as made:
        for report in measured(Path(made), asked.events, asked.broker):
            report.show(Console())


if __name__ == "__main__":
    main()
