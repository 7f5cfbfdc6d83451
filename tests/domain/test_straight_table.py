"""Cue ball in hand, time-outs, the lag and the guards: the rest of the rules page's rows."""

import pytest

from tests.domain.scenario import TEXTS, Fields, Scenario

HELD = "9:9 B hand"
RACK_DUE = "20:0 2"


def shot(player: str, **facts: object) -> Fields:
    return {
        "type": "shot",
        "player": player,
        "first_contact": ["5"],
        "cue_to_cushion": True,
    } | facts


def timeout(player: str, stage: str = "start", **facts: object) -> Fields:
    return {"type": "timeout", "player": player, "stage": stage, **facts}


POT = {"call": {"ball": "5", "pocket": "FL"}, "pocketed": [{"ball": "5"}]}


@pytest.mark.parametrize("text", TEXTS)
class TestBallInHand:
    def test_v95_a_ball_behind_the_line_is_met_only_from_beyond(self, text: str) -> None:
        behind = {"contact_behind_line": True}
        held = Scenario(text, HELD).play(shot("B", call="safety", in_hand=behind))
        held.at("9:8 0/1 A 15 play pos r1").ruled("foul", "kitchen_first")
        crossed = behind | {"crossed_first": True}
        out = Scenario(text, HELD).play(shot("B", call="safety", in_hand=crossed)).ruled("legal")
        assert out.state["fouls"]["bor"] == 0
        lying = Scenario(text, "9:9 B").play(shot("B", call="safety", in_hand=behind))
        lying.ruled("legal")

    def test_v96_over_the_line_without_a_warning_is_no_foul(self, text: str) -> None:
        held = Scenario(text, HELD).play(shot("B", in_hand={"over_line": True}, **POT))
        held.at("9:10 0/0 B 14 play pos r1")

    def test_v97_over_the_line_after_the_warning(self, text: str) -> None:
        warned = {"type": "announcement", "player": "B", "what": "over_head_string"}
        held = Scenario(text, HELD).play(warned, shot("B", in_hand={"over_line": True}, **POT))
        if text == "LT":
            held.at("9:8 0/1 A 15 play pos r1").ruled("foul", "bad_placement").cited("LT-G-F-10")
        else:
            held.at("9:10 0/0 B 14 play pos r1")
        again = Scenario(text, HELD).play(warned, "B pot 4", "B scratch", "A scratch")
        again.play(shot("B", call="safety", in_hand={"over_line": True})).ruled("legal")

    def test_v97_over_the_line_when_called(self, text: str) -> None:
        called = shot("B", in_hand={"over_line": True}, fouls=["bad_placement"], **POT)
        Scenario(text, HELD).play(called).ruled("foul", "bad_placement").found(
            "called_without_fact"
        )

    def test_v99_the_nearest_ball_goes_to_the_foot_spot_once(self, text: str) -> None:
        held = (
            Scenario(text, "9:9 5 B hand").play("B spot_nearest 3").at("9:9 0/0 B 5 play hand r1")
        )
        held.cited({"SI": "SI-6h", "PL": "PL-3.6a", "LT": "LT-G-HAND-4"}[text])
        held.refused("B spot_nearest 2", "not_offered").play("B safe")
        held.refused("A spot_nearest 2", "not_offered")

    def test_a_new_ball_in_hand_is_a_new_chance(self, text: str) -> None:
        held = Scenario(text, "9:9 5 B hand").play("B spot_nearest", "B scratch")
        held.play("A spot_nearest ?", "A pot 1", "A scratch", "B spot_nearest 2")
        twice = Scenario(text, "9:9 3 B hand").play("B spot_nearest 1", "B pot 1", "B pot 2")
        twice.play("rerack rack", "B spot_nearest 4")

    def test_only_who_is_at_the_table_may_ask_and_for_a_ball_on_it(self, text: str) -> None:
        held = Scenario(text, "9:9 5 B hand").refused("A spot_nearest 3", "not_decider")
        held.refused("B spot_nearest 6", "ball_not_on_table")
        ask = {"type": "decision", "player": "B", "choice": "spot_nearest", "ball": "red"}
        held.refused(ask, "ball_not_on_table")
        Scenario(text).refused("A spot_nearest", "not_offered")

    def test_v115_touching_a_ball_is_free_for_who_officiates_himself(self, text: str) -> None:
        placed = shot("B", in_hand={"touched": True}, **POT)
        Scenario(text, HELD, opening={"referee": None}).play(placed).at("9:10 0/0 B 14 play pos r1")
        Scenario(text, HELD).play(placed).ruled("foul", "touched_ball")


def test_v88_a_ball_that_drops_by_itself_is_restored() -> None:
    settled = {"type": "settled", "ball": "7"}
    late = Scenario("LT", "20:0").play(settled | {"seconds": 6.0}).cited("LT-G-SET-1")
    late.at("20:0 0/0 A 15 play pos r1")
    late.play("A safe also:7", settled | {"seconds": 6.0, "affected": True}).cited("LT-G-SET-2")
    late.at("20:0 0/0 A 15 play pos r1")


@pytest.mark.parametrize("text", TEXTS)
def test_v107_a_short_match_won_on_an_opening(text: str) -> None:
    start = {"score": {"A": 3}, "at_table": "A"}
    short = Scenario(text, opening={"target": 5, "breaker": None, "start": start})
    short.play("A short", "B rebreak", "A pot 5 also:6,7,8").at("5:0 0/0 A! 11 over pos r2")
    assert short.last.match_won_by == "ana"


def test_v108_one_time_out_each_when_the_rack_is_finished() -> None:
    due = Scenario("LT", RACK_DUE).refused(timeout("A"), "not_due").play("A pot 1")
    due.refused(timeout("B"), "not_at_table").play(timeout("A")).cited("LT-G-TO-1")
    due.play(timeout("A", "end")).refused(timeout("A", "end"), "not_due")
    due.refused(timeout("A"), "quota").play("A run 14").refused(timeout("A"), "quota")
    due.refused(timeout("C"), "unknown_player")


@pytest.mark.parametrize("text", ["SI", "PL"])
def test_there_is_no_time_out_where_the_text_has_none(text: str) -> None:
    Scenario(text, RACK_DUE).play("A pot 1").refused(timeout("A"), "quota")


@pytest.mark.parametrize("stage", ["start", "end"])
def test_v113_who_leaves_his_chair_is_charged_with_his_own(stage: str) -> None:
    due = Scenario("LT", RACK_DUE).play("A pot 1")
    due.play(timeout("A", opponent_active=stage == "start"))
    due.play(timeout("A", "end", opponent_active=stage == "end"), "rerack", "A miss", "B run 14")
    assert due.state["score"] == {"ana": 21, "bor": 14}
    due.refused(timeout("B"), "quota")


def test_a_time_out_nobody_ended_holds_nobody_up() -> None:
    due = Scenario("LT", RACK_DUE).play("A pot 1", timeout("A"), "rerack", "A miss", "B run 14")
    due.play(timeout("B")).ruled("recorded")


def test_a_time_out_of_more_than_five_minutes_is_found() -> None:
    for ended, found in (("18:05:00Z", []), ("18:05:01Z", ["timeout_overrun"])):
        due = Scenario("LT", RACK_DUE).play("A pot 1", timeout("A"))
        due.play(timeout("A", "end", at=f"2026-05-09T{ended}")).found(*found)
    free = Scenario("SI", RACK_DUE, options={"timeouts_per_player": 1})
    free.play("A pot 1", timeout("A"), timeout("A", "end", at="2026-05-09T19:00:00Z")).found()


def test_an_lt_time_out_is_not_taken_after_a_third_foul() -> None:
    Scenario("LT", "20:0 2/0").play("warn A", "A foul").refused(timeout("A"), "not_due")


@pytest.mark.parametrize("text", TEXTS)
def test_v110_the_guards_of_the_state_machine(text: str) -> None:
    guarded = Scenario(text).refused(
        {"type": "decision", "player": "B", "choice": "accept"}, "not_offered"
    )
    guarded.play("A short")
    take = {"type": "decision", "choice": "accept"}
    guarded.refused(take | {"player": "A"}, "not_decider")
    guarded.refused(take | {"player": "C"}, "unknown_player")
    guarded.refused(take | {"player": "B", "choice": "in_hand"}, "not_offered")
    guarded.refused("A safe", "choice_pending").refused("rerack", "not_due")
    guarded.play({"type": "concession", "player": "B", "of": "match"})
    guarded.at("-2:0 0/0 A! 15 over pos r1").refused("A safe", "match_over")


@pytest.mark.parametrize("text", TEXTS)
def test_v111_a_scratch_on_a_good_break_gives_no_choice(text: str) -> None:
    good = Scenario(text).play("A break scratch").at("-1:0 1/0 B 15 play hand r1")
    assert good.state["options"] == []
    again = {"type": "decision", "player": "B", "choice": "rebreak"}
    good.refused(again, "not_offered")


def lag(**facts: object) -> Fields:
    return {"type": "lag", "players": {"A": {}, "B": {}}, **facts}


def test_v112_the_lag_and_what_its_winner_chooses() -> None:
    opening = {"breaker": None}
    lagged = Scenario("LT", opening=opening).at("0:0 0/0 - 15 lag hand r1")
    lagged.refused("A break", "not_due").play(lag(nearest="A")).cited("LT-G-LAG-1")
    assert (lagged.state["options"], lagged.state["to_act"]) == (["break", "give_break"], "ana")
    lagged.refused({"type": "inning", "player": "A", "end": "miss"}, "choice_pending")
    lagged.play("A give_break").at("0:0 0/0 B 15 break hand r1")
    lagged.play("B break").at("0:0 0/0 A 15 play pos r1")


def test_an_lt_match_without_a_breaker_begins_with_the_lag_whatever_else_is_known() -> None:
    start = {"score": {"A": 10}, "phase": "play"}
    lagged = Scenario("LT", opening={"breaker": None, "start": start})
    lagged.at("10:0 0/0 - 15 lag hand r1")
    first = Scenario("SI", opening={"breaker": None, "start": start})
    first.at("10:0 0/0 A 15 play pos r1")


def test_v118_a_warning_for_conduct_changes_nothing() -> None:
    warned = {"type": "sanction", "player": "A", "penalty": "warning", "conduct": "distracting"}
    playing = Scenario("LT", "20:0").play(warned).cited("LT-G-UNS-1a", "LT-G-UNS-3a")
    playing.play("A pot 5").at("21:0 0/0 A 14 play pos r1")


def test_v120_a_stroke_out_of_turn_on_purpose_is_conduct() -> None:
    lost = Scenario("LT", "9:9").play({"type": "sanction", "player": "B"})
    lost.at("9:9 0/0 A! 15 over pos r1").cited("LT-G-UNS-2")
