"""Every statistic once more in pandas: the peer of the benchmarks has the rows of the product."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest

from analytics import Filters, answer, catalogue
from benchmarks.generate import strokes
from benchmarks.pandas_peers import MONTHS, PEERS, Answer, Tables, foul_rates_by_month
from tests.analytics.played import Stored, records, stored

STROKES = 12_000
"""So many simulated strokes, beside all vectors and examples: some players have 8 matches."""


@pytest.fixture(scope="module")
def played() -> Iterator[Stored]:
    source = stored([*records(), *strokes(STROKES)])
    yield source
    source.store.close()


@pytest.fixture(scope="module")
def tables(played: Stored) -> Tables:
    with played.store.reading() as connection:
        return Tables(connection)


def assert_alike(ours: dict[str, Any], theirs: Answer) -> None:
    """Compare rows: a null is NaN in pandas, and sums of floats differ in their last places."""
    assert len(ours["rows"]) == len(theirs.rows)
    assert ours["matches"] == theirs.matches
    for mine, other in zip(ours["rows"], theirs.rows, strict=True):
        assert list(mine) == list(other)
        for column, value in mine.items():
            seen = other[column]
            if value is None:
                assert seen is None or math.isnan(seen), (column, mine, other)
            elif isinstance(value, float):
                assert seen == pytest.approx(value, rel=1e-6, abs=1e-6), (column, mine, other)
            else:
                assert seen == value, (column, mine, other)


@pytest.mark.parametrize("name", sorted(PEERS))
def test_pandas_gives_the_same_rows(name: str, played: Stored, tables: Tables) -> None:
    ours = answer(name, played)
    assert ours["rows"]
    assert_alike(ours, PEERS[name](tables))


def test_pandas_gives_the_same_months(played: Stored, tables: Tables) -> None:
    ours = [
        answer("foul-rates", played, Filters(since=since, until=until)) for since, until in MONTHS
    ]
    assert any(month["rows"] for month in ours)
    for mine, other in zip(ours, foul_rates_by_month(tables), strict=True):
        assert_alike(mine, other)


def test_every_statistic_is_in_pandas() -> None:
    assert set(PEERS) == set(catalogue())
