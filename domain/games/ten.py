"""10-ball (LT-10): lowest ball first, every shot called, the called 10 wins the rack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from domain import fouls as facts
from domain.events import Call
from domain.pool import Stroke
from domain.racks import Findings
from domain.rotation import Rotation, RotationRules
from domain.rulings import Ruling


class TenRules(RotationRules, frozen=True, kw_only=True):
    """The parameters of 10-ball."""

    ten_break_foul: Literal["foul", "choice"]
    ten_early_win: bool
    ten_miss_option: Literal["ball_fell", "every_miss"]


@dataclass(slots=True)
class Ten(Rotation[TenRules]):
    """A match of 10-ball."""

    Rules: ClassVar = TenRules
    HIGHEST: ClassVar = 10
    GAME_BALL: ClassVar = "10"

    def break_wins(self) -> bool:
        """Spot the 10 on the break (LT-10-OBJ-2)."""
        return False

    def short_break(self, stroke: Stroke, findings: Findings) -> Ruling | None:
        """Let the opponent choose where a competition makes a short break no foul (R-09)."""
        if self.rules.ten_break_foul == "foul":
            return None
        self.clear(stroke.side)
        self.offered = "short_break"
        self.offer(1 - stroke.side, ("accept", "break", "rebreak"), "position")
        return Ruling(
            "illegal_break",
            match_won_by=self.name(self.winner),
            clauses=self.cites["break.short"],
            findings=findings,
        )

    def may_win(self, made: int) -> bool:
        """Let the called 10 win early, unless it must be the last ball (R-17, Z9)."""
        return self.rules.ten_early_win or made == self.count

    def is_made(self, stroke: Stroke) -> bool:
        """Ask for the called ball in the called pocket (LT-10-CALL-1, R-05)."""
        return facts.call_made(stroke.shot, stroke.balls)

    def judge_legal(self, stroke: Stroke, findings: Findings, *, made: bool) -> Ruling:
        """Judge a stroke in play without foul (table 2.3, rows 6 to 11)."""
        side, balls = stroke.side, stroke.balls
        if made and self._made_the_ten(stroke) and self.may_win(len(balls)):
            self.take_off(balls, stroke.mask)
            return self.win(side, balls, ("rack.won",), findings)
        fallen = self.lose_balls(stroke)
        down, spotted = fallen
        if made:
            cites = self.cite("made", "made.spotted") if spotted else self.cites["made"]
            return self.keep(side, down, cites, findings, spotted)
        safe = stroke.shot.call == "safety"
        if balls or (self.rules.ten_miss_option == "every_miss" and not safe):
            offered = "safety" if safe else "wrong"
            cites = self.cite(f"{offered}.fell", *(["made.spotted"] if spotted else []))
            return self.leave_choice(side, offered, fallen, cites, findings)
        return self.pass_on(side, (), self.cites["safety" if safe else "miss"], findings)

    def _made_the_ten(self, stroke: Stroke) -> bool:
        """Tell whether the ball called and made is the 10; an unrecorded call may have been."""
        call = stroke.shot.call
        called = call.ball if isinstance(call, Call) else "?"
        return called == "10" or (called == "?" and self.game_ball_among(stroke.balls))
