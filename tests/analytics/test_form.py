"""Form on matches that can be counted by hand."""

from __future__ import annotations

from math import log
from typing import Any

import pytest

from analytics import Filters, answer
from tests.analytics.conftest import Tables

DAY_MS = 86_400_000
MAY_2026 = 1_777_593_600_000
"""The first of May 2026, UTC."""


def form(
    tables: Tables, player: str = "ana", opponent: str | None = None
) -> dict[str, dict[str, Any]]:
    told = answer("form", tables, Filters(player=player, opponent=opponent))
    return {row["window"]: row for row in told["rows"]}


def put(tables: Tables, number: int, score: tuple[int, int], day: int, **fields: object) -> None:
    at_ms = MAY_2026 + day * DAY_MS
    row = {"discipline": "9-ball", "is_handicapped": False, "first_ms": at_ms, "opened_ms": at_ms}
    winner = "ana" if score[0] > score[1] else "bor"
    scores = {"score1": score[0], "score2": score[1], "winner": winner}
    tables.put("matches", {"match": f"m{number:02}", **row, **scores, **fields})


def test_windows_are_the_last_matches_and_the_months(tables: Tables) -> None:
    for number in range(6):
        put(tables, number, (5, 3) if number != 1 else (2, 5), day=number * 8)
    found = form(tables)
    assert list(found) == ["last 5", "2026-06", "2026-05"]
    assert (found["last 5"]["matches"], found["last 5"]["won"]) == (5, 4)
    assert found["last 5"]["win_rate"] == 0.8
    assert (found["2026-05"]["matches"], found["2026-06"]["matches"]) == (4, 2)
    assert found["last 5"]["average"] is None


def test_walkovers_and_unfinished_matches_are_no_form(tables: Tables) -> None:
    put(tables, 1, (5, 3), day=0)
    put(tables, 2, (5, 0), day=1, result="walkover")
    put(tables, 3, (2, 1), day=2, status="open", result=None)
    assert form(tables)["2026-05"]["matches"] == 1


def test_the_average_is_points_by_innings(tables: Tables) -> None:
    put(tables, 1, (20, 3), day=0, discipline="14.1", other_points1=-2)
    tables.put(
        "innings",
        {"match": "m01", "inning": 1, "player": "ana", "points": 12},
        {"match": "m01", "inning": 3, "player": "ana", "points": 10},
        {"match": "m01", "inning": 5, "player": "ana", "points": 9, "inferred": True},
    )
    assert form(tables)["2026-05"]["average"] == 10


def test_the_rating_changes_as_the_odds_do(tables: Tables) -> None:
    put(tables, 1, (4, 4), day=0, opened_precision="unknown")
    put(tables, 2, (8, 2), day=0)
    change = form(tables)["2026-05"]["rating_change"]
    odds_before, odds_after = 4 / 4, 12 / 6
    assert change == pytest.approx(100 * log(odds_after / odds_before) / log(2), abs=0.1)


def test_no_change_without_games_won_and_lost_before(tables: Tables) -> None:
    put(tables, 1, (5, 0), day=0)
    put(tables, 2, (5, 4), day=40)
    told = answer("form", tables)
    assert {row["rating_change"] for row in told["rows"]} == {None}
    assert "games lost" in told["unlock"]["rating_change"]


def test_filters_by_opponent_keep_the_change(tables: Tables) -> None:
    put(tables, 1, (4, 4), day=0, player2="eva")
    put(tables, 2, (4, 5), day=1)
    put(tables, 3, (5, 4), day=2)
    assert form(tables, opponent="eva")["2026-05"]["matches"] == 1
    assert form(tables, opponent="bor")["2026-05"]["rating_change"] is not None
