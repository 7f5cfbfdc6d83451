"""The report of a competition: standings by criteria, results, what counts, open and doubtful."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.api.commands import cuelog
from tests.api.serving import Served, inning, opened, serving

Fields = dict[str, Any]
EVENT = "league"


def play(served: Served, match: str, players: list[str], *more: Fields, **opening: Any) -> None:  # noqa: ANN401
    """Open a match to three points of the event, and append more."""
    body = opened(match, players=players, breaker=players[0], target=3, event=EVENT, **opening)
    assert served.post("/v1/matches", body).status_code == 201
    for number, fields in enumerate(more, start=2):
        at = {"at": f"2026-01-01T12:{number:02}:00Z"}
        answered = served.post(f"/v1/matches/{match}/events", {"id": str(number), **at, **fields})
        assert answered.status_code == 201, answered.text


def win(player: str) -> Fields:
    return inning(player, 3, end="win")


@pytest.fixture
def season(served: Served) -> Served:
    play(served, "m1", ["ana", "bor"], inning("ana", 1), inning("bor", 2), win("ana") | {"made": 2})
    play(served, "m2", ["bor", "eva"], win("bor"))
    play(served, "m3", ["eva", "ana"], {"type": "match_closed", "result": "walkover",
                                        "winner": "eva"})  # fmt: skip
    protest = {"type": "protest", "player": "eva", "of": 2, "ground": "rule"}
    play(served, "m4", ["ana", "eva"], win("ana"), protest)
    annulled = {"type": "award", "winner": None, "reason": "table", "source": "committee"}
    play(served, "m5", ["bor", "eva"], win("bor"), annulled)
    play(served, "m6", ["eva", "bor"], inning("eva", 1))
    return served


def report(served: Served, **asked: str) -> Fields:
    answered = served.get("/v1/event", params={"event": EVENT, **asked})
    assert answered.status_code == 200, answered.text
    named = served.get(f"/v1/reports/{EVENT}", params=asked)
    assert named.json() == answered.json(), "the same at the address the contract gives"
    return answered.json()


def places(told: Fields) -> dict[str, Fields]:
    return {row["player"]: row for row in told["standings"]}


def test_standings_by_hand(season: Served) -> None:
    told = report(season)
    assert told["counted"] == {"provisional": 3, "under_protest": 1}
    assert told["left_out"] == {"open": 1, "annulled": 1}
    ana, bor, eva = (places(told)[name] for name in ("ana", "bor", "eva"))
    assert (ana["played"], ana["wins"], ana["lost"], ana["points"]) == (3, 2, 1, 4)
    assert (ana["scored"], ana["against"], ana["difference"]) == (6, 2, 4)
    assert (bor["wins"], bor["scored"], bor["against"]) == (1, 5, 3)
    assert (eva["wins"], eva["scored"], eva["against"]) == (1, 0, 6), "a walkover has no points"
    assert (ana["average"], ana["high_run"]) == (2.0, 3), "6 points in 3 innings"
    assert [row["player"] for row in told["standings"]] == ["ana", "bor", "eva"]
    assert [row["rank"] for row in told["standings"]] == [1, 2, 3]


def test_who_is_level_by_all_criteria_shares_the_rank(season: Served) -> None:
    told = report(season, criteria="wins")
    assert [(row["rank"], row["player"]) for row in told["standings"]] == [
        (1, "ana"),
        (2, "bor"),
        (2, "eva"),
    ]


def test_only_results_that_stand_so_are_counted(season: Served) -> None:
    told = report(season, include="under_protest")
    assert told["counted"] == {"under_protest": 1}
    assert places(told)["ana"]["average"] == 3.0, "figures are of the same matches"
    assert set(places(told)) == {"ana", "eva"}


def test_what_is_open_or_doubtful_is_listed(season: Served) -> None:
    told = report(season)
    assert told["open"] == ["m6"]
    assert "m4" in {row["match"] for row in told["doubtful"]}


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({"criteria": "beauty"}, 400, "known: wins"),
        ({"include": "sure"}, 400, "known: open"),
        ({"event": "none"}, 404, "no match"),
    ],
)
def test_what_there_is_not(season: Served, asked: dict[str, str], status: int, words: str) -> None:
    answered = season.get("/v1/event", params={"event": EVENT, **asked})
    assert answered.status_code == status
    assert words in answered.json()["detail"]


def test_the_command_prints_tables_csv_and_json(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as served:
        play(served, "m1", ["ana", "bor"], win("ana"))
        told = report(served)
    done = cuelog("report", EVENT, "--data", data)
    assert "league: standings" in done.out
    assert "ranked by points, difference" in done.out
    assert cuelog("report", EVENT, "--data", data, "--json").json() == told
    lines = cuelog("report", EVENT, "--data", data, "--csv").out.splitlines()
    assert lines[0].startswith("rank,player,played")
    assert lines[1].startswith("1,ana,1,1")
    assert cuelog("report", "none", "--data", data).status == 2
    assert cuelog("report", EVENT, "--criteria", "luck", "--data", data).status == 2


def test_a_figure_says_which_matches_are_under_protest(season: Served) -> None:
    told = season.get("/v1/statistics/averages", params={"event": EVENT}).json()
    assert told["under_protest"] == ["m4"]
    asked = {"event": EVENT, "standing": "provisional,confirmed"}
    without = season.get("/v1/statistics/averages", params=asked).json()
    assert (without["under_protest"], without["filters"]["standing"]) == (
        [],
        ["provisional", "confirmed"],
    )
    assert without["matches"] < told["matches"]
    odd = season.get("/v1/statistics/averages", params={"standing": "sure"})
    assert odd.status_code == 400
