"""Races, breaks, racks summed up, and records of pool: what contract-2 says of games of racks."""

from __future__ import annotations

from typing import Any

import pytest

from domain.corrections import Step
from domain.events import event_from
from domain.fold import Fold
from ingest.wire import receive
from tests.domain.rack_scenario import Racks

GAMES = ("8-ball", "9-ball", "10-ball")
TABLE = "2 5 7 9"


def nine(**opening: Any) -> Racks:  # noqa: ANN401
    return Racks("9-ball", at=TABLE, **opening)


@pytest.mark.parametrize(
    ("breaks", "winners", "breakers"),
    [("alternate", "AABA", "ABABA"), ("winner", "ABBA", "AABBA")],
)
def test_who_breaks(breaks: str, winners: str, breakers: str) -> None:
    match = Racks("9-ball", breaks=breaks)
    for winner, breaker in zip(winners, breakers, strict=False):
        match.be(to_act=breaker, phase="break").take("rack", winner=winner)
    match.be(to_act=breakers[-1])


def test_an_unequal_race() -> None:
    match = Racks("10-ball", target={"A": 3, "B": 1})
    match.take("rack", winner="A").take("rack", winner="A").be(winner=None)
    match.take("rack", winner="B").ruled("recorded", by="B", match="B").be(score=(2, 1), winner="B")
    match.refuse("match_over", "rack", winner="A")


def test_best_of_an_even_number_can_end_drawn() -> None:
    match = Racks("8-ball", target=None, best_of=4)
    for winner in "ABAB":
        match.take("rack", winner=winner)
    match.be(status="finished", winner=None, score=(2, 2), options="", cue_ball=None)
    assert match.last.match_won_by is None


def test_best_of_an_odd_number_ends_early() -> None:
    match = Racks("9-ball", target=None, best_of=3).take("rack", winner="B")
    match.take("rack", winner="B").be(winner="B", rack=2)


def test_a_start_with_a_score_numbers_the_rack() -> None:
    Racks("9-ball", target=None, best_of=4, start={"score": {"A": 1, "B": 1}}).be(rack=3).take(
        "rack", winner="A"
    ).take("rack", winner="B").be(status="finished", winner=None)


def test_a_stalemate_has_the_same_breaker_break_the_rack_again() -> None:
    match = nine(start={"fouls": {"A": 1}}).take("stalemate")
    match.ruled("recorded", cited="WPA-1.12 R-48", points=(0, 0))
    match.be(phase="break", to_act="A", rack=1, fouls=(0, 0), balls_on_table=9, cue_ball="head")


def test_conceding_a_rack_and_the_match() -> None:
    match = nine().take("concession", player="A", of="rack").ruled("recorded", by="B")
    match.be(to_act="B", score=(0, 1)).take("concession", player="B", of="match").be(winner="A")


def test_a_rack_is_summed_up_before_its_first_stroke_only() -> None:
    match = Racks("9-ball").take("rack", winner="A", how="golden_break").be(score=(1, 0))
    match.shot("B", "3", hit="1").refuse("not_due", "rack", winner="A")
    match.refuse("unknown_player", "rack", winner="nobody")


def test_a_log_of_racks_alone_needs_no_lag() -> None:
    match = Racks("9-ball", breaker=None).take("rack", winner="A").be(phase="lag", score=(1, 0))
    match.take("rack", winner="B", breaker="A").be(phase="break", to_act="B", rack=3)


def test_turns_of_a_competition_may_be_limited() -> None:
    match = Racks("9-ball", at="", options={"inning_limit": 1}, start={"score": {"B": 1}})
    match.shot("A", hit="1").shot("B", hit="1").ruled("legal", match="B").be(
        status="finished", winner="B"
    )


def test_turns_used_up_leave_nothing_to_choose() -> None:
    match = Racks("10-ball", at="", options={"inning_limit": 1})
    match.shot("A", call="1 FL", hit="1").shot("B", "2", call="1 FL", hit="1")
    match.be(status="finished", winner=None, options="")


# Records


def test_an_official_sets_the_score_and_the_rack_follows() -> None:
    match = nine().take("position_set", score={"A": 3, "B": 1}).be(rack=5, balls=TABLE)
    match.take("position_set", phase="break").be(phase="break", balls_on_table=9, cue_ball="head")


@pytest.mark.parametrize("game", GAMES)
def test_balls_that_cannot_be_there_are_refused(game: str) -> None:
    match = Racks(game, at="1 2 8 9" if game != "10-ball" else "1 2 8 10")
    match.refuse("ball_not_on_table", "shot", player="A", pocketed=[{"ball": "5"}])
    match.refuse("ball_not_on_table", "shot", player="A", first_contact=["red"])
    match.refuse("ball_twice", "shot", player="A", pocketed=[{"ball": "1"}], off_table=["1"])
    match.refuse("ball_not_on_table", "inning", player="A", made=["5"], end="miss")
    match.refuse("ball_twice", "inning", player="A", made=["1", "1"], end="miss")
    match.refuse("ball_not_on_table", "inning", player="A", made=5, end="miss")
    match.refuse("unknown_player", "shot", player="cid")


def test_an_unknown_option_names_the_known_ones() -> None:
    fields = {"discipline": "9-ball", "rules": "LT", "players": ["ana", "bor"], "target": 3}
    envelope = {"id": "e1", "match": "m", "seq": 1, "at": "2026-05-09T18:00:00Z"}
    opened = {"type": "match_opened", "options": {"target_score": 100}}
    event = event_from(fields | envelope | opened)
    ruling = Fold().fold(Step(1, "e1", event))
    assert ruling.reason == "unknown_option"
    assert "nine_on_break" in ruling.detail


def test_10_20_two_balls_called_in_one_stroke_are_malformed() -> None:
    shot = b'{"id":"e2","match":"m","seq":2,"at":"2026-05-09T18:00:00Z","type":"shot","player":"a"'
    assert receive(shot + b',"call":{"ball":"3"}}').fault is None
    assert receive(shot + b',"call":[{"ball":"3"},{"ball":"4"}]}').fault is not None
    assert receive(shot + b',"call":{"ball":["3","4"]}}').fault is not None
