"""Every parameter of 14.1 has its effect when a match overrides it."""

from typing import Any

import pytest

from domain.games.straight import StraightRules
from domain.rulesets import rule_text
from tests.domain.scenario import TEXTS, Scenario

NEAR = "A safe near:4 own"
TOUCH = "A safe called:deliberate_touch"
STATED_ONLY = {
    "rerack_interference_table",  # one table is known
    "in_hand_area",  # one area is known
    "behind_string_nearest_ball",  # no geometry is known, so nothing can be due
    "timeout_seconds",  # instants never judge
    "rack_corner_balls",  # no layout of the rack is in the log
}
"""Parameters that state a text and change no ruling."""

SHORT = "-2:0 0/0 B 15 choice pos r1"
MET = "0:0 0/0 B 15 play pos r1"
CUE, OBJECT = "break_requires_cue_ball_to_cushion", "break_object_balls_to_cushion"
SUNK, ABSORBS = "pocketed_counts_as_cushion_on_break", "break_violation_absorbs_standard_fouls"
TRIED = {
    ("target_score", 3, "0:0", "A pot 1 also:2,3", "3:0 0/0 A! 12 over pos r1"),
    (OBJECT, 1, None, "A short", MET),
    (OBJECT, 4, None, "A break", SHORT),
    (CUE, False, None, "A break cue:0", MET),
    (CUE, True, None, "A break cue:0", SHORT),
    (SUNK, False, None, "A short also:3", SHORT),
    (SUNK, True, None, "A short also:3", MET),
    ("break_violation_points", 3, None, "A short", "-3:0 0/0 B 15 choice pos r1"),
    ("break_violation_counts_as_foul", True, None, "A short", "-2:0 1/0 B 15 choice pos r1"),
    (ABSORBS, False, None, "A short scratch", "-3:0 1/0 B 15 choice hand r1"),
    (ABSORBS, False, None, "A short", SHORT),
    ("foul_points", 2, "9:0", "A foul", "7:0 1/0 B 15 play pos r1"),
    ("standard_fouls_per_stroke", "each", "9:0", "A scratch off:3", "7:0 1/0 B 15 play hand r1"),
    ("standard_fouls_per_stroke", "one", "9:0", "A scratch off:3", "8:0 1/0 B 15 play hand r1"),
    ("third_foul_extra_points", 5, "20:0 2/0", "warn A; A foul", None),
    ("counter_reset_on", "pot_only", "9:0 1/0", "A safe", "9:0 1/0 B 15 play pos r1"),
    ("counter_reset_on", "pot_only", "9:0 1/0", "A pot 5", "10:0 0/0 A 14 play pos r1"),
    ("deliberate_foul_points", 20, "40:0", TOUCH, None),
    ("extra_balls_score", False, "9:0", "A pot 5 also:6", "10:0 0/0 A 14 play pos r1"),
    ("cap_score_at_target", True, "149:0", "A pot 5 also:6", "150:0 0/0 A! 13 over pos r1"),
    ("inning_limit", 1, "5:4", "A safe; B safe", "5:4 0/0 A! 15 over pos r1"),
    ("no_rail_waived_by", "called_ball", "9:0", "A miss 5 also:6 dead", "8:0 1/0 B 15 play pos r1"),
    ("no_rail_waived_by", "any_ball", "9:0", "A miss 5 also:6 dead", "9:0 0/0 B 15 play pos r1"),
}  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    ("option", "value", "start", "steps", "expected"),
    [case for case in sorted(TRIED, key=repr) if case[4] is not None],
)
def test_an_option_has_its_effect(
    text: str, option: str, value: object, start: str | None, steps: str, expected: str
) -> None:
    options = {option: value, "three_foul_warning_required": False}
    played = Scenario(text, start, options=options)
    played.play(*(step.strip() for step in steps.split(";"))).at(expected)


def test_every_parameter_is_tried_here_or_states_only() -> None:
    elsewhere = {
        "first_breaker_by",
        "rebreak_limit",
        "third_foul_keeps_base_point",
        "three_foul_warning_required",
        "unwarned_third_foul",
        "deliberate_foul_counts",
        "deliberate_stacks_with_third",
        "deliberate_foul_option",
        "unsportsmanlike_default",
        "near_cushion_safety_limit",
        "near_cushion_limit_when_on_foul",
        "near_cushion_breach_after_foul",
        "frozen_ball_needs_declaration",
        "cue_ball_when_15_rerack_after_double_pot",
        "in_hand_placement_foul_needs_warning",
        "timeouts_per_player",
        "fact_protests",
    }
    tried = {case[0] for case in TRIED} | elsewhere | STATED_ONLY
    assert tried == set(StraightRules.__struct_fields__)


@pytest.mark.parametrize("text", TEXTS)
def test_each_text_gives_each_parameter_and_its_source(text: str) -> None:
    rules = rule_text("14.1", text)
    assert rules is not None
    assert set(rules.parameters) == set(StraightRules.__struct_fields__)
    for name, parameter in rules.parameters.items():
        assert (parameter.text is None) != (parameter.default is None), name


def score(played: Scenario) -> int:
    return played.state["score"]["ana"]


class TestThirdFouls:
    def test_extra_points_and_the_base_point(self) -> None:
        for extra, keeps, expected in ((5, True, 14), (5, False, 15), (15, True, 4)):
            options = {"third_foul_extra_points": extra, "third_foul_keeps_base_point": keeps}
            assert score(Scenario("PL", "20:0 2/0", options=options).play("A foul")) == expected

    def test_the_warning_may_be_switched_off_or_may_not_matter(self) -> None:
        for options in (
            {"three_foul_warning_required": False},
            {"unwarned_third_foul": "third"},
        ):
            played = Scenario("LT", "20:0 2/0", options=options).play("A foul")
            assert played.state["phase"] == "break"
        demanded = {"three_foul_warning_required": True, "unwarned_third_foul": "stays_second"}
        Scenario("SI", "20:0 2/0", options=demanded).play("A foul").at("19:0 2/0 B 15 play pos r1")

    def test_each_foul_of_the_third_stroke(self) -> None:
        each = {"standard_fouls_per_stroke": "each"}
        assert score(Scenario("PL", "20:0 2/0", options=each).play("A scratch off:3")) == 3

    def test_a_failed_opening_that_counts_may_be_the_third(self) -> None:
        counts = {"break_violation_counts_as_foul": True}
        start = {"at_table": "A", "fouls": {"A": 2}}
        played = Scenario("PL", options=counts, opening={"start": start}).play("A short")
        played.at("-17:0 0/0 A 15 break hand r2").ruled("break_foul", "break_foul")
        unwarned = Scenario("LT", options=counts, opening={"start": start}).play("A short")
        unwarned.at("-2:0 2/0 B 15 choice pos r1").found("third_foul_unwarned")

    def test_standard_fouls_beside_a_failed_opening(self) -> None:
        apart = {"break_violation_absorbs_standard_fouls": False}
        each = apart | {"standard_fouls_per_stroke": "each"}
        assert score(Scenario("SI", options=apart).play("A short scratch off:3")) == -3
        assert score(Scenario("SI", options=each).play("A short scratch off:3")) == -4


class TestDeliberateFouls:
    def test_points(self) -> None:
        for text in TEXTS:
            options = {"deliberate_foul_points": 20}
            assert score(Scenario(text, "40:0", options=options).play(TOUCH)) == 20

    def test_what_the_third_costs(self) -> None:
        for options, expected in (
            ({}, 40 - 31),
            ({"third_foul_keeps_base_point": False}, 40 - 30),
            ({"deliberate_stacks_with_third": False}, 40 - 16),
            ({"deliberate_stacks_with_third": False, "third_foul_extra_points": 20}, 40 - 21),
        ):
            played = Scenario("PL", "40:0 2/0", options=options).play(TOUCH)
            assert (score(played), played.state["phase"]) == (expected, "break")

    def test_whether_it_counts(self) -> None:
        counted = Scenario("LT", "40:0", options={"deliberate_foul_counts": True}).play(TOUCH)
        counted.at("25:0 1/0 B 15 play pos r1")
        unwarned = Scenario("LT", "40:0 2/0", options={"deliberate_foul_counts": True}).play(TOUCH)
        unwarned.at("25:0 2/0 B 15 play pos r1").found("third_foul_unwarned")
        Scenario("SI", "40:0", options={"deliberate_foul_counts": False}).play(TOUCH).at(
            "24:0 0/0 B 15 choice hand r1"
        )

    def test_whether_there_is_a_choice(self) -> None:
        none = {"deliberate_foul_option": "none"}
        Scenario("SI", "40:0", options=none).play(TOUCH).at("24:0 1/0 B 15 play pos r1")
        broken = Scenario("SI", options=none).play("A short called:deliberate_stop")
        broken.at("-16:0 1/0 B 15 choice pos r1").cited("SI-5d")
        some = {"deliberate_foul_option": "accept_in_hand_or_rebreak"}
        chosen = Scenario("LT", "40:0", options=some).play(TOUCH)
        chosen.at("25:0 0/0 B 15 choice hand r1").play("B rebreak").cited("D13")


class TestOpenings:
    def test_orders_to_break_again_are_limited_one_after_another(self) -> None:
        limited = Scenario("SI", options={"rebreak_limit": 1}).play("A short")
        assert limited.state["options"] == ["accept", "rebreak"]
        limited.play("B rebreak", "A short")
        assert limited.state["options"] == ["accept"]
        limited.play("B accept", "B foul", "A safe", "B foul", "A safe", "B foul", "B short")
        assert limited.state["options"] == ["accept", "rebreak"]

    def test_a_deliberate_foul_always_leaves_the_choice(self) -> None:
        played = Scenario("SI", "40:0", options={"rebreak_limit": 0}).play(TOUCH)
        assert played.state["options"] == ["accept", "rebreak"]
        assert Scenario("SI", options={"rebreak_limit": 0}).play("A short").state["options"] == [
            "accept"
        ]

    def test_who_breaks_first_may_be_left_to_a_lag(self) -> None:
        opening = {"breaker": None}
        lagged = Scenario("SI", options={"first_breaker_by": "lag_choice"}, opening=opening)
        assert lagged.state["phase"] == "lag"
        named = Scenario("LT", options={"first_breaker_by": "record"}, opening=opening)
        assert (named.state["phase"], named.state["to_act"]) == ("break", "ana")


class TestCushions:
    @pytest.mark.parametrize(("limit", "last"), [(1, 2), (3, 4)])
    def test_how_many_safeties_there_are(self, limit: int, last: int) -> None:
        options = {"near_cushion_safety_limit": limit}
        played = Scenario("LT", "20:0", options=options)
        for _ in range(last - 1):
            played.play(NEAR, "B safe")
        played.play(NEAR).ruled("foul", "no_rail").cited("D25")

    def test_none_at_all(self) -> None:
        played = Scenario("SI", "20:0", options={"near_cushion_safety_limit": None})
        played.play(*[NEAR, "B safe"] * 4).at("20:0 0/0 A 15 play pos r1")

    def test_the_limit_of_who_is_on_a_foul(self) -> None:
        none = Scenario("SI", "20:0 1/0", options={"near_cushion_limit_when_on_foul": None})
        none.play(NEAR, "B safe", NEAR).ruled("legal")
        standard = {"near_cushion_breach_after_foul": "standard"}
        played = Scenario("SI", "20:0 1/0", options=standard).play(NEAR, "B safe", NEAR)
        played.at("19:0 1/0 B 15 play pos r1").cited("SI-6c1")
        lt = {
            "near_cushion_safety_limit": 2,
            "near_cushion_limit_when_on_foul": 1,
            "near_cushion_breach_after_foul": "deemed_third",
        }
        deemed = Scenario("LT", "20:0 1/0", options=lt).play(NEAR, "B safe", NEAR)
        deemed.at("4:0 0/0 A 15 break hand r2").cited("D25b")

    def test_whether_a_frozen_ball_must_be_declared(self) -> None:
        frozen = "A safe frozen:4 own"
        Scenario("LT", "9:0", options={"frozen_ball_needs_declaration": False}).play(frozen).ruled(
            "foul", "no_rail"
        )
        Scenario("SI", "9:0", options={"frozen_ball_needs_declaration": True}).play(frozen).found(
            "frozen_not_announced"
        )


class TestTheRest:
    def test_the_cue_ball_after_both_last_balls_fell(self) -> None:
        for text, value, placed in (
            ("SI", "in_place_unless_in_rack", "position"),
            ("LT", "in_hand", "head"),
        ):
            options = {"cue_ball_when_15_rerack_after_double_pot": value}
            played = Scenario(text, "9:0 2", options=options).play("A pot 1 also:2", "rerack")
            assert played.state["cue_ball"] == placed

    def test_a_ball_placed_over_the_line_after_a_warning(self) -> None:
        over = {"type": "shot", "player": "A", "call": "safety", "in_hand": {"over_line": True}}
        warned = {"type": "announcement", "player": "A", "what": "over_head_string"}
        for text, needed, verdict in (("SI", True, "foul"), ("LT", False, "legal")):
            options = {"in_hand_placement_foul_needs_warning": needed}
            played = Scenario(text, "9:0 hand", options=options).play(warned, over)
            assert played.last.verdict == verdict

    def test_how_many_time_outs_there_are(self) -> None:
        timeout = {"type": "timeout", "player": "A", "stage": "start"}
        played = Scenario("SI", "9:0 2", options={"timeouts_per_player": 2}).play("A pot 1")
        played.play(timeout).cited("D38").play("A run 14", timeout, "A run 14")
        played.refused(timeout, "quota")

    def test_the_penalty_of_conduct_nobody_names(self) -> None:
        act = {"type": "sanction", "player": "A"}
        lost = Scenario("SI", "9:0", options={"unsportsmanlike_default": "match_loss"}).play(act)
        assert lost.cited("D42").state["winner"] == "bor"
        Scenario("LT", "9:0", options={"unsportsmanlike_default": "referee"}).refused(
            act, "penalty_missing"
        )

    def test_extra_balls_that_do_not_score_come_back(self) -> None:
        options = {"extra_balls_score": False}
        known = Scenario("PL", "9:0", options=options).play("A pot 5 also:6,7 off:8 ruled:")
        assert (known.last.pocketed, known.last.spotted) == (("5",), ("6", "7", "8"))
        assert known.state["balls_on_table"] == 14
        three: dict[str, Any] = {"type": "shot", "player": "A", "call": "ball"}
        three["pocketed"] = [{"ball": "5"}, {"ball": "6"}]
        unheard = Scenario("PL", "9:0", options=options).play(three).at("10:0 0/0 A 14 play pos r1")
        assert (unheard.last.pocketed, unheard.last.spotted) == (("?",), ("?",))
        assert unheard.state["balls"] is None
        three["pocketed"] = [{"ball": "5"}, {"ball": "?"}]
        mixed = Scenario("PL", "9:0", options=options).play(three)
        assert (mixed.last.pocketed, mixed.last.spotted) == (("?",), ("5",))

    def test_a_score_above_a_capped_target_does_not_fall(self) -> None:
        start = {"phase": "play", "at_table": "A", "score": {"A": 160}}
        options = {"cap_score_at_target": True}
        capped = Scenario("PL", options=options, opening={"start": start}).play("A pot 5")
        capped.at("160:0 0/0 A! 14 over pos r1")

    def test_a_count_that_only_a_pot_clears_in_turns_summed_up(self) -> None:
        for made, left in ((0, 1), (1, 0)):
            turn = {"type": "inning", "player": "A", "made": made, "end": "safety"}
            options = {"counter_reset_on": "pot_only"}
            played = Scenario("SI", "9:0 1/0", options=options).play(turn)
            assert played.state["fouls"]["ana"] == left


@pytest.mark.parametrize("text", TEXTS)
class TestInningLimit:
    def test_the_match_ends_when_each_has_had_his_turns(self, text: str) -> None:
        limited = Scenario(text, "5:4", options={"inning_limit": 2})
        limited.play("A safe", "B pot 1", "B safe", "A safe", "B safe")
        limited.at("5:5 0/0 -! 14 over pos r1")
        assert (limited.state["winner"], limited.last.match_won_by) == (None, None)

    def test_a_foul_or_a_turn_summed_up_may_be_the_last_stroke(self, text: str) -> None:
        fouled = Scenario(text, "5:5", options={"inning_limit": 1}).play("A safe", "B foul")
        assert (fouled.state["winner"], fouled.last.match_won_by) == ("ana", "ana")
        turn = {"type": "inning", "player": "B", "made": 2, "end": "miss"}
        summed = Scenario(text, "5:5", options={"inning_limit": 1}).play("A safe", turn)
        assert (summed.state["winner"], summed.last.match_won_by) == ("bor", "bor")

    def test_a_failed_opening_in_the_last_turn_leaves_nothing_to_choose(self, text: str) -> None:
        closing = Scenario(text, options={"inning_limit": 1}, opening={"start": {"at_table": "A"}})
        closing.play("A short")
        assert closing.state["phase"] == "choice"
        last = {"type": "position_set", "at_table": "B", "phase": "break"}
        closing.play(last, "B short").at("-2:-2 0/0 -! 15 over pos r1")

    def test_a_third_foul_in_the_last_turn(self, text: str) -> None:
        limited = Scenario(text, "5:5 0/2", options={"inning_limit": 1})
        limited.play("A safe", "warn B", "B foul")
        assert (limited.state["status"], limited.state["winner"]) == ("finished", "ana")

    def test_conduct_may_end_the_last_turn(self, text: str) -> None:
        foul = {"type": "sanction", "player": "B", "penalty": "foul"}
        limited = Scenario(text, "5:5", options={"inning_limit": 1}).play("A safe", foul)
        assert limited.state["winner"] == "ana"


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    "options",
    [{"no_such": 1}, {"foul_points": -1}, {"foul_points": "two"}, {"inning_limit": 0}],
)
def test_an_option_nobody_knows_or_of_another_kind(text: str, options: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        _ = Scenario(text, options=options).state
    refused = Scenario(text, options=options).last
    assert (refused.verdict, refused.reason) == ("rejected", "unknown_option")
    assert "no_such" not in options or "foul_points" in refused.detail
