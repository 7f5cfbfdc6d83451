"""What was seen and what was called: missing facts, unknown balls, ``made`` and ``ruled``."""

import pytest

from tests.domain.scenario import TEXTS, Scenario


def shot(**facts: object) -> dict[str, object]:
    return {"type": "shot", "player": "A"} | facts


FIVE = {"ball": "5", "pocket": "FL"}


@pytest.mark.parametrize("text", TEXTS)
class TestMissingFacts:
    def test_nothing_recorded_is_a_legal_miss(self, text: str) -> None:
        Scenario(text, "20:0 1/0").play(shot()).at("20:0 0/0 B 15 play pos r1").ruled("legal")

    def test_one_cushion_fact_alone_leaves_the_other_at_none(self, text: str) -> None:
        for facts in ({"cue_to_cushion": False}, {"balls_to_cushion": 0}):
            Scenario(text, "20:0").play(shot(**facts)).ruled("foul", "no_rail")
        for facts in ({"cue_to_cushion": True}, {"balls_to_cushion": 1}):
            Scenario(text, "20:0").play(shot(**facts)).ruled("legal")

    def test_a_pocket_not_noted_is_the_called_one(self, text: str) -> None:
        made = shot(call=FIVE, pocketed=[{"ball": "5"}])
        Scenario(text, "20:0").play(made).at("21:0 0/0 A 14 play pos r1")
        no_pocket = shot(call={"ball": "5"}, pocketed=[{"ball": "5", "pocket": "SL"}])
        Scenario(text, "20:0").play(no_pocket).at("21:0 0/0 A 14 play pos r1")

    def test_a_foul_called_without_facts_stands(self, text: str) -> None:
        for code in ("no_rail", "no_contact", "wrong_ball_first", "kitchen_first", "other"):
            called = Scenario(text, "20:0").play(shot(fouls=[code])).ruled("foul", code).found()
            assert called.last.clauses

    def test_a_scratch_called_without_the_ball_is_found(self, text: str) -> None:
        called = Scenario(text, "20:0").play(shot(fouls=["scratch"])).found("called_without_fact")
        called.at("19:0 1/0 B 15 play hand r1")

    def test_a_failed_opening_called_against_the_facts_is_found(self, text: str) -> None:
        for opening in ("A break", "A pot 3"):
            called = Scenario(text).play(f"{opening} called:break_foul")
            called.ruled("break_foul", "break_foul", points=(-2, 0)).found("called_without_fact")
        Scenario(text).play("A short called:break_foul").ruled("break_foul", "break_foul").found()
        Scenario(text).play("A break unseen called:break_foul").found()
        Scenario(text).play("A break ruled:break_foul").found()


@pytest.mark.parametrize("text", TEXTS)
class TestUnknownNumbers:
    def test_a_ball_without_a_number_is_the_called_one(self, text: str) -> None:
        made = shot(call=FIVE, pocketed=[{"ball": "?"}])
        unknown = Scenario(text, "20:0").play(made).at("21:0 0/0 A 14 play pos r1")
        assert (unknown.state["balls"], unknown.last.pocketed) == (None, ("?",))

    def test_unless_it_fell_elsewhere_or_the_called_ball_did(self, text: str) -> None:
        elsewhere = shot(call=FIVE, pocketed=[{"ball": "?", "pocket": "FR"}])
        Scenario(text, "20:0").play(elsewhere).at("20:0 0/0 B 15 play pos r1")
        wrong = [{"ball": "?", "pocket": "FL"}, {"ball": "5", "pocket": "FR"}]
        Scenario(text, "20:0").play(shot(call=FIVE, pocketed=wrong)).ruled("legal", points=(0, 0))

    def test_a_call_without_a_number_takes_any_ball_in_its_pocket(self, text: str) -> None:
        call = {"ball": "?", "pocket": "FL"}
        both = [{"ball": "3", "pocket": "FR"}, {"ball": "4", "pocket": "FL"}]
        Scenario(text, "20:0").play(shot(call=call, pocketed=both)).at("22:0 0/0 A 13 play pos r1")
        one = [{"ball": "3", "pocket": "FR"}, {"ball": "cue", "pocket": "FL"}]
        Scenario(text, "20:0").play(shot(call=call, pocketed=one)).ruled("foul", "scratch")
        two = [{"ball": "?", "pocket": "FR"}, {"ball": "?", "pocket": "FL"}]
        Scenario(text, "20:0").play(shot(call=call, pocketed=two)).ruled("legal", points=(2, 0))

    def test_then_only_the_count_is_checked(self, text: str) -> None:
        unknown = Scenario(text, "20:0 3").play(shot(call="ball", pocketed=[{"ball": "?"}]))
        unknown.play(shot(call="ball", pocketed=[{"ball": "15"}])).at("22:0 0/0 A 1 rerack pos r1")
        gone = Scenario(text, "20:0 3").play(shot(call="ball", pocketed=[{"ball": "?"}]))
        three = shot(call="ball", pocketed=[{"ball": "?"}] * 3)
        gone.refused(three, "ball_not_on_table")
        gone.refused({"type": "decision", "player": "A", "choice": "spot_nearest"}, "not_offered")

    def test_a_start_with_unknown_numbers_or_a_count(self, text: str) -> None:
        for balls in (["3", "?"], 2):
            start = {"phase": "play", "at_table": "A", "balls": balls}
            counted = Scenario(text, opening={"start": start})
            assert (counted.state["balls"], counted.state["balls_on_table"]) == (None, 2)
        full = Scenario(text, opening={"start": {"phase": "play", "at_table": "A", "balls": 15}})
        assert len(full.state["balls"]) == 15


@pytest.mark.parametrize("text", TEXTS)
class TestMade:
    def test_a_call_nobody_heard_is_made_by_any_ball(self, text: str) -> None:
        heard = shot(call="ball", pocketed=[{"ball": "3"}, {"ball": "4"}])
        Scenario(text, "20:0").play(heard).at("22:0 0/0 A 13 play pos r1")

    def test_made_says_whether_the_called_ball_fell(self, text: str) -> None:
        missed = shot(call="ball", made=False, pocketed=[{"ball": "3"}], cue_to_cushion=True)
        passed = Scenario(text, "20:0").play(missed).at("20:0 0/0 B 15 play pos r1")
        assert passed.last.spotted == ("3",)
        Scenario(text, "20:0").play(shot(call="ball", made=True)).at("21:0 0/0 A 14 play pos r1")
        Scenario(text, "20:0").play(shot(call="ball")).at("20:0 0/0 B 15 play pos r1")

    def test_made_with_the_cue_ball_alone_is_a_ball_and_a_scratch(self, text: str) -> None:
        both = Scenario(text, "20:0").play(shot(call="ball", made=True, pocketed=[{"ball": "cue"}]))
        both.ruled("foul", "scratch")
        assert both.last.spotted == ("?",)


@pytest.mark.parametrize("text", TEXTS)
class TestRuled:
    def test_a_ruling_for_the_player_is_a_finding(self, text: str) -> None:
        ruled = Scenario(text, "20:0 1/0").play("A miss dead ruled:").found("ruled_otherwise")
        ruled.at("20:0 0/0 B 15 play pos r1").ruled("legal")

    def test_a_ruling_against_him_stands_alone(self, text: str) -> None:
        ruled = Scenario(text, "20:0").play("A miss dead ruled:touched_ball")
        ruled.ruled("foul", "touched_ball").found("ruled_otherwise")

    def test_ruled_without_codes_is_no_foul(self, text: str) -> None:
        plain = shot(ruled=True, pocketed=[{"ball": "cue"}])
        ruled = Scenario(text, "20:0").play(plain).at("20:0 0/0 B 15 play hand r1")
        ruled.found("ruled_otherwise")

    def test_balls_off_the_table_come_back_from_a_stroke_ruled_good(self, text: str) -> None:
        ruled = Scenario(text, "20:0").play("A pot 5 off:6 ruled:")
        ruled.at("21:0 0/0 A 14 play pos r1")
        assert (ruled.last.pocketed, ruled.last.spotted) == (("5",), ("6",))
        missed = Scenario(text, "20:0").play("A miss 5 off:6 also:7 ruled:")
        assert missed.last.spotted == ("7", "6")


@pytest.mark.parametrize("text", TEXTS)
class TestCalledAndSeen:
    def test_both_count_and_each_difference_is_found(self, text: str) -> None:
        both = Scenario(text, "20:0").play("A miss dead called:touched_ball")
        both.ruled("foul", "no_rail", "touched_ball", points=(-1, 0)).found("fact_without_call")

    def test_none_called_is_a_finding_and_no_ruling(self, text: str) -> None:
        seen = Scenario(text, "20:0").play("A scratch called:").ruled("foul", "scratch")
        seen.found("fact_without_call")

    @pytest.mark.parametrize(
        ("code", "facts"),
        [
            ("scratch", {}),
            ("ball_off_table", {}),
            ("no_contact", {"first_contact": ["5"]}),
            ("no_rail", {"balls_to_cushion": 2}),
            ("double_hit", {"close_ball": {"undecided": True, "follow": 0.5}}),
            ("kitchen_first", {"in_hand": {}}),
        ],
    )
    def test_a_call_the_facts_contradict(
        self, text: str, code: str, facts: dict[str, object]
    ) -> None:
        called = Scenario(text, "20:0").play(shot(fouls=[code], **facts)).ruled("foul", code)
        called.found("called_without_fact")

    def test_what_was_called_and_seen_is_no_finding(self, text: str) -> None:
        Scenario(text, "20:0").play("A scratch called:scratch").ruled("foul", "scratch").found()

    def test_a_close_ball_is_followed_half_a_ball_at_most(self, text: str) -> None:
        for follow, verdict in ((0.5, "legal"), (0.51, "foul")):
            close = {"undecided": True, "follow": follow}
            assert Scenario(text, "20:0").play(shot(close_ball=close)).last.verdict == verdict
        sure = shot(close_ball={"undecided": False, "follow": 2.0})
        assert Scenario(text, "20:0").play(sure).last.verdict == "legal"


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"call": "push_out"}, "bad_call"),
        ({"call": {"ball": "blue"}}, "bad_call"),
        ({"call": {"ball": "9"}}, "ball_not_on_table"),
        ({"pocketed": [{"ball": "9"}]}, "ball_not_on_table"),
        ({"pocketed": [{"ball": "red"}]}, "ball_not_on_table"),
        ({"first_contact": ["9"]}, "ball_not_on_table"),
        ({"off_table": ["9"]}, "ball_not_on_table"),
        ({"pocketed": [{"ball": "?"}] * 9}, "ball_not_on_table"),
        ({"pocketed": [{"ball": "2"}, {"ball": "2"}]}, "ball_twice"),
        ({"pocketed": [{"ball": "2"}], "off_table": ["2"]}, "ball_twice"),
        ({"pocketed": [{"ball": "cue"}], "off_table": ["cue"]}, "ball_twice"),
        ({"player": "C"}, "unknown_player"),
        ({"player": "B"}, "not_at_table"),
        ({"player": "C", "fouls": ["out_of_turn"]}, "unknown_player"),
        ({"player": "B", "fouls": ["out_of_turn"], "call": "push_out"}, "bad_call"),
    ],
)
def test_what_cannot_have_been_is_refused(text: str, facts: dict[str, object], reason: str) -> None:
    Scenario(text, "20:0 8").refused(shot(**facts), reason)
