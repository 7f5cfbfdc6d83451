"""Intervals: Wilson against known values, the bootstrap against its laws."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.intervals import NO_INTERVAL, draws, interval, intervals, wilson

PAIRS = st.lists(
    st.integers(1, 50).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    min_size=8,
    max_size=20,
)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (1, 1, 0.2065, 1.0)],
)
def test_wilson_gives_the_published_values(
    successes: int, trials: int, low: float, high: float
) -> None:
    found = wilson(successes, trials)
    assert found.low == pytest.approx(low, abs=1e-4)
    assert found.high == pytest.approx(high, abs=1e-4)


@given(st.integers(1, 100_000))
def test_wilson_of_none_or_all_touches_the_end(trials: int) -> None:
    none, everything = wilson(0, trials), wilson(trials, trials)
    assert (none.low, everything.high) == (0.0, 1.0)
    assert none.high == pytest.approx(1 - (everything.low or 0))


def test_nothing_below_has_no_interval() -> None:
    assert interval([]) == interval([(0, 0)]) == NO_INTERVAL


def test_the_method_changes_at_eight_matches() -> None:
    assert interval([(1, 3)] * 7).method == "wilson"
    assert interval([(1, 3)] * 8).method == "bootstrap"


def test_a_ratio_that_is_no_share_has_none_below_eight_matches() -> None:
    assert interval([(9, 3)] * 7, share=False) == NO_INTERVAL
    assert interval([(9, 3)] * 8, share=False).low == 3.0


@given(PAIRS)
def test_the_bootstrap_is_the_same_for_any_order_of_matches(pairs: list[tuple[int, int]]) -> None:
    shuffled = pairs[:]
    random.Random(1).shuffle(shuffled)  # noqa: S311 - any order
    assert interval(pairs) == interval(shuffled)


@given(PAIRS)
def test_bounds_lie_around_the_rate(pairs: list[tuple[int, int]]) -> None:
    found = interval(pairs)
    assert found.low is not None
    assert found.high is not None
    rates = [top / bottom for top, bottom in pairs]
    assert min(rates) <= found.low <= found.high <= max(rates)


@given(st.lists(st.lists(st.tuples(st.integers(-3, 9), st.integers(0, 9)), max_size=12)))
def test_many_rates_at_once_have_the_intervals_of_each(rates: list[list[tuple[int, int]]]) -> None:
    figures = np.array([pair for pairs in rates for pair in pairs], dtype=np.float64)
    of = np.repeat(np.arange(len(rates)), [len(pairs) for pairs in rates])
    for share in (True, False):
        found = intervals(figures.reshape(-1, 2).T, of, len(rates), share=share)
        assert found == [interval(pairs, share=share) for pairs in rates]


def test_the_bootstrap_gives_the_percentiles_of_its_draws() -> None:
    pairs = [(made, made + missed) for made, missed in enumerate(range(20, 3, -1))]
    (block,) = draws(len(pairs))
    tops, bottoms = (block.astype(np.int64) @ np.array(sorted(pairs))).T
    low, high = np.percentile(tops / bottoms, [2.5, 97.5])
    assert interval(pairs)[:2] == pytest.approx((low, high), rel=1e-12)
