"""8-ball: whose group is which, and which ball may be hit first and called (LT-8-OPEN, R-23)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from domain import fouls as facts
from domain.events import Call, PositionSet, Start
from domain.play import NOBODY, Side
from domain.pool import PoolGame, PoolRules, Stroke
from domain.table import BIT, UNKNOWN, balls_to

EIGHT = BIT["8"]
SOLIDS = balls_to(7)
STRIPES = balls_to(15) & ~SOLIDS & ~EIGHT
GROUP_AND_EIGHT = 8
"""Balls left at most once a group is down."""


class EightRules(PoolRules, frozen=True, kw_only=True):
    """The parameters of 8-ball."""

    eight_spot_on_break: Literal["choice", "auto"]
    eight_break_foul_hand: Literal["kitchen", "anywhere"]
    eight_illegal_break_is_foul: bool


@dataclass(slots=True)
class EightState(PoolGame[EightRules]):
    """The table of 8-ball; ``solids`` is who has them, nobody while the table is open."""

    Rules: ClassVar = EightRules
    HIGHEST: ClassVar = 15
    GAME_BALL: ClassVar = "8"
    HAS_PUSH_OUT: ClassVar = False

    solids: Side = NOBODY

    def set_rack(self) -> None:
        """Put all balls on an open table (LT-8-OPEN-1)."""
        super(EightState, self).set_rack()
        self.solids = NOBODY

    def put(self, position: Start | PositionSet) -> None:
        """Put balls and groups as an official or the start of the record has them."""
        if position.balls is None and "spot" in self.options:
            self.spot("8")
        super(EightState, self).put(position)
        for player, group in (position.groups or {}).items():
            side = self.side(player)
            self.solids = side if group == "solids" else 1 - side

    def view(self) -> dict[str, Any]:
        """Return the state as the contract has it."""
        groups: dict[str, str] | None = None
        if self.solids != NOBODY:
            groups = {
                player: "solids" if side == self.solids else "stripes"
                for side, player in enumerate(self.players)
            }
        return super(EightState, self).view() | {"groups": groups}

    def group(self, side: Side) -> int:
        """Return the balls of a player; on an open table all but the 8."""
        if self.solids == NOBODY:
            return SOLIDS | STRIPES
        return SOLIDS if side == self.solids else STRIPES

    def balls_on(self, side: Side) -> int:
        """Return what a player may hit first and call: his group, and the 8 once it is down.

        Balls count for their group whoever sent them down, on fouls and breaks too (R-44); where
        they are unknown, the group may be down (LT-8-OPEN-5, LT-8-CALL-2, R-23, R-24).
        """
        own = self.group(side)
        if self.balls != UNKNOWN:
            down = not self.balls & own
        else:
            down = self.solids != NOBODY and self.count <= GROUP_AND_EIGHT
        return own | EIGHT if down else own

    def is_made(self, stroke: Stroke, on: int) -> bool:
        """Tell whether a ball that may be called was made as called, fouls aside."""
        shot = stroke.shot
        call = shot.call
        if type(call) is Call:
            return may_call(call.ball, on) and facts.call_made(shot, stroke.balls)
        if call != "ball" or shot.made is False:
            return False
        return any(may_call(ball, on) for ball in stroke.balls)

    def assign(self, side: Side, balls: int) -> bool:
        """Give a player the group all of some balls belong to; tell whether they share one."""
        if balls and not balls & ~SOLIDS:
            self.solids = side
        elif balls and not balls & ~STRIPES:
            self.solids = 1 - side
        else:
            return False
        return True


def may_call(ball: str, on: int) -> bool:
    """Tell whether a ball may be called where ``on`` may; a ball without a number may be one."""
    return ball == "?" or bool(BIT[ball] & on)
