"""8-ball under LT (digest 4.3); rows with a vector in ``tests/vectors/pool`` are not repeated."""

from __future__ import annotations

from typing import Any

import pytest

from tests.domain.rack_scenario import Racks

SOLIDS = {"groups": {"A": "solids"}}
TABLE = "2 4 5 6 7 8 9 11 12"


def broken(**opening: Any) -> Racks:  # noqa: ANN401
    """Return an open table after a break on which the 15 fell."""
    return Racks("8-ball", **opening).shot("A", "15", hit="1", k=5)


def grouped(at: str = TABLE, **opening: Any) -> Racks:  # noqa: ANN401
    return Racks("8-ball", at=at, start={**SOLIDS}, **opening)


def test_8_15_illegal_break_and_scratch() -> None:
    match = Racks("8-ball").shot("A", "cue", hit="1", k=2)
    match.ruled("foul", "scratch", cited="R-21 Z21")
    match.be(to_act="B", options="in_hand break rebreak", cue_ball="head", fouls=(1, 0))
    match.choose("B", "break").be(to_act="B", phase="break", balls_on_table=15, rack=1)


def test_8_15_illegal_break_and_another_foul() -> None:
    match = Racks("8-ball").shot("A", hit="1", k=2, fouls="no_foot")
    match.be(options="accept in_hand break rebreak", cue_ball="position")
    match.choose("B", "rebreak").ruled("recorded", cited="LT-8-BRK-6c R-21").be(to_act="A")


def test_8_16_the_8_on_the_break_with_another_foul() -> None:
    match = Racks("8-ball").shot("A", "8", hit="1", k=5, fouls="no_foot")
    match.ruled("foul", "no_foot", spotted="8", down="", cited="R-21")
    match.be(to_act="B", options="accept in_hand", balls_on_table=15)
    match.shot("B", call="safe", hit="1").be(to_act="A", phase="play")


def test_r_21_the_8_falls_and_the_cue_ball_leaves_the_table() -> None:
    match = Racks("8-ball").shot("A", "8", hit="1", k=5, off="cue")
    match.ruled("foul", "scratch", spotted="8").be(options="in_hand", cue_ball="head")


def test_8_13_in_hand_is_behind_the_line_or_anywhere_by_option() -> None:
    options = {"eight_break_foul_hand": "anywhere"}
    match = Racks("8-ball", options=options).shot("A", "cue", hit="1", k=5)
    match.be(cue_ball="anywhere").choose("B", "in_hand").be(cue_ball="anywhere", phase="play")


def test_8_19_an_extra_ball_of_the_other_group() -> None:
    match = broken().shot("A", "10 3", call="10 FL", hit="10")
    match.ruled("legal", cited="LT-8-OPEN-3", run=3)
    match.be(to_act="A", groups={"A": "stripes", "B": "solids"}, balls_on_table=12)


def test_8_22_any_ball_but_the_8_first_on_an_open_table() -> None:
    broken().shot("A", "4", call="4 FL", hit="12").be(
        to_act="A", groups={"A": "solids", "B": "stripes"}
    )


def test_8_23_a_scratch_leaves_the_table_open() -> None:
    match = broken().shot("A", "2 cue", call="2 FL", hit="2").ruled("foul", "scratch", down="2")
    match.be(to_act="B", groups=None, balls_on_table=13, cue_ball="anywhere")


def test_8_24_a_safety_assigns_nothing() -> None:
    match = broken().shot("A", "5", call="safe", hit="5").ruled("legal", cited="LT-8-CALL-3 R-25")
    match.be(to_act="B", groups=None, cue_ball="position", balls_on_table=13)


def test_8_26_the_called_ball_in_another_pocket() -> None:
    match = grouped().shot("A", "4@SL", call="4 FL", hit="4").ruled("legal", down="4", run=0)
    match.be(to_act="B", cue_ball="position")


def test_8_27_the_other_group_first() -> None:
    match = grouped().shot("A", call="4 FL", hit="11")
    match.ruled("foul", "wrong_ball_first", cited="LT-G-F-1 R-23").be(cue_ball="anywhere")


def test_8_28_nothing_to_a_cushion() -> None:
    grouped().shot("A", call="4 FL", hit="4", cue=False).ruled("foul", "no_rail")


def test_8_30_a_safety_pockets_an_own_ball() -> None:
    grouped().shot("A", "4", call="safe", hit="4").ruled("legal", down="4").be(to_act="B")


def test_8_37_the_last_ball_and_the_8_at_once() -> None:
    match = grouped("7 8 9").shot("A", "7 8", call="7 FL", hit="7")
    match.ruled("foul", by="B", cited="LT-8-LOSS-2 R-19").be(score=(0, 1), rack=2, groups=None)


def test_8_38_the_8_on_a_safety() -> None:
    grouped("8 9").shot("A", "8", call="safe", hit="8").ruled("foul", by="B", cited="LT-8-LOSS-3")


def test_r_05_the_8_without_a_call() -> None:
    grouped("8 9").shot("A", "8", hit="8").ruled("foul", by="B", cited="LT-8-LOSS-3")


def test_8_40_the_8_on_an_open_table() -> None:
    broken().shot("A", "8", call="8 FL", hit="2").ruled("foul", by="B", cited="LT-8-LOSS-2")


def test_8_42_calling_a_ball_of_the_other_group() -> None:
    match = grouped("3 8 12").shot("A", "12", call="12 FL", hit="3")
    match.ruled("legal", down="12", cited="R-24").be(to_act="B", balls="3 8")


def test_8_45_winner_breaks() -> None:
    match = grouped("2 8 9", breaks="winner").shot("A", "8", hit="2", call="2 FL")
    match.be(score=(0, 1), to_act="B", phase="break")


def test_8_46_the_race_is_over() -> None:
    match = Racks("8-ball", at="8 9", start={**SOLIDS, "score": {"A": 4, "B": 3}})
    match.shot("A", "8", call="8 HL", hit="8").ruled("legal", by="A", match="A", run=1)
    match.be(score=(5, 3), winner="A", options="", cue_ball=None, run=0, rack=8, to_act=None)
    match.refuse("match_over", "shot", player="B")


def test_8_50_three_object_balls_and_the_cue_ball() -> None:
    match = Racks("8-ball").shot("A", hit="1", k=3).ruled("illegal_break", cited="R-08")
    match.be(options="accept break rebreak", fouls=(0, 0))


# Around the break


def test_a_called_break_foul_means_the_illegal_break() -> None:
    match = Racks("8-ball").shot("A", hit="1", cue=None, k=None, fouls="break_foul")
    match.ruled("illegal_break").be(to_act="B", options="accept break rebreak")


def test_g_27_a_cue_ball_stopped_on_an_illegal_break() -> None:
    match = Racks("8-ball").shot("A", hit="1", cue=False, k=0, fouls="deliberate_stop")
    match.ruled(
        "deliberate_foul",
        "deliberate_stop",
        by="B",
        cited="LT-G-SF-3 Z16",
        found="fact_without_call",
    )
    assert "LT-8-BRK-6" not in match.last.clauses


def test_an_illegal_break_may_be_made_a_foul() -> None:
    options = {"eight_illegal_break_is_foul": True}
    match = Racks("8-ball", options=options).shot("A", hit="1", k=1)
    match.ruled("foul", "break_foul").be(options="accept in_hand break rebreak", fouls=(1, 0))


def test_facts_not_recorded_make_no_illegal_break() -> None:
    Racks("8-ball").shot("A", cue=None, k=None).ruled("legal").be(to_act="B", phase="play")


def test_the_break_that_hits_nothing() -> None:
    match = Racks("8-ball").shot("A", hit="-", cue=False).ruled("foul", "no_contact")
    match.be(options="accept in_hand break rebreak")


def test_the_breaker_goes_on_with_his_turn_after_spotting_the_8() -> None:
    match = Racks("8-ball").shot("A", "3 8", hit="1", k=5).ruled("legal", run=1, down="3 8")
    match.be(to_act="A", phase="choice", run=1, inning=1, balls_on_table=13)
    match.refuse("choice_pending", "shot", player="A", first_contact=["1"])
    match.choose("A", "spot").ruled("recorded", spotted="8", cited="LT-8-BRK-7a")
    match.be(phase="play", run=1, inning=1, balls_on_table=14, groups=None)
    match.shot("A", "4", call="4 FL", hit="4").ruled("legal", run=2)


def test_the_8_may_be_spotted_by_itself() -> None:
    options = {"eight_spot_on_break": "auto"}
    match = Racks("8-ball", options=options).shot("A", "8", hit="1", k=5)
    match.ruled("legal", spotted="8", down="", run=0).be(to_act="A", phase="play")
    Racks("8-ball", options=options).shot("A", "8 cue", hit="1", k=5).be(options="in_hand")


@pytest.mark.parametrize("player", ["A", "B"])
def test_conduct_ends_the_choice_about_the_8_and_spots_it(player: str) -> None:
    match = Racks("8-ball").shot("A", "8", hit="1", k=5)
    match.take("sanction", player=player, penalty="foul")
    other = "B" if player == "A" else "A"
    match.be(to_act=other, phase="play", options="", balls_on_table=15, cue_ball="anywhere")


def test_an_official_ends_the_choice_about_the_8_and_it_is_spotted() -> None:
    match = Racks("8-ball").shot("A", "8", hit="1", k=5).take("position_set", at_table="B")
    match.be(to_act="B", phase="play", balls_on_table=15, options="")


def test_the_order_of_breaks_survives_re_breaks() -> None:
    match = Racks("8-ball").shot("A", hit="1", k=1).choose("B", "break").be(to_act="B", rack=1)
    match.shot("B", "3", hit="1").take("concession", player="B", of="rack").be(to_act="B", rack=2)


def test_out_of_turn_before_the_break() -> None:
    match = Racks("8-ball").shot("B", "8 3", hit="1", fouls="out_of_turn")
    match.ruled("foul", "out_of_turn", spotted="8", down="3")
    match.be(to_act="A", phase="play", cue_ball="anywhere", balls_on_table=14, inning=1)


def test_out_of_turn_the_8_loses() -> None:
    grouped().shot("B", "8", hit="9", fouls="out_of_turn").ruled("foul", "out_of_turn", by="A")


def test_three_fouls_by_option() -> None:
    options = {"three_foul_rule": True, "three_foul_warning_required": False}
    match = Racks("8-ball", at="", start={**SOLIDS, "fouls": {"A": 2}}, options=options)
    match.shot("A", call="3 FL", hit="9").ruled("foul", "wrong_ball_first", by="B")


def test_z_31_fouls_in_a_row_are_counted_and_cost_nothing() -> None:
    match = grouped()
    for _ in range(3):
        match.shot("A", call="4 FL", hit="9").shot("B", call="safe", hit="9")
    match.be(fouls=(3, 0), score=(0, 0))


# Calls and balls not recorded


def test_a_call_that_was_not_recorded_gives_the_group_all_fallen_balls_share() -> None:
    broken().shot("A", "2 3", call="ball").be(groups={"A": "solids", "B": "stripes"}, to_act="A")
    broken().shot("A", "2 9", call="ball").be(groups=None, to_act="A")
    broken().shot("A", "?", call="ball").be(groups=None, to_act="A", balls=None)
    broken().shot("A", call="ball", made=True).be(groups=None, to_act="A", balls_on_table=13)


def test_an_unrecorded_call_cannot_be_a_ball_of_the_other_group() -> None:
    grouped().shot("A", "9", call="ball").ruled("legal", down="9").be(to_act="B")
    grouped().shot("A", "9 4", call="ball").be(to_act="A")


def test_an_unrecorded_call_of_the_8() -> None:
    grouped("8 9").shot("A", "8", call="ball", hit="8").ruled("legal", by="A")
    grouped("8 9").shot("A", "8", call="ball", made=False).ruled("foul", by="B")


@pytest.mark.parametrize("call", ["8 FL", "ball", "?"])
def test_a_ball_without_a_number_made_with_the_group_down_is_the_8(call: str) -> None:
    grouped("8 9 11").shot("A", "?", call=call, hit="8").ruled("legal", by="A", run=1)
    grouped("8 9 11").shot("A", "? cue", call=call).ruled("foul", "scratch", by=None)
    grouped("4 8 9").shot("A", "?", call="ball", hit="4").ruled("legal", by=None)


def test_unknown_balls_are_never_held_against_a_player() -> None:
    eight_left = Racks("8-ball", at=None, start={**SOLIDS, "balls": 8, "phase": "play"})
    eight_left.shot("A", "8", call="8 FL", hit="8").ruled("legal", by="A")
    nine_left = Racks("8-ball", at=None, start={**SOLIDS, "balls": 9, "phase": "play"})
    nine_left.shot("A", "8", call="8 FL", hit="3").ruled("foul", by="B", cited="LT-8-LOSS-2")


def test_there_is_no_push_out() -> None:
    broken().refuse("bad_call", "shot", player="A", call="push_out")
    broken().refuse("bad_call", "inning", player="A", end="push_out")


# Turns summed up


def test_a_turn_with_the_group_and_the_8() -> None:
    match = grouped("2 8 9").turn("A", "2 8", "win").ruled("legal", by="A", run=2, down="2 8")
    match.be(score=(1, 0), rack=2, groups=None)


@pytest.mark.parametrize("end", ["win", "miss"])
def test_a_turn_cannot_make_the_8_before_the_group(end: str) -> None:
    grouped("2 4 8 9").refuse("not_won", "inning", player="A", made=["2", "8"], end=end)


def test_the_end_says_win_too_early() -> None:
    grouped("2 4 8 9").refuse("not_won", "inning", player="A", made=["2"], end="win")
    grouped("2 4 8 9").refuse("not_won", "inning", player="A", made=2, end="win")
    grouped("2 4 8 9").turn("A", 3, "win").ruled("legal", by="A", run=3)


def test_a_turn_gives_groups_only_where_all_its_balls_share_one() -> None:
    broken().turn("A", "2 3", "miss").be(groups={"A": "solids", "B": "stripes"}, to_act="B")
    broken().turn("A", "2 9", "safety").be(groups=None, to_act="B", balls_on_table=12)
    Racks("8-ball").turn("A", "2 3", "miss").be(groups=None, to_act="B", balls_on_table=13)


def test_a_group_nobody_was_given_may_still_be_cleared() -> None:
    Racks("8-ball", at="2 8 9").turn("A", "2 8", "win").ruled("legal", by="A")


def test_turns_that_end_on_the_break() -> None:
    Racks("8-ball").turn("A", "", "break").ruled("legal").be(to_act="B", phase="play")
    match = Racks("8-ball").turn("A", "", "break_foul").ruled("illegal_break")
    match.be(options="accept break rebreak").turn("B", "2", "miss").be(to_act="A", phase="play")
    Racks("8-ball").turn("A", "", "foul", fouls=["scratch"]).ruled("foul", "scratch").be(
        options="in_hand"
    )
    broken().refuse("not_due", "inning", player="A", end="break")
    Racks("8-ball").refuse("not_due", "inning", player="A", made=["1"], end="break_foul")


def test_a_turn_that_drives_the_8_off_loses() -> None:
    match = grouped().turn("A", "4", "foul", off_table=["8"])
    match.ruled("foul", "ball_off_table", by="B", run=1, cited="LT-8-LOSS-4", down="4")
