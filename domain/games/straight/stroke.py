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
)
from domain.games.straight.penalties import Fault, penalise
from domain.play import Side
from domain.rulings import Finding, Ruling
from domain.table import BIT, UNKNOWN

Findings = tuple[Finding, ...]


def judge(game: StraightState, shot: Shot) -> Ruling:
    """Judge a stroke: collect all facts, then decide, then cite."""
    side = game.side(shot.player)
    balls, mask, cue_gone = facts.fallen(shot)
    phase = game.phase
    if side != game.turn or phase == "choice" or shot.call == "push_out":
        refusal = objection(game, shot, side)
        if refusal is not None:
            return refusal
    refusal = objection_to_balls(game, shot, balls, mask)
    if refusal is not None:
        return refusal
    if side != game.turn:
        return _out_of_turn(game, shot, side, balls)
    if phase == "choice":
        game.accept(side)
    elif phase == "rerack":
        game.rerack(None)
    made = facts.call_made(shot, balls)
    findings: Findings = ()
    if game.phase == "break" or cue_gone or not facts.is_plain(shot, contact=made):
        findings, ruling = _faulty(game, shot, side, balls, made=made, cue_gone=cue_gone)
        if ruling is not None:
            return ruling
    game.over_line_said = game.spotted_nearest = False
    game.cue_ball = "position"
    if made:
        return _score(game, shot, side, balls, mask, findings)
    return _pass(game, shot, side, balls, findings)


def _faulty(
    game: StraightState,
    shot: Shot,
    side: Side,
    balls: tuple[str, ...],
    *,
    made: bool,
    cue_gone: bool,
) -> tuple[Findings, Ruling | None]:
    """Look for fouls where the facts leave room for any, and penalise them."""
    opening = game.phase == "break"
    deemed_third, findings = False, ()
    cue_gone = cue_gone or "cue" in shot.off_table
    if opening:
        derived = break_fouls(game, shot, made=made, cue_gone=cue_gone)
    else:
        derived, deemed_third, findings = derived_fouls(
            game, shot, side, made=made, any_ball=bool(balls), cue_gone=cue_gone
        )
    codes, more = facts.judged(game, shot, derived)
    findings += more
    if not codes:
        return findings, None
    game.over_line_said = False
    lost = balls + tuple(ball for ball in shot.off_table if ball != "cue")
    cue_gone = cue_gone or "scratch" in codes
    deemed_third = deemed_third and "no_rail" in codes
    fault = Fault(side, codes, cue_gone, deemed_third, pocketed=lost, findings=findings)
    return findings, penalise(game, fault, opening=opening)


def _out_of_turn(game: StraightState, shot: Shot, side: Side, balls: tuple[str, ...]) -> Ruling:
    """Punish the striker; the rightful player keeps the table and the balls stay (Z3, Z25)."""
    fault = Fault(side, shot.fouls or (), at_table=False, pocketed=balls)
    return penalise(game, fault, opening=False)


def _follow_near(game: StraightState, shot: Shot, side: Side) -> None:
    """Keep account of safeties on a ball near a cushion; it looks at the count of fouls before."""
    game.near[side] = after_stroke(
        game.near[side], shot, game.rules, fouls_before=game.fouls[side], legal=True
    )


def _pass(
    game: StraightState, shot: Shot, side: Side, balls: tuple[str, ...], findings: Findings
) -> Ruling:
    """Spot what fell and give the table to the opponent: a miss, a wrong pocket or a safety."""
    if game.near[side] is not None or shot.contact_state is not None:
        _follow_near(game, shot, side)
    if game.rules.counter_reset_on == "any_foul_free_stroke":
        game.fouls[side] = 0
    run = game.run
    decision = "safety" if shot.call == "safety" else "miss"
    clauses = game.cites[decision]
    if game.phase == "break":
        clauses = game.cite("break.legal", decision)
        game.phase = "play"
    if balls:
        clauses = (*clauses, *game.cites[f"{decision}.spotted"])
    game.start_turn(1 - side)
    return Ruling(
        "legal",
        run=run,
        spotted=balls,
        match_won_by=game.name(game.winner),
        clauses=clauses,
        findings=findings,
    )


def _score(
    game: StraightState,
    shot: Shot,
    side: Side,
    balls: tuple[str, ...],
    mask: int,
    findings: Findings,
) -> Ruling:
    """Count the balls of a good stroke; the rack may be due, the match may be won."""
    if game.near[side] is not None or shot.contact_state is not None:
        _follow_near(game, shot, side)
    game.fouls[side] = 0
    spotted: tuple[str, ...] = ()
    call = shot.call
    if len(balls) > 1 and not game.rules.extra_balls_score and type(call) is Call:
        spotted = tuple(ball for ball in balls if ball != call.ball)
        balls, mask = (call.ball,), BIT[call.ball]
    decision = "break.scored" if game.phase == "break" else "score"
    clauses = game.cites[decision]
    if len(balls) > 1:
        clauses = game.cite(decision, "score.extra")
    gained = add_balls(game, side, len(balls), mask, unknown="?" in balls)
    run = game.run
    won = game.score[side] >= game.target[side]
    if won:
        game.finish(side)
        clauses = (*clauses, *game.cites["match.won"])
    elif game.count <= 1:
        game.phase = "rerack"
        clauses = (*clauses, *game.cites["rack.due"])
    else:
        game.phase = "play"
    return Ruling(
        "legal",
        None,
        (),
        (gained, 0) if side == 0 else (0, gained),
        balls,
        spotted,
        run,
        None,
        shot.player if won else None,
        clauses,
        findings,
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
