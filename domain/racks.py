"""Matches played in racks or frames: who breaks, who wins a rack, and when the match is over.

Pool games of racks and snooker share this; what a rack is made of each game knows itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from domain.events import MatchOpened, Rack
from domain.game import Game
from domain.play import NOBODY, RackRecord, Side
from domain.rulings import NO_POINTS, Finding, Points, Ruling
from domain.vocabulary import CueBall

Findings = tuple[Finding, ...]
NO_RACK = frozenset({"lag", "lag_choice", "toss"})
"""Phases in which no rack is on the table."""


@dataclass(slots=True)
class RackGame(Game):
    """The racks or frames of a match; ``score`` counts those won.

    ``breaker`` is who breaks the running rack after the schedule; a re-break within the rack does
    not change it.
    """

    breaks: Literal["alternate", "winner"] = "alternate"
    max_racks: int | None = None
    fouls_carry: bool = False
    """Whether counts of fouls go on in the next rack (they end with the rack, R-26, Z31)."""

    def set_race(self, event: MatchOpened) -> None:
        """Take over who breaks later racks, and how many racks there are at most."""
        self.breaks = event.breaks
        self.max_racks = event.best_of
        self.number_rack()

    def number_rack(self) -> None:
        """Give the running rack its number: one more than the racks decided."""
        self.rack = 1 + max(sum(self.score), 0)

    def set_rack(self) -> None:
        """Put all balls of a new rack on the table and forget the one before."""
        raise NotImplementedError

    def rack_points(self) -> Points:
        """Return what each has made in the running rack: in pool nothing is counted."""
        return NO_POINTS

    def rack_change(self, side: Side) -> Points:
        """Return what a rack won changes in the points of a ruling: in pool one rack."""
        return (1, 0) if side == 0 else (0, 1)

    def break_off(self, breaker: Side) -> None:
        """Give the break of the rack to a player."""
        self.phase = "break"
        self.options = ()
        self.cue_ball = self.BREAK_FROM
        self.spotted_nearest = False
        self.start_turn(breaker)

    def break_again(self, breaker: Side) -> None:
        """Set the same rack again; the schedule of breaks stays, and so does the rack's number."""
        self.set_rack()
        self.break_off(breaker)

    def win_rack(self, side: Side) -> None:
        """Count the rack for a player: the match is over, or the next rack is broken."""
        self.score[side] += 1
        made, won = self.rack_points(), self.rack_change(side)
        points = made[0] + won[0], made[1] + won[1]
        self.racks.append(RackRecord(self.rack, side, points, self.inning))
        if self.score[side] >= self.target[side]:
            self.finish(side)
        elif self.max_racks is not None and sum(self.score) >= self.max_racks:
            self.finish(self.leader())
        else:
            self._next_rack(side)

    def _next_rack(self, winner: Side) -> None:
        """Set the next rack; the winner breaks it, or each in turn (LT-8-BRK-2, Z20)."""
        self.rack += 1
        if not self.fouls_carry:
            self.fouls[:] = 0, 0
        if self.breaks == "winner":
            self.breaker = winner
        elif self.breaker != NOBODY:
            self.breaker = 1 - self.breaker
        self.set_rack()
        if self.breaker != NOBODY:
            self.break_off(self.breaker)

    def give_rack(self, side: Side, *decisions: str, findings: Findings = ()) -> Ruling:
        """Give the rack to a player by an event that is no stroke."""
        self.win_rack(side)
        return Ruling(
            "recorded",
            points=self.rack_change(side),
            rack_won_by=self.name(side),
            match_won_by=self.name(self.winner),
            clauses=self.cite(*decisions, *self.match_decisions()),
            findings=findings,
        )

    def match_decisions(self) -> tuple[str, ...]:
        """Return what to cite for what follows a rack just won: the end, or who breaks next."""
        return ("match.won",) if self.phase == "finished" else ("rack.next",)

    def rack_due(self) -> bool:
        """Tell whether a rack may be summed up now: only before its first stroke.

        A log of racks alone may say nothing of the lag; then nobody is known to break.
        """
        return self.phase in ("lag", "break")

    def rack_event(self, rack: Rack) -> Ruling:
        """Take a rack summed up; who broke it is a fact, and the schedule goes on from him."""
        winner = self.side(rack.winner)
        breaker = NOBODY if rack.breaker is None else self.side(rack.breaker)
        if winner == NOBODY or (rack.breaker is not None and breaker == NOBODY):
            return self.reject("unknown_player", "a rack names a player who is not in this match")
        if not self.rack_due():
            pending = self.phase in ("choice", "lag_choice")
            return self.reject("choice_pending" if pending else "not_due", "the rack has begun")
        if breaker != NOBODY:
            self.breaker = breaker
        return self.give_rack(winner, "rack")

    def concede_rack(self, side: Side) -> Ruling:
        """Give the running rack to the other player (WPA-1.11, R-48)."""
        if self.phase in NO_RACK:
            return self.reject("not_due", "no rack is being played")
        return self.give_rack(1 - side, "concession")

    def stalemate_event(self) -> Ruling:
        """Have the same breaker break the rack again; what was made in it is wiped (R-48)."""
        if self.phase not in ("play", "break", "choice"):
            return self.reject("not_due", "there is no position to give up")
        if not self.fouls_carry:
            self.fouls[:] = 0, 0
        self.break_again(self.breaker)
        return self.record("stalemate")

    def offer(self, decider: Side, options: tuple[str, ...], cue_ball: CueBall) -> None:
        """Open a choice, unless both players have had their turns."""
        limit = self.inning_limit
        if limit is not None and min(self.turns) >= limit:
            self.finish(self.leader())
        else:
            Game.offer(self, decider, options, cue_ball)

    def timeout_window(self) -> bool:
        """Tell whether a rack is over and the next not begun, or a re-rack is to be decided.

        The player to act may take it: who breaks next, or who decides (LT-G-TO-5, R-31).
        """
        if self.phase == "choice":
            return "rebreak" in self.options or "break" in self.options
        return self.phase == "break" and self.rack > 1
