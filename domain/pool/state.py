"""The table of a pool game of racks: its balls, what falls and comes back, and its figures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Generic, TypeVar

from domain.events import PositionSet, Shot, Start, Value
from domain.play import Side
from domain.pool.rules import PoolRules
from domain.racks import RackGame
from domain.table import BIT, NUMBERED, UNKNOWN, as_set, balls_to

Balls = tuple[str, ...]
RulesT = TypeVar("RulesT", bound=PoolRules)

ANY = -1
"""Every ball: the set of those that may be hit first where nothing is known or asked."""


class Stroke(Value, frozen=True):
    """A stroke and its facts as every rule asks for them; ``made`` by whatever the game calls it.

    ``balls`` are the object balls that fell, ``mask`` their set, ``cue_gone`` tells that the cue
    ball fell or left the table, ``at_table`` that it was the striker's turn.
    """

    shot: Shot
    side: Side
    balls: Balls
    mask: int
    cue_gone: bool
    at_table: bool

    def off(self) -> Balls:
        """Return the object balls that left the table."""
        return tuple(ball for ball in self.shot.off_table if ball != "cue")


@dataclass(slots=True)
class PoolState(RackGame, Generic[RulesT]):
    """What 8-, 9- and 10-ball keep; ``offered`` names the situation a choice arose from.

    The game ball (8, 9 or 10) decides the rack, so it is on the table while the rack goes on.
    """

    HIGHEST: ClassVar[int]
    GAME_BALL: ClassVar[str]
    HAS_PUSH_OUT: ClassVar[bool] = True

    rules: RulesT = field(kw_only=True)
    offered: str = ""

    def open(self, start: Start | None) -> None:
        """Set the first rack, or the position recording began with."""
        self.fouls_carry = self.rules.three_foul_scope == "match"
        if self.rules.referee_mode != "as_recorded":
            self.referee = self.rules.referee_mode == "referee"
        self.set_rack()
        self.cue_ball = self.BREAK_FROM
        if start is not None:
            self.put(start)

    def set_rack(self) -> None:
        """Put all balls on the table."""
        self.count = self.HIGHEST
        self.balls = balls_to(self.HIGHEST)
        self.offered = ""

    def put(self, position: Start | PositionSet) -> None:
        """Put balls as an official or the start of the record has them, and number the rack."""
        balls = position.balls
        if isinstance(position, PositionSet) and self.phase != "finished":
            if position.score:
                self.number_rack()
            if position.phase == "break" and balls is None:
                self.set_rack()
        if isinstance(balls, int):
            self.count = balls
            self.balls = balls_to(self.HIGHEST) if balls == self.HIGHEST else UNKNOWN
        elif balls is not None:
            self.count = len(balls)
            self.balls = UNKNOWN if "?" in balls else as_set(balls)
        self._settle_unknown()

    def take_off(self, balls: Balls, mask: int) -> None:
        """Take balls from the table that fell or left it."""
        self.count -= len(balls)
        if self.balls != UNKNOWN:
            self.balls = UNKNOWN if "?" in balls else self.balls & ~mask
        if self.balls == UNKNOWN:
            self._settle_unknown()

    def spot(self, ball: str) -> None:
        """Put a ball back on the table."""
        self.count += 1
        if self.balls != UNKNOWN:
            self.balls |= BIT[ball]
        elif self.count == 1:
            self.balls = BIT[ball]

    def _settle_unknown(self) -> None:
        """Know the last ball again: it is the game ball; membership is unknown before (Z18)."""
        if self.balls == UNKNOWN and self.count <= 1:
            self.balls = BIT[self.GAME_BALL] if self.count else 0

    def game_ball_among(self, balls: Balls) -> bool:
        """Tell whether the game ball is one of some balls of the table; the last ball always is."""
        return self.GAME_BALL in balls or len(balls) == self.count

    def known_balls(self) -> frozenset[str]:
        """Return the ids of the object balls."""
        return frozenset((*NUMBERED[: self.HIGHEST], "?"))

    def timeout_quota(self) -> int:
        """Return how many time-outs a player has in the match (LT-G-TO-1)."""
        return self.rules.timeout_quota

    def timeout_seconds(self) -> int | None:
        """Return how long a time-out may last (LT-G-TO-1)."""
        return self.rules.timeout_seconds

    def default_penalty(self) -> str | None:
        """Return the usual penalty for conduct: the match (LT-G-UNS-2)."""
        return "match"
