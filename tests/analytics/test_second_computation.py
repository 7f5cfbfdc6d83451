"""Every statistic a second time, written differently: lists of rows instead of SQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from analytics import answer, catalogue
from projections.schema import TABLES
from tests.analytics.played import Stored, records, stored
from tests.analytics.second import racks, straight, strength, strokes
from tests.analytics.second.record import Record, Row, record

KEYS = ("player", "opponent", "discipline", "match", "rack", "inning", "k", "ball", "window")
"""Columns that say which row it is, where a statistic has them."""
SECOND: dict[str, Callable[[Record], list[Row]]] = {
    "accuracy": strokes.accuracy,
    "averages": straight.averages,
    "break-shots": straight.break_shots,
    "break-success": strokes.break_success,
    "conversion": strokes.conversion,
    "form": strength.form,
    "foul-points": racks.foul_points,
    "foul-rates": strokes.foul_rates,
    "high-runs": straight.high_runs,
    "push-outs": racks.push_outs,
    "rack-completion": straight.rack_completion,
    "rack-results": racks.rack_results,
    "ratings": strength.ratings,
    "run-hazard": straight.run_hazard,
    "run-survival": straight.run_survival,
    "safeties": strokes.safeties,
    "snooker-breaks": racks.snooker_breaks,
    "stroke-times": strokes.stroke_times,
}


@pytest.fixture(scope="module")
def played() -> Iterator[Stored]:
    source = stored(records())
    yield source
    source.store.close()


def by_key(rows: list[Row], columns: set[str]) -> dict[tuple[Any, ...], Row]:
    """Return rows by what they are about, maps without what is nought."""
    found: dict[tuple[Any, ...], Row] = {}
    for row in rows:
        key = tuple(row.get(name) for name in KEYS)
        assert key not in found
        found[key] = {name: plain(value) for name, value in row.items() if name in columns}
    return found


def plain(value: Any) -> Any:  # noqa: ANN401 - any figure
    """Return a figure; of a map, what is not nought."""
    if not isinstance(value, dict):
        return value
    counts = cast("dict[str, int]", value)
    return {name: number for name, number in counts.items() if number}


def assert_same(name: str, product: Stored, second: list[Row]) -> None:
    """Compare the columns that the second computation has."""
    columns = set(second[0]) & set(catalogue()[name].columns)
    first, again = by_key(answer(name, product)["rows"], columns), by_key(second, columns)
    assert first.keys() == again.keys()
    for key, row in first.items():
        for column in columns:
            value = again[key][column]
            close = pytest.approx(value, rel=1e-4) if isinstance(value, float) else value
            assert row[column] == close, (key, column)


@pytest.mark.parametrize("name", sorted(SECOND))
def test_a_second_computation_agrees(name: str, played: Stored) -> None:
    second = SECOND[name](record(played))
    assert second
    assert_same(name, played, second)


def test_head_to_head_agrees(played: Stored) -> None:
    columns = [column.name for column in TABLES["matches"].columns]
    listed = ", ".join(f'"{column}"' for column in columns)
    rows = played.rows(f"SELECT {listed} FROM matches")  # noqa: S608 - names of the schema
    everything = [dict(zip(columns, row, strict=True)) for row in rows]
    assert_same("head-to-head", played, racks.head_to_head(record(played), everything))


def test_every_statistic_has_a_second_computation() -> None:
    assert {*SECOND, "head-to-head"} == set(catalogue())
