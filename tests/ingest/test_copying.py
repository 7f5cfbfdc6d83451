"""A log copied into another holds the same of each match, wherever the copy was cut off."""

import random
from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest import copying
from ingest.copying import NotACopy, copy_log
from ingest.log import EventLog, LogRecord, LogUnavailable, NewRecord, OutcomeUnknown, Position
from ingest.memory_log import MemoryLog
from tests.ingest.conformance import by_match, read_all

MATCHES = st.sampled_from(["m1", "m2", "m3", None])
RECORDS = st.lists(st.tuples(MATCHES, st.sampled_from([b"a", b"b", b"c"])), max_size=40)


class Cut(MemoryLog):
    """Takes part of a batch, in no order between matches, then its connection breaks."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self.chance, self.breaks = chance, True

    def append(self, records: Sequence[NewRecord]) -> list[Position]:
        if self.breaks and records:
            matches = sorted({record.match or "" for record in records})
            upto = {match: self.chance.randint(0, len(records)) for match in matches}
            super().append([new for n, new in enumerate(records) if n < upto[new.match or ""]])
            raise OutcomeUnknown("the connection broke")
        return super().append(records)


def filled(records: Sequence[tuple[str | None, bytes]]) -> MemoryLog:
    log = MemoryLog()
    log.append([NewRecord(match, raw, "token") for match, raw in records])
    return log


def copied(source: EventLog, target: EventLog) -> list[bool]:
    return list(copy_log(source, target, "events"))


def same(one: EventLog, other: EventLog) -> bool:
    """Compare match by match in order; what names no match is compared as a bag."""
    left, right = by_match(read_all(one)), by_match(read_all(other))
    loose = sorted(left.pop(None, [])) == sorted(right.pop(None, []))
    return loose and left == right


@given(RECORDS, st.randoms(use_true_random=False))
def test_a_cut_copy_is_gone_on_from(
    records: list[tuple[str | None, bytes]], chance: random.Random
) -> None:
    source, target = filled(records), Cut(chance)
    for _ in range(3):
        with suppress(OutcomeUnknown):
            copied(source, target)
    target.breaks = False
    before = len(read_all(target))
    told = copied(source, target)
    assert (told.count(False), told.count(True)) == (before, len(records) - before)
    assert same(source, target)
    assert copied(source, target) == [False] * len(records)


def test_what_came_since_is_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "BATCH", 3)
    source, target = filled([("m1", b"%d" % n) for n in range(10)]), MemoryLog()
    assert copied(source, target) == [True] * 10
    source.append([NewRecord("m2", b"later", "token")])
    assert copied(source, target).count(True) == 1
    assert [(r.match, r.raw, r.recorder) for r in read_all(target)] == [
        (r.match, r.raw, r.recorder) for r in read_all(source)
    ]


@pytest.mark.parametrize(
    "there",
    [
        [("m1", b"b"), ("m1", b"a")],
        [("m1", b"a"), ("m1", b"b"), ("m1", b"c")],
        [("m9", b"a")],
        [(None, b"garbage of its own")],
    ],
    ids=["other order", "more of a match", "a match of its own", "garbage of its own"],
)
def test_a_log_that_is_no_copy_is_left_alone(there: list[tuple[str | None, bytes]]) -> None:
    source, target = filled([("m1", b"a"), ("m1", b"b"), (None, b"garbage")]), filled(there)
    with pytest.raises(NotACopy, match="copy into a new log"):
        copied(source, target)
    assert len(read_all(target)) == len(there)


def test_the_registry_is_one_order() -> None:
    source, target = filled([(None, b"1"), (None, b"2")]), filled([(None, b"2")])
    with pytest.raises(NotACopy, match=r"differ in \(registry\)"):
        list(copy_log(source, target, "registry"))
    assert copied(source, target) == [False, True]


class Placed(MemoryLog):
    """Has a record in a wrong place."""

    def placement_fault(self, record: LogRecord, match: str) -> str | None:
        return "wrong_partition" if (record.position.offset, match) == (1, "m") else None


def test_what_stood_in_a_wrong_place_does_so_in_the_copy() -> None:
    raw = b'{"id":"1","match":"m","seq":1,"at":"2026-01-01T10:00:00Z","type":"void"}'
    source, target = Placed(), MemoryLog()
    source.append([NewRecord("m", raw), NewRecord("m", raw)])
    assert copied(source, target) == [True, True]
    assert [record.match for record in read_all(target)] == ["m", None]
    assert copied(source, target) == [False, False]


def test_an_absent_log_is_told() -> None:
    source = filled([("m", b"a")])
    target = MemoryLog()
    target.close()
    with pytest.raises(LogUnavailable):
        copied(source, target)
