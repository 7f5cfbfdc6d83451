"""Snooker under LT: the rows of the digest (part 4.6) that no vector has, and its parameters."""

from __future__ import annotations

from typing import Any

import pytest

from domain.clauses import find
from domain.contract import ruling_fields
from domain.rulesets import rule_text
from tests.domain.snooker_frames import ORDER, RED, Frame, Made, choose, left, shot

# Rows of part 4.6: where the frame starts, the strokes, then points and state.
ROWS: dict[str, tuple[dict[str, Any] | None, list[Made], tuple[int, int], dict[str, Any]]] = {
    "S-09": (None, [shot("A", "red", "black")], (0, 7), {"reds": 15, "balls_on_table": 21}),
    "S-11": (None, [shot("A", "red", off_table=["cue"])], (0, 4), {"cue_ball": "D", "to_act": "B"}),
    "S-13": (None, [RED, shot("A", "pink", call="blue")], (1, 6), {"on": "red", "reds": 14}),
    "S-15": (
        None,
        [RED, shot("A", "yellow", "cue", call="yellow")],
        (1, 4),
        {"cue_ball": "D", "to_act": "B"},
    ),
    "S-16": (None, [RED, shot("A", "black", "cue", call="black")], (1, 7), {"cue_ball": "D"}),
    "S-18": (
        None,
        [RED, shot("A", "blue", "blue", "black", call="blue")],
        (1, 7),
        {"reds": 14, "balls_on_table": 20},
    ),
    "S-19": (None, [RED, shot("A", "yellow", call="blue")], (1, 5), {"to_act": "B"}),
    "S-25": (
        {"reds": 1},
        [RED, shot("A", "black", call="black")],
        (1, 0),
        {"on": "yellow", "to_act": "B", "phase": "play"},
    ),
    "S-28": (
        left(*ORDER[1:]),
        [shot("A", "green", "brown")],
        (0, 4),
        {"on": "green", "balls_on_table": 5},
    ),
    "S-29": (left(*ORDER), [shot("A", "yellow", "pink")], (0, 6), {"on": "yellow"}),
    "S-31": (
        left("pink", "black"),
        [shot("A", "pink", "pink", "black")],
        (0, 7),
        {"on": "pink", "balls": ["pink", "black"]},
    ),
    "S-33": (
        None,
        [shot("A", "red", "red", "cue"), choose("B", "pass")],
        (0, 4),
        {"to_act": "A", "cue_ball": "D", "on": "red", "phase": "play", "reds": 14},
    ),
    "S-36": (
        left("black", points=(62, 55)),
        [shot("A", "black", "cue")],
        (62, 62),
        {"phase": "toss", "to_act": None, "cue_ball": "D", "on": "black", "balls_on_table": 1},
    ),
    "S-41": (
        left("black", points=(60, 55)),
        [shot("A", "black")],
        (60, 55),
        {"to_act": "B", "on": "black", "rack": 1, "phase": "play"},
    ),
    "S-46": (
        {"reds": 1},
        [shot("A", "red", "red", "cue"), choose("B", "accept")],
        (0, 4),
        {"reds": 0, "on": "yellow", "cue_ball": "D", "to_act": "B"},
    ),
    "S-48": (
        None,
        [RED, shot("A", "black", "black", "red", call="black")],
        (1, 7),
        {"reds": 13, "balls_on_table": 19},
    ),
    "S-50": (
        None,
        [RED, shot("A", "black", "black", call="black"), RED, shot("A", "", call="green")],
        (9, 4),
        {"run": 0, "phase": "choice", "to_act": "B", "options": ["accept", "pass"]},
    ),
}


@pytest.mark.parametrize("row", ROWS)
def test_row_of_the_digest(row: str) -> None:
    start, events, points, state = ROWS[row]
    frame = Frame(*events, start=start)
    assert frame.points == points
    frame.at(**state)


def test_balls_of_a_foul_come_back_or_stay_down() -> None:
    assert Frame(shot("A", "red", "black")).last.spotted == ("black",)
    two = Frame(RED, shot("A", "blue", "blue", "black", call="blue"))
    assert set(two.last.spotted) == {"blue", "black"}
    assert two.last.fouls == ("wrong_ball_potted",)
    red = Frame(RED, shot("A", "black", "black", "red", call="black"))
    assert (red.last.pocketed, red.last.spotted) == (("red",), ("black",))


def test_s_44_the_highest_break_of_fifteen_reds() -> None:
    frame = Frame()
    for _ in range(15):
        frame.take(RED)
        frame.take(shot("A", "black", "black", call="black"))
    for colour in ORDER:
        frame.take(shot("A", colour, colour))
    assert (frame.last.run, frame.last.rack_won_by) == (147, "ana")
    assert frame.frames == (1, 0)


def test_s_50_the_break_is_credited_and_no_foul_points_are_in_it() -> None:
    frame = Frame(RED, shot("A", "black", "black", call="black"), RED, shot("A", ""))
    assert (frame.last.run, frame.last.points) == (9, (0, 4))
    assert (frame.game.best_run, frame.game.foul_total) == ([9, 0], [1, 0])


def test_fewer_reds_by_the_opening_or_as_an_option() -> None:
    Frame(reds=6).at(reds=6, balls_on_table=12)
    Frame(options={"reds": 10}).at(reds=10, balls_on_table=16)
    Frame(options={"reds": 10}, reds=6).at(reds=6)
    Frame(reds=6, start={"reds": 2}).at(reds=2)


@pytest.mark.parametrize("name", ["free_ball", "miss_rule"])
def test_what_is_not_in_the_text_is_no_option(name: str) -> None:
    frame = Frame(options={name: True})
    assert frame.opened.reason == "unknown_option"


def test_every_seven_point_code_can_be_switched_off() -> None:
    off = {"options": {"seven_point_codes": False}}
    assert Frame(RED, shot("A", "red"), **off).points == (1, 4)
    assert Frame(shot("A", None, fouls=["struck_object_ball"]), **off).points == (0, 4)


def test_time_outs_are_off_unless_the_competition_has_them() -> None:
    start = {"type": "timeout", "player": "A", "stage": "start"}
    Frame().refuses(start, "quota")
    frame = Frame({"type": "rack", "winner": "B", "breaker": "B"}, options={"timeout_quota": 1})
    assert frame.take(start).verdict == "recorded"


def test_turns_can_be_limited() -> None:
    frame = Frame({"type": "rack", "winner": "B"}, options={"inning_limit": 2})
    for player in "BABA"[:3]:
        frame.take(shot(player, "red"))
    frame.at(status="finished", winner="B")


def test_every_decision_cites_clauses_of_the_register() -> None:
    text = rule_text("snooker", "LT")
    assert text is not None
    for decision, clauses in text.cites.items():
        assert clauses, decision
        assert all(find(clause) for clause in clauses), decision
    for name, parameter in text.parameters.items():
        assert parameter.text or parameter.default, name


def test_points_of_a_ruling_are_those_of_the_frame() -> None:
    frame = Frame(RED)
    assert ruling_fields(frame.last, ("ana", "bor"))["points"] == {"ana": 1, "bor": 0}
    frame.take({"type": "rack", "winner": "B", "score": {"A": 1, "B": 70}})
    assert frame.last.points == (0, 0)
