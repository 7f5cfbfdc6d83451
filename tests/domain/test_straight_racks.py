"""Racks of 14.1: rows V70 to V89 of the rules page, table 4.6, and what a new rack changes."""

import pytest

from tests.domain.scenario import TEXTS, Row, Scenario, cases, name_of, played, row

DUE = "20:0 2"
SET = "21:0 0/0 A 15 play pos r2"
ROWS = [
    row("V70", DUE, "A pot 1", "21:0 0/0 A 1 rerack pos r1", "SI-6d1 PL-3.3a LT-14.1-4b"),
    row("V71", DUE, "A pot 1; rerack", SET, "SI-6d1 SI-6g PL-3.3b PL-3.3c LT-14.1-2b"),
    row("V72", "0:0", "A run 33", "33:0 0/0 A 10 play pos r3", "SI-1d PL-1c PL-3.3d LT-14.1-0b"),
    row(
        "V73",
        DUE,
        "A pot 1 also:2; rerack",
        {"SI": "22:0 0/0 A 15 play hand r2", "PL/LT": "22:0 0/0 A 15 play pos r2"},
        "SI-6d3 LT-14.1-8a D32",
    ),
    row("V74", DUE, "A pot 1 also:2; rerack rack", "22:0 0/0 A 15 play hand r2", "SI-6d3 D32"),
    row(
        "V75",
        DUE,
        "A pot 1 also:2; rerack; A safe cue:0",
        "22:0 0/0 B 15 play pos r2",
        "SI-6d4 LT-14.1-8g",
    ),
    row("V76", DUE, "A pot 1 also:2 scratch", "19:0 1/0 B 2 play hand r1", "SI-12c PL-13d"),
    row("V77", "20:0 3", "A pot 1 also:2", "22:0 0/0 A 1 rerack pos r1", "SI-6d1 PL-3.3a"),
    row(
        "V78",
        "20:0 3",
        "A pot 1 also:2,3; rerack",
        {"SI": "23:0 0/0 A 15 play hand r2", "PL/LT": "23:0 0/0 A 15 play pos r2"},
        "SI-6d3 LT-14.1-8a WPA-4.8",
    ),
    row("V79", DUE, "A pot 1; rerack rack rack", "21:0 0/0 A 15 play hand r2", "LT-14.1-8b"),
    row("V80", DUE, "A pot 1; rerack elsewhere rack", SET, "LT-14.1-8c"),
    row("V81", DUE, "A pot 1; rerack head_spot rack", SET, "LT-14.1-8c SI-6g"),
    row("V82", DUE, "A pot 1; rerack rack elsewhere", "21:0 0/0 A 15 play hand r2", "LT-14.1-8e"),
    row(
        "V83", DUE, "A pot 1; rerack rack kitchen", "21:0 0/0 A 15 play head_spot r2", "LT-14.1-8f"
    ),
    row(
        "V84",
        DUE,
        "A pot 1; rerack rack kitchen_on_head_spot",
        "21:0 0/0 A 15 play centre_spot r2",
        "LT-14.1-8f SI-6g",
    ),
    row("V85", DUE, "A pot 1; rerack; A pot 7", "22:0 0/0 A 14 play pos r2", "SI-6d2 PL-3.3d"),
    row(
        "V86",
        DUE,
        "A pot 1; rerack; A pot 2 scratch dead",
        "20:0 1/0 B 15 play hand r2",
        "LT-14.1-6b SI-7a PL-4a D34",
    ),
    row("V87", DUE, "A safe also:1", "20:0 0/0 B 2 play pos r1", "SI-6e PL-3.4c LT-14.1-5c"),
    row(
        "V89", DUE, "A pot 1; rerack rack head_spot", "21:0 0/0 A 15 play hand r2", "LT-14.1-8e A9"
    ),
]


@pytest.mark.parametrize(("one", "text"), cases(ROWS), ids=name_of)
def test_a_row_of_the_rules_page(one: Row, text: str) -> None:
    played(one, text)


@pytest.mark.parametrize(
    ("cue_ball", "fifteenth", "then", "placed"),
    [
        ("elsewhere", "elsewhere", "as_is", "position"),
        ("elsewhere", "kitchen", "as_is", "position"),
        ("elsewhere", "kitchen_on_head_spot", "as_is", "position"),
        ("elsewhere", "head_spot", "as_is", "position"),
        ("head_spot", "elsewhere", "as_is", "position"),
        ("head_spot", "kitchen", "as_is", "position"),
        ("elsewhere", "rack", "head_spot", "position"),
        ("head_spot", "rack", "centre_spot", "position"),
        ("rack", "rack", "racked", "head"),
        ("rack", "elsewhere", "as_is", "head"),
        ("rack", "head_spot", "as_is", "head"),
        ("rack", "kitchen", "as_is", "head_spot"),
        ("rack", "kitchen_on_head_spot", "as_is", "centre_spot"),
    ],
)
@pytest.mark.parametrize("text", TEXTS)
def test_the_table_of_what_lies_in_the_way(
    text: str, cue_ball: str, fifteenth: str, then: str, placed: str
) -> None:
    racked = Scenario(text, DUE).play("A pot 1", f"rerack {cue_ball} {fifteenth}").ruled("recorded")
    assert (racked.state["fifteenth"], racked.state["cue_ball"]) == (then, placed)
    assert (racked.state["run"], racked.state["inning"]) == (1, 1)


@pytest.mark.parametrize(
    ("text", "due", "rack"),
    [
        ("SI", {"SI-1d", "SI-6d1"}, {"SI-6d2", "SI-6g"}),
        ("PL", {"PL-1c", "PL-3.3a"}, {"PL-3.3b", "PL-3.3c", "PL-3.3d"}),
        ("LT", {"LT-14.1-4b"}, {"LT-14.1-2b", "LT-14.1-8g"}),
    ],
)
def test_a_rack_due_and_set_cites_its_clauses(text: str, due: set[str], rack: set[str]) -> None:
    racked = Scenario(text, DUE).play("A pot 1").cited(*due).play("rerack").cited(*rack)
    assert racked.state["fifteenth"] == "as_is"
    struck = Scenario(text, DUE).play("A pot 1", "A pot 7").cited("Z7", *rack)
    struck.at("22:0 0/0 A 14 play pos r2")


def test_the_fifteenth_is_null_before_the_first_rack_is_set_anew() -> None:
    fresh = Scenario("LT", DUE)
    assert fresh.state["fifteenth"] is None
    assert fresh.play("A pot 1 also:2", "rerack").state["fifteenth"] == "racked"


@pytest.mark.parametrize("text", TEXTS)
def test_a_rack_that_is_not_due_is_refused(text: str) -> None:
    Scenario(text).refused("rerack", "not_due")
    Scenario(text, DUE).refused("rerack", "not_due").play("A pot 1", "rerack")
    Scenario(text, DUE).play("A pot 1", "rerack").refused("rerack", "not_due")


@pytest.mark.parametrize("text", TEXTS)
def test_a_run_goes_on_through_racks(text: str) -> None:
    run = Scenario(text, "0:0").play("A run 33")
    assert (run.state["run"], run.state["inning"], run.last.run) == (33, 1, 33)
    assert run.play("A miss").state["run"] == 0


def test_a_stroke_out_of_turn_at_a_rack_that_is_due_sets_it_too() -> None:
    racked = Scenario("LT", DUE).play("A pot 1", "B miss called:out_of_turn")
    racked.at("21:-1 0/1 A 15 play pos r2").cited("Z7")


def test_a_position_with_one_ball_or_none_is_a_rack_due() -> None:
    for balls in (["7"], [], 1, 0):
        start = {"phase": "play", "at_table": "A", "balls": balls}
        due = Scenario("PL", opening={"start": start})
        assert due.state["phase"] == "rerack"
        due.play("rerack", "A pot 3").at("1:0 0/0 A 14 play pos r2")


def test_balls_of_unknown_number_are_known_again_after_a_rack() -> None:
    unknown = {"type": "shot", "player": "A", "call": "ball", "pocketed": [{"ball": "?"}]}
    racked = Scenario("SI", "0:0 3").play(unknown)
    assert (racked.state["balls"], racked.state["balls_on_table"]) == (None, 2)
    racked.play(unknown, "rerack")
    assert racked.state["balls"] == [str(number) for number in range(1, 16)]
