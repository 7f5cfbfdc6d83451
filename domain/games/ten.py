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
        if made:
            if self.game_ball_among(balls) or _called_the_ten(stroke):
                return self._with_the_ten(stroke, findings)
            self.take_off(balls, stroke.mask)
            return self.keep(side, balls, self.cites["made"], findings)
        safe = stroke.shot.call == "safety"
        if balls or (self.rules.ten_miss_option == "every_miss" and not safe):
            return self._may_be_handed_back(stroke, findings, "safety" if safe else "wrong")
        return self.pass_on(side, (), self.cites["safety" if safe else "miss"], findings)

    def _with_the_ten(self, stroke: Stroke, findings: Findings) -> Ruling:
        """Give the rack for the called 10; one that fell beside the called ball is spotted (R-16).

        A call that was not recorded may have named the 10.
        """
        side, balls = stroke.side, stroke.balls
        named = isinstance(stroke.shot.call, Call) and not _called_the_ten(stroke)
        if not named and self.may_win(len(balls)):
            self.take_off(balls, stroke.mask)
            return self.win(side, balls, self.cites["rack.won"], findings)
        down, spotted = self.lose_balls(stroke)
        return self.keep(side, down, self.cite("made", "made.spotted"), findings, spotted)

    def _may_be_handed_back(self, stroke: Stroke, findings: Findings, offered: str) -> Ruling:
        """Let the opponent hand back a shot on which the wrong ball fell (R-14, R-15)."""
        fallen = self.lose_balls(stroke)
        cites = self.cite(f"{offered}.fell", *(["made.spotted"] if fallen[1] else []))
        return self.leave_choice(stroke.side, offered, fallen, cites, findings)


def _called_the_ten(stroke: Stroke) -> bool:
    call = stroke.shot.call
    return type(call) is Call and call.ball == "10"
