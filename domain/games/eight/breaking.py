"""8-ball: the break and the choices that follow it (table 2.1, R-21, Z21)."""

from __future__ import annotations

from dataclasses import dataclass

from domain.events import Decision, replaced
from domain.games.eight.groups import EightState
from domain.play import Side
from domain.pool import ANY, Balls, Codes, Stroke
from domain.racks import Findings
from domain.rulings import NO_POINTS, Ruling
from domain.table import as_set
from domain.vocabulary import CueBall


@dataclass(slots=True)
class EightBreak(EightState):
    """Breaks of 8-ball."""

    def judge_break(self, stroke: Stroke) -> Ruling:
        """Judge the break; an illegal one is no foul, though a call of it is spelled like one."""
        codes, findings = self.faults(stroke, ANY, made=False)
        illegal = "break_foul" in codes
        if illegal and not self.rules.eight_illegal_break_is_foul:
            codes = tuple(code for code in codes if code != "break_foul")
        if "deliberate_stop" in codes:
            return self.foul(stroke, codes, findings)
        gone = stroke.balls + stroke.off()
        eight_down = self.game_ball_among(stroke.balls)
        self.take_off(gone, as_set(gone))
        if eight_down and self.rules.eight_spot_on_break == "choice":
            if not codes:
                return self._own_choice(stroke, findings)
            if "scratch" in codes and "cue" not in stroke.shot.off_table:
                pair = ("spot", "break")
                return self._foul(stroke, codes, "eight_scratch", pair, (), findings)
        spotted: Balls = ()
        if eight_down or "8" in stroke.shot.off_table:
            self.spot("8")
            spotted = ("8",)
        if codes:
            offered = self._situation(stroke, illegal=illegal, eight_down=eight_down)
            options = self._options(stroke, codes, illegal=illegal)
            return self._foul(stroke, codes, offered, options, spotted, findings)
        down = tuple(ball for ball in stroke.balls if ball not in spotted)
        if illegal:
            return self._illegal(stroke.side, down, findings)
        if not stroke.balls:
            return self.pass_on(stroke.side, (), self.cites["break.dry"], findings)
        decision = "break.spotted" if spotted else "break.scored"
        return self.keep(stroke.side, down, self.cites[decision], findings, spotted)

    def _own_choice(self, stroke: Stroke, findings: Findings) -> Ruling:
        """Let the breaker spot the 8 and go on, or break again (LT-8-BRK-7); his turn goes on."""
        self.clear(stroke.side)
        self.run += len(stroke.balls) - 1
        self.phase = "choice"
        self.options = ("spot", "rebreak")
        self.offered = "eight"
        return Ruling(
            "legal",
            pocketed=stroke.balls,
            run=self.run,
            clauses=self.cites["break.eight"],
            findings=findings,
        )

    def _situation(self, stroke: Stroke, *, illegal: bool, eight_down: bool) -> str:
        """Name what a foul on the break was, for what its choices rest on."""
        if illegal:
            return "foul_illegal"
        if eight_down:
            return "eight_foul"
        return "off_table" if stroke.off() else "foul"

    def _options(self, stroke: Stroke, codes: Codes, *, illegal: bool) -> tuple[str, ...]:
        """List what the opponent may choose; a cue ball that is gone cannot be accepted."""
        gone = stroke.cue_gone or "scratch" in codes
        taken = ("in_hand",) if gone else ("accept", "in_hand")
        return (*taken, "break", "rebreak") if illegal else taken

    def _hand(self) -> CueBall:
        return "head" if self.rules.eight_break_foul_hand == "kitchen" else "anywhere"

    def _foul(
        self,
        stroke: Stroke,
        codes: Codes,
        offered: str,
        options: tuple[str, ...],
        spotted: Balls,
        findings: Findings,
    ) -> Ruling:
        """Count a foul on the break and let the opponent choose; balls that fell stay down."""
        other = 1 - stroke.side
        lost, counted, more = self.count_foul(stroke.side, codes, at_table=True)
        if lost:
            self.win_rack(other)
            counted = (*counted, *self.match_decisions())
        else:
            self.offered = offered
            self.offer(other, options, "position" if "accept" in options else self._hand())
        return Ruling(
            "foul",
            fouls=codes,
            points=self.rack_change(other) if lost else NO_POINTS,
            pocketed=tuple(ball for ball in stroke.balls if ball not in spotted),
            spotted=spotted,
            rack_won_by=self.name(other) if lost else None,
            match_won_by=self.name(self.winner),
            clauses=self.cite(*(f"foul.{code}" for code in codes), f"break.{offered}", *counted),
            findings=findings + more,
        )

    def _illegal(self, side: Side, down: Balls, findings: Findings) -> Ruling:
        """Let the opponent accept an illegal break or have the rack broken anew (LT-8-BRK-6)."""
        self.clear(side)
        self.offered = "illegal"
        self.offer(1 - side, ("accept", "break", "rebreak"), "position")
        return Ruling(
            "illegal_break",
            pocketed=down,
            match_won_by=self.name(self.winner),
            clauses=self.cites["break.illegal"],
            findings=findings,
        )

    def decide(self, decision: Decision) -> Ruling:
        """Take an open choice; the breaker decides about the 8 alone, all else the opponent."""
        own = self.offered == "eight"
        said = f"choice.{self.offered}.{decision.choice}"
        match decision.choice:
            case "spot":
                self.spot("8")
                if own:
                    self.phase = "play"
                    self.options = ()
                else:
                    self.accept(self.turn)
                return replaced(self.record(said), spotted=("8",))
            case "rebreak" if own:
                self.run = 0
                self.break_again(self.turn)
            case "in_hand":
                self.cue_ball = self._hand()
                self.accept(self.turn)
            case _:
                return super(EightBreak, self).decide(decision)
        return self.record(said)

    def give_in_hand(self, side: Side) -> None:
        """Let a player go on with ball in hand; an 8 still to be spotted is.

        The breaker who was to decide about it goes on with his own turn.
        """
        if "spot" in self.options:
            self.spot("8")
            if self.offered == "eight" and side == self.turn:
                self.phase = "play"
        super(EightBreak, self).give_in_hand(side)
