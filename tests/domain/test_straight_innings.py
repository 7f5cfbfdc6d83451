"""Turns of 14.1 summed up, as score sheets have them."""

import pytest

from tests.domain.scenario import TEXTS, Scenario


def inning(player: str, made: object = 0, end: str = "miss", **facts: object) -> dict[str, object]:
    return {"type": "inning", "player": player, "made": made, "end": end} | facts


@pytest.mark.parametrize("text", TEXTS)
class TestOrdinaryTurns:
    @pytest.mark.parametrize("end", ["miss", "safety"])
    def test_the_table_passes(self, text: str, end: str) -> None:
        sheet = Scenario(text, "20:0 2/0").play(inning("A", 3, end)).ruled("legal", points=(3, 0))
        sheet.at("23:0 0/0 B 12 play pos r1")
        assert (sheet.last.run, sheet.state["run"], sheet.state["inning"]) == (3, 0, 2)

    def test_nothing_made_clears_the_count_too(self, text: str) -> None:
        Scenario(text, "20:0 2/0").play(inning("A")).at("20:0 0/0 B 15 play pos r1")

    def test_racks_are_set_on_the_way(self, text: str) -> None:
        sheet = Scenario(text, "0:0 8").play(inning("A", 33)).at("33:0 0/0 B 3 play pos r3")
        assert sheet.state["balls"] is None
        Scenario(text, "0:0 8").play(inning("A", 7)).at("7:0 0/0 B 15 play pos r2")

    def test_a_rack_due_is_set_before_the_first_ball(self, text: str) -> None:
        for made, balls in ((0, 15), (2, 13)):
            due = Scenario(text, "0:0 2").play("A pot 1", inning("A", made))
            assert (due.state["balls_on_table"], due.state["rack"], due.last.run) == (
                balls,
                2,
                made + 1,
            )

    def test_an_opening_is_met_unless_it_says_otherwise(self, text: str) -> None:
        for end in ("miss", "break", "safety"):
            Scenario(text).play(inning("A", 0, end)).at("0:0 0/0 B 15 play pos r1")
        Scenario(text).play(inning("A", 4)).at("4:0 0/0 B 11 play pos r1")

    def test_a_turn_accepts_a_pending_choice(self, text: str) -> None:
        Scenario(text).play("A short", inning("B", 2)).at("-2:2 0/0 A 13 play pos r1").cited("Z6")


@pytest.mark.parametrize("text", TEXTS)
class TestListsOfBalls:
    def test_the_balls_are_known(self, text: str) -> None:
        sheet = Scenario(text, "0:0 5").play(inning("A", ["2", "4"]))
        assert sheet.state["balls"] == ["1", "3", "5"]

    def test_a_list_goes_across_racks(self, text: str) -> None:
        sheet = Scenario(text, "0:0 3").play(inning("A", ["1", "2", "1", "3"]))
        sheet.at("4:0 0/0 B 13 play pos r2")
        assert "3" not in sheet.state["balls"]

    def test_a_number_not_recorded(self, text: str) -> None:
        sheet = Scenario(text, "0:0 5").play(inning("A", ["2", "?"]))
        assert (sheet.state["balls"], sheet.state["balls_on_table"]) == (None, 3)

    @pytest.mark.parametrize(
        ("made", "reason"),
        [
            (["6"], "ball_not_on_table"),
            (["red"], "ball_not_on_table"),
            (["2", "2"], "ball_twice"),
            (["?", "2", "2"], "ball_twice"),
            (["1", "2", "3", "4", "5", "5"], "ball_twice"),
        ],
    )
    def test_balls_that_cannot_have_fallen(self, text: str, made: list[str], reason: str) -> None:
        Scenario(text, "0:0 5").refused(inning("A", made), reason)


@pytest.mark.parametrize("text", TEXTS)
class TestEnds:
    def test_balls_past_the_target_end_the_match_whatever_the_end_says(self, text: str) -> None:
        for end in ("miss", "foul", "win"):
            won = (
                Scenario(text, "140:0").play(inning("A", 12, end)).at("152:0 0/0 A! 3 over pos r1")
            )
            assert (won.last.match_won_by, won.last.run, won.last.points) == ("ana", 12, (12, 0))

    def test_a_win_short_of_the_target_is_refused(self, text: str) -> None:
        Scenario(text, "140:0").refused(inning("A", 9, "win"), "not_won")
        given = Scenario(text, "140:0").play({"type": "position_set", "score": {"A": 150}})
        given.play(inning("A", 0, "win")).at("150:0 0/0 A! 15 over pos r1")

    def test_a_foul_without_a_kind(self, text: str) -> None:
        sheet = Scenario(text, "20:0").play(inning("A", 2, "foul"))
        sheet.ruled("foul", "unspecified", points=(1, 0)).at("21:0 1/0 B 13 play pos r1")
        sheet.cited("contract-4")

    def test_a_scratch_or_a_ball_off_the_table(self, text: str) -> None:
        for facts in ({"fouls": ["scratch"]}, {"off_table": ["cue"]}):
            sheet = Scenario(text, "20:0").play(inning("A", 0, "foul", **facts))
            sheet.ruled("foul", "scratch").at("19:0 1/0 B 15 play hand r1")
        off = Scenario(text, "20:0").play(inning("A", 0, "foul", off_table=["3"]))
        off.ruled("foul", "ball_off_table").at("19:0 1/0 B 15 play pos r1")

    def test_a_broken_opening(self, text: str) -> None:
        sheet = Scenario(text).play(inning("A", 0, "break_foul"))
        sheet.ruled("break_foul", "break_foul", points=(-2, 0))
        sheet.at("-2:0 0/0 B 15 choice pos r1").play("B rebreak", inning("A", 0, "break_foul"))
        both = Scenario(text).play(inning("A", 0, "break_foul", fouls=["scratch"]))
        both.at("-2:0 0/0 B 15 choice hand r1")

    def test_a_standard_foul_on_a_good_opening(self, text: str) -> None:
        Scenario(text).play(inning("A", 0, "foul", fouls=["scratch"])).at(
            "-1:0 1/0 B 15 play hand r1"
        )

    def test_a_deliberate_foul(self, text: str) -> None:
        sheet = Scenario(text, "40:0").play(inning("A", 3, "deliberate_foul"))
        after = {"LT": "28:0 0/0 B 12 play pos r1"}
        sheet.at(after.get(text, "27:0 1/0 B 12 choice hand r1"))
        sheet.ruled("deliberate_foul", "deliberate_touch")
        named = inning("A", 0, "deliberate_foul", fouls=["deliberate_stop"])
        Scenario(text, "40:0").play(named).ruled("deliberate_foul", "deliberate_stop")

    def test_the_third_foul_counts_as_announced(self, text: str) -> None:
        sheet = Scenario(text, "20:0 2/0").play(inning("A", 0, "foul", fouls=["no_rail"]))
        assert (sheet.state["phase"], sheet.state["to_act"]) == ("break", "ana")
        sheet.found(*(["warning_not_recorded"] if text == "LT" else []))
        said = Scenario(text, "20:0 2/0").play("warn A", inning("A", 0, "foul"))
        assert said.state["phase"] == "break"
        said.found()

    def test_a_run_before_the_foul_makes_it_the_first(self, text: str) -> None:
        sheet = Scenario(text, "20:0 2/0").play(inning("A", 1, "foul"))
        sheet.at("20:0 1/0 B 14 play pos r1").found()
        assert sheet.last.run == 1

    def test_a_rack_set_before_the_last_stroke(self, text: str) -> None:
        sheet = Scenario(text, "20:0 3").play(inning("A", 2, "foul", fouls=["scratch"]))
        sheet.at("21:0 1/0 B 15 play hand r2")


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (inning("B"), "not_at_table"),
        (inning("C"), "unknown_player"),
        (inning("A", 0, "push_out"), "bad_call"),
        (inning("A", 0, "break_foul"), "not_due"),
        (inning("A", 0, "break"), "not_due"),
        (inning("A", 2**53 - 1), "ball_not_on_table"),
    ],
)
def test_a_turn_that_cannot_have_been(text: str, event: dict[str, object], reason: str) -> None:
    Scenario(text, "20:0").refused(event, reason)


def test_a_turn_may_not_come_before_its_time() -> None:
    Scenario("SI").play("A short").refused(inning("A"), "choice_pending")
    Scenario("SI").refused(inning("A", 1, "break_foul"), "not_due")
    Scenario("LT", opening={"breaker": None}).refused(inning("A"), "not_due")


def test_a_turn_ends_a_series_of_near_safeties() -> None:
    near = "A safe near:4 own"
    series = Scenario("SI", "20:0").play(near, "B safe", near, "B safe", inning("A"), "B safe")
    assert series.play(near).last.verdict == "legal"
