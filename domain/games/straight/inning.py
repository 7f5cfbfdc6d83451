"""14.1: a turn summed up, as score sheets have it: its strokes one by one, then the last one."""

from __future__ import annotations

from domain.events import Inning
from domain.games.straight.game import FULL, KNOWN_BALLS, StraightState, points_of
from domain.games.straight.penalties import Fault, penalise
from domain.games.straight.stroke import add_balls
from domain.play import NOBODY, Side
from domain.rulings import Ruling
from domain.table import BIT, UNKNOWN


def judge_inning(game: StraightState, inning: Inning) -> Ruling:
    """Judge a whole turn; balls past the target count and end the match, whatever the end says."""
    side = game.side(inning.player)
    refusal = _objection(game, inning, side)
    if refusal is not None:
        return refusal
    made = inning.made if isinstance(inning.made, int) else len(inning.made)
    if game.phase == "choice":
        game.accept(side)
    opening = game.phase == "break"
    score, decisions = _pocket(game, inning, side)
    gained = game.score[side] - score
    if made and game.score[side] >= game.target[side]:
        run = game.run
        game.finish(side)
        return Ruling(
            "legal",
            points=points_of(side, gained),
            run=run,
            match_won_by=inning.player,
            clauses=game.cite(*decisions, "match.won"),
        )
    if game.phase == "rerack" or game.count == 1:
        decisions.append(game.rerack(None))
    if codes := _codes(inning):
        return _ended_by_foul(game, side, codes, gained, opening=opening and not made)
    game.fouls[side] = 0
    game.cue_ball = "position"
    game.phase = "play"
    run = game.run
    game.start_turn(1 - side)
    last = "safety" if inning.end == "safety" else "miss"
    decisions += ["break.legal", last] if opening and not made else [last]
    return Ruling(
        "legal",
        points=points_of(side, gained),
        run=run,
        match_won_by=game.name(game.winner),
        clauses=game.cite(*decisions),
    )


def _objection(game: StraightState, inning: Inning, side: Side) -> Ruling | None:
    if side == NOBODY:
        return game.reject("unknown_player", f"{inning.player} is not in this match")
    if side != game.turn:
        return game.reject("choice_pending" if game.phase == "choice" else "not_at_table")
    if game.phase == "choice" and "accept" not in game.options:
        return game.reject("choice_pending")
    if inning.end == "push_out":
        return game.reject("bad_call", "14.1 has no push-out")
    made = inning.made if isinstance(inning.made, int) else len(inning.made)
    if inning.end == "break_foul" and (game.phase != "break" or made):
        return game.reject("not_due", "a breaking foul is the first stroke of an opening break")
    if inning.end == "win" and game.score[side] + made < game.target[side]:
        return game.reject("not_won", f"{made} balls do not reach {game.target[side]}")
    if not isinstance(inning.made, int):
        return _objection_to_balls(game, inning.made)
    return None


def _objection_to_balls(game: StraightState, made: tuple[str, ...]) -> Ruling | None:
    """Refuse a list of balls that could not fall one after another, racks set on the way."""
    count, balls = game.count, game.balls
    for ball in made:
        if count <= 1:
            count, balls = 15, FULL
        bit = BIT.get(ball, 0)
        if ball not in KNOWN_BALLS or (balls != UNKNOWN and bit and not bit & balls):
            return game.reject("ball_not_on_table", f"ball {ball} was not on the table")
        count -= 1
        balls = UNKNOWN if ball == "?" or balls == UNKNOWN else balls & ~bit
    return None


def _pocket(game: StraightState, inning: Inning, side: Side) -> tuple[int, list[str]]:
    """Count the balls of the turn and set the racks between them; return the score before."""
    before = game.score[side]
    decisions: list[str] = []
    made = inning.made
    balls = ("?",) * made if isinstance(made, int) else made
    for ball in balls:
        if game.count <= 1:
            decisions.append(game.rerack(None))
        add_balls(game, side, 1, BIT[ball], unknown=ball == "?")
    if balls:
        game.fouls[side] = 0
        game.cue_ball = "position"
        if game.phase == "break":
            game.phase = "play"
            decisions.insert(0, "break.scored")
        decisions.append("score")
    return before, decisions


def _codes(inning: Inning) -> tuple[str, ...]:
    """Return the fouls of the stroke that ended the turn."""
    codes = list(inning.fouls)
    if "cue" in inning.off_table and "scratch" not in codes:
        codes.append("scratch")
    if any(ball != "cue" for ball in inning.off_table) and "ball_off_table" not in codes:
        codes.append("ball_off_table")
    match inning.end:
        case "break_foul" if "break_foul" not in codes:
            codes.insert(0, "break_foul")
        case "deliberate_foul" if not {"deliberate_touch", "deliberate_stop"} & set(codes):
            codes.insert(0, "deliberate_touch")
        case "foul" if not codes:
            codes.append("unspecified")
        case _:
            pass
    return tuple(codes)


def _ended_by_foul(
    game: StraightState,
    side: Side,
    codes: tuple[str, ...],
    gained: int,
    *,
    opening: bool,
) -> Ruling:
    """Penalise the last stroke; a sheet holds no announcements, so two fouls count as said."""
    fault = Fault(side, codes, cue_gone="scratch" in codes, warned=True)
    ruling = penalise(game, fault, opening=opening)
    return Ruling(
        ruling.verdict,
        fouls=codes,
        points=points_of(side, gained + ruling.points[side]),
        run=ruling.run,
        match_won_by=ruling.match_won_by,
        clauses=tuple(dict.fromkeys((*(game.cites["score"] if gained else ()), *ruling.clauses))),
        findings=ruling.findings,
    )
