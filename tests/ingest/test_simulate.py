"""Simulated seasons: accepted by the rules, marked as what they are, the same for the same seed."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.replay import replay
from domain.vocabulary import Discipline
from ingest.simulate import DISCIPLINES, SIMULATOR, Detail, Season, Skill, beats, drawn_field, play
from ingest.wire import receive_all

SMALL = {"14.1": 30, "8-ball": 2, "9-ball": 2, "10-ball": 2, "snooker": 1}


def season(seed: int = 1, **rest: Any) -> Season:  # noqa: ANN401 - fields of a season
    given: dict[str, Any] = {"players": drawn_field(4, seed), "seed": seed, "targets": SMALL}
    return Season(**given | rest)


@given(
    seed=st.integers(0, 10_000),
    discipline=st.sampled_from(get_args(Discipline)),
    detail=st.sampled_from(get_args(Detail)),
    number=st.integers(0, 20),
)
@settings(max_examples=60)
def test_every_match_is_folded_to_its_end(
    seed: int, discipline: Discipline, detail: Detail, number: int
) -> None:
    made = season(seed, disciplines=(discipline,), detail=detail, matches=21)
    result = replay(made.name(number), receive_all(made.match(number)))
    assert (result.rejected, result.quarantined, result.waiting) == ([], [], [])
    assert result.state is not None
    assert result.state["status"] == "finished"


def test_the_same_seed_gives_the_same_bytes_and_another_others() -> None:
    assert list(play(season(3, matches=6))) == list(play(season(3, matches=6)))
    assert list(play(season(3, matches=2))) != list(play(season(4, matches=2)))


def test_a_match_can_be_made_by_itself_and_a_season_in_parts() -> None:
    made = season(5, matches=6)
    whole = list(play(made))
    assert [made.match(number) for number in range(6)] == whole
    assert list(play(made, first=4)) == whole[4:]


def test_a_season_has_all_disciplines_and_texts_in_time_order() -> None:
    openings = [json.loads(records[0]) for records in play(season(2, matches=15))]
    assert {one["discipline"] for one in openings} == set(DISCIPLINES)
    assert {one["rules"] for one in openings if one["discipline"] == "14.1"} == {"SI", "PL", "LT"}
    assert [one["at"] for one in openings] == sorted(one["at"] for one in openings)
    assert len({one["at"][:7] for one in openings}) > 5


def test_every_event_says_that_nobody_played_it() -> None:
    for records in play(season(6, matches=5)):
        events = [json.loads(raw) for raw in records]
        assert {event["by"] for event in events} == {SIMULATOR}
        assert all(event["match"].startswith("sim-6-") for event in events)
        assert events[0]["event"] == "simulated season 6"
        assert events[0]["venue"] == "simulated"
        assert all(player.startswith("sim-player-") for player in events[0]["players"])


def test_a_player_who_never_misses_wins_14_1_in_one_run() -> None:
    sure = [
        Skill(name, pot=1.0, break_shot=1.0, safety=0.0, foul=0.0) for name in ("sim-a", "sim-b")
    ]
    made = season(players=sure, disciplines=("14.1",), matches=1)
    result = replay(made.name(0), receive_all(made.match(0)))
    assert result.state is not None
    assert result.state["inning"] == 2
    assert sorted(result.state["score"].values()) == [0, 30]


@pytest.mark.parametrize(("gap", "chance"), [(0, 0.5), (100, 2 / 3), (-100, 1 / 3)])
def test_a_hundred_points_are_odds_of_two_to_one(gap: float, chance: float) -> None:
    assert beats(Skill("a", gap), Skill("b")) == pytest.approx(chance)
