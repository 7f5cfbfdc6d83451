"""What a match asks of the game it is played in; a discipline answers what it knows.

Guards common to all disciplines have passed before. A method may refuse its event and has then
changed nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from domain.events import Decision, Inning, PositionSet, Rack, Rerack, Sanction, Shot, Start
from domain.play import NOBODY, Play, Side
from domain.rulings import Ruling
from domain.table import UNKNOWN, as_set
from domain.vocabulary import CueBall


@dataclass(slots=True)
class Game(Play):
    """The events a discipline judges itself; what it does not know is not due."""

    BREAK_FROM: ClassVar[CueBall] = "head"
    """Where the cue ball is in hand for a break."""
    PROOF_SUM: ClassVar[bool] = False
    """Whether sheets state what each made in a rack, so that its balls can be summed up."""

    def open(self, start: Start | None) -> None:
        """Set the first rack, or the position recording began with."""
        raise NotImplementedError

    def put(self, position: Start | PositionSet) -> None:
        """Put balls, reds and groups as the start of the record or an official has them."""
        raise NotImplementedError

    def break_off(self, breaker: Side) -> None:
        """Give the break of the rack to a player: phase, cue ball and turn."""
        raise NotImplementedError

    def shot(self, shot: Shot) -> Ruling:
        """Judge a stroke."""
        raise NotImplementedError

    def inning_event(self, inning: Inning) -> Ruling:
        """Judge a turn summed up."""
        raise NotImplementedError

    def decide(self, decision: Decision) -> Ruling:
        """Take an open choice; decider and options have been checked."""
        raise NotImplementedError

    def sanctioned(self, side: Side, sanction: Sanction) -> Ruling:
        """Apply the penalty foul, points or rack."""
        raise NotImplementedError

    def stalemate_event(self) -> Ruling:
        """Give up the position."""
        raise NotImplementedError

    def toss_event(self, side: Side) -> Ruling:
        """Let a lot decide who breaks first, in place of the lag or where the text has none."""
        if self.phase == "lag":
            self.breaker = side
            self.break_off(side)
        elif self.phase == "break" and self.toss_open and self.inning == 1:
            self.breaker = side
            self.turns[self.turn] -= 1
            self.inning -= 1
            self.break_off(side)
            self.toss_open = False
        else:
            return self.reject("not_due", "nothing is left to a lot now")
        return self.record("toss")

    def rack_event(self, rack: Rack) -> Ruling:
        """Take a rack or frame summed up."""
        return self.reject("not_due", f"no rack of {rack.winner} can be summed up here")

    def rerack_event(self, zones: Rerack) -> Ruling:
        """Set the rack that is due."""
        return self.reject("not_due", f"no rack is due (cue ball: {zones.cue_ball})")

    def spot_nearest(self, decision: Decision) -> Ruling:
        """Move the ball nearest to the head string to the foot spot, once per ball in hand."""
        if self.phase != "play" or self.cue_ball != "head" or self.spotted_nearest:
            return self.reject(
                "not_offered", "only once, with the cue ball in hand behind the line"
            )
        ball = decision.ball
        if ball is not None and self.balls != UNKNOWN and not as_set([ball]) & self.balls:
            return self.reject("ball_not_on_table", f"ball {ball} is not on the table")
        self.spotted_nearest = True
        return self.record("spot_nearest")

    def refuse_striker(
        self, player: str, side: Side, fouls: tuple[str, ...] | None = None
    ) -> Ruling | None:
        """Refuse a stroke or turn of who may not play now, or return None.

        A stroke out of turn is one only when the referee called it so (Z3); who has a choice and
        plays without deciding accepts, where that is open (Z6).
        """
        if side == NOBODY:
            return self.reject("unknown_player", f"{player} is not in this match")
        pending = self.phase == "choice"
        if side != self.turn:
            if fouls and "out_of_turn" in fouls:
                return None
            return self.reject("choice_pending" if pending else "not_at_table")
        if pending and "accept" not in self.options:
            return self.reject("choice_pending", f"open: {', '.join(self.options)}")
        return None

    def concede_rack(self, side: Side) -> Ruling:
        """Give the running rack or frame to the other player."""
        return self.reject("not_due", f"there is no rack for {self.name(side)} to concede")

    def timeout_quota(self) -> int:
        """Return how many time-outs a player has in the match."""
        return 0

    def timeout_seconds(self) -> int | None:
        """Return how long a time-out may last, or None where the text says nothing."""
        return None

    def timeout_window(self) -> bool:
        """Tell whether the player to act may take a time-out now."""
        return False

    def default_penalty(self) -> str | None:
        """Return the text's penalty for conduct when the referee names none."""
        return None

    def known_balls(self) -> frozenset[str]:
        """Return the ids of the object balls this game is played with."""
        return frozenset()
