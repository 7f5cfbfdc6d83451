"""A turn of a pool game summed up: its legal strokes, then the stroke that ended it, judged as one.

A sheet says which balls were made, not how; what it leaves out is never held against a player.
"""

from __future__ import annotations

from dataclasses import dataclass

from domain import fouls as facts
from domain.events import Inning, Shot, replaced
from domain.play import Side
from domain.pool.state import Balls, RulesT, Stroke
from domain.pool.strokes import PoolStrokes
from domain.racks import Findings
from domain.rulings import Ruling
from domain.table import BIT, as_set


@dataclass(slots=True)
class SummedTurns(PoolStrokes[RulesT]):
    """A pool game of racks, turn by turn."""

    def wins_by(self, made: Balls, *, said: bool) -> bool | None:
        """Tell whether balls made in a turn won the rack, or None where they cannot have been.

        ``said`` tells that the sheet says so; balls without numbers may then be any.
        """
        raise NotImplementedError

    def made_in_turn(self, made: Balls, *, opening: bool) -> Balls:
        """Draw what follows from balls legally made in a turn, and return those spotted.

        They are off the table and counted in the run already; ``turn`` is who made them.
        """
        raise NotImplementedError

    def inning_event(self, inning: Inning) -> Ruling:
        """Judge a whole turn; a game ball made wins the rack, whatever the end says."""
        side = self.side(inning.player)
        made = inning.made if isinstance(inning.made, tuple) else ("?",) * inning.made
        refusal = self.refuse_striker(inning.player, side) or self._refuse(inning, made)
        if refusal is not None:
            return refusal
        opening = self.phase == "break"
        wins = self.wins_by(made, said=inning.end == "win")
        if wins is None or (inning.end == "win" and not wins):
            return self.reject("not_won", "the balls made do not win the rack")
        if self.phase == "choice":
            self.accept(side)
        spotted: Balls = ()
        if made:
            self.take_off(made, as_set(made))
            if wins:
                return self.win(side, made, self.cite("turn.made", "rack.won"))
            self.clear(side)
            self.run += len(made)
            spotted = self.made_in_turn(made, opening=opening)
        findings = self._count_as_announced(side, inning)
        ruling = self.judge(_last_stroke(inning, side))
        return replaced(
            ruling,
            pocketed=tuple(ball for ball in made if ball not in spotted) + ruling.pocketed,
            spotted=spotted + ruling.spotted,
            clauses=(*self.cite(*(("turn.made",) if made else ())), *ruling.clauses),
            findings=ruling.findings + findings,
        )

    def _refuse(self, inning: Inning, made: Balls) -> Ruling | None:
        """Refuse an end that cannot be, or balls that are not on the table."""
        if inning.end == "push_out" and not self.HAS_PUSH_OUT:
            return self.reject("bad_call", "this game has no push-out")
        if inning.end in ("break", "break_foul") and (self.phase != "break" or made):
            return self.reject("not_due", "nothing was made, and it was the break")
        named = made + tuple(ball for ball in inning.off_table if ball != "cue")
        numbered = [ball for ball in named if ball != "?"]
        if len(set(numbered)) < len(numbered):
            return self.reject("ball_twice")
        there = all(BIT.get(ball, 0) & self.balls for ball in numbered)
        if len(named) > self.count or not (there and self.known_balls().issuperset(named)):
            return self.reject("ball_not_on_table", f"on the table: {self.count} balls")
        return None

    def _count_as_announced(self, side: Side, inning: Inning) -> Findings:
        """Take two fouls as announced before a third: a sheet holds no announcements (Z8)."""
        rules, codes = self.rules, facts.ending_codes(inning)
        due = rules.three_foul_rule and rules.three_foul_warning_required
        if not due or not codes or self.fouls[side] < 2 or self.two_fouls_said:
            return ()
        self.two_fouls_said = True
        note = "The score sheet holds no announcement; the third foul counted as announced."
        return (self.note("warning_not_recorded", note),)


def _last_stroke(inning: Inning, side: Side) -> Stroke:
    """Return the stroke that ended a turn, with the fouls the sheet names and no others."""
    shot = Shot(
        id=inning.id,
        match=inning.match,
        seq=inning.seq,
        at=inning.at,
        player=inning.player,
        call=inning.end if inning.end in ("safety", "push_out") else None,
        off_table=inning.off_table,
        fouls=facts.ending_codes(inning),
        ruled=True,
    )
    return Stroke(shot, side, (), 0, "cue" in inning.off_table, at_table=True)
