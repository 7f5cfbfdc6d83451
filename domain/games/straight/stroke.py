"""14.1: one stroke, from its facts to its ruling."""

from __future__ import annotations

from domain import fouls as facts
from domain.events import Call, Shot, replaced
from domain.games.straight.cushion import Bound, after_stroke
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
from domain.table import UNKNOWN, as_set

Findings = tuple[Finding, ...]
GROUNDS: dict[Bound, str] = {
    "frozen": "frozen",
    "near": "near.limit",
    "deemed_third": "near.deemed_third",
}
"""The decision behind a foul on a ball that counts as touching its cushion."""
BEFORE_PLAY = frozenset({"rerack", "choice"})
"""Phases that a stroke ends before it is judged."""


def judge(game: StraightState, shot: Shot) -> Ruling:
    """Judge a stroke: collect all facts, then decide, then cite."""
    side = game.side(shot.player)
    balls, mask, cue_gone = facts.fallen(shot)
    phase = game.phase
    if side != game.turn or shot.call == "push_out":
        refusal = objection(game, shot, side)
        if refusal is not None:
            return refusal
    refusal = objection_to_balls(game, shot, balls, mask)
    if refusal is not None:
        return refusal
    if phase in BEFORE_PLAY:
        return _begin(game, shot, side)
    if side != game.turn:
        return _out_of_turn(game, shot, side, balls, cue_gone=cue_gone)
    made = facts.call_made(shot, balls)
    findings: Findings = ()
    off_table: tuple[str, ...] = ()
    if phase == "break" or cue_gone or not facts.is_plain(shot, contact=made):
        if shot.off_table:
            cue_gone = cue_gone or "cue" in shot.off_table
            off_table = tuple(ball for ball in shot.off_table if ball != "cue")
        fault = _fault(game, shot, side, balls, made=made, cue_gone=cue_gone)
        findings = fault.findings
        if fault.codes:
            _follow_near(game, shot, side, legal=False)
            fault = fault._replace(off_table=off_table)
            return penalise(game, fault, opening=phase == "break")
    game.over_line_said = game.spotted_nearest = False
    game.cue_ball = "head" if cue_gone else "position"
    if made:
        return _score(game, shot, side, balls, mask, off_table, findings)
    return _pass(game, shot, side, balls, off_table, findings)


def _begin(game: StraightState, shot: Shot, side: Side) -> Ruling:
    """Set the rack that is due, or accept the table, by the stroke itself (Z6, Z7)."""
    if game.phase == "rerack":
        told = game.rerack(None), "rerack.by_stroke"
    else:
        game.accept(side)
        told = f"{game.after}.accept", "choice.by_stroke"
    ruling = judge(game, shot)
    return replaced(ruling, clauses=tuple(dict.fromkeys((*game.cite(*told), *ruling.clauses))))


def _fault(
    game: StraightState,
    shot: Shot,
    side: Side,
    balls: tuple[str, ...],
    *,
    made: bool,
    cue_gone: bool,
) -> Fault:
    """Look for fouls where the facts leave room for any."""
    bound: Bound = "free"
    findings: Findings = ()
    if game.phase == "break":
        derived = break_fouls(game, shot, made=made, cue_gone=cue_gone)
    else:
        derived, bound, findings = derived_fouls(
            game, shot, side, made=made, any_ball=bool(balls), cue_gone=cue_gone
        )
    codes, more = facts.judged(game, shot, derived)
    if game.phase == "break":
        more += facts.break_seen(game, shot, codes, derived, made=made)
    breach = bound != "free" and "no_rail" in codes
    return Fault(
        side,
        codes,
        cue_gone or "scratch" in codes,
        deemed_third=breach and bound == "deemed_third",
        pocketed=balls,
        grounds=(GROUNDS[bound],) if breach else (),
        findings=(*findings, *more),
    )


def _out_of_turn(
    game: StraightState, shot: Shot, side: Side, balls: tuple[str, ...], *, cue_gone: bool
) -> Ruling:
    """Punish the striker; the rightful player goes on from what is left (Z3, Z25)."""
    cue_gone = cue_gone or "cue" in shot.off_table
    made = facts.call_made(shot, balls)
    derived, _, _ = derived_fouls(
        game, shot, side, made=made, any_ball=bool(balls), cue_gone=cue_gone
    )
    codes, findings = facts.judged(game, shot, derived)
    _follow_near(game, shot, side, legal=False)
    rack = game.rack
    ruling = penalise(
        game,
        Fault(
            side,
            codes,
            cue_gone or "scratch" in codes,
            at_table=False,
            pocketed=balls,
            off_table=tuple(ball for ball in shot.off_table if ball != "cue"),
            findings=findings,
        ),
        opening=False,
    )
    if game.rack == rack and game.phase in ("play", "break"):
        game.phase = "play"
        game.spotted_nearest = False
        game.cue_ball = "head" if cue_gone or "scratch" in codes else "position"
    return ruling


def _follow_near(game: StraightState, shot: Shot, side: Side, *, legal: bool) -> None:
    """Keep account of the player's safeties on a ball near a cushion."""
    game.near[side] = after_stroke(
        game.near[side], shot, game.rules, fouls_before=game.fouls[side], legal=legal
    )


def _clear_count(game: StraightState, side: Side, *, made: bool) -> tuple[str, ...]:
    """Begin the player's count of fouls anew, and return that this was decided."""
    if not made and game.rules.counter_reset_on == "pot_only":
        return ()
    game.fouls[side] = 0
    return ("count.cleared",)


def _pass(
    game: StraightState,
    shot: Shot,
    side: Side,
    balls: tuple[str, ...],
    off_table: tuple[str, ...],
    findings: Findings,
) -> Ruling:
    """Spot what fell and give the table to the opponent: a miss, a wrong pocket or a safety."""
    if shot.contact_state is not None or game.near[side] is not None:
        _follow_near(game, shot, side, legal=True)
    run = game.run
    decision = "safety" if shot.call == "safety" else "miss"
    decided = (decision,)
    if game.phase == "break":
        decided = ("break.legal", decision)
        game.phase = "play"
    if spotted := balls + off_table:
        game.spot(spotted)
    if balls:
        decided = (*decided, f"{decision}.spotted")
        if shot.call is None:
            decided = (*decided, "uncalled")
    if game.fouls[side]:
        decided = (*decided, *_clear_count(game, side, made=False))
    game.start_turn(1 - side)
    return Ruling(
        "legal",
        run=run,
        spotted=spotted,
        match_won_by=game.name(game.winner),
        clauses=game.cite(*decided),
        findings=findings,
    )


def _score(
    game: StraightState,
    shot: Shot,
    side: Side,
    balls: tuple[str, ...],
    mask: int,
    spotted: tuple[str, ...],
    findings: Findings,
) -> Ruling:
    """Count the balls of a good stroke; the rack may be due, the match may be won."""
    if shot.contact_state is not None or game.near[side] is not None:
        _follow_near(game, shot, side, legal=True)
    decided = ("score",)
    if game.phase == "break":
        decided = ("break.scored", "score")
    if len(balls) > 1:
        if game.rules.extra_balls_score:
            decided = (*decided, "score.extra")
        else:
            balls, extra = _called_alone(shot, balls)
            mask, spotted = as_set(balls), (*extra, *spotted)
    if game.fouls[side]:
        decided = (*decided, *_clear_count(game, side, made=True))
    gained = add_balls(game, side, len(balls), mask, unknown="?" in balls)
    run = game.run
    won = game.score[side] >= game.target[side]
    if won:
        game.finish(side)
        decided = (*decided, "match.won")
    elif game.count <= 1:
        game.phase = "rerack"
        decided = (*decided, "rack.due")
    else:
        game.phase = "play"
    return Ruling(
        "legal",
        None,
        (),
        points_of(side, gained),
        balls,
        spotted,
        run,
        None,
        shot.player if won else None,
        game.cite(*decided),
        findings,
    )


def _called_alone(shot: Shot, balls: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the called ball, and the others that fell with it; unknown which: ``?`` for each."""
    call = shot.call
    called = call.ball if isinstance(call, Call) and call.ball in balls else "?"
    if called == "?" and "?" not in balls:
        return ("?",), ("?",) * (len(balls) - 1)
    rest = list(balls)
    rest.remove(called)
    return (called,), tuple(rest)


def add_balls(game: StraightState, side: Side, count: int, mask: int, *, unknown: bool) -> int:
    """Count balls legally pocketed in score, run and table; return what the score gained."""
    before = game.score[side]
    after = before + count
    if game.rules.cap_score_at_target:
        after = max(before, min(after, game.target[side]))
    game.score[side] = after
    game.run += count
    game.count -= count
    if game.balls != UNKNOWN:
        game.balls = UNKNOWN if unknown else game.balls & ~mask
    return after - before
