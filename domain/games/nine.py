"""9-ball (LT-9): lowest ball first, any ball keeps the turn, the 9 wins the rack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from domain.pool import Stroke
from domain.racks import Findings
from domain.rotation import Rotation, RotationRules
from domain.rulings import Ruling


class NineRules(RotationRules, frozen=True, kw_only=True):
    """The parameters of 9-ball."""

    nine_on_break: Literal["wins", "spotted"]


@dataclass(slots=True)
class Nine(Rotation[NineRules]):
    """A match of 9-ball."""

    Rules: ClassVar = NineRules
    HIGHEST: ClassVar = 9
    GAME_BALL: ClassVar = "9"

    def break_wins(self) -> bool:
        """Tell whether the 9 on a legal break wins (R-10)."""
        return self.rules.nine_on_break == "wins"

    def may_win(self, made: int) -> bool:
        """Let the 9 win whatever else is on the table (LT-9-OBJ-4)."""
        return made > 0

    def is_made(self, stroke: Stroke) -> bool:
        """Count any ball: nothing is called (LT-9-PLAY-1)."""
        return bool(stroke.balls)

    def judge_legal(self, stroke: Stroke, findings: Findings, *, made: bool) -> Ruling:
        """Judge a stroke in play without foul (table 2.2, rows 9 to 11)."""
        side, balls = stroke.side, stroke.balls
        if not made:
            return self.pass_on(side, (), self.cites["miss"], findings)
        wins = self.game_ball_among(balls)
        self.take_off(balls, stroke.mask)
        if wins:
            return self.win(side, balls, self.cites["rack.won"], findings)
        return self.keep(side, balls, self.cites["made"], findings)
