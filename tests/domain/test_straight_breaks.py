"""The opening stroke of 14.1: rows V01 to V19 of the rules page, and what they leave out."""

import pytest

from tests.domain.scenario import TEXTS, Row, Scenario, cases, name_of, played, row

SHORT = "-2:0 0/0 B 15 choice pos r1"
ROWS = [
    row("V01", None, "A break", "0:0 0/0 B 15 play pos r1", "SI-5a PL-2a LT-14.1-3b"),
    row("V02", None, "A pot 5 dead", "1:0 0/0 A 14 play pos r1", "SI-5a PL-2a LT-14.1-3b"),
    row("V03", None, "A pot 5 also:6", "2:0 0/0 A 13 play pos r1", "PL-3.1d LT-14.1-7b A1"),
    row(
        "V04",
        None,
        "A break cue:0",
        {"SI/PL": SHORT, "LT": "0:0 0/0 B 15 play pos r1"},
        "SI-5b SI-5c PL-2b PL-2c LT-14.1-3b",
    ),
    row("V05", None, "A short", SHORT, "SI-5b SI-5c SI-5f PL-2c PL-2f LT-14.1-9a LT-14.1-10b"),
    row("V06", None, "A short; B accept", "-2:0 0/0 B 15 play pos r1", "SI-5d PL-2d LT-14.1-3d1"),
    row(
        "V07",
        None,
        "A short; B rebreak; A short; B rebreak; A break",
        "-4:0 0/0 B 15 play pos r3",
        "SI-5e PL-2e LT-14.1-3d2",
    ),
    row(
        "V08",
        None,
        "A short; B rebreak; A short; B rebreak; A short; B rebreak; A short",
        "-8:0 0/0 B 15 choice pos r4",
        "SI-5e SI-5f PL-2e PL-2f LT-14.1-9a",
    ),
    row("V09", None, "A break scratch", "-1:0 1/0 B 15 play hand r1", "SI-5g SI-5h PL-2g PL-2h"),
    row("V10", None, "A short scratch", "-2:0 0/0 B 15 choice hand r1", "LT-14.1-9b D10"),
    row("V11", None, "A short scratch; B accept", "-2:0 0/0 B 15 play hand r1", "SI-9 PL-6"),
    row("V12", None, "A pot 5 scratch dead", "-1:0 1/0 B 15 play hand r1", "SI-12c PL-13d A14"),
    row("V13", None, "A break off:9", "-1:0 1/0 B 15 play pos r1", "SI-8 PL-5a LT-G-F-5 D9"),
    row("V14", None, "A miss 5 balls:2 also:6", "0:0 0/0 B 15 play pos r1", "SI-7a PL-4a"),
    row("V15", None, "A short cue:0 called:touched_ball", SHORT, "LT-14.1-9b D10"),
    row("V16", None, "A miss 5 also:6 balls:1", "0:0 0/0 B 15 play pos r1", "WPA-8.4 D2"),
    row("V17", None, "A safe hits: balls:0", SHORT, "SI-5a PL-2a LT-14.1-3c"),
    row("V18", None, "A break cue:0 scratch", "-1:0 1/0 B 15 play hand r1", "SI-5a D2"),
    row("V19", None, "A short; B rebreak; A pot 5", "-1:0 0/0 A 14 play pos r2", "SI-5e PL-2e"),
]


@pytest.mark.parametrize(("one", "text"), cases(ROWS), ids=name_of)
def test_a_row_of_the_rules_page(one: Row, text: str) -> None:
    played(one, text)


@pytest.mark.parametrize(
    ("text", "violation", "choice", "again"),
    [
        ("SI", {"SI-5b", "SI-5c", "SI-5f"}, "SI-5d", "SI-5e"),
        ("PL", {"PL-2b", "PL-2c", "PL-2f"}, "PL-2d", "PL-2e"),
        ("LT", {"LT-14.1-3c", "LT-14.1-9a", "LT-14.1-10b"}, "LT-14.1-3d1", "LT-14.1-3d2"),
    ],
)
def test_a_failed_opening_and_each_choice_cite_their_clauses(
    text: str, violation: set[str], choice: str, again: str
) -> None:
    opening = Scenario(text).play("A short").ruled("break_foul", "break_foul", points=(-2, 0))
    opening.cited(*violation)
    assert opening.state["options"] == ["accept", "rebreak"]
    opening.play("B rebreak").cited(again)
    opening.play("A short", "B accept").cited(choice)


@pytest.mark.parametrize("text", TEXTS)
def test_who_shoots_without_deciding_accepts(text: str) -> None:
    opening = Scenario(text).play("A short", "B pot 5").at("-2:1 0/0 B 14 play pos r1")
    opening.cited("Z6")


def test_a_scratch_on_a_good_opening_is_no_failed_one() -> None:
    for text, clauses in (("SI", {"SI-5g", "SI-5h", "SI-5i"}), ("PL", {"PL-2g", "PL-2h", "PL-2i"})):
        Scenario(text).play("A break scratch").ruled("foul", "scratch").cited(*clauses)


def test_what_a_failed_opening_absorbs_is_listed_with_it() -> None:
    opening = Scenario("LT").play("A short scratch")
    opening.ruled("break_foul", "break_foul", "scratch", points=(-2, 0)).cited("LT-14.1-9b")


@pytest.mark.parametrize("text", TEXTS)
def test_an_opening_of_which_no_cushion_was_recorded_is_met(text: str) -> None:
    Scenario(text).play("A safe unseen").at("0:0 0/0 B 15 play pos r1")


def test_one_cushion_recorded_and_the_other_left_out_is_none() -> None:
    shot = {"type": "shot", "player": "A", "call": "safety", "balls_to_cushion": 2}
    for text, phase in (("SI", "choice"), ("PL", "choice"), ("LT", "play")):
        assert Scenario(text).play(shot).state["phase"] == phase


@pytest.mark.parametrize("text", TEXTS)
def test_the_opening_called_by_the_referee_alone_is_failed_too(text: str) -> None:
    opening = Scenario(text).play("A break called:break_foul")
    opening.at(SHORT).ruled("break_foul", "break_foul")


def test_an_opening_ruled_good_is_good() -> None:
    opening = Scenario("SI").play("A short ruled:")
    opening.at("0:0 0/0 B 15 play pos r1").found("ruled_otherwise")


@pytest.mark.parametrize("text", TEXTS)
def test_a_ball_made_on_a_break_without_a_call_comes_back(text: str) -> None:
    opening = Scenario(text).play("A nocall balls:2 also:4").at("0:0 0/0 B 15 play pos r1")
    assert opening.last.spotted == ("4",)


@pytest.mark.parametrize("text", TEXTS)
def test_a_good_re_break_leaves_the_others_counts_alone(text: str) -> None:
    third = Scenario(text, "20:0 2/1").play("warn A", "A foul", "A break")
    assert third.state["fouls"] == {"ana": 0, "bor": 1}


def test_a_break_out_of_turn_leaves_the_balls_to_go_on_from() -> None:
    opening = Scenario("LT").play("B break called:out_of_turn").at("0:-1 0/1 A 15 play pos r1")
    opening.cited("LT-G-F-13", "Z3")
