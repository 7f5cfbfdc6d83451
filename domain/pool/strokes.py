"""From the facts of a pool stroke to its ruling, as 8-, 9- and 10-ball have it alike (2.0).

A game says which ball may be hit first, what counts as made, and what becomes of a stroke
without foul; what a foul is and what it costs stands here.
"""

from __future__ import annotations

from dataclasses import dataclass

from domain import fouls as facts
from domain.events import Decision, Sanction, Shot, replaced
from domain.play import Side
from domain.pool.state import Balls, PoolState, RulesT, Stroke
from domain.racks import NO_RACK, Findings
from domain.rulings import NO_POINTS, Ruling, Verdict
from domain.table import BIT, as_set

Codes = tuple[str, ...]
Clauses = tuple[str, ...]
Decisions = tuple[str, ...]

BREAK_BALLS = 4
"""Object balls that must reach a cushion where nothing falls on the break (R-08, R-09)."""


@dataclass(slots=True)
class PoolStrokes(PoolState[RulesT]):
    """A pool game of racks, stroke by stroke."""

    def judge_break(self, stroke: Stroke) -> Ruling:
        """Judge the break of a rack."""
        raise NotImplementedError

    def judge_play(self, stroke: Stroke) -> Ruling:
        """Judge a stroke of the player at the table after the break."""
        raise NotImplementedError

    def shot(self, shot: Shot) -> Ruling:
        """Judge a stroke: refuse what cannot be, then take the facts."""
        side = self.side(shot.player)
        balls, mask, cue_gone = facts.fallen(shot)
        at_table = side == self.turn
        if not at_table or self.phase == "choice" or shot.call == "push_out":
            refusal = self.refuse_striker(shot.player, side, shot.fouls)
            if refusal is not None:
                return refusal
            if shot.call == "push_out" and not self.HAS_PUSH_OUT:
                return self.reject("bad_call", "this game has no push-out")
        if not facts.plainly_there(shot, self.balls, balls, mask):
            reason = facts.objection_to_balls(shot, self.balls, self.count, self.known_balls())
            if reason is not None:
                return self.reject(reason)
        if at_table and self.phase == "choice":
            self.accept(side)
        if shot.off_table and "cue" in shot.off_table:
            cue_gone = True
        stroke = Stroke(shot, side, balls, mask, cue_gone, at_table)
        contact = shot.first_contact
        if at_table and self.phase == "play" and (contact is None or len(contact) < 2):
            return self.judge_play(stroke)
        return self.judge(stroke)

    def judge(self, stroke: Stroke) -> Ruling:
        """Judge a stroke that may be played, whatever is unusual about it."""
        if not stroke.at_table:
            return self.foul(stroke, facts.called_codes(stroke.shot), ())
        if self.phase == "break":
            return self.judge_break(stroke)
        ruling = self.judge_play(stroke)
        contact = stroke.shot.first_contact
        if contact is not None and len(contact) > 1 and "wrong_ball_first" not in ruling.fouls:
            at_once = self.cites["contact.simultaneous"]
            return replaced(ruling, clauses=(*ruling.clauses, *at_once))
        return ruling

    def faults(
        self, stroke: Stroke, legal: int, *, made: bool, pushed: bool = False
    ) -> tuple[Codes, Findings]:
        """Return the fouls of a stroke and the findings about them.

        ``legal`` is the set of balls that may be hit first. A push-out needs neither a ball nor a
        cushion (R-11); the break has a criterion of its own instead of the cushion rule.
        """
        shot = stroke.shot
        contact = shot.first_contact
        opening = self.phase == "break"
        waived = made if self.rules.no_rail_waived_by == "called_ball" else bool(stroke.balls)
        if (
            not (pushed or stroke.cue_gone)
            and facts.is_plain(shot, contact=waived or opening)
            and (contact is None or (len(contact) == 1 and BIT[contact[0]] & legal))
            and (not opening or break_met(stroke))
        ):
            return (), ()
        derived: list[str] = []
        findings: Findings = ()
        if opening and not break_met(stroke):
            derived.append("break_foul")
        if stroke.cue_gone:
            derived.append("scratch")
        if contact == ():
            derived += [] if pushed else ["no_contact"]
        elif not pushed:
            if contact and not _touches(contact, legal):
                derived.append("wrong_ball_first")
            if not (opening or waived):
                missing, findings = facts.no_rail(self, shot)
                derived += ["no_rail"] if missing else []
        if stroke.off():
            derived.append("ball_off_table")
        derived += facts.placing_fouls(self, shot, warning_needed=True)
        codes, more = facts.judged(self, shot, derived)
        if opening:
            more += facts.break_seen(self, shot, codes, derived, made=bool(stroke.balls))
        return codes, findings + more

    def lose_balls(self, stroke: Stroke) -> tuple[Balls, Balls]:
        """Take off what fell or left the table on a foul; return what stays down and comes back."""
        self.take_off(stroke.balls + stroke.off(), stroke.mask | as_set(stroke.off()))
        return stroke.balls, ()

    def leave_out(self, stroke: Stroke) -> Stroke:
        """Take off balls that left the table on a stroke ruled no foul; the game ball comes back.

        Whether a ball returns depends on the game, not on the foul (LT-G-F-5, SPOT-2).
        """
        out = tuple(ball for ball in stroke.off() if ball != self.GAME_BALL)
        self.take_off(out, as_set(out))
        return replaced(stroke, shot=replaced(stroke.shot, off_table=()))

    def foul(self, stroke: Stroke, codes: Codes, findings: Findings) -> Ruling:
        """Punish a stroke with fouls: one foul, however many codes it has (Z14)."""
        side = stroke.side
        opening = self.phase == "break"
        down, spotted = self.lose_balls(stroke)
        decisions: Decisions = ("foul.spotted",) if spotted else ()
        if len(down) + len(stroke.off()) > 0:
            decisions = ("foul.stays", *decisions)
        if opening:
            decisions = (*decisions, "foul.on_break")
        lost, counted, more = self.count_foul(side, codes, at_table=stroke.at_table)
        run = self.run if stroke.at_table else 0
        if lost:
            self.win_rack(1 - side)
            decisions = (*decisions, *self.match_decisions())
        else:
            self.give_in_hand(1 - side)
        verdict: Verdict = "break_foul" if opening and "break_foul" in codes else "foul"
        return Ruling(
            "deliberate_foul" if "deliberate_stop" in codes else verdict,
            fouls=codes,
            points=self.rack_change(1 - side) if lost else NO_POINTS,
            pocketed=down,
            spotted=spotted,
            run=run,
            rack_won_by=self.name(1 - side) if lost else None,
            match_won_by=self.name(self.winner),
            clauses=self.cite(*(f"foul.{code}" for code in codes), *counted, *decisions),
            findings=findings + more,
        )

    def count_foul(
        self, side: Side, codes: Codes = (), *, at_table: bool
    ) -> tuple[bool, Decisions, Findings]:
        """Count a foul; tell whether it costs the rack, what that rests on, and findings.

        Stopping the cue ball on purpose costs it (Z16), and so does a third foul in a row that
        was announced (Z8, R-26, R-27).
        """
        self.foul_total[side] += 1
        self.over_line_said = self.spotted_nearest = False
        rules = self.rules
        if "deliberate_stop" in codes:
            return True, ("rack.deliberate",), ()
        if not rules.three_foul_rule or self.fouls[side] < 2:
            self.fouls[side] += 1
            return False, ("foul", "foul.counted"), ()
        if rules.three_foul_warning_required and not (at_table and self.two_fouls_said):
            note = "Two fouls were not announced before the stroke: it counts as the second."
            found = self.note("third_foul_unwarned", note)
            return False, ("foul", "foul.unwarned"), (found,)
        self.fouls[side] = 0
        return True, ("foul.third",), ()

    def give_in_hand(self, side: Side) -> None:
        """Let a player go on with ball in hand anywhere after the other's foul; a choice ends."""
        begins = side != self.turn or self.phase == "choice"
        self.phase = "play"
        self.options = ()
        self.cue_ball = "anywhere"
        if begins:
            self.start_turn(side)

    def clear(self, side: Side) -> None:
        """Note a stroke without foul: the player's count begins anew, the cue ball lies."""
        self.fouls[side] = 0
        self.phase = "play"
        self.cue_ball = "position"
        self.over_line_said = self.spotted_nearest = False

    def keep(
        self,
        side: Side,
        down: Balls,
        clauses: Clauses,
        findings: Findings = (),
        spotted: Balls = (),
    ) -> Ruling:
        """Leave the player at the table with the balls he made; as ``clear`` has it."""
        self.fouls[side] = 0
        self.phase = "play"
        self.cue_ball = "position"
        self.over_line_said = self.spotted_nearest = False
        self.run += len(down)
        return Ruling(
            "legal", None, (), NO_POINTS, down, spotted, self.run, None, None, clauses, findings
        )

    def pass_on(self, side: Side, down: Balls, clauses: Clauses, findings: Findings = ()) -> Ruling:
        """Give the table to the opponent from where the balls lie."""
        self.clear(side)
        run = self.run
        self.start_turn(1 - side)
        ended = self.name(self.winner)
        return Ruling("legal", None, (), NO_POINTS, down, (), run, None, ended, clauses, findings)

    def leave_choice(
        self,
        side: Side,
        offered: str,
        fallen: tuple[Balls, Balls],
        clauses: Clauses,
        findings: Findings = (),
    ) -> Ruling:
        """Let the opponent accept the table or have the shooter play again."""
        self.clear(side)
        run = self.run
        self.offered = offered
        self.offer(1 - side, ("accept", "pass"), "position")
        down, spotted = fallen
        return Ruling(
            "legal",
            pocketed=down,
            spotted=spotted,
            run=run,
            match_won_by=self.name(self.winner),
            clauses=clauses,
            findings=findings,
        )

    def win(self, side: Side, down: Balls, clauses: Clauses, findings: Findings = ()) -> Ruling:
        """Give the rack to the player for his stroke."""
        self.clear(side)
        self.run += len(down)
        run = self.run
        self.win_rack(side)
        clauses += self.cites["match.won" if self.phase == "finished" else "rack.next"]
        return Ruling(
            "legal",
            points=self.rack_change(side),
            pocketed=down,
            run=run,
            rack_won_by=self.name(side),
            match_won_by=self.name(self.winner),
            clauses=clauses,
            findings=findings,
        )

    def decide(self, decision: Decision) -> Ruling:
        """Take an open choice; decider and options have been checked."""
        decider = self.turn
        said = f"choice.{self.offered}.{decision.choice}"
        match decision.choice:
            case "pass":
                self.options = ()
                self.phase = "play"
                self.start_turn(1 - decider)
            case "break":
                self.break_again(decider)
            case "rebreak":
                self.break_again(1 - decider)
            case _:
                self.accept(decider)
        return self.record(said)

    def sanctioned(self, side: Side, sanction: Sanction) -> Ruling:
        """Apply a penalty for conduct short of the match: a standard foul or the rack.

        The text knows no points in a game of racks, so ``points`` asks for another penalty.
        """
        act = f"conduct.{sanction.conduct or 'other'}"
        if sanction.penalty == "points":
            return self.reject("penalty_missing", "racks have no points: give foul, rack or match")
        if sanction.penalty == "rack":
            return self.give_rack(1 - side, act, "sanction.rack")
        if self.phase in NO_RACK:
            return self.reject("not_due", "no rack is being played")
        at_table = side == self.turn and self.phase != "choice"
        lost, decisions, findings = self.count_foul(side, at_table=at_table)
        if lost:
            return self.give_rack(1 - side, act, "sanction.foul", *decisions, findings=findings)
        if self.phase != "break":
            self.give_in_hand(1 - side)
        elif side == self.turn:
            self.break_off(1 - side)
        return self.record(act, "sanction.foul", *decisions, findings=findings)


def break_met(stroke: Stroke) -> bool:
    """Tell whether a ball fell on the break or four reached a cushion; if recorded (R-08, R-09)."""
    shot = stroke.shot
    if stroke.balls:
        return True
    if shot.first_contact == ():
        return False
    if shot.cue_to_cushion is None and shot.balls_to_cushion is None:
        return True
    return (shot.balls_to_cushion or 0) >= BREAK_BALLS


def _touches(contact: Balls, legal: int) -> bool:
    """Tell whether one of the balls hit first at once may be (LT-G-SIM-1, R-02)."""
    return any(ball == "?" or BIT.get(ball, 0) & legal for ball in contact)
