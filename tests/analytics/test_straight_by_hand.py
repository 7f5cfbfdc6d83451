"""The 14.1 statistics on a few innings that can be counted on fingers."""

from __future__ import annotations

import math
from typing import Any

import pytest

from analytics import answer, filters_from
from tests.analytics.conftest import Tables


def rows(tables: Tables, name: str, **filters: str) -> list[dict[str, Any]]:
    return answer(name, tables, filters_from(dict(filters)))["rows"]


@pytest.fixture
def season(tables: Tables) -> Tables:
    """Two matches: ana 3 + 0 + 10 (won) against bor 5; then an unfinished one with a sanction."""
    tables.put(
        "matches",
        {"match": "m1", "winner": "ana", "score1": 12, "score2": 5, "event": "cup"},
        {"match": "m2", "status": "open", "result": None, "other_points1": -15, "rules": "SI"},
        {"match": "m3", "result": "walkover", "winner": "bor"},
    )
    tables.put(
        "innings",
        {"match": "m1", "inning": 1, "player": "ana", "run": 3, "balls": 3, "points": 2,
         "ending": "foul", "fouls": 1},
        {"match": "m1", "inning": 2, "player": "bor", "run": 5, "balls": 5, "points": 5},
        {"match": "m1", "inning": 3, "player": "ana", "safety_at_once": True, "ending": "safety"},
        {"match": "m1", "inning": 4, "player": "bor"},
        {"match": "m1", "inning": 5, "player": "ana", "run": 10, "balls": 10, "points": 10,
         "ending": "match_won", "open": True, "rack": 2, "at_ms": 1000},
        {"match": "m2", "inning": 1, "player": "ana", "run": 3, "balls": 3, "points": 3,
         "rules": "SI", "ending": "open", "open": True},
        {"match": "m2", "inning": 2, "player": "ana", "paired": False, "rules": "SI"},
        {"match": "m2", "inning": 3, "player": "ana", "run": 50, "balls": 50, "points": 50,
         "rules": "SI", "inferred": True},
        {"match": "m3", "inning": 1, "player": "bor", "run": 9, "balls": 9, "points": 9},
    )  # fmt: skip
    return tables


def test_runs_are_listed_longest_first_without_inferred_and_walkovers(season: Tables) -> None:
    listed = rows(season, "high-runs")
    assert [(row["player"], row["run"], row["open"]) for row in listed] == [
        ("ana", 10, True),
        ("bor", 5, False),
        ("ana", 3, False),
        ("ana", 3, True),
    ]
    assert listed[0]["at"] == "1970-01-01T00:00:01.000Z"
    assert listed[2]["match"] == "m1"
    assert listed[3]["at"] is None


def test_the_best_run_of_each(season: Tables) -> None:
    best = answer("high-runs", season, best=True)["rows"]
    assert [(row["player"], row["run"]) for row in best] == [
        ("ana", 10),
        ("bor", 5),
    ]


def test_an_average_is_sum_over_sum_net_of_penalties(season: Tables) -> None:
    ana, bor = rows(season, "averages")
    assert (ana["player"], ana["innings"], ana["innings_paired"]) == ("bor", 2, 2)
    ana, bor = bor, ana
    assert (ana["innings"], ana["innings_paired"], ana["points"], ana["balls"]) == (5, 4, 0, 16)
    assert ana["average"] == 0.0
    assert ana["gross"] == 16 / 5
    assert ana["best"] == 12 / 3
    assert ana["scoreless"] == 2 / 5
    assert (ana["low"], ana["high"], ana["matches"]) == (None, None, 2)
    assert (bor["average"], bor["best"]) == (2.5, None)


def test_filters_choose_matches(season: Tables) -> None:
    assert {row["match"] for row in rows(season, "high-runs", rules="SI")} == {"m2"}
    assert {row["match"] for row in rows(season, "high-runs", event="cup")} == {"m1"}
    assert {row["player"] for row in rows(season, "high-runs", opponent="ana")} == {"bor"}
    assert rows(season, "high-runs", **{"from": "1971-01-01"}) == []
    assert [row["run"] for row in rows(season, "high-runs", min_n="6")] == [10]


def test_survival_counts_attempts_and_censors_what_was_not_a_failure(season: Tables) -> None:
    """Attempts of ana: 3 (foul), 10 (won: censored), 3 (open: censored), 0 (miss)."""
    curve = {row["k"]: row for row in rows(season, "run-survival", player="ana")}
    shown = {k: (row["at_risk"], row["ended"], row["censored"]) for k, row in curve.items()}
    assert shown[1] == (4, 1, 0)
    assert shown[2] == (3, 0, 0)
    assert shown[3] == (3, 0, 1)
    assert shown[4] == (2, 1, 0)
    assert shown[5] == (1, 0, 0)
    assert shown[10] == (1, 0, 1)
    assert 11 not in shown
    assert curve[3]["survival"] == 0.75
    assert curve[10]["survival"] == 0.75 * 0.5
    assert math.isclose(curve[1]["low"], 0.1279, abs_tol=1e-3)
    assert curve[1]["low"] < 0.75 < curve[1]["high"]


def test_an_answer_says_what_it_used(season: Tables) -> None:
    given = answer("high-runs", season, filters_from({"rules": "PL"}))
    assert given["position"] == "0:7"
    assert given["filters"] == {"rules": "PL"}
    assert given["matches"] == 1
    assert list(given) == [
        "statistic", "position", "rules_version", "dictionary_version",
        "filters", "matches", "under_protest", "unlock", "rows",
    ]  # fmt: skip


def test_fouls_count_once_in_the_rate_and_by_code(tables: Tables) -> None:
    tables.put("matches", {"match": "m1"})
    tables.put(
        "rulings",
        {"match": "m1", "seq": 2, "player": "ana", "inning": 1},
        {"match": "m1", "seq": 3, "player": "ana", "inning": 1, "n_fouls": 2,
         "fouls": ["scratch", "no_rail"], "verdict": "foul"},
        {"match": "m1", "seq": 4, "player": "bor", "inning": 2, "n_fouls": 1,
         "fouls": ["deliberate_touch"], "verdict": "deliberate_foul"},
        {"match": "m1", "seq": 5, "player": "ana", "inning": 3, "n_fouls": 1,
         "fouls": ["scratch"], "verdict": "foul", "void": True},
        {"match": "m1", "seq": 6, "player": "ana", "inning": 3, "n_fouls": 1,
         "fouls": ["unspecified"], "verdict": "foul", "kind": "inning"},
    )  # fmt: skip
    ana, bor = rows(tables, "foul-rates")
    assert (ana["strokes"], ana["innings"], ana["fouls"]) == (2, 2, 2)
    assert (ana["per_stroke"], ana["per_inning"]) == (0.5, 1.0)
    assert ana["by_code"] == {"no_rail": 1, "scratch": 1, "unspecified": 1}
    assert 0 < ana["per_stroke_low"] < 0.5 < ana["per_stroke_high"] < 1
    assert (bor["per_stroke"], bor["by_code"]) == (0.0, {"deliberate_touch": 1})


def test_a_rate_with_nothing_below_is_null_and_last(tables: Tables) -> None:
    tables.put("matches", {"match": "m1"})
    tables.put(
        "rulings",
        {"match": "m1", "seq": 2, "player": "ana", "kind": "inning"},
        {"match": "m1", "seq": 3, "player": "bor"},
    )
    first, last = rows(tables, "foul-rates")
    assert (first["player"], first["per_stroke"]) == ("bor", 0.0)
    assert (last["per_stroke"], last["per_stroke_low"]) == (None, None)
    assert last["per_inning"] == 0.0


def test_each_break_has_one_outcome(tables: Tables) -> None:
    tables.put("matches", {"match": "m1"})
    base = {"match": "m1", "player": "ana", "is_break": True, "phase": "break"}
    tables.put(
        "rulings",
        {**base, "seq": 2, "inning": 1},
        {**base, "seq": 3, "inning": 3, "balls": 1, "made": True},
        {**base, "seq": 4, "inning": 5, "verdict": "break_foul", "n_fouls": 2,
         "fouls": ["break_foul", "scratch"]},
        {**base, "seq": 5, "inning": 7, "verdict": "foul", "n_fouls": 1, "fouls": ["scratch"]},
        {**base, "seq": 6, "inning": 9},
    )  # fmt: skip
    tables.put(
        "innings",
        {"match": "m1", "inning": 2, "player": "bor"},
        {"match": "m1", "inning": 10, "player": "bor", "balls": 4},
    )
    (row,) = rows(tables, "break-success")
    assert row["outcomes"] == {"made": 1, "legal": 2, "breaking_foul": 1, "foul": 1}
    assert (row["breaks"], row["success"], row["rate"], row["held"]) == (5, 3, 0.6, 1)
    assert sum(row["outcomes"].values()) == row["breaks"]
