"""14.1: one stroke, from its facts to its ruling."""

from __future__ import annotations

from domain import fouls as facts
from domain.events import Call, Shot
from domain.games.straight.cushion import after_stroke
from domain.games.straight.game import (
    StraightState,
    break_fouls,
    derived_fouls,
    objection,
    objection_to_balls,
    points_of,
)
from domain.games.straight.penalties import Fault, penalise
from domain.play import Side
from domain.rulings import Finding, Ruling
from domain.table import BIT, UNKNOWN


def judge(game: StraightState, shot: Shot) -> Ruling:
    """Judge a stroke: collect all facts, then decide, then cite."""
    side = game.side(shot.player)
    refusal = objection(game, shot, side) or objection_to_balls(game, shot)
    if refusal is not None:
        return refusal
    if side != game.turn:
        return _out_of_turn(game, shot, side)
    if game.phase == "choice":
        game.accept(side)
    elif game.phase == "rerack":
        game.rerack(None)
    opening = game.phase == "break"
    mask, count, cue_sunk = facts.fallen(shot)
    cue_gone = cue_sunk or "cue" in shot.off_table
    made = facts.call_made(shot)
    deemed_third, findings = False, ()
    if opening:
        derived = break_fouls(game, shot, made=made, cue_gone=cue_gone)
    else:
        derived, deemed_third, findings = derived_fouls(
            game, shot, side, made=made, any_ball=count > 0, cue_gone=cue_gone
        )
    codes: tuple[str, ...] = ()
    if derived or shot.fouls is not None or shot.ruled:
        codes, more = facts.judged(game, shot, derived)
        findings += more
    game.over_line_said = False
    if not codes:
        return _legal(game, shot, side, mask, count, made=made, findings=findings)
    balls = facts.object_balls(shot) + tuple(ball for ball in shot.off_table if ball != "cue")
    cue_gone = cue_gone or "scratch" in codes
    deemed_third = deemed_third and "no_rail" in codes
    fault = Fault(side, codes, cue_gone, deemed_third, pocketed=balls, findings=findings)
    return penalise(game, fault, opening=opening)


def _out_of_turn(game: StraightState, shot: Shot, side: Side) -> Ruling:
    """Punish the striker; the rightful player keeps the table and the balls stay (Z3, Z25)."""
    codes = shot.fouls or ()
    fault = Fault(side, codes, at_table=False, pocketed=facts.object_balls(shot))
    return penalise(game, fault, opening=False)


def _legal(
    game: StraightState,
    shot: Shot,
    side: Side,
    mask: int,
    count: int,
    *,
    made: bool,
    findings: tuple[Finding, ...],
) -> Ruling:
    """Score the called ball and its extras, or spot what fell and pass the turn."""
    opening = game.phase == "break"
    if game.near[side] is not None or shot.contact_state is not None:
        fouls_before = game.fouls[side]
        game.near[side] = after_stroke(
            game.near[side], shot, game.rules, fouls_before=fouls_before, legal=True
        )
    if made or game.rules.counter_reset_on == "any_foul_free_stroke":
        game.fouls[side] = 0
    game.cue_ball = "position"
    game.spotted_nearest = False
    if made:
        return _score(game, shot, side, mask, count, opening=opening, findings=findings)
    game.phase = "play"
    run = game.run
    game.start_turn(1 - side)
    decision = "safety" if shot.call == "safety" else "miss"
    if count or opening:
        pocketed = facts.object_balls(shot)
        return Ruling(
            "legal",
            run=run,
            spotted=pocketed,
            match_won_by=game.name(game.winner),
            clauses=game.cite(
                *(("break.legal",) if opening else ()),
                decision,
                *((f"{decision}.spotted",) if count else ()),
            ),
            findings=findings,
        )
    return Ruling(
        "legal",
        run=run,
        match_won_by=game.name(game.winner),
        clauses=game.cites[decision],
        findings=findings,
    )


def _score(
    game: StraightState,
    shot: Shot,
    side: Side,
    mask: int,
    count: int,
    *,
    opening: bool,
    findings: tuple[Finding, ...],
) -> Ruling:
    """Count the balls of a good stroke; the rack may be due, the match may be won."""
    pocketed = facts.object_balls(shot)
    spotted: tuple[str, ...] = ()
    if count > 1 and not game.rules.extra_balls_score and isinstance(shot.call, Call):
        spotted = tuple(ball for ball in pocketed if ball != shot.call.ball)
        pocketed = (shot.call.ball,)
        mask, count = BIT[shot.call.ball], 1
    gained = add_balls(game, side, count, mask, unknown="?" in pocketed)
    decision = "break.scored" if opening else "score"
    clauses = game.cites[decision] if count == 1 else game.cite(decision, "score.extra")
    if game.score[side] >= game.target[side]:
        run = game.run
        game.finish(side)
        clauses = (*clauses, *game.cites["match.won"])
        return Ruling(
            "legal",
            points=points_of(side, gained),
            pocketed=pocketed,
            run=run,
            match_won_by=shot.player,
            clauses=clauses,
            findings=findings,
        )
    if game.count <= 1:
        game.phase = "rerack"
        clauses = (*clauses, *game.cites["rack.due"])
    else:
        game.phase = "play"
    return Ruling(
        "legal",
        points=(gained, 0) if side == 0 else (0, gained),
        pocketed=pocketed,
        spotted=spotted,
        run=game.run,
        clauses=clauses,
        findings=findings,
    )


def add_balls(game: StraightState, side: Side, count: int, mask: int, *, unknown: bool) -> int:
    """Count balls legally pocketed in score, run and table; return what the score gained."""
    before = game.score[side]
    after = before + count
    if game.rules.cap_score_at_target:
        after = min(after, game.target[side])
    game.score[side] = after
    game.run += count
    game.count -= count
    if game.balls != UNKNOWN:
        game.balls = UNKNOWN if unknown else game.balls & ~mask
    return after - before
