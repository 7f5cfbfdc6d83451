"""9-ball under LT (digest 4.4); rows with a vector in ``tests/vectors/pool`` are not repeated.

What 10-ball has alike (push-out, three fouls, turns) is tested here for both where it matters.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.domain.rack_scenario import Racks

ROTATION = ("9-ball", "10-ball")
LAST = {"9-ball": "9", "10-ball": "10"}


def match(**opening: Any) -> Racks:  # noqa: ANN401
    return Racks("9-ball", **opening)


def in_play(at: str = "", **opening: Any) -> Racks:  # noqa: ANN401
    return Racks("9-ball", at=at, **opening)


def dry(game: str = "9-ball", **opening: Any) -> Racks:  # noqa: ANN401
    """Return a match after a dry legal break: B may push out."""
    return Racks(game, **opening).shot("A", hit="1", k=4).be(push_out=True, to_act="B")


def fouls(played: Racks, count: int) -> Racks:
    """Let A foul in visits running, B playing safe between; A is at the table then."""
    for _ in range(count):
        played.shot("A", "cue", hit="1").shot("B", hit="1", call="safe")
    return played


def test_9_02_three_balls_to_a_cushion() -> None:
    match().shot("A", hit="1", k=3).ruled("break_foul", "break_foul", cited="LT-9-BRK-4").be(
        to_act="B", cue_ball="anywhere", push_out=False, fouls=(1, 0), phase="play"
    )


def test_9_06_the_9_and_the_cue_ball_on_the_break() -> None:
    match().shot("A", "9 cue", hit="1", k=5).ruled("foul", "scratch", spotted="9", down="").be(
        to_act="B", cue_ball="anywhere", balls_on_table=9, score=(0, 0)
    )


def test_9_07_the_breaker_pushes_out() -> None:
    played = match().shot("A", "4", hit="1", k=1).be(to_act="A", push_out=True, run=1)
    played.shot("A", call="push", hit="-", cue=False).ruled("legal", cited="LT-9-PUSH-2", run=1)
    played.be(to_act="B", options="accept pass", cue_ball="position", run=0, inning=1)


def test_9_09_the_table_is_passed_back() -> None:
    played = dry().shot("B", call="push", hit="-").choose("A", "pass")
    played.ruled("recorded", cited="LT-9-PUSH-5")
    played.be(to_act="B", phase="play", cue_ball="position", push_out=False, inning=3)


def test_9_10_a_ball_stays_down_on_a_push_out() -> None:
    played = dry().shot("B", "3", call="push").ruled("legal", down="3", run=0)
    played.choose("A", "accept").be(balls_on_table=8, to_act="A", inning=3)


def test_9_12_a_scratch_on_a_push_out() -> None:
    played = dry().shot("B", "9 cue", call="push").ruled("foul", "scratch", spotted="9", down="")
    played.be(to_act="A", cue_ball="anywhere", fouls=(0, 1), balls_on_table=9, options="")


def test_9_13_any_ball_first_on_a_push_out() -> None:
    dry().shot("B", call="push", hit="5", cue=False).ruled("legal", cited="R-11").be(phase="choice")


def test_9_15_a_push_out_on_the_third_stroke_is_an_ordinary_one() -> None:
    played = match().shot("A", "4", hit="1").shot("A", "5", hit="1")
    played.shot("A", call="push", hit="-").ruled("foul", "no_contact", found="push_out_not_due")
    in_play().shot("A", "3", call="push", hit="1").ruled("legal", found="push_out_not_due").be(
        to_act="A"
    )


def test_a_push_out_on_the_break_is_an_ordinary_break() -> None:
    match().shot("A", call="push", hit="1", k=5).ruled("legal", found="push_out_not_due").be(
        to_act="B", push_out=True
    )


def test_the_push_out_may_be_switched_off() -> None:
    options = {"push_out": False}
    played = match(options=options).shot("A", hit="1", k=4).be(push_out=False)
    played.shot("B", call="push", hit="-").ruled("foul", "no_contact", found="push_out_not_due")


def test_9_17_a_combination_wins() -> None:
    in_play("1 5 9").shot("A", "9", hit="1").ruled("legal", by="A", points=(1, 0), run=1)


def test_9_18_the_9_off_another_ball() -> None:
    in_play("1 3 9").shot("A", "9", hit="3").ruled("foul", "wrong_ball_first", spotted="9").be(
        to_act="B", balls="1 3 9", cue_ball="anywhere"
    )


def test_9_19_the_9_off_the_table() -> None:
    in_play("1 9").shot("A", hit="1", off="9").ruled("foul", "ball_off_table", spotted="9").be(
        balls="1 9"
    )


def test_9_22_a_ball_on_a_scratch_stays_down() -> None:
    played = in_play("2 3 9").shot("A", "2 cue", hit="2")
    played.ruled("foul", "scratch", down="2", spotted="", cited="LT-9-SPOT-2").be(on="3")


def test_9_24_and_9_25_a_third_foul_unannounced_and_announced() -> None:
    played = fouls(in_play(), 2).be(fouls=(2, 0)).shot("A", "cue", hit="1")
    played.ruled("foul", "scratch", found="third_foul_unwarned", cited="LT-G-SF-2d R-27")
    played.be(fouls=(2, 0), to_act="B", cue_ball="anywhere").shot("B", hit="1").say("A")
    played.shot("A", "cue", hit="1").ruled("foul", "scratch", by="B", cited="LT-9-SF-1")


def test_9_26_a_legal_stroke_begins_the_count_anew() -> None:
    played = fouls(in_play(), 2).shot("A", hit="1").be(fouls=(0, 0)).shot("B", hit="1")
    played.shot("A", "cue", hit="1").be(fouls=(1, 0))


def test_9_27_a_foul_on_the_break_counts() -> None:
    played = match().shot("A", hit="1", k=1).shot("B", hit="1").be(fouls=(1, 0))
    fouls(played, 1).say("A").shot("A", "cue", hit="1").ruled("foul", "scratch", by="B")
    played.be(score=(0, 1), fouls=(0, 0))


@pytest.mark.parametrize(("scope", "expected"), [("rack", (1, 0)), ("match", (2, 0))])
def test_9_28_the_count_ends_with_the_rack(scope: str, expected: tuple[int, int]) -> None:
    played = fouls(in_play(options={"three_foul_scope": scope}), 2).shot("A", "cue", hit="1")
    played.shot("B", "9", hit="1").be(score=(0, 1), to_act="B", rack=2)
    played.shot("B", hit="1", k=4).shot("A", hit="-").be(fouls=expected)


def test_9_29_a_ball_in_the_same_visit_begins_it_anew() -> None:
    played = fouls(in_play(), 2).shot("A", "1", hit="1").be(fouls=(0, 0), to_act="A")
    played.shot("A", "cue", hit="2").be(fouls=(1, 0))


def test_9_30_a_warning_lasts_one_visit() -> None:
    played = fouls(in_play(), 2).say("A").shot("A", hit="1").shot("B", hit="1")
    played.shot("A", "cue", hit="1").be(fouls=(1, 0))
    played = fouls(in_play(), 2).say("A").take("position_set", at_table="B").shot("B", hit="1")
    played.shot("A", "cue", hit="1").ruled("foul", "scratch", found="third_foul_unwarned")


def test_a_warning_before_two_fouls_says_nothing() -> None:
    played = (
        in_play(start={"fouls": {"A": 1}}).say("A").shot("A", "cue", hit="1").shot("B", hit="1")
    )
    played.shot("A", "cue", hit="1").ruled("foul", "scratch", found="third_foul_unwarned")


def test_a_warning_to_the_player_with_the_choice_holds_when_he_plays() -> None:
    played = dry(start={"fouls": {"A": 0}})
    played.take("position_set", fouls={"A": 2}).shot("B", call="push", hit="-").say("A")
    played.shot("A", "cue", hit="1").ruled("foul", "scratch", by="B")


def test_9_32_the_9_comes_back_and_the_others_stay_out() -> None:
    played = match().shot("A", "1 9", hit="1", k=5, off="6").ruled("foul", "ball_off_table")
    played.ruled("foul", "ball_off_table", spotted="9", down="1")
    played.be(balls="2 3 4 5 7 8 9", cue_ball="anywhere", to_act="B")


# Parameters


def test_the_9_on_the_break_may_be_spotted() -> None:
    played = match(options={"nine_on_break": "spotted"}).shot("A", "9", hit="1", k=5)
    played.ruled("legal", spotted="9", down="", run=0).be(to_act="A", push_out=True)


def test_no_announcement_may_be_needed() -> None:
    played = fouls(in_play(options={"three_foul_warning_required": False}), 2)
    played.shot("A", "cue", hit="1").ruled("foul", "scratch", by="B")


def test_the_three_foul_rule_may_be_off() -> None:
    played = fouls(in_play(options={"three_foul_rule": False}), 2).say("A")
    played.shot("A", "cue", hit="1").ruled("foul", "scratch").be(score=(0, 0), fouls=(3, 0))


def test_the_breaker_may_be_the_first_player_without_a_lag() -> None:
    match(breaker=None, options={"first_breaker_by": "record"}).be(phase="break", to_act="A")
    match(breaker=None).be(phase="lag", to_act=None)


# Balls not recorded


def test_a_ball_without_a_number_keeps_the_count() -> None:
    played = in_play("1 2 9").shot("A", "?", hit="1").be(balls=None, balls_on_table=2, on=None)
    played.shot("A", "?").be(balls="9", balls_on_table=1, on="9", to_act="A")
    played.shot("A", "?").ruled("legal", by="A")


def test_the_last_ball_without_a_number_is_the_9_and_comes_back() -> None:
    in_play("9").shot("A", "? cue", hit="9").ruled("foul", "scratch", spotted="9", down="").be(
        balls="9", balls_on_table=1
    )


def test_nothing_recorded_is_no_foul() -> None:
    in_play().shot("A", cue=None, k=None).ruled("legal").be(to_act="B")
    match().shot("A", cue=None, k=None).ruled("legal").be(push_out=True)


def test_one_of_the_cushions_left_out_is_none() -> None:
    in_play().shot("A", hit="1", cue=False, k=None).ruled("foul", "no_rail")
    match().shot("A", hit="1", cue=True, k=None).ruled("break_foul", "break_foul")


# Choices end


@pytest.mark.parametrize("game", ROTATION)
@pytest.mark.parametrize("player", ["A", "B"])
def test_conduct_ends_a_pending_push_out_choice(game: str, player: str) -> None:
    played = dry(game).shot("B", call="push", hit="-").be(phase="choice", to_act="A")
    played.take("sanction", player=player, penalty="foul")
    other = "B" if player == "A" else "A"
    played.be(to_act=other, phase="play", options="", cue_ball="anywhere", push_out=False)


@pytest.mark.parametrize("game", ROTATION)
def test_a_stroke_out_of_turn_ends_a_pending_push_out_choice(game: str) -> None:
    played = dry(game).shot("B", call="push", hit="-")
    played.refuse("choice_pending", "shot", player="B", first_contact=["1"])
    played.shot("B", "2", hit="1", fouls="out_of_turn").ruled("foul", "out_of_turn", down="2")
    played.be(to_act="A", phase="play", cue_ball="anywhere", options="", fouls=(0, 1))


@pytest.mark.parametrize("game", ROTATION)
def test_a_foul_ends_the_push_out(game: str) -> None:
    played = dry(game).take("sanction", player="A", penalty="foul")
    played.be(to_act="B", cue_ball="anywhere", push_out=False, inning=2)


# Turns summed up


@pytest.mark.parametrize("end", ["win", "miss", "foul"])
def test_the_9_made_wins_whatever_the_end_says(end: str) -> None:
    in_play("2 5 9").turn("A", "2 9", end).ruled("legal", by="A", run=2, cited="LT-9-OBJ-4")


def test_a_win_without_the_9_is_none() -> None:
    in_play("2 5 9").refuse("not_won", "inning", player="A", made=["2"], end="win")
    in_play("2 5 9").refuse("not_won", "inning", player="A", made=[], end="win")


def test_a_number_of_balls_that_wins_ends_with_the_9() -> None:
    in_play("2 5 9").turn("A", 2, "win").ruled("legal", by="A", run=2)
    in_play("2 5 9").turn("A", 3, "miss").ruled("legal", by="A", run=3)
    in_play("2 5 9").turn("A", 2, "miss").be(balls="9", to_act="B", on="9")


@pytest.mark.parametrize("game", ROTATION)
def test_a_third_foul_on_a_sheet_counts_as_announced(game: str) -> None:
    played = Racks(game, at="", start={"fouls": {"A": 2}})
    played.turn("A", "", "foul").ruled(
        "foul", "unspecified", by="B", found="warning_not_recorded", points=(0, 1)
    )
    played = Racks(game, at="", start={"fouls": {"A": 2}}).say("A")
    played.turn("A", "", "foul").ruled("foul", "unspecified", by="B")
    played = Racks(game, at="", start={"fouls": {"A": 2}})
    played.turn("A", "1", "foul").ruled("foul", "unspecified", down="1", run=1).be(fouls=(1, 0))


@pytest.mark.parametrize("game", ROTATION)
def test_turns_around_the_break(game: str) -> None:
    Racks(game).turn("A", "", "break").ruled("legal").be(to_act="B", push_out=True)
    Racks(game).turn("A", "", "break_foul").ruled("break_foul", "break_foul").be(
        to_act="B", push_out=False, cue_ball="anywhere"
    )
    Racks(game).turn("A", "3", "push_out").ruled("legal", run=1, down="3").be(
        phase="choice", to_act="B", options="accept pass"
    )
    Racks(game).turn("A", "3", "miss").be(to_act="B", push_out=False)
    dry(game).turn("B", "", "push_out").be(phase="choice", to_act="A")
    dry(game).turn("B", "1", "push_out").ruled("legal", found="push_out_not_due", run=1, down="1")


@pytest.mark.parametrize("game", ROTATION)
def test_a_turn_that_ends_with_the_last_ball_off_the_table(game: str) -> None:
    last = LAST[game]
    played = Racks(game, at=f"2 {last}").turn("A", "2", "foul", off_table=[last])
    played.ruled("foul", "ball_off_table", spotted=last, down="2").be(balls=last, fouls=(1, 0))
