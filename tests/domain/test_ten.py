"""10-ball under LT (digest 4.5); rows with a vector in ``tests/vectors/pool`` are not repeated."""

from __future__ import annotations

from typing import Any

from tests.domain.rack_scenario import Racks

TABLE = "2 3 4 6 7 10"


def in_play(at: str = TABLE, **opening: Any) -> Racks:  # noqa: ANN401
    return Racks("10-ball", at=at, **opening)


def test_10_03_three_balls_to_a_cushion() -> None:
    match = Racks("10-ball").shot("A", hit="1", k=3)
    match.ruled("break_foul", "break_foul", cited="LT-10-BRK-5 R-09")
    match.be(to_act="B", cue_ball="anywhere", fouls=(1, 0), push_out=False)


def test_10_06_the_called_ball_in_another_pocket() -> None:
    match = in_play().shot("A", "2@SL", call="2 FL", hit="2")
    match.ruled("legal", down="2", run=0, cited="LT-10-WRONG-1 R-14")
    match.be(options="accept pass", to_act="B", cue_ball="position")
    match.choose("B", "accept").be(to_act="B", phase="play", balls="3 4 6 7 10")


def test_10_07_and_10_23_the_shot_is_handed_back_and_a_foul_follows() -> None:
    match = in_play().shot("A", "2@SL", call="2 FL", hit="2").choose("B", "pass")
    match.ruled("recorded", cited="LT-10-WRONG-1").be(to_act="A", cue_ball="position", inning=2)
    match.shot("A", "cue", call="3 FL", hit="3").ruled("foul", "scratch")
    match.be(to_act="B", cue_ball="anywhere", fouls=(1, 0))


def test_10_08_the_called_ball_missed_and_another_fell() -> None:
    in_play().shot("A", "6", call="2 FL", hit="2").be(options="accept pass", to_act="B")


def test_10_12_the_10_on_a_safety() -> None:
    match = in_play().shot("A", "10", call="safe", hit="2")
    match.ruled("legal", spotted="10", down="", cited="LT-10-SAFE-2 LT-10-SPOT-1")
    match.be(options="accept pass", balls=TABLE)


def test_10_14_the_called_10_in_another_pocket() -> None:
    match = in_play().shot("A", "10@SL", call="10 FL", hit="2").ruled("legal", spotted="10")
    match.be(options="accept pass", to_act="B", score=(0, 0))


def test_10_15_the_10_beside_the_called_ball() -> None:
    match = in_play().shot("A", "3 10", call="3 FL", hit="2")
    match.ruled("legal", spotted="10", down="3", run=1, cited="R-16")
    match.be(to_act="A", balls="2 4 6 7 10")


def test_10_16_the_called_10_off_the_wrong_ball() -> None:
    match = in_play().shot("A", "10", call="10 FL", hit="3")
    match.ruled("foul", "wrong_ball_first", spotted="10").be(to_act="B", cue_ball="anywhere")


def test_10_18_the_10_off_the_table() -> None:
    in_play().shot("A", call="2 FL", hit="2", off="10").ruled(
        "foul", "ball_off_table", spotted="10", cited="R-22"
    ).be(balls=TABLE)


def test_10_21_an_obvious_call_is_recorded_as_a_call() -> None:
    in_play().shot("A", "2", call="ball", hit="2").ruled("legal", run=1).be(to_act="A")


def test_10_25_only_the_10_is_left() -> None:
    in_play("10").shot("A", "10", call="10 FL", hit="10").ruled("legal", by="A")


def test_10_26_a_foul_prevails_over_the_safety() -> None:
    match = in_play().shot("A", "3", call="safe", hit="3").ruled("foul", "wrong_ball_first")
    match.be(to_act="B", phase="play", options="", cue_ball="anywhere")


# Parameters


def test_a_short_break_may_leave_the_opponent_a_choice() -> None:
    options = {"ten_break_foul": "choice"}
    match = Racks("10-ball", options=options).shot("A", hit="1", k=3).ruled("illegal_break")
    match.be(options="accept break rebreak", to_act="B", fouls=(0, 0))
    match.choose("B", "rebreak").be(to_act="A", phase="break", rack=1)
    match.shot("A", "cue", hit="1", k=3).ruled("break_foul", "break_foul", "scratch")


def test_the_10_may_have_to_be_last() -> None:
    options = {"ten_early_win": False}
    match = in_play("2 10", options=options).shot("A", "10", call="10 FL", hit="2")
    match.ruled("legal", spotted="10", down="", run=0).be(to_act="A", balls="2 10")
    match.shot("A", "2", call="2 FL", hit="2").shot("A", "10", call="10 FL", hit="10")
    match.ruled("legal", by="A")


def test_turns_under_the_rule_that_the_10_is_last() -> None:
    late = {"options": {"ten_early_win": False}}
    in_play("2 10", **late).refuse("not_won", "inning", player="A", made=["10"], end="win")
    in_play("2 10", **late).turn("A", "2 10", "win").ruled("legal", by="A")
    match = in_play("2 10", **late).turn("A", "10", "miss").ruled("legal", spotted="10", down="")
    match.be(balls="2 10", to_act="B")


def test_every_miss_may_be_handed_back() -> None:
    options = {"ten_miss_option": "every_miss"}
    in_play(options=options).shot("A", call="2 FL", hit="2").be(options="accept pass")
    in_play(options=options).shot("A", call="safe", hit="2").be(options="", to_act="B")


# Calls and balls not recorded


def test_an_unrecorded_call_may_have_been_the_10() -> None:
    in_play().shot("A", "10", call="ball", hit="2").ruled("legal", by="A")
    in_play().shot("A", "10", call="ball", made=False).ruled("legal", spotted="10").be(
        options="accept pass"
    )


def test_a_ball_without_a_number_is_taken_for_the_called_one() -> None:
    in_play().shot("A", "?", call="10 FL", hit="2").ruled("legal", by="A")
    in_play().shot("A", "?", call="2 FL", hit="2").be(to_act="A", balls=None, balls_on_table=5)


def test_a_shot_by_the_player_with_the_choice_accepts() -> None:
    match = in_play().shot("A", "6", call="2 FL", hit="2").shot("B", "2", call="2 FL", hit="2")
    match.ruled("legal", run=1).be(to_act="B", inning=2)


def test_the_10_on_the_break_of_a_turn_does_not_win() -> None:
    match = Racks("10-ball").turn("A", "10", "miss").ruled("legal", spotted="10", down="", run=0)
    match.be(to_act="B", balls_on_table=10)
    Racks("10-ball").turn("A", "10", "win").ruled("legal", by="A")
