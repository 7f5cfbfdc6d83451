"""Derived tables depend on the accepted events alone: not on order, batches, crashes or memory."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.wire import receive_all
from projections.projector import Projector, rebuild
from projections.store import Store
from tests.domain.scenario import Scenario
from tests.laws.strategies import body_of, matches
from tests.projections.logs import assert_equal, file_store, fill, log_of, raws_of, vector_logs

few = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
randoms = st.randoms(use_true_random=False)


def sizes(rng: random.Random, most: int = 20) -> Iterator[int]:
    while True:
        yield rng.randint(1, most)


def corrected(match: Scenario, rng: random.Random) -> list[bytes]:
    """Return the records of a match with corrections and official rulings put at its end."""
    raws = raws_of(match.events)
    for _ in range(rng.randint(0, 3)):
        seq = len(raws) + 1
        target = rng.randint(2, seq) if seq > 2 else 1
        body = body_of(rng.choice(match.events[1:])) if len(match.events) > 1 else None
        with_ = rng.choice([None, body, [body, body] if body else None])
        fields = {
            "id": f"c{seq}",
            "match": "m",
            "seq": seq,
            "at": "2026-05-09T20:00:00Z",
            **rng.choice(
                [
                    {"type": "correction", "corrects": min(target, seq - 1), "with": with_},
                    {"type": "official_ruling", "of": target, "fouls": ["no_foot"]},
                    {"type": "official_ruling", "of": target, "fouls": []},
                ]
            ),
        }
        raws.append(json.dumps(fields).encode())
    return raws


@pytest.mark.slow
@pytest.mark.timeout(900)
@given(st.lists(matches(), min_size=1, max_size=3), randoms)
@few
def test_batches_do_not_matter(played: list[Scenario], rng: random.Random) -> None:
    logs = [raws_of(match.events, f"m{number}") for number, match in enumerate(played)]
    whole = fill(log_of(chain.from_iterable(logs)))
    order = [number for number, log in enumerate(logs) for _ in log]
    rng.shuffle(order)
    turns = [iter(log) for log in logs]
    mixed = log_of(next(turns[number]) for number in order)
    assert_equal(whole, fill(mixed, sizes(rng)))
    assert_equal(whole, fill(mixed, sizes(rng), events_kept=rng.choice((0, 20))))


@pytest.mark.slow
@pytest.mark.timeout(900)
@given(matches(), randoms)
@few
def test_order_of_delivery_and_duplicates_do_not_matter(
    match: Scenario, rng: random.Random
) -> None:
    raws = raws_of(match.events)
    whole = fill(log_of(raws))
    mixed = [*raws, *rng.choices(raws, k=rng.randint(0, 5))]
    rng.shuffle(mixed)
    assert_equal(whole, fill(log_of(mixed), sizes(rng)))


@pytest.mark.slow
@pytest.mark.timeout(900)
@given(matches(), randoms)
@few
def test_corrections_give_the_tables_of_a_rebuild(match: Scenario, rng: random.Random) -> None:
    raws = corrected(match, rng)
    assert_equal(fill(log_of(raws)), fill(log_of(raws), sizes(rng), events_kept=0))


@pytest.mark.slow
@pytest.mark.timeout(900)
@given(matches(), randoms)
@few
def test_what_was_applied_before_changes_nothing(match: Scenario, rng: random.Random) -> None:
    """A crash after a batch: the next process hands over records from an older position."""
    log = log_of(raws_of(match.events))
    store = Store.open(None, threads=1)
    whole = fill(log)
    while store.positions().get(0, 0) < len(log.records):
        projector = Projector(store, receive_all)
        reached = projector.positions.get(0, 0)
        start = rng.randint(0, reached)
        projector.apply(log.records[start : reached + rng.randint(1, 8)])
    assert_equal(whole, store)
    Projector(store, receive_all).apply(log.records)
    assert_equal(whole, store)


@pytest.mark.parametrize(
    "most", [pytest.param(3, marks=[pytest.mark.slow, pytest.mark.timeout(900)]), 50, 1000]
)
def test_every_conformance_vector_in_any_batches(most: int) -> None:
    log = log_of(chain.from_iterable(raws for _, raws in vector_logs()))
    batches = sizes(random.Random(most), most)  # noqa: S311
    assert_equal(fill(log, 100_000), fill(log, batches, events_kept=40))


def test_a_long_load_in_few_transactions_equals_small_batches(tmp_path: Path) -> None:
    log = log_of(chain.from_iterable(raws for _, raws in vector_logs()))
    store = file_store(tmp_path)
    Projector(store, receive_all, events_kept=30).load(log, limit=100)
    assert_equal(fill(log, 100_000), store)
    store.close()


def test_a_rebuild_puts_equal_tables_in_place(tmp_path: Path) -> None:
    log = log_of(chain.from_iterable(raws for _, raws in vector_logs()))
    store = fill(log, 500, store=file_store(tmp_path))
    before = fill(log)
    projector = rebuild(store, log, receive_all)
    assert_equal(before, store)
    assert projector.positions == store.positions() == {0: len(log.records)}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tables.duckdb"]
    store.close()


def test_an_error_leaves_store_and_memory_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    (_, raws), *_ = vector_logs()
    log = log_of(raws)
    store = Store.open(None, threads=1)
    projector = Projector(store, receive_all)
    projector.apply(log.records[:3])

    def fail(*_: object) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "write", fail)
        with pytest.raises(RuntimeError):
            projector.apply(log.records[3:6])
    assert projector.positions == store.positions() == {0: 3}
    projector.apply(log.records)
    assert_equal(fill(log), store)
