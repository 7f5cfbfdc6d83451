"""The third way: what each statistic splits up adds up again, in a row and over the texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pytest

from analytics import Filters, answer, catalogue
from tests.analytics.played import Stored, records, stored

Row = Mapping[str, Any]
Law = Callable[[Row], bool]
LAWS: Final[dict[str, Law]] = {
    "accuracy": lambda r: 0 <= r["made"] <= r["attempts"],
    "averages": lambda r: r["points"] <= r["balls"] and r["innings_paired"] <= r["innings"],
    "break-shots": lambda r: (
        r["shots"] == sum(r[part] for part in ("continued", "made", "missed", "safety", "foul"))
    ),
    "break-success": lambda r: r["success"] <= r["breaks"] == sum(r["outcomes"].values()),
    "conversion": lambda r: r["scored"] <= r["chances"],
    "form": lambda r: r["win_rate"] == r["won"] / r["matches"] <= 1,
    "foul-points": lambda r: sum(r["by_value"].values()) <= r["given"],
    "foul-rates": lambda r: r["fouls"] <= sum(r["by_code"].values()),
    "head-to-head": lambda r: r["won"] <= r["matches"] and r["racks_won"] <= r["racks"],
    "high-runs": lambda r: r["run"] > 0,
    "push-outs": lambda r: r["accepted"] + r["passed"] <= r["played"] >= r["won"],
    "rack-completion": lambda r: r["consecutive"] <= r["completed"] <= r["racks"],
    "rack-results": lambda r: (
        r["breaker_won"] <= r["breaks"] <= r["racks"] >= r["won"]
        and r["break_and_runs"] + r["golden_breaks"] <= r["breaker_won"]
        and r["run_outs"] <= r["run_out_chances"]
        and r["deciders_won"] <= r["deciders"]
    ),
    "ratings": lambda r: r["robustness"] <= r["games"] + 1e-9,
    "run-hazard": lambda r: r["ended"] <= r["at_risk"],
    "run-survival": lambda r: r["ended"] <= r["at_risk"],
    "safeties": lambda r: (
        r["answered"] == sum(r[part] for part in ("forced_foul", "no_pot", "returned", "failed"))
    ),
    "snooker-breaks": lambda r: r["hundred"] <= r["seventy"] <= r["fifty"] <= r["breaks"],
    "stroke-times": lambda r: 0 <= r["over_limit"] <= 1 and r["n"] > 0,
}
"""What holds in every row."""
TALLIES: Final[dict[str, tuple[str, ...]]] = {
    "accuracy": ("attempts", "made"),
    "averages": ("matches", "innings", "innings_paired", "points", "balls"),
    "break-shots": ("shots", "continued", "made", "missed", "safety", "foul"),
    "break-success": ("breaks", "success"),
    "conversion": ("chances", "scored", "points"),
    "foul-points": ("given", "received"),
    "foul-rates": ("matches", "strokes", "innings", "fouls"),
    "head-to-head": ("matches", "won", "racks", "racks_won", "points", "points_against"),
    "push-outs": ("played", "accepted", "passed", "won"),
    "rack-completion": ("racks", "completed"),
    "rack-results": ("racks", "won", "breaks", "breaker_won", "break_and_runs", "run_outs"),
    "run-hazard": ("at_risk", "ended"),
    "run-survival": ("at_risk", "ended", "censored"),
    "safeties": ("answered", "forced_foul", "no_pot", "returned", "failed"),
    "snooker-breaks": ("breaks", "fifty", "frames", "frames_won", "points", "visits"),
    "stroke-times": ("n",),
}
"""Counts, which are sums over matches."""
KEYS: Final = ("player", "opponent", "discipline", "k", "ball")


@pytest.fixture(scope="module")
def played() -> Iterator[Stored]:
    source = stored(records())
    yield source
    source.store.close()


def rows(source: Stored, name: str, filters: Filters | None = None) -> list[dict[str, Any]]:
    return answer(name, source, filters)["rows"]


def test_every_statistic_has_a_law() -> None:
    assert set(LAWS) == set(catalogue())


@pytest.mark.parametrize("name", sorted(LAWS))
def test_the_law_holds_in_every_row(name: str, played: Stored) -> None:
    assert [row for row in rows(played, name) if not LAWS[name](row)] == []


@pytest.mark.parametrize("name", sorted(TALLIES))
def test_the_matches_of_each_text_add_up_to_all(name: str, played: Stored) -> None:
    whole, parts = (defaultdict[tuple[Any, ...], int](int) for _ in range(2))
    for total, texts in ((whole, (None,)), (parts, ("SI", "PL", "LT"))):
        for text in texts:
            for row in rows(played, name, Filters(rules=text)):
                for column in TALLIES[name]:
                    total[*(row.get(key) for key in KEYS), column] += row[column]
    assert whole == parts
    assert any(whole.values())


def test_what_one_player_has_the_other_has_not(played: Stored) -> None:
    against = {
        (r["player"], r["opponent"], r["discipline"]): r for r in rows(played, "head-to-head")
    }
    for (player, opponent, discipline), row in against.items():
        other = against[opponent, player, discipline]
        assert (row["matches"], row["points"]) == (other["matches"], other["points_against"])
        assert row["racks_won"] + other["racks_won"] == row["racks"] == other["racks"]
    given = rows(played, "foul-points")
    assert sum(r["given"] for r in given) == sum(r["received"] for r in given)


def test_attempts_at_each_ball_are_all_attempts(played: Stored) -> None:
    attempts = {
        r["player"]: r["attempts"] for r in rows(played, "accuracy", Filters(discipline="14.1"))
    }
    at_risk: dict[str, int] = defaultdict(int)
    for row in rows(played, "run-hazard"):
        at_risk[row["player"]] += row["at_risk"]
    assert dict(at_risk) == attempts


def test_runs_make_up_the_balls_of_the_averages(played: Stored) -> None:
    balls: dict[str, int] = defaultdict(int)
    for row in rows(played, "high-runs"):
        balls[row["player"]] += row["run"]
    assert {r["player"]: r["balls"] for r in rows(played, "averages") if r["balls"]} == balls


def test_ratings_have_the_mean_they_are_anchored_at(played: Stored) -> None:
    rated: dict[str, list[float]] = defaultdict(list)
    for row in rows(played, "ratings"):
        if row["rating"] is not None:
            rated[row["discipline"]].append(row["rating"])
    assert rated
    for ratings in rated.values():
        assert sum(ratings) / len(ratings) == pytest.approx(500)
