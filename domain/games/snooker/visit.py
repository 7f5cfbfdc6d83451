"""Snooker: a visit to the table summed up, as visit logs and score sheets have it.

Points come from the balls where they are listed. Points alone leave the table unknown for the
rest of the frame (contract-2).
"""

from __future__ import annotations

from typing import NamedTuple

from domain import fouls
from domain.events import Inning, replaced
from domain.games.snooker.balls import BIT, BLACK, KNOWN_BALLS, LOWEST, NO_COLOUR, VALUE
from domain.games.snooker.facts import LEAST_PENALTY, SEVEN_POINTS
from domain.games.snooker.penalties import Fault, penalise, points_of
from domain.games.snooker.state import DECISIVE_LEAD, Balls, SnookerState
from domain.play import NOBODY, Side
from domain.rulings import Ruling
from domain.table import UNKNOWN


class Made(NamedTuple):
    """What the pots of a visit gave, and the table they left; without one it is unknown."""

    points: int
    reds: int = UNKNOWN
    colours: int = 0
    colour_due: bool = False


class Visit(NamedTuple):
    """A visit as the rules ask for it: its pots, the fouls of its last stroke and their cost.

    ``ends`` tells that the frame is recorded as over after it, ``lost`` what left the table.
    """

    side: Side
    made: Made
    codes: tuple[str, ...]
    cost: int
    lost: Balls
    ends: bool


def judge_visit(game: SnookerState, inning: Inning) -> Ruling:
    """Judge a whole visit: its pots, then the stroke that ended it, then the end of the frame."""
    side = game.side(inning.player)
    refusal = game.refuse_striker(inning.player, side) or _refuse_end(game, inning)
    if refusal is not None:
        return refusal
    visit = _read(game, inning, side)
    if isinstance(visit, Ruling):
        return visit
    if game.phase == "choice":
        game.accept(side)
    opening = game.phase == "break" and not visit.made.points
    game.phase = "play"
    _take_over(game, visit)
    if visit.made.points and game.frame_over():
        return _frame_over(game, visit, "frame.lead" if game.colours else "frame.cleared")
    if visit.codes:
        return _ended_by_foul(game, visit, opening=opening)
    return _pass_on(game, visit, opening=opening)


def _read(game: SnookerState, inning: Inning, side: Side) -> Visit | Ruling:
    """Read a visit, or refuse balls that cannot be or an end that does not follow."""
    made = _made(game, inning)
    if isinstance(made, str):
        return game.reject(made, "the balls made have no value, or could not fall in this order")
    if not _may_be_lost(made, inning.off_table):
        return game.reject("ball_not_on_table", "a ball that left the table was not on it")
    codes = fouls.ending_codes(inning) or (("unspecified",) if inning.foul_points else ())
    cost = _cost(game, inning, made, codes) if codes else 0
    ends = inning.at_end == "frame_won" or inning.end == "win"
    lead = game.frame[side] + made.points - game.frame[1 - side] - cost
    if ends and not _may_end(game, inning, made, lead):
        return game.reject("not_won", "the points do not win the frame")
    lost = tuple(ball for ball in inning.off_table if ball != "cue")
    return Visit(side, made, codes, cost, lost, ends)


def _pots(made: Made) -> tuple[str, ...]:
    return ("visit.points",) if made.points else ()


def _refuse_end(game: SnookerState, inning: Inning) -> Ruling | None:
    """Refuse an end snooker does not have, or one that is the break's when this is not."""
    if inning.end == "push_out":
        return game.reject("bad_call", "snooker has no push-out")
    made = inning.made or inning.points
    if inning.end in ("break", "break_foul") and (game.phase != "break" or made):
        return game.reject("not_due", "nothing was made, and it was the opening stroke")
    return None


def _made(game: SnookerState, inning: Inning) -> Made | str:
    """Return the points of a visit and the table after it, or why the balls cannot be.

    A list wins over points; one with a ball ``?`` has no value and leaves the points (Z30).
    """
    balls, points = inning.made, inning.points
    if isinstance(balls, tuple) and "?" not in balls:
        return _walk(game, balls)
    if points is None:
        if balls:
            return "ball_not_on_table"
        points = 0
    if isinstance(balls, tuple) and not KNOWN_BALLS.issuperset(set(balls) - {"?"}):
        return "ball_not_on_table"
    if points or balls:
        return Made(points)
    return Made(0, game.reds, game.colours, game.colour_due)


def _walk(game: SnookerState, balls: Balls) -> Made | str:
    """Pot balls one after another, each the ball on; reds in one stroke follow each other."""
    points = sum(VALUE.get(ball, 0) for ball in balls)
    if not KNOWN_BALLS.issuperset(balls):
        return "ball_not_on_table"
    if game.reds == UNKNOWN:
        return Made(points)
    reds, colours, due = game.reds, game.colours, game.colour_due
    for ball in balls:
        bit = BIT.get(ball, NO_COLOUR)
        if ball == "red":
            reds, due = reds - 1, True
        elif not bit & colours:
            return "ball_not_on_table"
        elif due:
            due = False
        elif not reds and ball == LOWEST[colours]:
            colours &= ~bit
        else:
            return "not_due"
        if reds < 0:
            return "ball_not_on_table"
    return Made(points, reds, colours, due)


def _may_be_lost(made: Made, off_table: Balls) -> bool:
    """Tell whether the balls that left the table at last were on it, as far as that is known."""
    lost = [ball for ball in off_table if ball not in ("cue", "?")]
    if not KNOWN_BALLS.issuperset(lost):
        return False
    colours = [ball for ball in lost if ball != "red"]
    if len(set(colours)) < len(colours):
        return False
    if made.reds == UNKNOWN:
        return True
    return lost.count("red") <= made.reds and all(BIT[ball] & made.colours for ball in colours)


def _cost(game: SnookerState, inning: Inning, made: Made, codes: tuple[str, ...]) -> int:
    """Return the penalty stated, or the value the rules give for what is known of the foul."""
    if inning.foul_points is not None:
        return inning.foul_points
    if game.rules.seven_point_codes and not SEVEN_POINTS.isdisjoint(codes):
        return 7
    in_order = made.reds == 0 and not made.colour_due
    on = LOWEST.get(made.colours, "?") if in_order else "?"
    return max(LEAST_PENALTY, *(VALUE.get(ball, 0) for ball in (on, *inning.off_table)))


def _may_end(game: SnookerState, inning: Inning, made: Made, lead: int) -> bool:
    """Tell whether a frame may end as the visit says: not level, and for ``win`` by its balls.

    With the black left a lead it cannot make up wins too, where the competition says so (Z10).
    """
    if inning.end != "win":
        return lead != 0
    if lead > DECISIVE_LEAD and game.rules.last_black_lead_ends and made.colours == BLACK:
        return made.reds == 0
    return lead > 0 and (made.reds == UNKNOWN or made.reds == made.colours == 0)


def _take_over(game: SnookerState, visit: Visit) -> None:
    """Count the pots of a visit and take over the table they left."""
    made = visit.made
    if made.reds == UNKNOWN:
        game.forget_table()
    else:
        game.reds, game.colours, game.colour_due = made.reds, made.colours, made.colour_due
        game.count = made.reds + made.colours.bit_count()
    if made.points:
        game.fouls[visit.side] = 0
        game.score_points(visit.side, made.points)


def _pass_on(game: SnookerState, visit: Visit, *, opening: bool) -> Ruling:
    """Give the table to the other player after a miss or a safety, unless the frame is over."""
    game.cue_ball = "position"
    game.fouls[visit.side] = 0
    if visit.ends:
        return _frame_over(game, visit, "frame.recorded")
    run = game.run
    game.start_turn(1 - visit.side)
    return Ruling(
        "legal",
        points=points_of(visit.side, visit.made.points),
        run=run,
        match_won_by=game.name(game.winner),
        clauses=game.cite(*_pots(visit.made), "opening.legal" if opening else "miss"),
    )


def _frame_over(game: SnookerState, visit: Visit, how: str) -> Ruling:
    """End the frame with a visit; a level one goes on with the black brought back."""
    run = game.run
    winner, ended = game.end_frame(how)
    return Ruling(
        "legal",
        points=points_of(visit.side, visit.made.points),
        spotted=("black",) if winner == NOBODY else (),
        run=run,
        rack_won_by=game.name(winner),
        match_won_by=game.name(game.winner),
        clauses=game.cite(*_pots(visit.made), *ended),
    )


def _ended_by_foul(game: SnookerState, visit: Visit, *, opening: bool) -> Ruling:
    """Penalise the stroke that ended a visit; its pots were counted before it."""
    if "?" in visit.lost:
        game.forget_table()
    fault = Fault(
        visit.side,
        visit.codes,
        visit.cost,
        gone=visit.lost,
        cue_gone="scratch" in visit.codes,
        opening=opening,
        ends=visit.ends,
    )
    foul = penalise(game, fault)
    made = points_of(visit.side, visit.made.points)
    return replaced(
        foul,
        points=(made[0] + foul.points[0], made[1] + foul.points[1]),
        clauses=tuple(dict.fromkeys((*game.cite(*_pots(visit.made)), *foul.clauses))),
    )
