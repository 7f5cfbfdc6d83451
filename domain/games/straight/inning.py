"""14.1: a turn summed up, as score sheets have it: its strokes one by one, then the last one."""

from __future__ import annotations

from domain.events import Inning
from domain.fouls import ending_codes
from domain.games.straight.game import FULL, KNOWN_BALLS, StraightState, points_of
from domain.games.straight.penalties import Fault, penalise
from domain.games.straight.stroke import add_balls
from domain.play import NOBODY, Side
from domain.rulings import Ruling
from domain.table import BIT, UNKNOWN

LONGEST_RUN = 100_000
"""Balls of one turn; a sheet that says more is mistaken (and would fill the memory)."""


def judge_inning(game: StraightState, inning: Inning) -> Ruling:
    """Judge a whole turn; balls past the target count and end the match, whatever the end says."""
    side = game.side(inning.player)
    refusal = _objection(game, inning, side)
    if refusal is not None:
        return refusal
    decisions: list[str] = []
    if game.phase == "choice":
        decisions += [f"{game.after}.accept", "choice.by_stroke"]
        game.accept(side)
    made = _made(inning)
    opening = game.phase == "break" and not made
    before = game.score[side]
    _pocket(game, inning, side, decisions)
    gained = game.score[side] - before
    game.near[side] = None
    run = game.run
    if (made or inning.end == "win") and game.score[side] >= game.target[side]:
        game.finish(side)
        return Ruling(
            "legal",
            points=points_of(side, gained),
            run=run,
            match_won_by=inning.player,
            clauses=game.cite(*decisions, "match.won"),
        )
    if game.count <= 1:
        decisions.append(game.rerack(None))
    if codes := ending_codes(inning):
        return _ended_by_foul(game, side, codes, gained, decisions, opening=opening)
    decisions.append("break.legal" if opening else "")
    decisions.append("safety" if inning.end == "safety" else "miss")
    if game.fouls[side] and game.rules.counter_reset_on == "any_foul_free_stroke":
        game.fouls[side] = 0
        decisions.append("count.cleared")
    game.cue_ball = "position"
    game.phase = "play"
    game.start_turn(1 - side)
    return Ruling(
        "legal",
        points=points_of(side, gained),
        run=run,
        match_won_by=game.name(game.winner),
        clauses=game.cite(*decisions),
    )


def _made(inning: Inning) -> int:
    return inning.made if isinstance(inning.made, int) else len(inning.made)


def _objection(game: StraightState, inning: Inning, side: Side) -> Ruling | None:
    if side == NOBODY:
        return game.reject("unknown_player", f"{inning.player} is not in this match")
    if side != game.turn:
        return game.reject("choice_pending" if game.phase == "choice" else "not_at_table")
    if inning.end == "push_out":
        return game.reject("bad_call", "14.1 has no push-out")
    made = _made(inning)
    if inning.end in ("break_foul", "break") and (game.phase != "break" or made):
        return game.reject("not_due", f"{inning.end} is the first stroke of an opening break")
    if inning.end == "win" and game.score[side] + made < game.target[side]:
        return game.reject("not_won", f"{made} balls do not reach {game.target[side]}")
    if made > LONGEST_RUN:
        return game.reject("ball_not_on_table", f"no turn has {made} balls")
    if not isinstance(inning.made, int):
        return _objection_to_balls(game, inning.made)
    return None


def _objection_to_balls(game: StraightState, made: tuple[str, ...]) -> Ruling | None:
    """Refuse a list of balls that could not fall one after another, racks set on the way."""
    count, balls = game.count, game.balls
    fallen = 0
    for ball in made:
        if count <= 1:
            count, balls, fallen = 15, FULL, 0
        bit = BIT.get(ball, 0)
        if ball not in KNOWN_BALLS or (balls != UNKNOWN and bit and not bit & (balls | fallen)):
            return game.reject("ball_not_on_table", f"ball {ball} was not on the table")
        if bit & fallen:
            return game.reject("ball_twice", f"ball {ball} was made before in the same rack")
        count -= 1
        fallen |= bit
        balls = UNKNOWN if ball == "?" or balls == UNKNOWN else balls & ~bit
    return None


def _pocket(game: StraightState, inning: Inning, side: Side, decisions: list[str]) -> None:
    """Count the balls of the turn and set the racks between them."""
    made = inning.made
    balls = ("?",) * made if isinstance(made, int) else made
    if not balls:
        return
    if game.phase == "break":
        game.phase = "play"
        decisions.append("break.scored")
    for ball in balls:
        if game.count <= 1:
            decisions.append(game.rerack(None))
        add_balls(game, side, 1, BIT[ball], unknown=ball == "?")
    decisions.append("score")
    if game.fouls[side]:
        game.fouls[side] = 0
        decisions.append("count.cleared")
    game.cue_ball = "position"


def _ended_by_foul(
    game: StraightState,
    side: Side,
    codes: tuple[str, ...],
    gained: int,
    decisions: list[str],
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
        clauses=tuple(dict.fromkeys((*game.cite(*decisions), *ruling.clauses))),
        findings=ruling.findings,
    )
