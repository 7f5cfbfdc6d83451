"""What every log keeps to, whatever is behind it.

A test module takes the suite over by a subclass of ``LogConformance`` and a fixture ``place``: how
to open one and the same log, as often as a test likes. Nothing here assumes one partition.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from ingest.log import EventLog, LogRecord, LogUnavailable, NewRecord, Position, advance

RAWS = (
    b'{"id": "1"}',
    b"",
    b"\x00",
    b"a\x00b",
    b"\xff\xfe\xed\xa0\x80",
    b" spaces and a line end \r\n",
    "球🎱".encode(),
    bytes(range(256)) * 280,  # 70 KB: more than an event may have, kept all the same
)


@dataclass(frozen=True)
class Place:
    """One log that can be opened; ``keeps`` tells whether it outlives its last opening."""

    open: Callable[[], EventLog]
    keeps: bool = True


def read_all(log: EventLog, limit: int = 1_000) -> list[LogRecord]:
    records: list[LogRecord] = []
    after: dict[int, int] = {}
    while batch := log.read(after, limit):
        assert len(batch) <= limit
        records += batch
        advance(after, batch)
    assert all(log.ends()[partition] == end for partition, end in after.items())
    return records


def by_match(records: Sequence[LogRecord]) -> dict[str | None, list[bytes]]:
    found: dict[str | None, list[bytes]] = defaultdict(list)
    for record in records:
        found[record.match].append(record.raw)
    return dict(found)


def assert_contiguous(records: Sequence[LogRecord]) -> None:
    next_offsets: dict[int, int] = defaultdict(int)
    for record in records:
        partition, offset = record.position
        assert offset == next_offsets[partition]
        next_offsets[partition] += 1


class LogConformance:
    """Every test gets a new, empty log."""

    @pytest.fixture
    def log(self, place: Place) -> EventLog:
        return place.open()

    def test_new_log_is_empty(self, log: EventLog) -> None:
        assert log.read({}) == []
        assert set(log.ends().values()) == {0}

    def test_positions_say_where_the_records_stand(self, log: EventLog) -> None:
        signs = (None, "k-1:00ff")
        new = [NewRecord(f"m{n % 3}", b"%d" % n, "scorer-1", signs[n % 2]) for n in range(30)]
        positions = log.append(new[:10]) + log.append(new[10:11]) + log.append(new[11:])
        stands = {record.position: record for record in read_all(log)}
        told = [stands[position] for position in positions]
        assert [(one.match, one.raw, one.recorder, one.signature) for one in told] == [
            (one.match, one.raw, one.recorder, one.signature) for one in new
        ]
        assert len(stands) == len(new)

    def test_order_is_kept_within_a_match(self, log: EventLog) -> None:
        for start in range(0, 60, 20):
            log.append([NewRecord(f"m{n % 4}", b"%d" % n) for n in range(start, start + 20)])
        found = by_match(read_all(log))
        assert found == {f"m{m}": [b"%d" % n for n in range(m, 60, 4)] for m in range(4)}

    def test_match_stays_in_one_partition(self, log: EventLog) -> None:
        positions = [log.append([NewRecord(f"m{n % 4}", b"x")])[0] for n in range(20)]
        assert len({(n % 4, at.partition) for n, at in enumerate(positions)}) == 4

    def test_offsets_are_contiguous(self, log: EventLog) -> None:
        for size in (1, 7, 2, 30):
            log.append([NewRecord(f"m{n}", b"x") for n in range(size)])
        records = read_all(log, limit=3)
        assert len(records) == 40
        assert_contiguous(records)

    def test_nothing_appended_is_nothing(self, log: EventLog) -> None:
        assert log.append([]) == []
        assert read_all(log) == []

    @pytest.mark.parametrize("raw", RAWS, ids=range(len(RAWS)))
    def test_bytes_are_kept_as_received(self, log: EventLog, raw: bytes) -> None:
        log.append([NewRecord("m", raw), NewRecord("m", raw)])
        assert [record.raw for record in read_all(log)] == [raw, raw]

    def test_record_needs_no_key_and_no_recorder(self, log: EventLog) -> None:
        log.append([NewRecord(None, b"not even JSON")])
        (record,) = read_all(log)
        assert (record.match, record.recorder) == (None, None)

    def test_received_never_falls(self, log: EventLog) -> None:
        before = time.time() * 1000 - 1
        for _ in range(5):
            log.append([NewRecord("m", b"x")] * 2)
        times = [record.received_ms for record in read_all(log)]
        assert times == sorted(times)
        assert before - 1000 <= times[0] <= times[-1] <= time.time() * 1000 + 1000

    def test_read_starts_where_it_is_told(self, log: EventLog) -> None:
        positions = log.append([NewRecord("m", b"%d" % n) for n in range(10)])
        after = {positions[4].partition: positions[4].offset}
        assert [record.raw for record in log.read(after)] == [b"%d" % n for n in range(4, 10)]
        assert [record.raw for record in log.read(after, 2)] == [b"4", b"5"]
        assert log.read(log.ends()) == []

    def test_two_openings_are_one_log(self, place: Place) -> None:
        one, other = place.open(), place.open()
        one.append([NewRecord("m", b"1")])
        if not place.keeps:
            assert read_all(other) == []
            return
        other.append([NewRecord("m", b"2")])
        one.append([NewRecord("m", b"3")])
        assert [record.raw for record in read_all(one)] == [b"1", b"2", b"3"]
        assert read_all(one) == read_all(other)

    def test_reopened_log_has_everything(self, place: Place) -> None:
        first = place.open()
        first.append([NewRecord("m", raw, "r") for raw in RAWS])
        records = read_all(first)
        first.close()
        again = place.open()
        if not place.keeps:
            assert read_all(again) == []
            return
        assert read_all(again) == records
        again.append([NewRecord("m", b"later")])
        assert_contiguous(read_all(again))

    def test_closed_log_says_so(self, log: EventLog) -> None:
        log.close()
        log.close()
        for use in (lambda: log.append([NewRecord("m", b"x")]), lambda: log.read({}), log.ends):
            with pytest.raises(LogUnavailable, match="closed"):
                use()

    def test_threads_lose_nothing(self, log: EventLog) -> None:
        def append(thread: int) -> list[Position]:
            batches = [
                [NewRecord(f"m{thread}", b"%d-%d-%d" % (thread, n, k)) for k in range(3)]
                for n in range(25)
            ]
            return [position for batch in batches for position in log.append(batch)]

        with ThreadPoolExecutor(8) as pool:
            positions = [one for some in pool.map(append, range(8)) for one in some]
        records = read_all(log)
        assert sorted(positions) == sorted(record.position for record in records)
        assert_contiguous(records)
        assert by_match(records) == {
            f"m{t}": [b"%d-%d-%d" % (t, n, k) for n in range(25) for k in range(3)]
            for t in range(8)
        }

    def test_reader_never_sees_a_gap_while_others_append(self, log: EventLog) -> None:
        done = threading.Event()

        def append(thread: int) -> None:
            for n in range(40):
                log.append([NewRecord(f"m{thread}", b"%d" % n)] * 2)

        def read() -> list[LogRecord]:
            seen: list[LogRecord] = []

            def stop() -> bool:
                return done.is_set() and len(seen) >= 320

            for batch in log.follow({}, stop, 0.01, 7):
                seen.extend(batch)
            return seen

        with ThreadPoolExecutor(5) as pool:
            seen = pool.submit(read)
            list(pool.map(append, range(4)))
            done.set()
            assert_contiguous(seen.result(timeout=30))

    def test_follow_sees_what_is_there_and_what_comes(self, log: EventLog) -> None:
        log.append([NewRecord("m", b"0"), NewRecord("m", b"1")])
        seen: list[bytes] = []
        later = threading.Timer(0.1, lambda: log.append([NewRecord("m", b"2")]))
        later.start()
        deadline = time.monotonic() + 20

        def stop() -> bool:
            return len(seen) == 3 or time.monotonic() > deadline

        for batch in log.follow({}, stop, 5.0):
            seen.extend(record.raw for record in batch)
        later.join()
        assert seen == [b"0", b"1", b"2"]

    def test_follow_starts_where_it_is_told(self, log: EventLog) -> None:
        positions = log.append([NewRecord("m", b"%d" % n) for n in range(5)])
        start = {positions[3].partition: positions[3].offset}
        assert [r.raw for r in next(iter(log.follow(start, lambda: False)))] == [b"3", b"4"]

    def test_follow_gives_an_empty_batch_for_housekeeping(self, log: EventLog) -> None:
        begun = time.monotonic()
        assert list(next(iter(log.follow({}, lambda: False, 0.05)))) == []
        assert 0.04 <= time.monotonic() - begun < 5

    def test_follow_ends_when_told(self, log: EventLog) -> None:
        log.append([NewRecord("m", b"x")])
        assert list(log.follow({}, lambda: True)) == []
