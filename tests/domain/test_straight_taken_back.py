"""Strokes of 14.1 that are void, and balls that settle (D45, Z22)."""

import pytest

from tests.domain.scenario import TEXTS, Scenario, replayed

VOID = {"type": "void", "reason": "disturbed"}


def settled(ball: str = "1", **facts: object) -> dict[str, object]:
    return {"type": "settled", "ball": ball} | facts


STROKES = [
    (None, "A break"),
    (None, "A short"),
    (None, "A pot 3"),
    ("20:0", "A pot 5"),
    ("20:0", "A miss"),
    ("20:0 1/0", "A foul"),
    ("20:0 2/0 5", "A scratch"),
    ("20:0 2", "A pot 1"),
    ("20:0 2", "A pot 1 also:2"),
    ("20:0", "A safe called:deliberate_touch"),
    ("20:0", "B miss called:out_of_turn"),
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(("start", "stroke"), STROKES)
class TestTheWholeStroke:
    def test_a_void_one_is_as_if_never_played(
        self, text: str, start: str | None, stroke: str
    ) -> None:
        playing = Scenario(text, start)
        before = playing.state
        change = playing.play(stroke).last.points
        playing.play(VOID).ruled("recorded", points=(-change[0], -change[1]))
        assert playing.state == before
        playing.refused(VOID, "not_due").play(stroke)

    def test_so_is_one_a_falling_ball_affected(
        self, text: str, start: str | None, stroke: str
    ) -> None:
        playing = Scenario(text, start)
        before = playing.state
        playing.play(stroke, settled("9", affected=True))
        assert playing.state == before
        playing.refused(settled("9", seconds=2.0), "not_due")


@pytest.mark.parametrize("text", TEXTS)
class TestWhatComesBetween:
    def test_decisions_and_announcements_go_with_it(self, text: str) -> None:
        for between in (["B accept"], ["B rebreak"], ["warn B", "B accept"]):
            playing = Scenario(text).play("A short", *between, VOID)
            playing.at("0:0 0/0 A 15 break hand r1").play("A break")

    def test_a_warning_given_before_it_stays(self, text: str) -> None:
        playing = Scenario(text, "20:0 2/0").play("warn A", "A foul", VOID, "A foul")
        assert (playing.state["phase"], playing.state["rack"]) == ("break", 2)

    @pytest.mark.parametrize(
        "between",
        [
            {"type": "rerack"},
            {"type": "sanction", "player": "A", "penalty": "warning"},
            {"type": "claim", "score": {"A": 21}},
            {"type": "position_set", "score": {"A": 25}},
            {"type": "skipped"},
            {"type": "correction", "corrects": 1, "with": None},
            {"type": "protest", "player": "B", "of": 2, "ground": "fact"},
        ],
    )
    def test_anything_else_keeps_it(self, text: str, between: dict[str, object]) -> None:
        playing = Scenario(text, "20:0 2").play("A pot 1", between)
        playing.refused(VOID, "not_due").refused(settled("2", seconds=1.0), "not_due")

    def test_what_was_rejected_is_nothing(self, text: str) -> None:
        playing = Scenario(text, "20:0").play("A pot 5").refused("B miss", "not_at_table")
        playing.play(VOID).at("20:0 0/0 A 15 play pos r1")

    def test_a_turn_summed_up_is_no_stroke(self, text: str) -> None:
        turn = {"type": "inning", "player": "A", "made": 1, "end": "miss"}
        Scenario(text, "20:0").play("A pot 5", turn).refused(VOID, "not_due")

    def test_nothing_to_take_back(self, text: str) -> None:
        Scenario(text).refused(VOID, "not_due").refused(settled(seconds=1.0), "not_due")

    def test_the_end_keeps_the_stroke_that_made_it(self, text: str) -> None:
        won = Scenario(text, "149:0").play("A pot 5").refused(VOID, "match_over")
        won.refused(settled(seconds=1.0), "match_over").refused(settled(seconds=9.0), "match_over")


@pytest.mark.parametrize("text", TEXTS)
class TestSettledBalls:
    def test_up_to_five_seconds_the_ball_belongs_to_the_stroke(self, text: str) -> None:
        for seconds in (0.0, 5.0):
            made = Scenario(text, "20:0").play(
                "A miss 5", settled("5", pocket="FL", seconds=seconds)
            )
            made.at("21:0 0/0 A 14 play pos r1").ruled("recorded", points=(1, 0)).cited("Z22")
            assert (made.last.pocketed, made.last.run) == (("5",), 1)

    def test_after_that_it_is_restored(self, text: str) -> None:
        late = Scenario(text, "20:0").play("A miss 5", settled("5", seconds=5.001)).cited("Z22")
        late.at("20:0 0/0 B 15 play pos r1").ruled("recorded", points=(0, 0))
        Scenario(text, "20:0").play(settled("5", affected=False)).at("20:0 0/0 A 15 play pos r1")

    def test_it_may_be_an_extra_ball_or_a_wrong_one(self, text: str) -> None:
        extra = Scenario(text, "20:0").play("A pot 5", settled("6", seconds=1.0))
        extra.at("22:0 0/0 A 13 play pos r1").ruled("recorded", points=(1, 0))
        wrong = Scenario(text, "20:0").play("A miss 5", settled("6", seconds=1.0))
        assert wrong.at("20:0 0/0 B 15 play pos r1").last.spotted == ("6",)
        safe = Scenario(text, "20:0").play("A safe", settled("6", seconds=1.0))
        assert safe.at("20:0 0/0 B 15 play pos r1").last.spotted == ("6",)

    def test_it_may_spare_the_cushion(self, text: str) -> None:
        spared = Scenario(text, "20:0").play(
            "A miss 5 dead", settled("5", pocket="FL", seconds=1.0)
        )
        spared.at("21:0 0/0 A 14 play pos r1").ruled("recorded", points=(2, 0))

    def test_the_fifteenth_after_the_fourteenth(self, text: str) -> None:
        both = Scenario(text, "20:0 2").play("A pot 1", settled("2", seconds=1.0))
        both.at("22:0 0/0 A 0 rerack pos r1").play("rerack")
        assert both.state["fifteenth"] == "racked"

    def test_after_a_third_foul_it_is_racked_with_the_others(self, text: str) -> None:
        third = Scenario(text, "20:0 2/0 9").play("warn A", "A scratch")
        points = third.last.points
        third.play(settled("4", seconds=1.0)).ruled("recorded", "scratch", points=(0, 0))
        third.at(f"{20 + points[0]}:0 0/0 A 15 break hand r2")
        assert third.last.spotted == ("4",)

    def test_it_may_undo_a_third_foul(self, text: str) -> None:
        third = Scenario(text, "20:0 2/0 9").play("warn A", "A foul", settled("4", seconds=1.0))
        if text == "LT":
            third.at("4:0 0/0 A 15 break hand r2")
        else:
            third.at("20:0 0/0 B 9 play pos r1").ruled("recorded")

    def test_two_balls_one_after_another_and_then_a_void(self, text: str) -> None:
        two = Scenario(text, "20:0").play("A pot 5", settled("6", seconds=1.0))
        two.play(settled("7", seconds=2.0)).at("23:0 0/0 A 12 play pos r1")
        two.play(VOID).at("20:0 0/0 A 15 play pos r1").ruled("recorded", points=(-3, 0))

    def test_a_ball_that_cannot_have_fallen(self, text: str) -> None:
        fallen = Scenario(text, "20:0 5").play("A pot 5")
        fallen.refused(settled("5", seconds=1.0), "ball_twice")
        fallen.refused(settled("9", seconds=1.0), "ball_not_on_table")
        fallen.play(settled("4", seconds=1.0)).at("22:0 0/0 A 3 play pos r1")

    def test_it_may_win_the_match(self, text: str) -> None:
        won = Scenario(text, "148:0").play("A pot 5", settled("6", seconds=1.0))
        assert (won.state["winner"], won.last.match_won_by) == ("ana", "ana")


@pytest.mark.parametrize("text", TEXTS)
def test_a_replay_takes_back_as_live(text: str) -> None:
    played = Scenario(text).play("A short", "B rebreak", VOID, "A pot 3", settled("4", seconds=2.0))
    played.play("A pot 5", VOID, "A miss", "B foul", settled("7", affected=True), "B safe")
    result, lines = replayed(played)
    assert result.state == played.state
    assert [line.ruling for line in lines] == played.rulings


def test_a_match_that_was_never_opened_has_nothing_to_take_back() -> None:
    unopened = Scenario("XX")
    assert unopened.take(VOID).reason == "not_open"
    assert unopened.take(settled(seconds=9.0)).reason == "not_open"
    assert unopened.take({"type": "correction", "corrects": 9, "with": None}).reason == "not_open"
