"""Fouls in a row in 14.1: rows V40 to V56 of the rules page, and the LT warning."""

import pytest

from tests.domain.scenario import TEXTS, Row, Scenario, cases, name_of, played, row


def third(before: int, *, other: int = 0, rack: int = 2) -> dict[str, str]:
    """Return where a third foul from a score leaves the match: 15, or 15 and one more."""
    rest = f"{other} 0/0 A 15 break hand r{rack}"
    return {"SI": f"{before - 15}:{rest}", "PL/LT": f"{before - 16}:{rest}"}


THREE = "A foul; B safe; A foul; B safe; "
ROWS = [
    row("V40", "20:5", THREE + "LT warn A; A foul", third(18, other=5), "SI-11c PL-8d LT-14.1-10c"),
    row(
        "V41",
        "20:5",
        THREE + "A foul",
        {
            "SI": "3:5 0/0 A 15 break hand r2",
            "PL": "2:5 0/0 A 15 break hand r2",
            "LT": "17:5 2/0 B 15 play pos r1",
        },
        "LT-G-SF-2d D23",
    ),
    row(
        "V42",
        "20:5",
        THREE + "A foul; B safe; warn A; A foul",
        {"LT": "1:5 0/0 A 15 break hand r2"},
        "LT-G-SF-2d LT-14.1-10c LT-14.1-10d LT-14.1-10e",
    ),
    row(
        "V43",
        "30:0",
        "A pot 1; A foul; B safe; A foul; B safe; A pot 2; A scratch",
        "29:0 1/0 B 13 play hand r1",
        "PL-8g PL-8h PL-8i SI-11b LT-14.1-10b A5",
    ),
    row(
        "V44",
        "30:0",
        "A pot 1; A foul; B safe; A foul; B safe",
        "29:0 2/0 A 14 play pos r1",
        "PL-8i",
    ),
    row("V45", "20:0 2/0", "A miss; B safe; A scratch", "19:0 1/0 B 15 play hand r1", "SI-11b A6"),
    row("V46", "20:0 2/0", "A safe; B safe; A foul", "19:0 1/0 B 15 play pos r1", "SI-11b PL-8b"),
    row("V47", "20:0 2/0 7", "LT warn A; A pot 5 scratch", third(20), "SI-12c PL-13d PL-8f"),
    row(
        "V48",
        "20:0 2/0",
        "LT warn A; A foul; A short; B rebreak",
        third(18, rack=3),
        "SI-11d SI-5c PL-2c LT-14.1-10e",
    ),
    row(
        "V49",
        "20:0 2/0",
        "LT warn A; A foul; A break scratch",
        {"SI": "4:0 1/0 B 15 play hand r2", "PL/LT": "3:0 1/0 B 15 play hand r2"},
        "SI-11e SI-5h PL-8e PL-2h LT-14.1-10d",
    ),
    row(
        "V50",
        "20:20 2/2 B",
        "LT warn B; B foul; B break; LT warn A; A foul",
        {"SI": "5:5 0/0 A 15 break hand r3", "PL/LT": "4:4 0/0 A 15 break hand r3"},
        "SI-11e PL-8e LT-14.1-10d D24b",
    ),
    row(
        "V51",
        None,
        "A break scratch; B safe; A foul; B safe; LT warn A; A foul",
        third(-2),
        "SI-5h SI-11c PL-2h PL-8d LT-14.1-10a",
    ),
    row(
        "V52",
        None,
        "A short; B accept; B safe; A foul; B safe; A foul",
        "-4:0 2/0 B 15 play pos r1",
        "SI-5f PL-2f LT-14.1-10b",
    ),
    row("V53", "50:0 2/0", "A run 14; rerack; A scratch", "63:0 1/0 B 15 play hand r2", "PL-8h"),
    row(
        "V54",
        "20:0 2/0",
        "A scratch; B pot 1; B miss; warn A; A pot 2",
        {"LT": "20:1 0/0 A 13 play pos r1"},
        "LT-G-SF-2d LT-14.1-10a",
    ),
    row("V55", "1:0 2/0", "LT warn A; A foul", third(1), "SI-12a PL-13a LT-14.1-7c"),
    row(
        "V56",
        "40:0",
        "A safe called:deliberate_touch; B miss; A foul; B miss; LT warn A; A foul",
        {
            "SI": "8:0 0/0 A 15 break hand r2",
            "PL": "7:0 0/0 A 15 break hand r2",
            "LT": "23:0 2/0 B 15 play pos r1",
        },
        "SI-6f PL-8a LT-14.1-10b",
    ),
]


@pytest.mark.parametrize(("one", "text"), cases(ROWS), ids=name_of)
def test_a_row_of_the_rules_page(one: Row, text: str) -> None:
    played(one, text)


@pytest.mark.parametrize(
    ("text", "points", "total"),
    [("SI", (-15, 0), -17), ("PL", (-16, 0), -18), ("LT", (-16, 0), -18)],
)
def test_three_fouls_cost_what_the_text_says(
    text: str, points: tuple[int, int], total: int
) -> None:
    series = Scenario(text, "40:0").play("A foul", "B safe", "A foul", "B safe", "warn A", "A foul")
    series.ruled("foul", "no_rail", points=points)
    assert series.state["score"]["ana"] == 40 + total


@pytest.mark.parametrize(
    ("text", "first", "second", "last"),
    [
        ("SI", {"SI-11a"}, {"SI-11b"}, {"SI-11c", "SI-11d", "SI-11e", "SI-10c", "A0"}),
        ("PL", {"PL-8a"}, {"PL-8c"}, {"PL-8d", "PL-8e", "PL-8f"}),
        ("LT", {"LT-14.1-10a"}, {"LT-14.1-10b"}, {"LT-14.1-10c", "LT-14.1-10d", "LT-14.1-10e"}),
    ],
)
def test_each_foul_of_a_series_cites_its_place(
    text: str, first: set[str], second: set[str], last: set[str]
) -> None:
    series = Scenario(text, "40:0").play("A foul").cited(*first)
    series.play("B safe", "A foul").cited(*second)
    series.play("B safe", "warn A", "A foul").cited(*last)


@pytest.mark.parametrize(
    ("text", "clause"), [("SI", "SI-11b"), ("PL", "PL-8b"), ("LT", "LT-14.1-10a")]
)
@pytest.mark.parametrize("stroke", ["A pot 5", "A miss", "A safe", "A wrong 5", "A nocall"])
def test_what_clears_the_count_cites_why(text: str, clause: str, stroke: str) -> None:
    assert Scenario(text, "20:0 2/0").play(stroke).cited(clause).state["fouls"]["ana"] == 0


def test_the_other_players_count_stays_through_a_third_foul() -> None:
    series = Scenario("PL", "20:0 2/1").play("A foul")
    assert series.state["fouls"] == {"ana": 0, "bor": 1}


def test_an_unwarned_third_foul_is_the_second_and_is_found() -> None:
    series = Scenario("LT", "20:0 2/0").play("A foul").found("third_foul_unwarned")
    series.ruled("foul", "no_rail", points=(-1, 0)).cited("LT-G-SF-2d", "A19")
    series.play("B safe", "warn A", "A foul").found().at("3:0 0/0 A 15 break hand r2")


def test_a_warning_binds_only_in_the_turn_it_is_given_in() -> None:
    series = Scenario("LT", "20:0 1/0").play("A foul", "warn A", "B safe", "A foul")
    series.found("third_foul_unwarned")


def test_a_warning_at_fewer_than_two_fouls_binds_nothing() -> None:
    Scenario("LT", "20:0 1/0").play("warn A", "A foul", "B safe", "A foul").found(
        "third_foul_unwarned"
    )


def test_a_warning_to_who_decides_binds_when_he_plays() -> None:
    opening = {"start": {"fouls": {"B": 2}, "at_table": "A"}}
    decided = Scenario("LT", opening=opening).play("A short", "warn B", "B accept", "B foul")
    decided.at("-2:-16 0/0 B 15 break hand r2")


@pytest.mark.parametrize("accepted", ["B accept", "warn A"])
def test_a_warning_to_the_offender_does_not_bind_who_decides(accepted: str) -> None:
    opening = {"start": {"fouls": {"A": 2, "B": 2}, "at_table": "A"}}
    decided = Scenario("LT", opening=opening).play("warn A", "A short", accepted, "B foul")
    decided.at("-2:-1 2/2 A 15 play pos r1").found("third_foul_unwarned")


@pytest.mark.parametrize("text", ["SI", "PL"])
def test_a_warning_is_only_noted_where_the_text_has_none(text: str) -> None:
    noted = Scenario(text, "20:0 2/0").play("warn A").ruled("recorded").cited("contract-2")
    noted.play("A foul").found()


@pytest.mark.parametrize("text", TEXTS)
def test_after_the_third_foul_the_next_stroke_is_an_opening(text: str) -> None:
    series = Scenario(text, "20:0 2/0").play("warn A", "A foul")
    assert (series.state["inning"], series.state["run"]) == (2, 0)
    series.play("A short").ruled("break_foul", "break_foul", points=(-2, 0))
