"""14.1 continuous under any of its texts: one engine, the differences are parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from domain.events import Decision, Inning, PositionSet, Rerack, Sanction, Shot, Start
from domain.games.straight.game import FULL, StraightState, decide, points_of
from domain.games.straight.inning import judge_inning
from domain.games.straight.penalties import Fault, penalise
from domain.games.straight.rules import StraightRules
from domain.games.straight.stroke import judge
from domain.play import Side
from domain.rulings import Ruling
from domain.table import UNKNOWN, as_set

__all__ = ["Straight", "StraightRules"]


@dataclass(slots=True)
class Straight(StraightState):
    """A match of 14.1: what each event of the log does to it."""

    Rules: ClassVar = StraightRules

    def shot(self, shot: Shot) -> Ruling:
        """Judge a stroke."""
        return judge(self, shot)

    def inning_event(self, inning: Inning) -> Ruling:
        """Judge a turn summed up."""
        return judge_inning(self, inning)

    def decide(self, decision: Decision) -> Ruling:
        """Accept the table, or have the offender break again."""
        return decide(self, decision)

    def open(self, start: Start | None) -> None:
        """Set the first rack, or the position recording began with."""
        self.count, self.balls = 15, FULL
        self.cue_ball = "head"
        if start is not None:
            self.put(start)

    def put(self, position: Start | PositionSet) -> None:
        """Put balls on the table as an official or the start of the record has them."""
        if isinstance(position.balls, int):
            self.count, self.balls = position.balls, UNKNOWN
            if position.balls == 15:
                self.balls = FULL
        elif position.balls is not None:
            unknown = "?" in position.balls
            self.count = len(position.balls)
            self.balls = UNKNOWN if unknown else as_set(position.balls)

    def break_off(self, breaker: Side) -> None:
        """Give the opening break to a player."""
        self.phase = "break"
        self.cue_ball = "head"
        self.options = ()
        self.start_turn(breaker)

    def rerack_event(self, zones: Rerack) -> Ruling:
        """Set the rack that is due with what lay in the way."""
        if self.phase != "rerack":
            return self.reject("not_due", "no rack is due")
        return self.record(self.rerack(zones))

    def stalemate_event(self) -> Ruling:
        """Rack fifteen and lag again; scores and counters stay (D44)."""
        if self.phase not in ("play", "break", "rerack"):
            return self.reject("not_due", "there is no position to give up")
        self.rack_all()
        self.close_run()
        self.phase = "lag"
        self.turn = -1
        return self.record("stalemate")

    def spot_nearest(self, decision: Decision) -> Ruling:
        """Put the ball nearest to the head string on the foot spot, once per ball in hand."""
        if self.phase != "play" or self.cue_ball != "head" or self.spotted_nearest:
            return self.reject(
                "not_offered", "only once, with the cue ball in hand behind the line"
            )
        ball = decision.ball
        if ball is not None and self.balls != UNKNOWN and not as_set([ball]) & self.balls:
            return self.reject("ball_not_on_table", f"ball {ball} is not on the table")
        self.spotted_nearest = True
        return self.record("spot_nearest")

    def sanctioned(self, side: Side, sanction: Sanction) -> Ruling:
        """Apply a penalty short of the match: an ordinary foul, or points (D42)."""
        if sanction.penalty == "foul":
            return self._conduct_foul(side)
        if sanction.points is None:
            return self.reject("penalty_missing", "a rack means nothing in 14.1: give points")
        self.score[side] -= sanction.points
        return self.record("sanction.points", points=points_of(side, -sanction.points))

    def _conduct_foul(self, side: Side) -> Ruling:
        """Count an ordinary foul; the turn passes only if the player was at the table."""
        phase, in_hand = self.phase, self.cue_ball == "head"
        at_table = side == self.turn and phase != "choice"
        fault = Fault(side, ("unsporting",), cue_gone=in_hand, at_table=at_table)
        ruling = penalise(self, fault, opening=False)
        if phase == "break" and self.phase == "play":
            self.phase = "break"
        return self.record("sanction.foul", points=ruling.points, findings=ruling.findings)

    def timeout_window(self) -> bool:
        """Tell whether a time-out may begin: only when the balls of the rack are finished."""
        return self.phase == "rerack"

    def timeout_quota(self) -> int:
        """Return how many time-outs a player has in the match."""
        return self.rules.timeouts_per_player

    def default_penalty(self) -> str | None:
        """Return the penalty for conduct where the referee names none."""
        return "match" if self.rules.unsportsmanlike_default == "match_loss" else None
