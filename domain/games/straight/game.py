"""14.1 continuous: the strokes, as the classes and effects of the digest (4.3, 4.4) have them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from domain import fouls as facts
from domain.events import Call, Decision, Rerack, Shot
from domain.game import Game
from domain.games.straight.cushion import Bound, NearBall, near_bound
from domain.games.straight.rerack import Fifteenth, racked
from domain.games.straight.rules import StraightRules
from domain.play import NOBODY, RackRecord, Side
from domain.rulings import NO_POINTS, Finding, Points, Ruling
from domain.table import BIT, NUMBERED, UNKNOWN, balls_to

FULL = balls_to(15)
NO_SUCH_BALL = FULL + 1
KNOWN_BALLS = frozenset((*NUMBERED, "?"))


@dataclass(slots=True)
class StraightState(Game):
    """The state of a match of 14.1."""

    PROOF_SUM: ClassVar[bool] = True
    rules: StraightRules = field(kw_only=True)
    fifteenth: Fifteenth | None = None
    near: list[NearBall | None] = field(default_factory=lambda: [None, None])
    rebreaks: int = 0
    """Openings ordered anew, one after another."""
    offender: Side = NOBODY
    after: Literal["choice", "deliberate"] = "choice"
    """What the open choice follows: a failed opening, or a deliberate foul."""

    def view(self) -> dict[str, Any]:
        """Return the state as the contract has it."""
        return Game.view(self) | {"fifteenth": self.fifteenth}

    def turns_are_over(self) -> bool:
        """Tell whether both players have had as many turns as the match allows."""
        limit = self.inning_limit
        return limit is not None and min(self.turns) >= limit

    def rack_all(self) -> None:
        """Set all fifteen balls with the cue ball in hand behind the head string."""
        self.set_triangle()
        self.phase = "break"
        self.cue_ball = "head"
        self.spotted_nearest = False

    def set_triangle(self) -> None:
        """Set the triangle: a new rack of fifteen balls on the table."""
        self.racks.append(RackRecord(self.rack, NOBODY, self.rack_points(), self.inning))
        self.rack += 1
        self.count = 15
        self.balls = FULL
        self.near[0] = self.near[1] = None
        self.rack_base[:] = self.score

    def spot(self, balls: tuple[str, ...]) -> None:
        """Put balls back; one that lay near a cushion has left it, so safeties on it are over."""
        for side, near in enumerate(self.near):
            if near is not None and near.ball in balls:
                self.near[side] = None

    def rerack(self, zones: Rerack | None) -> str:
        """Set the rack that is due and return the decision it rests on."""
        result = racked(zones, self.count, self.rules)
        self.set_triangle()
        self.phase = "play"
        self.fifteenth = result.fifteenth
        self.cue_ball = result.cue_ball
        return result.decision


def objection(game: StraightState, shot: Shot, side: Side) -> Ruling | None:
    """Refuse a stroke that cannot be, or return None."""
    if side == NOBODY:
        return game.reject("unknown_player", f"{shot.player} is not in this match")
    if side != game.turn:
        if game.phase == "choice":
            return game.reject("choice_pending", f"{game.name(game.turn)} decides first")
        if not (shot.fouls and "out_of_turn" in shot.fouls):
            return game.reject("not_at_table", f"{game.name(game.turn)} is at the table")
    if shot.call == "push_out":
        return game.reject("bad_call", "14.1 has no push-out")
    return None


def objection_to_balls(
    game: StraightState, shot: Shot, balls: tuple[str, ...], mask: int
) -> Ruling | None:
    """Refuse balls that cannot be on the table, or return None; the usual stroke costs least."""
    table, count = (FULL, 15) if game.phase == "rerack" else (game.balls, game.count)
    call = shot.call
    if table != UNKNOWN and not shot.off_table and len(balls) < 2:
        named = mask
        if shot.first_contact:
            for ball in shot.first_contact:
                named |= BIT.get(ball, NO_SUCH_BALL)
        if type(call) is Call:
            named |= BIT.get(call.ball, NO_SUCH_BALL)
        if not named & ~table and mask.bit_count() == len(balls):
            return None
    if type(call) is Call and call.ball not in KNOWN_BALLS:
        return game.reject("bad_call", f"14.1 has no ball {call.ball}")
    reason = facts.objection_to_balls(shot, table, count, KNOWN_BALLS)
    return None if reason is None else game.reject(reason)


def derived_fouls(
    game: StraightState, shot: Shot, side: Side, *, made: bool, any_ball: bool, cue_gone: bool
) -> tuple[list[str], Bound, tuple[Finding, ...]]:
    """Return the fouls the facts imply in play, what binds the ball hit first, and findings."""
    rules = game.rules
    codes: list[str] = []
    findings: tuple[Finding, ...] = ()
    bound: Bound = "free"
    if cue_gone:
        codes.append("scratch")
    if shot.first_contact == ():
        codes.append("no_contact")
    elif not (made if rules.no_rail_waived_by == "called_ball" else any_ball):
        bound = near_bound(game.near[side], shot, rules)
        if shot.contact_state == "frozen":
            if game.frozen_said or not rules.frozen_ball_needs_declaration:
                bound = "frozen"
            else:
                findings = (game.note("frozen_not_announced", "No announcement in this turn."),)
        if facts.cushion_missing(shot) or (bound != "free" and shot.only_near_cushion):
            codes.append("no_rail")
    _other_fouls(game, shot, codes)
    return codes, bound, findings


def _other_fouls(game: StraightState, shot: Shot, codes: list[str]) -> None:
    if shot.off_table and any(ball != "cue" for ball in shot.off_table):
        codes.append("ball_off_table")
    if shot.in_hand is not None or shot.close_ball is not None:
        warning = game.rules.in_hand_placement_foul_needs_warning
        codes += facts.placing_fouls(game, shot, warning_needed=warning)


def break_fouls(game: StraightState, shot: Shot, *, made: bool, cue_gone: bool) -> list[str]:
    """Return the fouls the facts imply on an opening break; the opening requirement comes first."""
    codes: list[str] = []
    if not (made or opening_met(game.rules, shot)):
        codes.append("break_foul")
    if cue_gone:
        codes.append("scratch")
    if shot.first_contact == ():
        codes.append("no_contact")
    _other_fouls(game, shot, codes)
    return codes


def opening_met(rules: StraightRules, shot: Shot) -> bool:
    """Tell whether the balls driven to a cushion meet the opening requirement (D1, D2)."""
    if shot.first_contact == ():
        return False
    if shot.cue_to_cushion is None and shot.balls_to_cushion is None:
        return True
    driven = shot.balls_to_cushion or 0
    cue = bool(shot.cue_to_cushion)
    if rules.pocketed_counts_as_cushion_on_break:
        sunk, _, cue_sunk = facts.fallen(shot)
        driven += len(sunk)
        cue = cue or cue_sunk
    return driven >= rules.break_object_balls_to_cushion and (
        cue or not rules.break_requires_cue_ball_to_cushion
    )


def points_of(side: Side, change: int) -> Points:
    """Return the change as a pair in the order of the players."""
    return (change, 0) if side == 0 else (0, change) if change else NO_POINTS


def decide(game: StraightState, decision: Decision) -> Ruling:
    """Take a choice that is open to the player deciding; the guards have passed."""
    if decision.choice == "accept":
        game.accept(game.turn)
        return game.record(f"{game.after}.accept")
    game.rack_all()
    game.options = ()
    game.rebreaks += 1
    game.start_turn(game.offender)
    return game.record(f"{game.after}.rebreak")
