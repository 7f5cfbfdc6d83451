"""A log copied from SQLite to the real broker and back, also when the copy is killed."""

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from confluent_kafka import Producer

from domain.events import registry as reg
from domain.replay import match_of
from ingest.kafka_place import home_partition
from ingest.log import EventLog, LogRecord, NewRecord, Stream
from ingest.sqlite_log import SqliteLog
from ingest.wire import receive_all
from tests.api.commands import LOGS, cuelog
from tests.ingest.conformance import assert_contiguous, by_match, read_all
from tests.kafka.conftest import OpenLog

pytestmark = pytest.mark.kafka

KEY = "cuelog.recorder.key=sixteen-or-more-bytes"
COMMAND = (sys.executable, "-c", "import sys; from api.cli import main; sys.exit(main())")


@pytest.fixture
def own(tmp_path: Path) -> Iterator[SqliteLog]:
    log = SqliteLog(tmp_path / "log.sqlite")
    yield log
    log.close()


def copy(source: str, target: str) -> dict[str, dict[str, int]]:
    done = cuelog("log", "copy", source, target, "--json")
    assert done.status == 0, done.err
    told: dict[str, dict[str, int]] = done.json()
    return told


def told(log: EventLog) -> dict[str | None, list[tuple[bytes, str | None, str | None]]]:
    found: dict[str | None, list[tuple[bytes, str | None, str | None]]] = {}
    for record in read_all(log):
        said = record.raw, record.recorder, record.signature
        found.setdefault(record.match, []).append(said)
    return found


def test_there_and_back(
    kafka: str, topic: str, open_log: OpenLog, own: SqliteLog, tmp_path: Path
) -> None:
    raws = [line for path in LOGS.glob("*.jsonl") for line in path.read_bytes().splitlines()]
    matches = [match_of(received) for received in receive_all(raws)]
    own.append(
        [
            NewRecord(m, raw, f"t{n % 3}")
            for n, (m, raw) in enumerate(zip(matches, raws, strict=True))
        ]
    )
    own.append([NewRecord(None, b"\xff no JSON"), NewRecord("m1", b"", None, "k-1:00")])
    registry = SqliteLog(own.path, "registry")
    entries = [reg.Erased(id=f"r{n}", at="2026-01-01T10:00:00Z", player="p") for n in range(9)]
    registry.append([NewRecord(None, reg.encode_entry(entry)) for entry in entries])
    there = f"kafka://{kafka}/{topic}?{KEY}"
    assert copy(f"sqlite:{own.path}", there) == {
        "registry": {"records": 9, "copied": 9},
        "events": {"records": len(raws) + 2, "copied": len(raws) + 2},
    }
    back = tmp_path / "back.sqlite"
    copy(there, f"sqlite:{back}")
    pairs: list[tuple[Stream, EventLog]] = [("events", own), ("registry", registry)]
    for stream, first in pairs:
        last = SqliteLog(back, stream)
        middle = open_log(kafka, KEY, stream)
        assert told(first) == told(middle) == told(last)
        last.close()
    registry.close()
    assert copy(f"sqlite:{back}", there)["events"] == {"records": len(raws) + 2, "copied": 0}


def test_a_copy_killed_at_random_moments_doubles_nothing(
    kafka: str, topic: str, open_log: OpenLog, own: SqliteLog
) -> None:
    records = [NewRecord(f"m{n % 300}", b'{"n":%d}' % n) for n in range(60_000)]
    own.append(records)
    there, chance = f"kafka://{kafka}/{topic}", random.Random(4)  # noqa: S311 - moments to kill at
    log = open_log(kafka)
    reached = [0]
    while len(reached) < 8:
        command = [*COMMAND, "log", "copy", f"sqlite:{own.path}", there]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            while process.poll() is None and sum(log.ends().values()) == reached[-1]:
                pass
            try:
                process.wait(chance.uniform(0, 0.05))
            except subprocess.TimeoutExpired:
                process.kill()
        reached.append(sum(log.ends().values()))
    assert any(0 < end < len(records) for end in reached)
    copy(f"sqlite:{own.path}", there)
    copied = read_all(log)
    assert_contiguous(copied)
    assert by_match(copied) == by_match(read_all(own))


def test_what_is_out_of_place_stays_so(
    kafka: str, topic: str, open_log: OpenLog, foreign: Producer, tmp_path: Path
) -> None:
    raw = b'{"id":"1","match":"m1","seq":1,"at":"2026-01-01T10:00:00Z","type":"void"}'
    log, home = open_log(kafka), home_partition("m1", 12)
    foreign.produce(topic, raw, b"m1", partition=(home + 1) % 12)
    foreign.produce(topic, raw, b"m2")
    foreign.produce(topic, raw, None, partition=home)
    foreign.produce(topic, raw, b"m1")
    foreign.flush(10)
    copy(f"kafka://{kafka}/{topic}", f"sqlite:{tmp_path / 'copy'}")
    made = SqliteLog(tmp_path / "copy")

    def right(log: SqliteLog, records: list[LogRecord]) -> int:
        return sum(log.placement_fault(record, "m1") is None for record in records)

    assert [right(made, read_all(made)), len(read_all(made))] == [1, 4]
    assert sum(log.placement_fault(record, "m1") is None for record in read_all(log)) == 1
    made.close()
