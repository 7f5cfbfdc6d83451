"""Simulated 8-, 9- and 10-ball: the break, push-outs, then strokes at the balls that are on."""

from __future__ import annotations

from typing import Any, Final, cast

from domain import events as ev
from domain.games.eight.groups import EightState
from domain.games.nine import Nine
from domain.pool import PoolGame
from domain.rotation import Rotation
from ingest.simulate.scorer import Scorer
from ingest.simulate.skills import Skill
from ingest.simulate.strokes import (
    FOULS,
    Facts,
    aim,
    fell,
    fouled,
    outcome,
    pick,
    seconds,
    struck,
)

AnyPool = PoolGame[Any]
SHORT: Final = 0.04
"""How often a break drives too few balls to a cushion."""
PUSHED: Final = 0.12
"""How often the first stroke after the break is a push-out, where one may be."""
COMBINED: Final = 0.02
"""How often the 9 falls off the ball that was on."""


def stroke(scorer: Scorer, skill: Skill) -> None:
    """Play the next stroke of a rack."""
    game, rng = cast("AnyPool", scorer.game), scorer.rng
    if game.fouls[game.turn] == 2 and not game.two_fouls_said:
        scorer.write(ev.Announcement, 2.0, player=skill.player, what="two_fouls")
    took = seconds(skill, rng)
    facts = {"player": skill.player, "duration_s": took}
    if game.phase == "break":
        seen = _break(game, scorer, skill)
    elif isinstance(game, Rotation) and game.push_out and rng.random() < PUSHED:
        seen = {"call": "push_out", "first_contact": (pick(game.balls, rng),)}
    else:
        seen = _play(game, scorer, skill)
    scorer.write(ev.Shot, took, **facts, **seen)


def _break(game: AnyPool, scorer: Scorer, skill: Skill) -> Facts:
    rng = scorer.rng
    ball = "1"
    drawn = rng.random()
    if drawn < skill.foul:
        return struck(ball, pocketed=fell("cue"), balls_to_cushion=4)
    if drawn < skill.foul + SHORT:
        return struck(ball, balls_to_cushion=2)
    if drawn < skill.foul + SHORT + skill.break_made * (1 - skill.foul - SHORT):
        return struck(ball, pocketed=fell(pick(game.balls, rng)), balls_to_cushion=4)
    return struck(ball, balls_to_cushion=5)


def _play(game: AnyPool, scorer: Scorer, skill: Skill) -> Facts:
    rng = scorer.rng
    on = _on(game)
    ball = pick(on, rng)
    others = game.balls & ~on
    undeclared = isinstance(game, Nine)
    attack: Facts = {} if undeclared else {"call": aim(ball, rng)}
    safe: Facts = {} if undeclared else {"call": "safety"}
    match outcome(skill, rng, skill.pot):
        case "pot" if undeclared and ball != "9" and rng.random() < COMBINED:
            return struck(ball, pocketed=fell("9"))
        case "pot":
            return attack | struck(ball, pocketed=fell(ball))
        case "miss":
            return attack | struck(ball)
        case "safety":
            return safe | struck(ball)
        case drawn:
            wrong = pick(others, rng) if others else None
            seen = fouled(rng.choice(FOULS), ball, wrong)
            return (attack if drawn == "foul" else safe) | seen


def _on(game: AnyPool) -> int:
    """Return the balls of the table that may be played at."""
    if isinstance(game, EightState):
        return game.balls & game.balls_on(game.turn)
    return game.balls & -game.balls


def rack(scorer: Scorer, breaker: str, winner: str) -> None:
    """Write a rack down as a sheet has it."""
    scorer.write(ev.Rack, 420.0, winner=winner, breaker=breaker)
