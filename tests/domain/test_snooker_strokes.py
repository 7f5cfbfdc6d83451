"""Snooker under LT: single strokes and what they leave, clause by clause (digest 1.5 and 2.4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.domain.snooker_frames import ORDER, RED, Frame, Made, choose, left, shot

BREAK: dict[str, Any] = {"phase": "break", "at_table": None}
MAY = ["accept", "pass"]
REBREAK = [*MAY, "rebreak"]
Row = tuple[dict[str, Any] | None, list[Made], tuple[int, int], dict[str, Any]]

# Where the frame starts, the strokes, then points and state.
OPENING: dict[str, Row] = {
    "nothing hit and in-off": (
        BREAK,
        [shot("A", "", "cue")],
        (0, 4),
        {"options": REBREAK, "cue_ball": "D", "to_act": "B", "inning": 1},
    ),
    "two at once, neither a red": (
        BREAK,
        [shot("A", "blue black")],
        (0, 7),
        {"options": REBREAK},
    ),
    "two at once, one a red": (BREAK, [shot("A", "red black")], (0, 0), {"to_act": "B"}),
    "a red and the blue": (
        BREAK,
        [shot("A", "red", "red", "blue")],
        (0, 5),
        {"options": MAY, "reds": 14, "balls_on_table": 20},
    ),
    "outside the D": (
        BREAK,
        [shot("A", "red", fouls=["outside_d"])],
        (0, 4),
        {"options": MAY, "cue_ball": "position"},
    ),
    "passed, it is no opening any more": (
        BREAK,
        [shot("A", "black"), choose("B", "pass"), shot("A", "pink")],
        (0, 13),
        {"options": MAY, "fouls": {"A": 2, "B": 0}, "inning": 2},
    ),
    "played on without a decision": (
        BREAK,
        [shot("A", "black"), shot("B", "red", "red")],
        (0, 8),
        {"to_act": "B", "on": "colour", "run": 1, "inning": 2},
    ),
    "out of turn, the opening is still due": (
        BREAK,
        [shot("B", "red", "red", fouls=["out_of_turn"])],
        (4, 0),
        {"phase": "break", "to_act": "A", "cue_ball": "D", "reds": 14, "options": []},
    ),
}
COLOUR: dict[str, Row] = {
    "at once with another, nothing falls": (
        None,
        [RED, shot("A", "pink black", call="black")],
        (1, 0),
        {"to_act": "B", "on": "red", "run": 0},
    ),
    "hit first, another falls": (
        None,
        [RED, shot("A", "black", "pink", call="black")],
        (1, 7),
        {"on": "red", "balls_on_table": 20},
    ),
    "a red leaves the table": (
        None,
        [RED, shot("A", "blue", call="blue", off_table=["red"])],
        (1, 5),
        {"reds": 13, "balls_on_table": 19},
    ),
    "a dearer colour leaves the table": (
        None,
        [RED, shot("A", "yellow", call="yellow", off_table=["black"])],
        (1, 7),
        {"reds": 14, "balls_on_table": 20},
    ),
    "it leaves the table itself": (
        None,
        [RED, shot("A", "black", call="black", off_table=["black"])],
        (1, 7),
        {"balls_on_table": 20},
    ),
    "potted, and the cue ball off": (
        None,
        [RED, shot("A", "green", "green", call="green", off_table=["cue"])],
        (1, 4),
        {"cue_ball": "D", "balls_on_table": 20},
    ),
    "a red instead of the yellow": (
        None,
        [RED, shot("A", "red", "red", call="yellow")],
        (1, 4),
        {"reds": 13},
    ),
    "after the last red it comes back": (
        {"reds": 1},
        [RED, shot("A", "yellow", "yellow", call="yellow")],
        (3, 0),
        {"on": "yellow", "balls_on_table": 6},
    ),
    "after the last red, then in order": (
        {"reds": 1},
        [RED, shot("A", "black", "black", call="black"), shot("A", "yellow", "yellow")],
        (10, 0),
        {"on": "green", "run": 10, "balls_on_table": 5},
    ),
    "after two last reds in one stroke": (
        {"reds": 2},
        [shot("A", "red", "red", "red")],
        (2, 0),
        {"on": "colour", "reds": 0},
    ),
    "the last red off the table": (
        {"reds": 1},
        [shot("A", "red", off_table=["red"]), choose("B", "pass")],
        (0, 4),
        {"on": "yellow", "to_act": "A", "balls_on_table": 6},
    ),
}
ORDERLY: dict[str, Row] = {
    "a needless nomination": (
        left(*ORDER),
        [shot("A", "yellow", "yellow", call="blue")],
        (2, 0),
        {"on": "green"},
    ),
    "a nominated ball not on": (
        left(*ORDER),
        [shot("A", "blue", "blue", call="blue")],
        (0, 5),
        {"on": "yellow", "balls_on_table": 6},
    ),
    "two colours": (
        left(*ORDER),
        [shot("A", "yellow", "yellow", "green")],
        (0, 4),
        {"on": "yellow", "balls_on_table": 6},
    ),
    "the ball on off the table": (
        left(*ORDER[2:]),
        [shot("A", "brown", off_table=["brown"])],
        (0, 4),
        {"on": "brown", "balls_on_table": 4},
    ),
    "with in-off": (
        left("pink", "black"),
        [shot("A", "pink", "pink", "cue")],
        (0, 6),
        {"on": "pink", "balls_on_table": 2, "cue_ball": "D", "phase": "choice"},
    ),
    "at once with the black": (
        left("pink", "black"),
        [shot("A", "pink black", "pink")],
        (6, 0),
        {"on": "black"},
    ),
}


def judged(row: Row) -> Frame:
    start, events, points, state = row
    frame = Frame(*events, start=start)
    assert frame.points == points
    return frame.at(**state)


@pytest.mark.parametrize("row", OPENING)
def test_opening(row: str) -> None:
    judged(OPENING[row])


@pytest.mark.parametrize("row", COLOUR)
def test_colour_after_a_red(row: str) -> None:
    judged(COLOUR[row])


@pytest.mark.parametrize("row", ORDERLY)
def test_colours_in_order(row: str) -> None:
    judged(ORDERLY[row])
