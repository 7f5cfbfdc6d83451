"""The lag, time-outs, general rules, conduct and races of pool (digest 4.1 and 4.2).

Rows of the digest that have a vector in ``tests/vectors/pool`` are not repeated.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain.corrections import plan
from domain.fold import Fold, fold_steps
from tests.domain.rack_scenario import Racks

GAMES = ("8-ball", "9-ball", "10-ball")
LAG_WON_BY_B = {"players": {"A": {"foot_cushion": 1, "side_cushion": True}, "B": {}}}
TABLE = "2 5 7 9"


def nine(at: str = TABLE, **opening: Any) -> Racks:  # noqa: ANN401
    return Racks("9-ball", at=at, **opening)


def between_racks(**opening: Any) -> Racks:  # noqa: ANN401
    return Racks("9-ball", start={"score": {"A": 2, "B": 1}, "breaker": "A"}, **opening)


# 4.1 lag and time-outs


def test_lag_03_a_side_cushion_loses_the_lag() -> None:
    Racks("9-ball", breaker=None).take("lag", **LAG_WON_BY_B, nearest="A").be(
        phase="lag_choice", to_act="B"
    )


@pytest.mark.parametrize("game", GAMES)
def test_lag_11_no_break_before_the_winner_has_decided(game: str) -> None:
    match = Racks(game, breaker=None).take("lag", **LAG_WON_BY_B)
    match.refuse("choice_pending", "shot", player="A", first_contact=["1"])
    match.refuse("choice_pending", "inning", player="A", end="break")
    match.refuse("choice_pending", "rack", winner="A")
    match.refuse("not_decider", "decision", player="A", choice="break")


def test_to_02_the_quota_is_one_a_match() -> None:
    match = between_racks().take("timeout", player="A", stage="start")
    match.take("timeout", player="A", stage="end").take("rack", winner="A")
    match.take("rack", winner="B").be(to_act="A", phase="break")
    match.refuse("quota", "timeout", player="A", stage="start")


def test_to_03_no_time_out_within_a_rack() -> None:
    between_racks().shot("A", "2", hit="1").refuse("not_due", "timeout", player="A", stage="start")


def test_to_04_only_who_breaks_next_may_take_one() -> None:
    between_racks().refuse("not_at_table", "timeout", player="B", stage="start")


def test_to_06_a_time_out_that_lasts_too_long_is_a_finding() -> None:
    start = {"player": "A", "stage": "start", "when": "2026-05-09T18:00:00Z"}
    end = {"player": "A", "stage": "end", "when": "2026-05-09T20:05:40+02:00"}
    between_racks().take("timeout", **start).take("timeout", **end).ruled(
        "recorded", found="timeout_overrun", cited="LT-G-TO-1"
    )
    longer = {"timeout_seconds": 340}
    between_racks(options=longer).take("timeout", **start).take("timeout", **end).ruled("recorded")


def test_the_time_out_quota_is_a_parameter() -> None:
    between_racks(options={"timeout_quota": 0}).refuse(
        "quota", "timeout", player="A", stage="start"
    )


def test_no_time_out_before_the_first_rack_but_before_a_re_rack_is_decided() -> None:
    Racks("8-ball").refuse("not_due", "timeout", player="A", stage="start").shot(
        "A", hit="1", k=1
    ).take("timeout", player="B", stage="start")


# 4.2 general rules


def test_g_02_the_referee_saw_the_other_ball_first() -> None:
    nine().shot("A", hit="5", k=1).ruled("foul", "wrong_ball_first").be(
        to_act="B", cue_ball="anywhere"
    )


def test_g_01_two_balls_at_once_cite_the_reading() -> None:
    nine().shot("A", hit="2+5").ruled("legal", cited="LT-G-SIM-1 R-02")
    nine().shot("A", hit="5+7").ruled("foul", "wrong_ball_first")


def test_g_03_a_scratch_is_a_foul() -> None:
    nine().shot("A", "cue", hit="2", k=1).ruled("foul", "scratch", cited="WPA-6.1 R-01").be(
        to_act="B", cue_ball="anywhere", fouls=(1, 0)
    )


def test_g_04_nothing_to_a_cushion() -> None:
    nine().shot("A", hit="2", cue=False).ruled("foul", "no_rail", cited="LT-G-F-2")


def test_g_05_the_cue_ball_to_a_cushion_is_enough() -> None:
    nine().shot("A", hit="2").ruled("legal").be(to_act="B", cue_ball="position")


def test_g_06_a_fallen_ball_waives_the_cushion() -> None:
    nine().shot("A", "7", hit="2", cue=False).ruled("legal").be(to_act="A")


@pytest.mark.parametrize("game", ["8-ball", "10-ball"])
def test_z2_in_call_shot_games_only_the_called_ball_waives_it(game: str) -> None:
    wrong: dict[str, Any] = {"call": "3 FL", "hit": "3", "cue": False}
    Racks(game, at="3 8 10").shot("A", "3@SL", **wrong).ruled("foul", "no_rail")
    lax = {"no_rail_waived_by": "any_ball"}
    Racks(game, at="3 8 10", options=lax).shot("A", "3@SL", **wrong).ruled("legal")


def test_g_10_an_accidental_touch() -> None:
    nine().shot("A", hit="2", fouls="touched_ball").ruled("foul", "touched_ball").be(to_act="B")


@pytest.mark.parametrize(
    ("referee", "options", "fouls"),
    [
        (None, {}, ()),
        ("ref-1", {}, ("touched_ball",)),
        (None, {"referee_mode": "referee"}, ("touched_ball",)),
        ("ref-1", {"referee_mode": "player"}, ()),
    ],
)
def test_g_12_g_13_touching_while_placing(
    referee: str | None, options: dict[str, Any], fouls: tuple[str, ...]
) -> None:
    match = nine(start={"cue_ball": "anywhere"}, referee=referee, options=options)
    match.shot("A", hit="2", in_hand={"touched": True})
    match.ruled("foul" if fouls else "legal", *fouls)


def test_g_15_following_by_exactly_half_a_ball() -> None:
    nine().shot("A", hit="2", close_ball={"undecided": True, "follow": 0.5}).ruled("legal")


@pytest.mark.parametrize(("warned", "fouls"), [(True, ("bad_placement",)), (False, ())])
def test_g_17_g_18_over_the_line(*, warned: bool, fouls: tuple[str, ...]) -> None:
    match = Racks("8-ball", at="", start={"cue_ball": "head"})
    if warned:
        match.say("A", "over_head_string")
    match.shot("A", call="2 FL", hit="2", in_hand={"over_line": True})
    match.ruled("foul" if fouls else "legal", *fouls)
    match.be(to_act="B", cue_ball="anywhere" if fouls else "position")


def test_the_warning_binds_for_one_stroke() -> None:
    match = Racks("8-ball", at="", start={"cue_ball": "head"}).say("A", "over_head_string")
    match.shot("A", "2", call="2 FL", hit="2").be(to_act="A", cue_ball="position")
    assert not match.fold.match.snapshot().over_line_said  # pyright: ignore[reportOptionalMemberAccess]


def test_g_20_the_cue_ball_crossed_the_line_first() -> None:
    facts = {"contact_behind_line": True, "crossed_first": True}
    Racks("8-ball", at="", start={"cue_ball": "head"}).shot(
        "A", call="2 FL", hit="2", in_hand=facts
    ).ruled("legal")


def test_g_21_the_nearest_ball_is_moved_once_per_ball_in_hand() -> None:
    match = Racks("8-ball", at="6 8 11", start={"cue_ball": "head"})
    match.refuse("not_decider", "decision", player="B", choice="spot_nearest")
    match.refuse("ball_not_on_table", "decision", player="A", choice="spot_nearest", ball="3")
    match.choose("A", "spot_nearest", ball="6").ruled("recorded", cited="LT-G-HAND-4")
    match.refuse("not_offered", "decision", player="A", choice="spot_nearest", ball="11")


def test_g_28_a_warning_changes_nothing() -> None:
    match = nine()
    before = match.state
    match.take("sanction", player="A", penalty="warning", conduct="distracting")
    match.ruled("recorded", cited="LT-G-UNS-1a LT-G-UNS-3a")
    assert match.state == before


def test_g_31_one_stroke_one_foul() -> None:
    codes = ("scratch", "wrong_ball_first", "ball_off_table")
    nine().shot("A", "cue", hit="5", k=1, off="7").ruled("foul", *codes).be(
        fouls=(1, 0), balls="2 5 9"
    )


@pytest.mark.parametrize("seconds", [3.0, 5.0])
def test_g_33_g_34_a_ball_that_falls_in_time_belongs_to_the_stroke(seconds: float) -> None:
    match = nine("2 3 7 9").shot("A", hit="2").be(to_act="B")
    match.take("settled", ball="3", pocket="SL", seconds=seconds)
    match.ruled("recorded", cited="LT-G-SET-1 R-07").be(to_act="A", balls="2 7 9")


def test_a_settled_game_ball_wins_the_rack() -> None:
    match = nine("2 9").shot("A", hit="2").take("settled", ball="9", seconds=1.0)
    match.be(score=(1, 0), phase="break", rack=2).refuse(
        "ball_twice", "settled", ball="9", seconds=1
    )


def test_a_void_stroke_gives_back_rack_groups_and_counts() -> None:
    match = Racks("8-ball", at="8 9", start={"groups": {"A": "solids"}})
    before = match.state
    match.shot("A", "8", call="8 FL", hit="8").be(score=(1, 0), groups=None)
    match.take("void", reason="the lights went out").ruled("recorded", points=(-1, 0))
    assert match.state == before


def test_g_37_a_foul_called_late_is_an_official_ruling() -> None:
    match = nine().shot("A", hit="2").shot("B", hit="2").be(fouls=(0, 0))
    match.take("official_ruling", of=2, fouls=["no_foot"])
    lines = list(fold_steps(plan(match.events), fold := Fold()))
    assert [ruling.verdict for _, ruling in lines[1:3]] == ["foul", "legal"]
    state = fold.match.state()
    assert state is not None
    assert state["fouls"] == {"ana": 1, "bor": 0}


def test_g_40_a_forward_stroke_while_placing_is_called() -> None:
    nine(start={"cue_ball": "anywhere"}).shot("A", hit="2", fouls="touched_ball").ruled(
        "foul", "touched_ball"
    )


# Conduct, and strokes out of turn


@pytest.mark.parametrize("game", GAMES)
def test_a_conduct_foul_gives_ball_in_hand(game: str) -> None:
    match = Racks(game, at="").take("sanction", player="B", penalty="foul", conduct="marking")
    match.ruled("recorded", cited="LT-G-UNS-1f LT-G-UNS-3b")
    match.be(to_act="A", cue_ball="anywhere", fouls=(0, 1), inning=1)


@pytest.mark.parametrize("game", GAMES)
def test_a_conduct_foul_before_the_break_passes_it(game: str) -> None:
    match = Racks(game).take("sanction", player="A", penalty="foul")
    match.be(phase="break", to_act="B", cue_ball="head", inning=2)
    match.take("sanction", player="A", penalty="foul").be(phase="break", to_act="B", inning=2)
    match.take("rack", winner="A").be(to_act="B", rack=2)


@pytest.mark.parametrize("game", GAMES)
def test_points_are_no_penalty_where_racks_are_played(game: str) -> None:
    Racks(game).refuse("penalty_missing", "sanction", player="A", penalty="points", points=1)


@pytest.mark.parametrize("game", GAMES)
def test_a_third_conduct_foul_unwarned_stays_the_second(game: str) -> None:
    match = Racks(game, at="", start={"fouls": {"B": 2}})
    counted, found = (3, "") if game == "8-ball" else (2, "third_foul_unwarned")
    match.take("sanction", player="B", penalty="foul").be(score=(0, 0), fouls=(0, counted))
    match.ruled("recorded", found=found)


def test_a_third_foul_by_conduct_costs_the_rack_after_the_announcement() -> None:
    match = nine(start={"fouls": {"A": 2}}).say("A").take("sanction", player="A", penalty="foul")
    match.ruled("recorded", by="B", points=(0, 1)).be(score=(0, 1), fouls=(0, 0), rack=2)


def test_conduct_before_the_lag() -> None:
    match = Racks("9-ball", breaker=None).refuse("not_due", "sanction", player="A", penalty="foul")
    match.take("sanction", player="A", penalty="rack").be(phase="lag", score=(0, 1), rack=2)
    match.refuse("not_due", "concession", player="A", of="rack")
    match.take("lag", **LAG_WON_BY_B).choose("B", "break").be(to_act="B", phase="break")


def test_out_of_turn_only_when_called() -> None:
    nine().refuse("not_at_table", "shot", player="B", first_contact=["2"]).shot(
        "B", "9", hit="2", fouls="out_of_turn"
    ).ruled("foul", "out_of_turn", cited="LT-G-F-13 R-28", spotted="9").be(
        to_act="A", cue_ball="anywhere", fouls=(0, 1), balls=TABLE
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("player", ["A", "B"])
def test_deliberately_stopping_the_cue_ball_costs_the_rack(game: str, player: str) -> None:
    codes = "deliberate_stop" if player == "A" else "deliberate_stop out_of_turn"
    match = Racks(game, at="").shot(player, hit="1", fouls=codes)
    other = "B" if player == "A" else "A"
    match.ruled("deliberate_foul", *codes.split(), by=other, cited="LT-G-SF-3 Z16")
    match.be(rack=2, phase="break")


@pytest.mark.parametrize("game", GAMES)
def test_another_deliberate_touch_waits_for_the_sanction(game: str) -> None:
    match = Racks(game, at="").shot("A", call="1 FL", hit="1", fouls="deliberate_touch")
    match.ruled("foul", "deliberate_touch", cited="LT-G-F-6U Z16").be(score=(0, 0), to_act="B")
    match.take("sanction", player="A").ruled("recorded", match="B").be(winner="B", score=(0, 0))


@pytest.mark.parametrize("game", GAMES)
def test_a_ruled_stroke_has_exactly_the_fouls_ruled(game: str) -> None:
    facts: dict[str, Any] = {"call": "1 FL", "hit": "1", "cue": False}
    Racks(game, at="").shot("A", **facts, fouls="", ruled=True).ruled(
        "legal", found="ruled_otherwise"
    )
    Racks(game, at="").shot("A", **facts, fouls="no_foot", ruled=True).ruled(
        "foul", "no_foot", found="ruled_otherwise"
    )


def test_a_frozen_ball_binds_only_after_the_announcement() -> None:
    facts: dict[str, Any] = {"hit": "2", "cue": False, "k": 1, "only_near_cushion": True}
    facts["contact_state"] = "frozen"
    nine().shot("A", **facts).ruled("legal", found="frozen_not_announced")
    nine().say("A", "frozen").shot("A", **facts).ruled("foul", "no_rail")
