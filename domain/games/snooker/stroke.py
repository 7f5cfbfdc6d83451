"""Snooker: one stroke, from its facts to its ruling."""

from __future__ import annotations

from domain import fouls
from domain.events import Call, Shot, replaced
from domain.games.snooker import facts
from domain.games.snooker.balls import KNOWN_BALLS, VALUE
from domain.games.snooker.facts import Stroke
from domain.games.snooker.penalties import Fault, penalise, points_of, stayed_down, value_on
from domain.games.snooker.state import Balls, SnookerState
from domain.play import NOBODY, Side
from domain.racks import Findings
from domain.rulings import NO_POINTS, Ruling


def judge(game: SnookerState, shot: Shot) -> Ruling:
    """Judge a stroke: collect all facts, then decide, then cite."""
    side = game.side(shot.player)
    if side == game.turn and game.phase != "choice":
        stroke = facts.usual(game, shot)
        if stroke is not None:
            return _legal(game, side, stroke, ())
    refusal = _objection(game, shot, side)
    if refusal is not None:
        return refusal
    if side != game.turn:
        return _out_of_turn(game, shot, side)
    return _look_closer(game, shot, side)


def _look_closer(game: SnookerState, shot: Shot, side: Side) -> Ruling:
    """Judge a stroke in which something may be wrong."""
    stroke = facts.read(game, shot)
    codes, findings = fouls.judged(game, shot, facts.derived_fouls(shot, stroke))
    if "break_foul" in codes and not shot.ruled and "red" in (shot.first_contact or ()):
        findings += (game.note("called_without_fact", "The recorded facts show a red hit first."),)
    if not codes and "?" in stroke.potted:
        return game.reject("ball_not_on_table", "a ball that scores has to be named")
    if game.phase == "choice":
        game.accept(side)
    if codes:
        return _foul(game, shot, side, stroke, codes, findings)
    ruling = _legal(game, side, stroke, findings)
    if shot.first_contact and len(shot.first_contact) > 1:
        clauses = (*ruling.clauses, *game.cites["contact.simultaneous"])
        return replaced(ruling, clauses=clauses)
    return ruling


def _objection(game: SnookerState, shot: Shot, side: Side) -> Ruling | None:
    """Refuse who may not play, a call snooker does not have, or balls that cannot be there."""
    refusal = game.refuse_striker(shot.player, side, shot.fouls)
    if refusal is not None:
        return refusal
    call = shot.call
    if call == "push_out":
        return game.reject("bad_call", "snooker has no push-out")
    if type(call) is Call and call.ball not in KNOWN_BALLS:
        return game.reject("bad_call", f"snooker has no ball {call.ball} to nominate")
    reason = facts.objection_to_balls(game, shot)
    return None if reason is None else game.reject(reason)


def _foul(
    game: SnookerState,
    shot: Shot,
    side: Side,
    stroke: Stroke,
    codes: tuple[str, ...],
    findings: Findings,
) -> Ruling:
    """Penalise a stroke; a ball struck in place of a cue ball in hand leaves it in hand."""
    opening = game.phase == "break"
    in_hand = game.cue_ball == "D" and "struck_object_ball" in codes
    if opening:
        game.phase = "play"
    fault = Fault(
        side,
        codes,
        facts.penalty(game, shot, stroke, codes),
        potted=stroke.potted,
        gone=stroke.potted + stroke.lost,
        cue_gone=stroke.cue_gone or "scratch" in codes or in_hand,
        opening=opening,
        unnamed=stroke.implied and not stroke.worth,
        findings=findings,
    )
    return penalise(game, fault)


def _out_of_turn(game: SnookerState, shot: Shot, side: Side) -> Ruling:
    """Punish the striker with the value of the ball on; table and ball on stay (Z3, Z27).

    A choice of the other player stays open too.
    """
    codes = fouls.called_codes(shot)
    stroke = facts.read(game, shot)
    points = value_on(game)
    if game.rules.seven_point_codes and not facts.SEVEN_POINTS.isdisjoint(codes):
        points = 7
    if game.phase != "break":
        game.cue_ball = "position"
    return penalise(
        game,
        Fault(
            side,
            codes,
            points,
            potted=stroke.potted,
            gone=stroke.potted + stroke.lost,
            cue_gone=stroke.cue_gone or "scratch" in codes,
            at_table=False,
        ),
    )


def _legal(game: SnookerState, side: Side, stroke: Stroke, findings: Findings) -> Ruling:
    """Count what a good stroke potted, or let the other player go on."""
    opening = game.phase == "break"
    game.fouls[side] = 0
    game.phase = "play"
    game.cue_ball = "D" if stroke.cue_gone else "position"
    if stroke.on in stroke.potted:
        return _score(game, side, stroke, findings)
    run = game.run
    spotted = game.put_back(stroke.potted + stroke.lost)
    game.start_turn(1 - side)
    return Ruling(
        "legal",
        pocketed=stayed_down(stroke.potted),
        spotted=spotted,
        run=run,
        match_won_by=game.name(game.winner),
        clauses=game.cites["opening.legal" if opening else "miss"],
        findings=findings,
    )


def _score(game: SnookerState, side: Side, stroke: Stroke, findings: Findings) -> Ruling:
    """Count the ball on that fell; what else fell and was ruled no foul scores nothing."""
    on = stroke.on or ""
    decision, gained, pocketed, spotted = _pot(game, on, stroke.potted)
    if stroke.implied:
        decision = "pot.implied"
    if stroke.lost or len(stroke.potted) > len(pocketed) + len(spotted):
        others = tuple(ball for ball in stroke.potted if ball != on)
        pocketed += stayed_down(others)
        spotted += game.put_back(others + stroke.lost)
    game.score_points(side, gained)
    run = game.run
    clauses = game.cites[decision]
    winner: Side = NOBODY
    if decision == "pot.sequence" and game.frame_over():
        winner, ended = game.end_frame("frame.lead" if game.colours else "frame.cleared")
        if winner == NOBODY:
            pocketed, spotted = (), ("black",)
        clauses = game.cite(decision, *ended)
    return Ruling(
        "legal",
        None,
        (),
        points_of(side, gained) if gained else NO_POINTS,
        pocketed,
        spotted,
        run,
        game.name(winner),
        game.name(game.winner),
        clauses,
        findings,
    )


def _pot(game: SnookerState, on: str, potted: Balls) -> tuple[str, int, Balls, Balls]:
    """Take the ball on off the table, or spot the colour due after a red.

    Returns the decision it rests on, the points, the balls that stay down and those spotted. On
    an unknown table only a colour after a red is known to come back.
    """
    if on == "red":
        number = potted.count("red")
        game.take_reds(number)
        game.colour_due = True
        return "pot.red", number, ("red",) * number, ()
    value = VALUE[on]
    if game.colour_due:
        game.colour_due = False
        return "pot.colour", value, (), (on,)
    if game.ball_on() is None:
        return "pot.unknown", value, (), ()
    game.take_colour(on)
    return "pot.sequence", value, (on,), ()
