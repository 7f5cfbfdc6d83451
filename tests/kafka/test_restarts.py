"""A broker that restarts, is away, freezes, or is killed: nothing acknowledged is ever lost."""

import random
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

import pytest

from ingest.kafka_log import KafkaLog
from ingest.log import LogError, LogRecord, LogUnavailable, NewRecord, OutcomeUnknown, Position
from tests.ingest.conformance import assert_contiguous, by_match, read_all
from tests.kafka.broker import Broker
from tests.kafka.conftest import OpenLog

pytestmark = pytest.mark.kafka

KILLS = 5
QUICKLY_S = 10.0


@contextmanager
def away(broker: Broker) -> Generator[None]:
    broker.stop()
    try:
        yield
    finally:
        broker.start()


def append_until_taken(log: KafkaLog, records: list[NewRecord]) -> list[Position]:
    """Send the same records again until they are acknowledged, as a producer should."""
    deadline = time.monotonic() + 120
    while True:
        try:
            return log.append(records)
        except LogError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def test_restarted_broker_has_everything(own_broker: Broker, open_log: OpenLog) -> None:
    log = open_log(own_broker.url)
    log.append([NewRecord(f"m{n % 9}", b"%d" % n) for n in range(100)])
    records = read_all(log)
    with away(own_broker):
        pass
    assert read_all(open_log(own_broker.url)) == records
    append_until_taken(log, [NewRecord("m1", b"later")])
    again = read_all(log)
    assert_contiguous(again)
    assert len(again) == 101


@pytest.mark.parametrize("open_before", [True, False], ids=["while-running", "at-start"])
def test_broker_away_is_told_quickly_and_comes_back_by_itself(
    own_broker: Broker, open_log: OpenLog, open_before: bool
) -> None:
    log = open_log(own_broker.url)
    (at,) = log.append([NewRecord("m", b"before")])
    with away(own_broker):
        if not open_before:
            log = open_log(own_broker.url)
        for use in (lambda: log.append([NewRecord("m", b"x")]), lambda: log.read({}), log.ends):
            begun = time.monotonic()
            with pytest.raises(LogUnavailable):
                use()
            assert time.monotonic() - begun < QUICKLY_S
    begun = time.monotonic()
    append_until_taken(log, [NewRecord("m", b"after")])
    assert time.monotonic() - begun < QUICKLY_S
    assert log.ends()[at.partition] == 2
    assert [record.raw for record in read_all(log)] == [b"before", b"after"]


def test_follower_rides_out_an_absent_broker(own_broker: Broker, open_log: OpenLog) -> None:
    log = open_log(own_broker.url)
    log.append([NewRecord("m", b"before")])
    seen: list[LogRecord] = []
    empty = threading.Event()
    late = time.monotonic() + 60

    def follow() -> None:
        for batch in log.follow({}, lambda: len(seen) == 2 or time.monotonic() > late, 0.1):
            seen.extend(batch)
            if seen and not batch:
                empty.set()

    follower = threading.Thread(target=follow)
    follower.start()
    with away(own_broker):
        empty.clear()
        assert empty.wait(QUICKLY_S)
    append_until_taken(log, [NewRecord("m", b"after")])
    follower.join(70)
    assert [record.raw for record in seen] == [b"before", b"after"]


def test_frozen_broker_is_an_unknown_outcome(own_broker: Broker, open_log: OpenLog) -> None:
    log = open_log(own_broker.url, "message.timeout.ms=1500&socket.timeout.ms=1000")
    # A broker that begins may take no record for longer than this log waits; another waits for it.
    open_log(own_broker.url, stream="registry").append([NewRecord(None, b"first")])
    log.append([NewRecord("m", b"before")])
    own_broker.freeze()
    begun = time.monotonic()
    try:
        with pytest.raises(OutcomeUnknown, match="Send the same ids again"):
            log.append([NewRecord("m", b"which")])
        assert time.monotonic() - begun < QUICKLY_S
    finally:
        own_broker.thaw()
    append_until_taken(log, [NewRecord("m", b"which")])
    raws = [record.raw for record in read_all(log)]
    assert raws in ([b"before", b"which"], [b"before", b"which", b"which"])


def await_more(count: Callable[[], int]) -> None:
    """Wait until a count grows: a broker that came back has taken something since."""
    before, deadline = count(), time.monotonic() + 90
    while count() == before:
        assert time.monotonic() < deadline
        time.sleep(0.01)


class Recorder(threading.Thread):
    """Sends the events of one match, each until it is acknowledged."""

    def __init__(self, log: KafkaLog, match: str, done: threading.Event) -> None:
        super().__init__()
        self.log, self.match, self.done = log, match, done
        self.acknowledged: dict[Position, bytes] = {}
        self.sent = 0

    def run(self) -> None:
        while not self.done.is_set():
            raws = [b"%s-%d" % (self.match.encode(), self.sent + k) for k in range(5)]
            positions = append_until_taken(self.log, [NewRecord(self.match, raw) for raw in raws])
            self.acknowledged.update(zip(positions, raws, strict=True))
            self.sent += len(raws)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_kill_of_the_broker_loses_nothing_acknowledged(
    own_broker: Broker, open_log: OpenLog
) -> None:
    chance = random.Random(8)  # noqa: S311 - moments to kill at
    log, done = open_log(own_broker.url), threading.Event()
    recorders = [Recorder(log, f"m{n}", done) for n in range(4)]
    for recorder in recorders:
        recorder.start()
    for _ in range(KILLS):
        for recorder in recorders:
            await_more(lambda recorder=recorder: recorder.sent)
        time.sleep(chance.uniform(0, 1))
        own_broker.kill()
        own_broker.start()
    for recorder in recorders:
        await_more(lambda recorder=recorder: recorder.sent)
    done.set()
    for recorder in recorders:
        recorder.join(90)
    records = read_all(open_log(own_broker.url))
    assert_contiguous(records)
    stands = {record.position: record.raw for record in records}
    for recorder in recorders:
        assert recorder.sent > 5 * KILLS
        assert recorder.acknowledged.items() <= stands.items()
        first_times = list(dict.fromkeys(by_match(records)[recorder.match]))
        written = [b"%s-%d" % (recorder.match.encode(), n) for n in range(recorder.sent)]
        assert first_times == written
