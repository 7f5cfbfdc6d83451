"""Strokes of 14.1 in play: rows V20 to V37, V95 to V104 and V114 to V122 of the rules page."""

import pytest

from tests.domain.scenario import TEXTS, Row, Scenario, cases, name_of, played, row

B_NEXT = "10:0 0/0 B 15 play pos r1"
FOULED = "9:0 1/0 B 15 play pos r1"
ROWS = [
    row("V20", "10:0", "A pot 5", "11:0 0/0 A 14 play pos r1", "SI-1c SI-4 SI-6a PL-1b"),
    row("V21", "10:0", "A pot 5 also:6,7", "13:0 0/0 A 12 play pos r1", "PL-3.1d LT-G-CALL-3"),
    row("V22", "10:0 1/0", "A wrong 5", B_NEXT, "SI-7a PL-4a PL-4b LT-14.1-6a SI-11b PL-8b"),
    row(
        "V23",
        "10:0",
        "A miss 5 also:6 dead",
        {"SI/PL": B_NEXT, "LT": FOULED},
        "SI-6b PL-3.2a LT-G-F-2",
    ),
    row("V24", "10:0", "A safe", B_NEXT, "SI-6e PL-3.4b LT-14.1-5b"),
    row("V25", "10:0 9", "A safe also:3", "10:0 0/0 B 9 play pos r1", "PL-3.4c LT-14.1-5c"),
    row(
        "V26",
        "10:0 9",
        "A safe also:3 dead",
        {"SI/PL": "10:0 0/0 B 9 play pos r1", "LT": "9:0 1/0 B 9 play pos r1"},
        "SI-6b PL-3.2a LT-G-F-2 A4",
    ),
    row("V27", "10:0", "A scratch", "9:0 1/0 B 15 play hand r1", "SI-9 PL-6 LT-14.1-9s"),
    row("V28", "10:0", "A miss dead", FOULED, "SI-6b SI-10a PL-3.2b PL-7a LT-G-F-2"),
    row("V29", "10:0 8", "A pot 5 scratch", "9:0 1/0 B 8 play hand r1", "SI-12c PL-13d LT-14.1-7c"),
    row("V30", "10:0 8", "A pot 5 also:6 scratch", "9:0 1/0 B 8 play hand r1", "SI-12c PL-13d"),
    row("V31", "10:0 8", "A pot 5 off:6", "9:0 1/0 B 8 play pos r1", "SI-8 PL-5a LT-G-F-5 D14"),
    row("V32", "10:0", "A safe off:cue", "9:0 1/0 B 15 play hand r1", "SI-9 PL-6 LT-G-F-5"),
    row("V33", "10:0", "A safe hits: cue:1 balls:0", FOULED, "SI-6b PL-3.2a Z4"),
    *(
        row(f"V34-{code}", "10:0", f"A pot 5 called:{code}", FOULED, clauses)
        for code, clauses in (
            ("push_stroke", "LT-G-F-9"),
            ("double_hit", "LT-G-F-8"),
            ("no_foot", "LT-G-F-4"),
            ("balls_moving", "LT-G-F-3"),
        )
    ),
    row("V35", "10:0", "A scratch off:6 called:double_hit", "9:0 1/0 B 15 play hand r1", "D11"),
    row("V36", "0:0", "A foul", "-1:0 1/0 B 15 play pos r1", "SI-12a SI-12b PL-13a PL-13c"),
    row("V37", "10:0", "A nocall also:3", B_NEXT, "SI-6a SI-7a PL-3.1b LT-14.1-5a D6"),
    row("V98", "9:9", "B miss called:out_of_turn", "9:8 0/1 A 15 play pos r1", "LT-G-F-13 Z3"),
    row("V100", "149:80 8", "A pot 5", "150:80 0/0 A! 7 over pos r1", "SI-1e PL-13b LT-14.1-0c"),
    row("V101", "149:80 8", "A pot 5 also:6,7", "152:80 0/0 A! 5 over pos r1", "A10 Z15"),
    row("V102", "149:80 8", "A pot 5 scratch", "148:80 1/0 B 8 play hand r1", "SI-12c PL-13d"),
    row("V103", "149:80 2", "A pot 1", "150:80 0/0 A! 1 over pos r1", "SI-1e SI-6d1 LT-14.1-4a"),
    row("V104", "149:80 8", "A safe also:3,4", "149:80 0/0 B 8 play pos r1", "SI-6e PL-3.4b"),
    row(
        "V105",
        None,
        "A break; B foul; A safe; B foul; A run 150",
        "150:-2 0/2 A! 5 over pos r11",
        "PL-13a PL-13b SI-12a LT-14.1-7c",
    ),
    row("V106", "136:-1 0/1", "A run 14", "150:-1 0/1 A! 1 over pos r1", "PL-13b LT-14.1-4a"),
    row("V114", "20:0", "A miss 6 also:5", "20:0 0/0 B 15 play pos r1", "LT-G-CALL-5 A20"),
    row(
        "V116",
        "20:0",
        "A safe called:double_hit; B safe; A safe called:cue_on_table",
        "18:0 2/0 B 15 play pos r1",
        "LT-G-F-8 LT-G-F-12",
    ),
    row("V117", "20:0", "A miss 5", "20:0 0/0 B 15 play pos r1", "LT-G-POCK-2"),
    row("V119", "20:0", "A pot 5 hits:5,6", "21:0 0/0 A 14 play pos r1", "LT-G-SIM-1"),
    row("V121", "20:0", "A pot 5 hits:7", "21:0 0/0 A 14 play pos r1", "PL-3.1c LT-G-CALL-2"),
    row("V122", "20:0", "A foul", "19:0 1/0 B 15 play pos r1", "SI-10b PL-7b LT-14.1-9s"),
]


@pytest.mark.parametrize(("one", "text"), cases(ROWS), ids=name_of)
def test_a_row_of_the_rules_page(one: Row, text: str) -> None:
    played(one, text)


@pytest.mark.parametrize("text", TEXTS)
def test_after_a_plain_foul_nothing_is_left_to_choose(text: str) -> None:
    fouled = Scenario(text, "20:0").play("A foul")
    fouled.refused({"type": "decision", "player": "B", "choice": "rebreak"}, "not_offered")
    fouled.refused("B spot_nearest", "not_offered").refused("A safe", "not_at_table")


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("SI", {"SI-6b", "SI-10a", "SI-11a", "SI-12b", "SI-10b"}),
        ("PL", {"PL-3.2a", "PL-3.2b", "PL-7a", "PL-8a", "PL-13c", "PL-7b"}),
        ("LT", {"LT-G-F-2", "LT-14.1-9s", "LT-14.1-7c", "LT-14.1-10b"}),
    ],
)
def test_a_foul_without_a_pot_cites_what_it_cost(text: str, clauses: set[str]) -> None:
    Scenario(text, "20:0").play("A foul").ruled("foul", "no_rail", points=(-1, 0)).cited(*clauses)


@pytest.mark.parametrize(
    ("text", "with_pot", "without"), [("SI", "SI-12c", "SI-12b"), ("PL", "PL-13d", "PL-13c")]
)
def test_a_pot_spoilt_by_a_foul_is_told_from_none(text: str, with_pot: str, without: str) -> None:
    spoilt = Scenario(text, "20:0").play("A pot 5 scratch").cited(with_pot)
    assert without not in spoilt.last.clauses
    off = Scenario(text, "20:0").play("A miss 5 off:6").cited(without)
    assert with_pot not in off.last.clauses
    assert off.last.spotted == ("6",)


@pytest.mark.parametrize(
    ("text", "below"), [("SI", "SI-12a"), ("PL", "PL-13a"), ("LT", "LT-14.1-7c")]
)
def test_a_score_below_zero_cites_that_it_may_be(text: str, below: str) -> None:
    Scenario(text).play("A short").cited(below)


def test_points_and_extra_balls_cite_their_clauses() -> None:
    for text, clauses in {
        "SI": {"SI-1b", "SI-1c", "SI-4", "SI-6a", "A1"},
        "PL": {"PL-1b", "PL-3.1a", "PL-3.1d"},
        "LT": {"LT-14.1-0b", "LT-14.1-7a", "LT-14.1-7b", "LT-G-CALL-3"},
    }.items():
        Scenario(text, "20:0").play("A pot 5 also:6").cited(*clauses)


@pytest.mark.parametrize("text", TEXTS)
def test_a_stroke_out_of_turn_leaves_the_rightful_player_the_run(text: str) -> None:
    shared = Scenario(text, "20:0").play("A pot 5", "B pot 6 called:out_of_turn")
    shared.at("21:-1 0/1 A 14 play pos r1").ruled("foul", "out_of_turn", points=(0, -1))
    assert (shared.state["run"], shared.last.run, shared.last.spotted) == (1, 0, ("6",))
    shared.play("A pot 6").at("22:-1 0/1 A 13 play pos r1")


@pytest.mark.parametrize("text", TEXTS)
def test_a_scratch_out_of_turn_gives_the_rightful_player_the_ball_in_hand(text: str) -> None:
    shared = Scenario(text, "9:9").play("B scratch called:out_of_turn")
    shared.at("9:8 0/1 A 15 play hand r1").ruled("foul", "out_of_turn", "scratch")
    shared.found("fact_without_call")


@pytest.mark.parametrize("text", TEXTS)
def test_a_stroke_of_the_wrong_player_nobody_called_is_a_mistake_of_the_record(text: str) -> None:
    Scenario(text, "9:9").refused("B miss", "not_at_table")
    Scenario(text).play("A short").refused("A miss called:out_of_turn", "choice_pending")


@pytest.mark.parametrize("text", TEXTS)
def test_a_stroke_out_of_turn_on_purpose_takes_no_turn(text: str) -> None:
    shared = Scenario(text, "40:40").play("B safe called:out_of_turn,deliberate_touch")
    expected = {"LT": "40:25 0/0 A 15 play pos r1"}
    shared.at(expected.get(text, "40:24 0/1 A 15 choice hand r1"))
    assert shared.state["inning"] == 1


def test_the_third_foul_goes_before_the_out_of_turn_rule() -> None:
    Scenario("SI", "9:9 0/2").play("B miss called:out_of_turn").at("9:-6 0/0 B 15 break hand r2")
    Scenario("LT", "9:9 0/2").play("B miss called:out_of_turn").at("9:8 0/2 A 15 play pos r1")
