"""Snooker under the Lithuanian text (LT-S). Free ball and miss are not in it and stay out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from domain.events import Decision, Inning, Rack, Sanction, Shot, Start, replaced
from domain.games.snooker.balls import KNOWN_BALLS
from domain.games.snooker.penalties import Fault, penalise, points_of, value_on
from domain.games.snooker.rules import SnookerRules
from domain.games.snooker.state import SnookerState
from domain.games.snooker.stroke import judge
from domain.games.snooker.visit import judge_visit
from domain.play import NOBODY, Side
from domain.racks import RackGame
from domain.rulings import Ruling

__all__ = ["Snooker", "SnookerRules"]


@dataclass(slots=True)
class Snooker(SnookerState):
    """A match of snooker: what each event of the log does to it."""

    Rules: ClassVar = SnookerRules

    def open(self, start: Start | None) -> None:
        """Set the balls; ``set_race`` takes over the position recording began with."""
        del start
        self.set_balls()
        self.cue_ball = self.BREAK_FROM

    def shot(self, shot: Shot) -> Ruling:
        """Judge a stroke."""
        return judge(self, shot)

    def inning_event(self, inning: Inning) -> Ruling:
        """Judge a visit summed up."""
        return judge_visit(self, inning)

    def decide(self, decision: Decision) -> Ruling:
        """Play on, make the offender play, or have him open again (LT-S-PEN-2, LT-S-OPEN-2)."""
        decider = self.turn
        match decision.choice:
            case "accept":
                self.accept(decider)
            case "pass":
                self.accept(1 - decider)
            case _:
                self.set_balls()
                self.break_off(1 - decider)
        return self.record(f"choice.{decision.choice}")

    def toss_event(self, side: Side) -> Ruling:
        """Let a lot decide who plays the black brought back (Z19), or who opens the match."""
        if self.phase != "toss":
            return RackGame.toss_event(self, side)
        if self.rules.black_decider != "respot":
            return self.reject("not_due", "a rack event names who won the level frame")
        self.phase = "play"
        self.start_turn(side)
        return self.record("toss.respotted")

    def rack_due(self) -> bool:
        """Tell that a frame may be summed up at any time (contract-5)."""
        return True

    def rack_event(self, rack: Rack) -> Ruling:
        """Take a frame summed up: its points where they are stated, and its breaks."""
        named = [*(rack.score or ()), *(rack.foul_points or ())]
        named += [rack.winner, rack.breaker or rack.winner]
        named += [made.player for made in rack.breaks]
        if any(self.side(player) == NOBODY for player in named):
            return self.reject("unknown_player", "a frame names a player who is not in this match")
        self._take_over(rack)
        level = rack.score is not None and self.frame_leader() == NOBODY
        ruling = RackGame.rack_event(self, rack)
        if not level:
            return ruling
        note = self.note("frame_level", "The points stated for the frame are level.")
        return replaced(ruling, findings=(*ruling.findings, note))

    def _take_over(self, rack: Rack) -> None:
        """Take over the points and the best breaks of a frame summed up."""
        for side, player in enumerate(self.players):
            if rack.score is not None:
                self.frame[side] = rack.score.get(player, 0)
            breaks = [made.points for made in rack.breaks if made.player == player]
            self.best_run[side] = max(self.best_run[side], *breaks, 0)

    def concede_rack(self, side: Side) -> Ruling:
        """Give the running frame to the other player, also while a level one waits for the lot."""
        if self.phase == "toss":
            return self.give_rack(1 - side, "concession")
        return RackGame.concede_rack(self, side)

    def sanctioned(self, side: Side, sanction: Sanction) -> Ruling:
        """Apply a penalty short of the match: a foul, points or the frame to the other (Z29)."""
        act = f"conduct.{sanction.conduct or 'other'}"
        if sanction.penalty != "rack" and self.phase in ("lag", "lag_choice"):
            return self.reject("not_due", "no frame is being played")
        match sanction.penalty:
            case "rack":
                return self.give_rack(1 - side, act, "sanction.rack")
            case "foul":
                return self._conduct_foul(side, act)
            case _ if sanction.points is None:
                return self.reject("penalty_missing", "a penalty of points has to say how many")
            case _:
                self.frame[1 - side] += sanction.points
                points = points_of(1 - side, sanction.points)
                return self.record(act, "sanction.points", points=points)

    def _conduct_foul(self, side: Side, act: str) -> Ruling:
        """Give a foul's points; who plays next is to be chosen only after one in his own turn."""
        at_table = side == self.turn and self.phase == "play"
        in_hand = self.cue_ball == "D"
        fault = Fault(side, ("unsporting",), value_on(self), cue_gone=in_hand, at_table=at_table)
        foul = penalise(self, fault)
        return replaced(
            foul,
            verdict="recorded",
            fouls=(),
            run=0,
            clauses=tuple(dict.fromkeys((*self.cite(act, "sanction.foul"), *foul.clauses))),
        )

    def timeout_quota(self) -> int:
        """Return how many time-outs a player has: none, unless the competition says so (R-39)."""
        return self.rules.timeout_quota

    def timeout_seconds(self) -> int | None:
        """Return how long a time-out may last, where the competition says so."""
        return self.rules.timeout_seconds

    def default_penalty(self) -> str | None:
        """Return the penalty for conduct where the referee names none: the text has none (R-39)."""
        return "match" if self.rules.unsportsmanlike_default == "match_loss" else None

    def known_balls(self) -> frozenset[str]:
        """Return the ids of the object balls."""
        return KNOWN_BALLS
