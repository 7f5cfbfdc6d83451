"""14.1 continuous under any of its texts: one engine, the differences are parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from domain.events import Decision, Inning, PositionSet, Rerack, Sanction, Shot, Start
from domain.games.straight.game import FULL, KNOWN_BALLS, StraightState, decide, points_of
from domain.games.straight.inning import judge_inning
from domain.games.straight.penalties import Fault, penalise
from domain.games.straight.rules import StraightRules
from domain.games.straight.stroke import judge
from domain.play import NOBODY, Side
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
            scores = start.score or {}
            self.rack_base = [scores.get(player, 0) for player in self.players]

    def put(self, position: Start | PositionSet) -> None:
        """Put balls on the table as an official or the start of the record has them.

        An official who orders a break and names no balls has all of them racked; with one ball
        left, or none, the rack is due; and fewer than all are no rack to break.
        """
        balls, over = position.balls, self.phase == "finished"
        ordered = isinstance(position, PositionSet) and position.phase == "break"
        if balls is None and ordered and not over:
            balls = 15
        if balls is None:
            return
        if isinstance(balls, int):
            self.count, self.balls = balls, FULL if balls == 15 else UNKNOWN
        else:
            self.count = len(balls)
            self.balls = UNKNOWN if "?" in balls else as_set(balls)
        self.near[0] = self.near[1] = None
        if over:
            return
        playing = position.phase or self.phase
        if position.phase is None and playing == "break" and self.count < 15:
            playing, self.cue_ball = "play", "position"
        waiting = playing == "lag" and position.at_table is None
        if self.count <= 1 and playing != "break" and not waiting:
            self.phase = "rerack"
        elif playing in ("play", "rerack"):
            self.phase = "play"

    def break_off(self, breaker: Side) -> None:
        """Give the opening break to a player."""
        self.phase = "break"
        self.cue_ball = "head"
        self.options = ()
        self.spotted_nearest = False
        self.rebreaks = 0
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
        self.close_run()
        self.rack_all()
        self.phase = "lag"
        self.turn = NOBODY
        return self.record("stalemate")

    def spot_nearest(self, decision: Decision) -> Ruling:
        """Put the ball nearest to the head string on the foot spot, once per ball in hand."""
        if self.phase != "play" or self.cue_ball != "head" or self.spotted_nearest:
            return self.reject(
                "not_offered", "only once, with the cue ball in hand behind the line"
            )
        ball = decision.ball
        if ball is not None and not self._on_table(ball):
            return self.reject("ball_not_on_table", f"ball {ball} is not on the table")
        self.spotted_nearest = True
        return self.record("spot_nearest")

    def _on_table(self, ball: str) -> bool:
        """Tell whether a ball may be on the table; a number not recorded is never held against."""
        if ball == "?" or self.balls == UNKNOWN:
            return ball in KNOWN_BALLS
        return bool(as_set([ball]) & self.balls)

    def sanctioned(self, side: Side, sanction: Sanction) -> Ruling:
        """Apply a penalty short of the match: an ordinary foul, or points (D42)."""
        act = f"conduct.{sanction.conduct or 'other'}"
        if sanction.penalty == "foul":
            return self._conduct_foul(side, act)
        if sanction.points is None:
            return self.reject("penalty_missing", "a rack means nothing in 14.1: give points")
        self.score[side] -= sanction.points
        negative = ("score.negative",) if self.score[side] < 0 else ()
        change = points_of(side, -sanction.points)
        return self.record(act, "sanction.points", *negative, points=change)

    def _conduct_foul(self, side: Side, act: str) -> Ruling:
        """Count an ordinary foul; the turn passes only if the player was at the table.

        The balls stay as they are, so the other player takes over what was due.
        """
        phase, cue_ball, rack = self.phase, self.cue_ball, self.rack
        at_table = side == self.turn and phase in ("play", "break", "rerack")
        ruling = penalise(self, Fault(side, ("unsporting",), at_table=at_table), opening=False)
        if self.rack == rack and self.phase != "finished":
            self.phase, self.cue_ball = phase, cue_ball
        return Ruling(
            "recorded",
            points=ruling.points,
            match_won_by=ruling.match_won_by,
            clauses=tuple(dict.fromkeys((*self.cite(act, "sanction.foul"), *ruling.clauses))),
            findings=ruling.findings,
        )

    def known_balls(self) -> frozenset[str]:
        """Return the ids of the object balls."""
        return KNOWN_BALLS

    def timeout_window(self) -> bool:
        """Tell whether a time-out may begin: only when the balls of the rack are finished."""
        return self.phase == "rerack"

    def timeout_quota(self) -> int:
        """Return how many time-outs a player has in the match."""
        return self.rules.timeouts_per_player

    def timeout_seconds(self) -> int | None:
        """Return how long a time-out may last, or None where the text has none."""
        return self.rules.timeout_seconds or None

    def default_penalty(self) -> str | None:
        """Return the penalty for conduct where the referee names none."""
        return "match" if self.rules.unsportsmanlike_default == "match_loss" else None
