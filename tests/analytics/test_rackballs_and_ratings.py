"""Break shots, hazard, completed racks and ratings on cases that can be counted."""

from __future__ import annotations

from math import log
from typing import Any

import pytest

from analytics import answer
from tests.analytics.conftest import Tables


def rows(tables: Tables, name: str) -> list[dict[str, Any]]:
    return answer(name, tables)["rows"]


def test_each_break_shot_has_one_outcome(tables: Tables) -> None:
    tables.put("matches", {"match": "m1"})
    shot = {"match": "m1", "player": "ana", "is_break_shot": True}
    tables.put(
        "rulings",
        {**shot, "seq": 1, "inning": 1, "stroke": 1, "balls": 1},
        {**shot, "seq": 2, "inning": 1, "stroke": 2, "balls": 1, "is_break_shot": False},
        {**shot, "seq": 3, "inning": 1, "stroke": 3, "balls": 1},
        {**shot, "seq": 4, "inning": 1, "stroke": 4, "is_break_shot": False},
        {**shot, "seq": 5, "inning": 3, "stroke": 1},
        {**shot, "seq": 6, "inning": 5, "stroke": 1, "call": "safety"},
        {**shot, "seq": 7, "inning": 7, "stroke": 1, "fouls": ["scratch"], "verdict": "foul"},
        {**shot, "seq": 8, "inning": 9, "stroke": 1, "balls": 1},
    )
    (row,) = rows(tables, "break-shots")
    shown = {name: row[name] for name in ("continued", "made", "missed", "safety", "foul")}
    assert shown == {"continued": 1, "made": 2, "missed": 1, "safety": 1, "foul": 1}
    assert (row["shots"], row["rate"]) == (6, 0.5)


def test_hazard_is_counted_by_ball_of_the_rack(tables: Tables) -> None:
    tables.put("matches", {"match": "m1"})
    shot = {"match": "m1", "player": "ana", "balls_before": 15}
    tables.put(
        "rulings",
        {**shot, "seq": 1, "balls": 1},
        {**shot, "seq": 2},
        {**shot, "seq": 3, "balls_before": 2, "balls": 1},
        {**shot, "seq": 4, "attack": False},
    )
    first, last = rows(tables, "run-hazard")
    assert (first["ball"], first["at_risk"], first["ended"], first["hazard"]) == (1, 2, 1, 0.5)
    assert (last["ball"], last["at_risk"], last["hazard"]) == (14, 1, 0.0)


def test_racks_completed_in_a_row(tables: Tables) -> None:
    tables.put("matches", {"match": "m1"})
    rack = {"match": "m1", "discipline": "14.1"}
    tables.put(
        "racks",
        {**rack, "rack": 1, "completed_by": "ana", "completed_inning": 3},
        {**rack, "rack": 2, "completed_by": "ana", "completed_inning": 3},
        {**rack, "rack": 3},
        {**rack, "rack": 4, "completed_by": "ana", "completed_inning": 7},
        {**rack, "rack": 5, "is_open": True},
    )
    ana, bor = rows(tables, "rack-completion")
    assert (ana["racks"], ana["completed"], ana["consecutive"]) == (4, 3, 2)
    assert (bor["racks"], bor["completed"], bor["consecutive"]) == (4, 0, 0)


def match(number: int, score1: int, score2: int, **fields: object) -> dict[str, Any]:
    plain = {"discipline": "9-ball", "is_handicapped": False, "first_ms": 0}
    return {"match": f"m{number}", "score1": score1, "score2": score2, **plain, **fields}


def test_two_players_are_as_far_apart_as_their_odds(tables: Tables) -> None:
    tables.put("matches", match(1, 5, 2), match(2, 1, 1, is_handicapped=True), match(3, 3, 2))
    ana, bor = rows(tables, "ratings")
    assert ana["rating"] - bor["rating"] == pytest.approx(100, abs=1e-3)
    assert ana["rating"] + bor["rating"] == pytest.approx(1000)
    assert (ana["games"], ana["provisional"]) == (12, True)
    logits = (1 / (12 * (2 / 3) * (1 / 3))) ** 0.5
    assert ana["standard_error"] == pytest.approx(logits / 2 * 100 / log(2), rel=1e-3)


def test_older_games_weigh_half_each_three_years(tables: Tables) -> None:
    three_years = int(3 * 365.25 * 86_400_000)
    tables.put("matches", match(1, 8, 0), match(2, 0, 4, first_ms=three_years))
    ana, bor = sorted(rows(tables, "ratings"), key=lambda row: row["player"])
    assert ana["rating"] == pytest.approx(bor["rating"], abs=1e-3)
    assert ana["robustness"] == pytest.approx(8)


def test_players_without_a_link_are_refused(tables: Tables) -> None:
    tables.put(
        "matches",
        match(1, 5, 3),
        match(2, 5, 3, player2="eva"),
        match(3, 5, 3, player1="ivo", player2="jan"),
    )
    known = {row["player"]: row["rating"] for row in rows(tables, "ratings")}
    assert known["ivo"] is known["jan"] is None
    assert known["ana"] is not None


def test_who_never_won_has_no_rating(tables: Tables) -> None:
    tables.put("matches", match(1, 5, 3), match(2, 5, 0, player2="eva"))
    told = answer("ratings", tables)
    known = {row["player"]: row["rating"] for row in told["rows"]}
    assert known["eva"] is None
    assert known["ana"] - known["bor"] == pytest.approx(100 * log(5 / 3) / log(2), abs=1e-3)
    assert "games lost" in told["unlock"]["rating"]


def test_a_single_one_sided_match_rates_nobody(tables: Tables) -> None:
    tables.put("matches", match(1, 5, 0))
    told = answer("ratings", tables)
    assert [(row["rating"], row["games"]) for row in told["rows"]] == [(None, 5), (None, 5)]
    assert {"rating", "standard_error"} == set(told["unlock"])


def test_fourteen_one_counts_ten_games_a_hundred_points(tables: Tables) -> None:
    tables.put("matches", match(1, 100, 50, discipline="14.1"))
    ana, bor = rows(tables, "ratings")
    assert ana["games"] == pytest.approx(10)
    assert ana["rating"] - bor["rating"] == pytest.approx(100, abs=1e-3)
