"""The profile of a player: against the field, under pressure, merged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from analytics import Filters, answer
from analytics.field import Better, Figure, against, percentile
from analytics.profile import profile
from tests.analytics.conftest import Tables
from tests.analytics.played import Stored, records, stored

RATE = Figure("accuracy", "rate", "low", "high", "attempts")


def row(player: str, rate: float | None, attempts: int = 50) -> dict[str, Any]:
    bounds = {"low": None if rate is None else rate - 0.1, "high": rate and rate + 0.1}
    return {"player": player, "rate": rate, "attempts": attempts, **bounds}


@pytest.mark.parametrize(
    ("value", "better", "share"),
    [(0.5, "higher", 50.0), (0.5, "lower", 50.0), (0.9, "higher", 100.0), (0.9, "lower", 0.0)],
)
def test_a_percentile_is_the_share_one_is_better_than(
    value: float, better: Better, share: float
) -> None:
    assert percentile([0.3, 0.5, 0.5, 0.7], value, better) == share


def test_the_field_are_the_others_with_enough() -> None:
    rows = [row("ana", 0.6), row("bor", 0.4), row("eva", 0.65), row("ivo", 0.1, attempts=29)]
    found = against(RATE, "ana", rows, 30)
    assert found is not None
    assert (found["value"], found["n"], found["field"]["players"]) == (0.6, 50, 2)
    assert found["field"]["percentile"] == 50
    assert (found["field"]["percentile_low"], found["field"]["percentile_high"]) == (50, 100)
    assert found["field"]["median"] == pytest.approx(0.525)


def test_who_is_better_low_has_the_bounds_in_order() -> None:
    fewer = RATE._replace(better="lower")
    rows = [row("ana", 0.6), row("bor", 0.55), row("eva", 0.65)]
    found = against(fewer, "ana", rows, 1)
    assert found is not None
    assert found["field"]["percentile_low"] <= found["field"]["percentile_high"]


def test_without_others_there_is_no_field() -> None:
    found = against(RATE, "ana", [row("ana", 0.6)], 1)
    assert found is not None
    assert found["field"] is None
    assert against(RATE, "ana", [row("ana", None)], 1) is None
    assert against(RATE, "bor", [row("ana", 0.6)], 1) is None


def test_the_last_tenth_is_apart(tables: Tables) -> None:
    tables.put("matches", {"match": "m1", "target1": 100, "target2": 50})
    shot = {"match": "m1", "player": "ana", "made": True, "balls": 1}
    tables.put(
        "rulings",
        {**shot, "seq": 2, "score": 89},
        {**shot, "seq": 3, "score": 90},
        {**shot, "seq": 4, "score": 91, "made": False, "balls": 0},
        {**shot, "seq": 5, "score": 45, "player": "bor"},
    )
    staked, rest = profile("ana", tables)["disciplines"]["14.1"]["pressure"]
    assert (staked["under_pressure"], staked["attempts"], staked["accuracy"]) == (True, 2, 0.5)
    assert (rest["under_pressure"], rest["attempts"], rest["accuracy"]) == (False, 1, 1.0)


def test_deciding_racks_are_apart(tables: Tables) -> None:
    tables.put("matches", {"match": "m1", "discipline": "9-ball"})
    rack = {"match": "m1", "winner": "ana"}
    tables.put("racks", {**rack, "rack": 1}, {**rack, "rack": 2, "is_decider": True})
    shot = {"match": "m1", "player": "ana", "discipline": "9-ball", "call": "none"}
    foul = {"fouls": ["scratch"], "verdict": "foul"}
    tables.put("rulings", {**shot, "seq": 2}, {**shot, "seq": 3, "rack": 2, **foul})
    staked, rest = profile("ana", tables)["disciplines"]["9-ball"]["pressure"]
    assert (staked["strokes"], staked["fouls"], rest["fouls"]) == (1, 1, 0)


def test_nobody_has_no_discipline(tables: Tables) -> None:
    assert profile("nobody", tables)["disciplines"] == {}


@pytest.fixture(scope="module")
def played() -> Iterator[Stored]:
    source = stored(records())
    yield source
    source.store.close()


def test_parts_are_rows_of_the_statistics(played: Stored) -> None:
    told = profile("trump", played, Filters(rules="LT"))["disciplines"]["snooker"]
    (expected,) = answer("snooker-breaks", played, Filters(player="trump", rules="LT"))["rows"]
    assert told["snooker_breaks"] == [{k: v for k, v in expected.items() if k != "player"}]
    assert {one["statistic"] for one in told["figures"]} <= {
        "accuracy", "conversion", "foul-rates", "ratings", "safeties", "snooker-breaks",
    }  # fmt: skip


def test_a_merge_takes_effect_and_its_undoing_leaves_no_trace(played: Stored) -> None:
    before = profile("trump", played)
    merged = profile("trump", played, identities={"bingham": "trump"})
    assert merged != before
    assert merged == profile("bingham", played, identities={"bingham": "trump"})
    assert profile("trump", played) == before
