"""What 9-ball and 10-ball share: the lowest ball first, the break, the push-out, the game ball.

The game ball (9 or 10) is spotted whenever it does not win: fallen on a foul, a push-out or off
the table (LT-9-SPOT-1, LT-10-SPOT-1, R-22). Every other ball stays where it went (SPOT-2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from domain.play import Side
from domain.pool import ANY, Balls, PoolGame, PoolRules, Stroke
from domain.racks import Findings
from domain.rulings import Ruling
from domain.table import UNKNOWN, as_set, lowest


class RotationRules(PoolRules, frozen=True, kw_only=True):
    """What a competition may set in 9-ball and 10-ball alike."""

    push_out: bool


RotationT = TypeVar("RotationT", bound=RotationRules)


@dataclass(slots=True)
class Rotation(PoolGame[RotationT], Generic[RotationT]):
    """A game in which the lowest ball is hit first; ``push_out``: one may be declared now."""

    push_out: bool = False

    def break_wins(self) -> bool:
        """Tell whether the game ball on a legal break wins the rack."""
        raise NotImplementedError

    def short_break(self, stroke: Stroke, findings: Findings) -> Ruling | None:
        """Return what else than a foul a break is on which only too few balls moved, if anything.

        ``stroke`` met no other rule than that of four balls to a cushion.
        """
        del stroke, findings
        return None

    def is_made(self, stroke: Stroke) -> bool:
        """Tell whether a stroke made what it had to, fouls aside."""
        raise NotImplementedError

    def judge_legal(self, stroke: Stroke, findings: Findings, *, made: bool) -> Ruling:
        """Judge a stroke in play without foul."""
        raise NotImplementedError

    def set_rack(self) -> None:
        """Put all balls on the table; a push-out is due after the break only."""
        super(Rotation, self).set_rack()
        self.push_out = False

    def view(self) -> dict[str, Any]:
        """Return the state as the contract has it."""
        over = self.phase == "finished"
        return super(Rotation, self).view() | {
            "on": None if over else lowest(self.balls),
            "push_out": self.push_out and self.phase == "play",
        }

    def lowest(self) -> int:
        """Return the ball that must be hit first, as a set; any where the table is unknown."""
        balls = self.balls
        return ANY if balls == UNKNOWN else balls & -balls

    def judge_break(self, stroke: Stroke) -> Ruling:
        """Judge the break (tables 2.2 and 2.3, rows 1 to 4)."""
        findings = self._push_out_not_due(stroke)
        codes, more = self.faults(stroke, self.lowest(), made=False)
        findings += more
        if codes:
            short = self.short_break(stroke, findings) if codes == ("break_foul",) else None
            return short or self.foul(stroke, codes, findings)
        if stroke.shot.off_table:
            stroke = self.leave_out(stroke)
        side, balls = stroke.side, stroke.balls
        self.push_out = self.rules.push_out
        if not balls:
            return self.pass_on(side, (), self.cites["break.dry"], findings)
        if self.break_wins() and self.game_ball_among(balls):
            self.take_off(balls, stroke.mask)
            return self.win(side, balls, self.cites["break.won"], findings)
        down, spotted = self.lose_balls(stroke)
        decision = "break.spotted" if spotted else "break.scored"
        return self.keep(side, down, self.cites[decision], findings, spotted)

    def judge_play(self, stroke: Stroke) -> Ruling:
        """Judge a stroke after the break; the first may be a push-out."""
        due, findings = self.push_out, ()
        if stroke.shot.call == "push_out":
            if due:
                return self._push_out(stroke)
            findings = self._push_out_not_due(stroke)
        self.push_out = False
        made = self.is_made(stroke)
        codes, more = self.faults(stroke, self.lowest(), made=made)
        if more:
            findings += more
        if codes:
            return self.foul(stroke, codes, findings)
        if stroke.shot.off_table:
            stroke = self.leave_out(stroke)
        return self.judge_legal(stroke, findings, made=made)

    def _push_out(self, stroke: Stroke) -> Ruling:
        """Judge a push-out that is due; a legal one counts as a legal stroke (R-11, R-13, R-26)."""
        codes, findings = self.faults(stroke, ANY, made=False, pushed=True)
        if codes:
            return self.foul(stroke, codes, findings)
        self.push_out = False
        fallen = self.lose_balls(stroke)
        clauses = self.cite("push_out", *(["push_out.spotted"] if fallen[1] else []))
        return self.leave_choice(stroke.side, "push_out", fallen, clauses, findings)

    def _push_out_not_due(self, stroke: Stroke) -> Findings:
        if stroke.shot.call != "push_out":
            return ()
        return (self.note("push_out_not_due", "Only the first stroke after a legal break may be."),)

    def lose_balls(self, stroke: Stroke) -> tuple[Balls, Balls]:
        """Take off what fell or left the table and spot the game ball; return both."""
        gone = stroke.balls + stroke.off()
        game_ball = self.GAME_BALL
        back = self.game_ball_among(gone)
        self.take_off(gone, as_set(gone))
        if not back:
            return stroke.balls, ()
        self.spot(game_ball)
        fell_as = game_ball if game_ball in gone else "?"
        down = list(stroke.balls)
        if fell_as in down:
            down.remove(fell_as)
        return tuple(down), (game_ball,)

    def give_in_hand(self, side: Side) -> None:
        """Let a player go on with ball in hand; nobody pushes out after a foul (R-12)."""
        self.push_out = False
        super(Rotation, self).give_in_hand(side)

    def may_win(self, made: int) -> bool:
        """Tell whether the game ball may win with so many balls made at once."""
        raise NotImplementedError

    def wins_by(self, made: Balls, *, said: bool) -> bool | None:
        """Tell whether a turn made the game ball; one ball on the break alone may not win."""
        if not (self.game_ball_among(made) or (said and "?" in made)):
            return False
        if self.phase == "break" and len(made) == 1 and not self.break_wins():
            return said
        return self.may_win(len(made))

    def made_in_turn(self, made: Balls, *, opening: bool) -> Balls:
        """Let a turn that began with the break end with a push-out; spot a game ball not won."""
        self.push_out = opening and self.rules.push_out
        if self.GAME_BALL not in made:
            return ()
        self.spot(self.GAME_BALL)
        self.run -= 1
        return (self.GAME_BALL,)
