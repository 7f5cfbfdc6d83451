"""Deliberate fouls in 14.1: rows V60 to V69 of the rules page."""

import pytest

from tests.domain.scenario import Row, Scenario, cases, name_of, played, row

TOUCH = "A safe called:deliberate_touch"
ROWS = [
    row(
        "V60",
        "40:30",
        TOUCH,
        {"SI/PL": "24:30 1/0 B 15 choice hand r1", "LT": "25:30 0/0 B 15 play pos r1"},
        "SI-6f PL-3.5a PL-3.5b LT-G-SF-3 D13",
    ),
    row(
        "V60-accepted",
        "40:30",
        TOUCH + "; B accept",
        {"SI/PL": "24:30 1/0 B 15 play hand r1"},
        "SI-6f PL-3.5c",
    ),
    row(
        "V61",
        "40:30",
        TOUCH + "; B rebreak; A break",
        {"SI/PL": "24:30 0/0 B 15 play pos r2"},
        "SI-6f PL-3.5c PL-8b A16",
    ),
    row(
        "V62",
        "40:0 2/0",
        TOUCH,
        {
            "SI": "10:0 0/0 A 15 break hand r2",
            "PL": "9:0 0/0 A 15 break hand r2",
            "LT": "25:0 2/0 B 15 play pos r1",
        },
        "SI-11c PL-8f A8",
    ),
    row(
        "V63",
        "40:0 1/0",
        TOUCH + "; B rebreak; A short; B rebreak; A break scratch",
        {"SI": "7:0 0/0 A 15 break hand r4", "PL": "6:0 0/0 A 15 break hand r4"},
        "SI-6f SI-5f SI-5g SI-5h PL-2f PL-2g PL-2h",
    ),
    row(
        "V64",
        "40:0 1/0",
        TOUCH + "; B rebreak; A short",
        {"SI/PL": "22:0 2/0 B 15 choice pos r2"},
        "SI-5f PL-2f",
    ),
    row(
        "V65",
        "40:0 2/0",
        TOUCH + "; B safe; warn A; A foul",
        {"LT": "9:0 0/0 A 15 break hand r2"},
        "LT-G-SF-3 LT-14.1-10b LT-14.1-10c",
    ),
    row("V66", "40:0", "A pot 5 called:touched_ball", "39:0 1/0 B 15 play pos r1", "LT-G-F-6 A7"),
    row(
        "V69",
        None,
        "A short cue:0 balls:0 called:deliberate_stop",
        {"SI/PL": "-16:0 1/0 B 15 choice hand r1", "LT": "-15:0 0/0 B 15 choice pos r1"},
        "LT-G-SF-3 SI-6f PL-3.5a D12",
    ),
]


@pytest.mark.parametrize(("one", "text"), cases(ROWS), ids=name_of)
def test_a_row_of_the_rules_page(one: Row, text: str) -> None:
    played(one, text)


@pytest.mark.parametrize("code", ["deliberate_touch", "deliberate_stop"])
def test_both_codes_are_one_foul(code: str) -> None:
    for text, points in (("SI", -16), ("PL", -16), ("LT", -15)):
        touched = Scenario(text, "40:0").play(f"A pot 5 called:{code}")
        touched.ruled("deliberate_foul", code, points=(points, 0))
        assert touched.last.spotted == ("5",)


@pytest.mark.parametrize(
    ("text", "foul", "choice"),
    [
        ("SI", {"SI-6f", "SI-10c", "SI-11a"}, "SI-6f"),
        ("PL", {"PL-3.5a", "PL-3.5b", "PL-8a"}, "PL-3.5c"),
    ],
)
def test_a_deliberate_foul_and_each_choice_cite_their_clauses(
    text: str, foul: set[str], choice: str
) -> None:
    for decision in ("B accept", "B rebreak"):
        touched = Scenario(text, "40:0").play(TOUCH).cited(*foul)
        assert touched.state["options"] == ["accept", "rebreak"]
        touched.play(decision).cited(choice)
        assert not {"SI-5d", "PL-2d"} & set(touched.last.clauses)


def test_a_lithuanian_one_does_not_count_and_gives_no_choice() -> None:
    touched = Scenario("LT", "40:0 1/0").play(TOUCH).cited("LT-G-SF-3", "LT-14.1-10b", "A15")
    assert (touched.state["phase"], touched.state["fouls"]["ana"]) == ("play", 1)
    scratched = Scenario("LT", "40:0").play("A scratch called:deliberate_touch")
    assert scratched.state["cue_ball"] == "head"


def test_a_lithuanian_one_on_a_good_break_passes_the_table() -> None:
    Scenario("LT").play("A break called:deliberate_stop").at("-15:0 0/0 B 15 play pos r1")


def test_who_accepts_after_one_has_the_ball_in_hand_behind_the_line() -> None:
    accepted = Scenario("PL", "40:30").play(TOUCH, "B accept", "B spot_nearest 3")
    accepted.at("24:30 1/0 B 15 play hand r1")
