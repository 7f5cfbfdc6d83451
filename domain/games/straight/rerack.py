"""14.1: where the balls go when a rack is due (table 4.6 of the digest; LT-14.1-8)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain.events import Rerack
from domain.games.straight.rules import StraightRules
from domain.vocabulary import CueBall

Fifteenth = Literal["as_is", "head_spot", "centre_spot", "racked"]


class Racked(NamedTuple):
    """Where the new rack leaves the fifteenth ball and the cue ball, and the decision cited."""

    fifteenth: Fifteenth
    cue_ball: CueBall
    decision: str


def racked(zones: Rerack | None, balls_left: int, rules: StraightRules) -> Racked:
    """Set the rack with one ball left, or with none; without ``zones`` nothing is in the way."""
    cue = "elsewhere" if zones is None else zones.cue_ball
    fifteenth = "elsewhere" if zones is None else zones.fifteenth
    in_rack = cue == "rack"
    if balls_left == 0:
        always = rules.cue_ball_when_15_rerack_after_double_pot == "in_hand"
        return Racked("racked", "head" if in_rack or always else "position", "rerack.double_pot")
    match fifteenth, cue:
        case "rack", "rack":
            return Racked("racked", "head", "rerack.both")
        case "rack", "head_spot":
            return Racked("centre_spot", "position", "rerack.fifteenth")
        case "rack", _:
            return Racked("head_spot", "position", "rerack.fifteenth")
        case "kitchen", "rack":
            return Racked("as_is", "head_spot", "rerack.cue_kitchen")
        case "kitchen_on_head_spot", "rack":
            return Racked("as_is", "centre_spot", "rerack.cue_kitchen")
        case _, "rack":
            return Racked("as_is", "head", "rerack.cue")
        case _:
            return Racked("as_is", "position", "rerack.clear")
