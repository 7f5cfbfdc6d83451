"""The closed word lists of the contract: balls, pockets, foul codes, choices."""

from __future__ import annotations

from typing import Literal

Numbered = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"]
Coloured = Literal["red", "yellow", "green", "brown", "blue", "pink", "black"]
ObjectBall = Literal[Numbered, Coloured, "?"]
Ball = Literal["cue", ObjectBall]
Pocket = Literal["HL", "HR", "SL", "SR", "FL", "FR"]
Discipline = Literal["14.1", "8-ball", "9-ball", "10-ball", "snooker"]
CueBall = Literal["position", "head", "anywhere", "D", "head_spot", "centre_spot"]
Group = Literal["solids", "stripes"]
FoulCode = Literal[
    "scratch", "no_contact", "wrong_ball_first", "no_rail", "ball_off_table", "break_foul",
    "kitchen_first", "bad_placement", "double_hit",
    "balls_moving", "no_foot", "touched_ball", "push_stroke", "cue_on_table", "out_of_turn",
    "deliberate_touch", "deliberate_stop", "unsporting", "unspecified", "other",
    "wrong_ball_potted", "successive_red", "struck_object_ball", "before_nomination", "outside_d",
]  # fmt: skip
Choice = Literal[
    "break", "give_break", "accept", "rebreak", "spot", "in_hand", "pass", "spot_nearest"
]
Penalty = Literal["warning", "foul", "points", "rack", "match", "disqualification"]
