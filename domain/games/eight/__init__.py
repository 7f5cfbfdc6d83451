"""8-ball (LT-8): a group each, every shot called, the 8 last.

``groups`` tells whose balls are whose, ``breaking`` judges the break; here are strokes in play and
turns summed up.
"""

from __future__ import annotations

from dataclasses import dataclass

from domain.events import Call
from domain.games.eight.breaking import EightBreak
from domain.games.eight.groups import EIGHT, SOLIDS, STRIPES, EightRules, may_call
from domain.play import NOBODY
from domain.pool import Balls, Clauses, Codes, Stroke
from domain.racks import Findings
from domain.rulings import Ruling
from domain.table import BIT, UNKNOWN, as_set

__all__ = ["Eight", "EightRules"]


@dataclass(slots=True)
class Eight(EightBreak):
    """A match of 8-ball."""

    def judge_play(self, stroke: Stroke) -> Ruling:
        """Judge a stroke after the break (table 2.1 in play)."""
        side, balls = stroke.side, stroke.balls
        on = self.balls_on(side)
        made = self.is_made(stroke, on)
        codes, findings = self.faults(stroke, on, made=made)
        if made and on & EIGHT and not codes and self._made_the_eight(stroke):
            self.take_off(balls, stroke.mask)
            return self.win(side, balls, self.cites["rack.won"], findings)
        if self._eight_gone(stroke):
            return self._lose(stroke, codes, findings)
        if codes:
            return self.foul(stroke, codes, findings)
        if stroke.shot.off_table:
            stroke = self.leave_out(stroke)
        if balls:
            self.take_off(balls, stroke.mask)
        if not made:
            return self.pass_on(side, balls, self._why_passed(stroke, on), findings)
        if self.solids == NOBODY and self.assign(side, _deciding_balls(stroke)):
            return self.keep(side, balls, self.cites["made.group"], findings)
        return self.keep(side, balls, self.cites["made"], findings)

    def foul(self, stroke: Stroke, codes: Codes, findings: Findings) -> Ruling:
        """Punish a foul; with the 8 gone it loses the rack, except on the break (LT-8-LOSS-5)."""
        if self._eight_gone(stroke) and self.phase != "break":
            return self._lose(stroke, codes, findings)
        return super(Eight, self).foul(stroke, codes, findings)

    def lose_balls(self, stroke: Stroke) -> tuple[Balls, Balls]:
        """Take off what fell or left the table; an 8 that does not lose comes back."""
        back = self._eight_gone(stroke)
        down, spotted = super(Eight, self).lose_balls(stroke)
        if back:
            self.spot("8")
            down, spotted = tuple(ball for ball in down if ball != "8"), ("8",)
        return down, spotted

    def _eight_gone(self, stroke: Stroke) -> bool:
        off = stroke.shot.off_table
        return len(stroke.balls) == self.count or "8" in stroke.balls or (off != () and "8" in off)

    def _made_the_eight(self, stroke: Stroke) -> bool:
        """Tell whether the ball made as called was the 8; a call not recorded may have named it.

        With the group known to be down nothing else may be called, so the ball was the 8 whatever
        of it was not recorded (LT-8-CALL-2).
        """
        call = stroke.shot.call
        if isinstance(call, Call) and call.ball != "?":
            return call.ball == "8"
        return self.balls != UNKNOWN or self._eight_gone(stroke)

    def _lose(self, stroke: Stroke, codes: Codes, findings: Findings) -> Ruling:
        """Give the rack to the other player: the 8 went down or off as it must not (LT-8-LOSS)."""
        side = stroke.side
        run = self.run if stroke.at_table else 0
        why = self._why_lost(stroke, codes)
        gone = stroke.balls + stroke.off()
        self.take_off(gone, as_set(gone))
        self.foul_total[side] += 1
        self.win_rack(1 - side)
        return Ruling(
            "deliberate_foul" if "deliberate_stop" in codes else "foul",
            fouls=codes,
            points=self.rack_change(1 - side),
            pocketed=stroke.balls,
            run=run,
            rack_won_by=self.name(1 - side),
            match_won_by=self.name(self.winner),
            clauses=self.cite(
                *(f"foul.{code}" for code in codes), why, "rack.lost", *self.match_decisions()
            ),
            findings=findings,
        )

    def _why_lost(self, stroke: Stroke, codes: Codes) -> str:
        if "8" in stroke.shot.off_table:
            return "lost.off"
        if codes:
            return "lost.foul"
        return "lost.uncalled" if self.balls_on(stroke.side) & EIGHT else "lost.early"

    def _why_passed(self, stroke: Stroke, on: int) -> Clauses:
        """Cite why a stroke without foul ended the turn."""
        call = stroke.shot.call
        if call == "safety":
            return self.cites["safety"]
        if isinstance(call, Call) and not may_call(call.ball, on):
            return self.cites["void_call"]
        if call is None and stroke.balls:
            return self.cites["uncalled"]
        return self.cites["miss.open" if self.solids == NOBODY else "miss"]

    def wins_by(self, made: Balls, *, said: bool) -> bool | None:
        """Tell whether a turn made the 8 after a group; the 8 before it cannot be made legally."""
        if not (self.game_ball_among(made) or (said and "?" in made)):
            return False
        if self.balls == UNKNOWN:
            return True
        left = self.balls & ~as_set(made)
        unnumbered = made.count("?") - (0 if "8" in made else 1)
        groups = (SOLIDS, STRIPES) if self.solids == NOBODY else (self.group(self.turn),)
        cleared = any((left & group).bit_count() <= max(unnumbered, 0) for group in groups)
        return True if cleared else None

    def made_in_turn(self, made: Balls, *, opening: bool) -> Balls:
        """Assign groups by a turn on an open table whose balls share one; the break gives none."""
        if not opening and self.solids == NOBODY and "?" not in made:
            self.assign(self.turn, as_set(made))
        return ()


def _deciding_balls(stroke: Stroke) -> int:
    """Return the balls that give the group: the called one, or all that fell (contract-5)."""
    call = stroke.shot.call
    if isinstance(call, Call) and call.ball != "?":
        return BIT[call.ball]
    return 0 if "?" in stroke.balls else stroke.mask
