"""Statistics of racks, strokes and frames on a few rows that can be counted on fingers."""

from __future__ import annotations

from typing import Any

from analytics import answer
from tests.analytics.conftest import Tables


def rows(tables: Tables, name: str) -> dict[str, dict[str, Any]]:
    """Return the rows of a statistic by player."""
    return {row["player"]: row for row in answer(name, tables)["rows"]}


def nine_ball(tables: Tables) -> None:
    tables.put("matches", {"match": "m1", "discipline": "9-ball"})


def test_racks_won_by_break_run_out_golden_break_and_decider(tables: Tables) -> None:
    nine_ball(tables)
    rack = {"match": "m1", "breaker": "ana"}
    tables.put(
        "racks",
        {**rack, "rack": 1, "winner": "ana", "first_inning": 1, "last_inning": 1},
        {**rack, "rack": 2, "winner": "bor", "first_inning": 2, "last_inning": 3},
        {**rack, "rack": 3, "winner": "ana", "first_inning": 4, "last_inning": 4},
        {**rack, "rack": 4, "winner": "bor", "how": "concession",
         "first_inning": 5, "last_inning": 6},
        {**rack, "rack": 5, "winner": "bor", "breaker": "bor", "is_decider": True,
         "first_inning": 7, "last_inning": 9},
        {**rack, "rack": 6, "winner": None, "is_open": True},
    )  # fmt: skip
    turn = {"match": "m1", "discipline": "9-ball", "first_is_break": True}
    tables.put(
        "innings",
        {**turn, "inning": 1, "player": "ana", "strokes": 9},
        {**turn, "inning": 2, "player": "ana", "strokes": 1},
        {**turn, "inning": 4, "player": "ana", "strokes": 1},
        {**turn, "inning": 5, "player": "ana", "strokes": 1},
        {**turn, "inning": 7, "player": "bor", "strokes": 4},
    )
    won = {"match": "m1", "discipline": "9-ball", "player": "ana", "is_break": True}
    tables.put("rulings", {**won, "seq": 9, "rack": 3, "inning": 4, "rack_won_by": "ana"})
    found = rows(tables, "rack-results")
    ana, bor = found["ana"], found["bor"]
    assert (ana["racks"], ana["won"], ana["breaks"], ana["breaker_won"]) == (5, 2, 4, 2)
    assert (ana["break_and_runs"], ana["golden_breaks"], ana["deciders_won"]) == (1, 1, 0)
    assert (bor["run_out_chances"], bor["run_outs"]) == (2, 1)
    assert (bor["deciders"], bor["deciders_won"], bor["win_rate"]) == (1, 1, 0.6)


def test_a_push_out_passed_back_is_no_break_and_run(tables: Tables) -> None:
    nine_ball(tables)
    rack = {"match": "m1", "breaker": "ana", "winner": "ana", "push_out_by": "ana"}
    tables.put(
        "racks",
        {**rack, "rack": 1, "push_out_answer": "pass"},
        {**rack, "rack": 2, "push_out_answer": "accept", "winner": "bor", "last_inning": 2},
    )
    assert rows(tables, "rack-results")["ana"]["break_and_runs"] == 0
    pushed = rows(tables, "push-outs")
    assert list(pushed) == ["ana"]
    shown = {name: pushed["ana"][name] for name in ("played", "accepted", "passed", "won")}
    assert shown == {"played": 2, "accepted": 1, "passed": 1, "won": 1}


def test_breaks_of_nine_ball_have_one_outcome_each(tables: Tables) -> None:
    nine_ball(tables)
    shot = {"match": "m1", "discipline": "9-ball", "player": "ana", "is_break": True}
    tables.put(
        "rulings",
        {**shot, "seq": 1, "balls": 1, "rack_won_by": "ana"},
        {**shot, "seq": 2, "balls": 2},
        {**shot, "seq": 3},
        {**shot, "seq": 4, "verdict": "break_foul", "fouls": ["break_foul"]},
        {**shot, "seq": 5, "verdict": "foul", "fouls": ["scratch"], "balls": 0},
        {**shot, "seq": 6, "verdict": "foul", "fouls": ["no_foot"]},
        {**shot, "seq": 7, "verdict": "illegal_break"},
    )
    row = rows(tables, "break-success")["ana"]
    outcomes = {"won": 1, "made": 1, "dry": 1, "illegal": 2, "foul": 1, "scratch": 1}
    assert row["outcomes"] == outcomes
    assert sum(outcomes.values()) == row["breaks"] == 7
    assert (row["success"], row["held"]) == (2, None)


def test_a_safety_has_the_outcome_of_its_answer(tables: Tables) -> None:
    tables.put("matches", {"match": "m1"})
    safe = {"match": "m1", "player": "ana", "call": "safety"}
    reply = {"match": "m1", "player": "bor"}
    tables.put(
        "rulings",
        {**safe, "seq": 1}, {**reply, "seq": 2, "fouls": ["no_rail"], "verdict": "foul"},
        {**safe, "seq": 3}, {**reply, "seq": 4},
        {**safe, "seq": 5}, {**reply, "seq": 6, "call": "safety"},
        {**safe, "seq": 7}, {**reply, "seq": 8, "balls": 1},
        {**safe, "seq": 9, "fouls": ["no_rail"], "verdict": "foul"}, {**reply, "seq": 10},
        {**safe, "seq": 11},
    )  # fmt: skip
    row = rows(tables, "safeties")["ana"]
    shown = {name: row[name] for name in ("forced_foul", "no_pot", "returned", "failed")}
    assert shown == {"forced_foul": 1, "no_pot": 1, "returned": 1, "failed": 1}
    assert (row["answered"], row["rate"]) == (4, 0.5)


def test_accuracy_and_conversion_leave_out_what_is_no_attempt(tables: Tables) -> None:
    tables.put("matches", {"match": "m1"})
    shot = {"match": "m1", "player": "ana"}
    tables.put(
        "rulings",
        {**shot, "seq": 1, "made": True, "balls": 1},
        {**shot, "seq": 2},
        {**shot, "seq": 3, "made": True, "balls": 1, "verdict": "foul", "fouls": ["no_foot"]},
        {**shot, "seq": 4, "attack": False},
    )
    turn = {"match": "m1", "player": "ana", "started_in_hand": True}
    tables.put(
        "innings",
        {**turn, "inning": 1, "scored_at_once": True, "points": 4},
        {**turn, "inning": 3},
        {**turn, "inning": 5, "first_is_break": True},
        {**turn, "inning": 7, "is_shots": False, "points": 9},
    )
    accurate = rows(tables, "accuracy")["ana"]
    assert (accurate["attempts"], accurate["made"]) == (3, 1)
    converted = rows(tables, "conversion")["ana"]
    shown = {name: converted[name] for name in ("chances", "scored", "rate", "points")}
    assert shown == {"chances": 2, "scored": 1, "rate": 0.5, "points": 4}


def test_stroke_times_leave_out_time_outs(tables: Tables) -> None:
    tables.put("matches", {"match": "m1"})
    shot = {"match": "m1", "player": "ana"}
    tables.put(
        "rulings",
        {**shot, "seq": 1, "duration_ms": 10_000},
        {**shot, "seq": 2, "duration_ms": 20_000},
        {**shot, "seq": 3, "duration_ms": 60_000},
        {**shot, "seq": 4, "duration_ms": 300_000, "after_timeout": True},
        {**shot, "seq": 5},
    )
    row = rows(tables, "stroke-times")["ana"]
    assert (row["n"], row["mean_ms"], row["median_ms"]) == (3, 30_000, 20_000)
    assert row["over_limit"] == 1 / 3


def test_snooker_breaks_frames_and_points_without_reply(tables: Tables) -> None:
    tables.put("matches", {"match": "m1", "discipline": "snooker"})
    visit = {"match": "m1", "discipline": "snooker"}
    tables.put(
        "innings",
        {**visit, "inning": 1, "player": "ana", "run": 147, "points": 147, "clearance": True},
        {**visit, "inning": 2, "player": "bor", "rack": 2, "run": 55, "points": 55},
        {**visit, "inning": 3, "player": "ana", "rack": 2, "points_opponent": 4, "inferred": True},
        {**visit, "inning": 4, "player": "bor", "rack": 2, "run": 10, "points": 10},
        {**visit, "inning": 5, "player": "ana", "rack": 2, "run": 1, "points": 1},
        {**visit, "inning": 6, "player": "bor", "rack": 2, "run": 20, "points": 20},
    )
    frame = {"match": "m1", "discipline": "snooker"}
    tables.put(
        "racks",
        {**frame, "rack": 1, "winner": "ana"},
        {**frame, "rack": 2, "winner": "bor"},
        {**frame, "rack": 3, "winner": "bor", "is_decider": True, "break_players": ["bor"],
         "break_points": [102], "foul_points1": 9},
    )  # fmt: skip
    found = rows(tables, "snooker-breaks")
    ana, bor = found["ana"], found["bor"]
    assert (ana["highest"], ana["maximum"], ana["clearances"], ana["visits"]) == (147, 1, 1, 2)
    assert (bor["breaks"], bor["highest"], bor["fifty"], bor["hundred"]) == (4, 102, 2, 1)
    assert (bor["frames"], bor["frames_won"], bor["deciders_won"]) == (3, 2, 1)
    assert (bor["points"], bor["without_reply"]) == (85, 69)

    shot = {"match": "m1", "discipline": "snooker", "player": "ana"}
    tables.put(
        "rulings",
        {**shot, "seq": 8, "verdict": "foul", "fouls": ["scratch"], "points_opponent": 4},
        {**shot, "seq": 9, "verdict": "foul", "fouls": ["scratch"], "points_opponent": 7},
        {**shot, "seq": 10, "balls": 1, "points": 1},
    )
    fouls = rows(tables, "foul-points")
    assert (fouls["ana"]["given"], fouls["bor"]["received"]) == (20, 20)
    assert fouls["ana"]["by_value"] == {"4": 1, "7": 1}


def test_head_to_head_counts_walkovers_apart(tables: Tables) -> None:
    game = {"discipline": "9-ball"}
    tables.put(
        "matches",
        {**game, "match": "m1", "winner": "ana", "score1": 5, "score2": 3},
        {**game, "match": "m2", "winner": "bor", "result": "walkover"},
        {**game, "match": "m3", "result": "abandoned", "score1": 2},
        {"match": "m4", "winner": "bor", "points1": 40, "points2": 100},
    )
    found = {
        (row["player"], row["discipline"]): row for row in answer("head-to-head", tables)["rows"]
    }
    ana = found["ana", "9-ball"]
    assert (ana["matches"], ana["won"], ana["racks"], ana["racks_won"]) == (1, 1, 8, 5)
    assert found["bor", "9-ball"]["walkovers"] == 1
    straight = found["ana", "14.1"]
    assert (straight["points"], straight["points_against"], straight["racks"]) == (40, 100, 0)
