"""Balls near or touching a cushion: rows V90 to V94 and V123 to V125 of the rules page."""

import pytest

from tests.domain.scenario import TEXTS, Row, Scenario, cases, name_of, played, row

NEAR = "A safe near:4 own"
TWICE = f"{NEAR}; B safe; {NEAR}; B safe; "
LEGAL = "20:0 0/0 B 15 play pos r1"
BREACH = {"SI/PL": "19:0 1/0 B 15 play pos r1", "LT": LEGAL}
ROWS = [
    row("V90", "20:0", TWICE + NEAR, BREACH, "SI-6c1 SI-6c2 PL-3.2c PL-3.2d PL-3.2e"),
    row("V91", "20:0", TWICE + "A safe near:4", LEGAL, "SI-6c2 PL-3.2e"),
    row(
        "V92",
        "20:0 1/0",
        f"{NEAR}; B safe; {NEAR}",
        {
            "SI": "5:0 0/0 A 15 break hand r2",
            "PL": "4:0 0/0 A 15 break hand r2",
            "LT": LEGAL,
        },
        "SI-6c3 SI-6c4 SI-6c5 PL-3.2f PL-3.2g PL-3.2h A3",
    ),
    row("V93", "20:0", f"{TWICE}A safe 7; B safe; {NEAR}", LEGAL, "SI-6c1 PL-3.2c A3b"),
    row(
        "V94",
        "20:0",
        "A safe frozen:4 own",
        {"SI/PL": "19:0 1/0 B 15 play pos r1"},
        "SI-6c2 PL-3.2e D26",
    ),
    row(
        "V123",
        "20:0 1/0",
        f"{NEAR}; B safe; {NEAR}; A short; B accept",
        {"SI": "3:0 0/0 B 15 play pos r2", "PL": "2:0 0/0 B 15 play pos r2"},
        "SI-6c5 SI-6c6 SI-5c PL-3.2i PL-2c",
    ),
    row(
        "V124",
        "20:0 1/0",
        f"A safe 7; B safe; {TWICE}{NEAR}",
        {"SI/PL": "19:0 1/0 B 15 play pos r1"},
        "SI-6c1 SI-6c2 SI-6c3 PL-3.2c PL-3.2f",
    ),
    row(
        "V125",
        "20:20 B",
        "B safe near:4 own; A safe near:4 own; B safe near:4 own; A safe near:4 own",
        "20:20 0/0 B 15 play pos r1",
        "SI-6c1 PL-3.2c",
    ),
]


@pytest.mark.parametrize(("one", "text"), cases(ROWS), ids=name_of)
def test_a_row_of_the_rules_page(one: Row, text: str) -> None:
    played(one, text)


def steps(text: str) -> list[str]:
    return [step.strip() for step in text.split(";") if step.strip()]


@pytest.mark.parametrize(
    ("text", "limit", "third"),
    [
        ("SI", {"SI-6c1", "SI-6c2"}, {"SI-6c3", "SI-6c4", "SI-6c5", "SI-6c6"}),
        ("PL", {"PL-3.2c", "PL-3.2d", "PL-3.2e"}, {"PL-3.2f", "PL-3.2g", "PL-3.2h", "PL-3.2i"}),
    ],
)
def test_a_breach_cites_the_limit_it_broke(text: str, limit: set[str], third: set[str]) -> None:
    Scenario(text, "20:0").play(*steps(TWICE + NEAR)).ruled("foul", "no_rail").cited(*limit)
    Scenario(text, "20:0 1/0").play(NEAR, "B safe", NEAR).ruled("foul", "no_rail").cited(*third)


@pytest.mark.parametrize("text", ["SI", "PL"])
@pytest.mark.parametrize(
    "between",
    [
        "A miss 7",  # another ball first
        "A safe near:7 own",  # another ball near a cushion
        "A foul 7",  # a foul on another ball breaks the series too
        "A safe 4",  # the ball lies free meanwhile
        "A safe hits:",  # no ball at all
    ],
)
def test_what_is_no_safety_in_a_row_on_that_ball_begins_anew(text: str, between: str) -> None:
    broken = Scenario(text, "20:0").play(*steps(TWICE), between, "B safe", NEAR)
    assert broken.last.verdict == "legal"


@pytest.mark.parametrize("text", ["SI", "PL"])
def test_a_miss_and_a_foul_on_the_ball_are_no_safeties_and_end_no_series(text: str) -> None:
    missed = Scenario(text, "20:0").play(NEAR, "B safe", "A miss near:4", "B safe", NEAR, "B safe")
    missed.play(NEAR).ruled("foul", "no_rail")
    fouled = Scenario(text, "20:0").play(NEAR, "B safe", "A foul near:4", "B safe")
    fouled.play(NEAR, "B safe", NEAR).ruled("foul", "no_rail")


@pytest.mark.parametrize("text", ["SI", "PL"])
def test_the_cushion_is_needed_only_when_nothing_fell(text: str) -> None:
    pot = "A pot 4 near:4 own"
    assert Scenario(text, "20:0").play(*steps(TWICE), pot).last.verdict == "legal"


@pytest.mark.parametrize("text", ["SI", "PL"])
def test_a_breach_the_referee_called_without_facts_is_a_breach(text: str) -> None:
    called = Scenario(text, "20:0 1/0").play(NEAR, "B safe", "A safe near:4 called:no_rail")
    assert (called.state["phase"], called.state["rack"]) == ("break", 2)


@pytest.mark.parametrize("text", ["SI", "PL"])
def test_a_breach_ruled_none_is_none(text: str) -> None:
    ruled = Scenario(text, "20:0 1/0").play(NEAR, "B safe", NEAR + " ruled:")
    assert (ruled.last.verdict, ruled.state["score"]["ana"]) == ("legal", 20)


@pytest.mark.parametrize("text", ["SI", "PL"])
def test_a_new_rack_ends_every_series(text: str) -> None:
    series = Scenario(text, "20:0 2/0").play("A foul", "A break", "B safe", *steps(TWICE))
    assert series.play(NEAR).last.verdict == "foul"
    racked = Scenario(text, "20:0 0/1").play(NEAR, "B foul", NEAR, "B foul", "B break")
    assert racked.play(NEAR, "B safe", NEAR).last.verdict == "legal"


@pytest.mark.parametrize("text", ["SI", "PL"])
def test_a_frozen_ball_is_a_cushion_of_its_own(text: str) -> None:
    frozen = (
        Scenario(text, "20:0").play("A safe frozen:4 own").ruled("foul", "no_rail").cited("D26")
    )
    frozen.play("B safe frozen:4").ruled("legal")


def test_a_lithuanian_frozen_ball_binds_once_it_is_declared() -> None:
    declared = {"type": "announcement", "player": "A", "what": "frozen", "ball": "4"}
    undeclared = Scenario("LT", "20:0").play("A safe frozen:4 own").ruled("legal")
    undeclared.found("frozen_not_announced")
    frozen = Scenario("LT", "20:0").play(declared).cited("LT-G-FRZ-1")
    frozen.play("A safe frozen:4 own").ruled("foul", "no_rail").cited("LT-G-FRZ-1").found()
    late = Scenario("LT", "20:0").play(declared, "A safe", "B safe", "A safe frozen:4 own")
    late.ruled("legal").found("frozen_not_announced")


@pytest.mark.parametrize("text", TEXTS)
def test_an_announcement_names_a_ball_of_the_game(text: str) -> None:
    announced = {"type": "announcement", "player": "A", "what": "frozen"}
    playing = Scenario(text, "20:0").play(announced | {"ball": "?"}, announced | {"ball": "15"})
    playing.refused(announced | {"ball": "red"}, "ball_not_on_table")
    playing.refused(announced | {"player": "C"}, "unknown_player")


@pytest.mark.parametrize(("text", "points"), [("SI", -30), ("PL", -31)])
def test_a_deemed_third_that_is_deliberate_costs_both(text: str, points: int) -> None:
    near = "A safe near:4 own"
    breach = Scenario(text, "40:0 1/0").play(near, "B safe", near + " called:deliberate_touch")
    breach.ruled("deliberate_foul", "no_rail", "deliberate_touch", points=(points, 0))
    breach.at(f"{40 + points}:0 0/0 A 15 break hand r2").cited("A3", "A8")


@pytest.mark.parametrize("text", ["SI", "PL"])
@pytest.mark.parametrize(
    "spotted",
    ["A safe near:4 also:4; B safe", "A safe near:4; B wrong 4", "A safe near:4; B safe off:4"],
)
def test_a_ball_spotted_has_left_its_cushion(text: str, spotted: str) -> None:
    near = "A safe near:4 own"
    series = Scenario(text, "20:0").play(near, "B safe", *spotted.split("; "))
    series.play(near).ruled("legal").play("B safe", near).ruled("legal")
    series.play("B safe", near).ruled("foul", "no_rail")
