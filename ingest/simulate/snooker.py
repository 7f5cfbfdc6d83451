"""Simulated snooker: a red, a colour nominated, and at the end the colours in their order."""

from __future__ import annotations

from typing import Final

from domain import events as ev
from domain.games.snooker.balls import COLOURS, colours_of
from domain.games.snooker.state import COLOUR, SnookerState
from ingest.simulate.scorer import Scorer
from ingest.simulate.skills import Skill
from ingest.simulate.strokes import Facts, called, fell, outcome, seconds

WANTED: Final[dict[str, int]] = dict(zip(COLOURS, (2, 2, 3, 6, 7, 10), strict=True))
"""How often each colour is nominated after a red."""


def stroke(scorer: Scorer, skill: Skill) -> None:
    """Play the next stroke of a frame; the opening one is safe."""
    game, rng = scorer.game, scorer.rng
    assert isinstance(game, SnookerState)  # noqa: S101 - the schedule asks for no other
    took = seconds(skill, rng)
    ball = _aimed_at(game, scorer)
    drawn = "safety" if game.phase == "break" else outcome(skill, rng, skill.pot)
    call = "safety" if drawn in ("safety", "failed_safety") else called(ball)
    seen: Facts = {"call": call, "first_contact": (ball,)}
    if drawn == "pot":
        seen["pocketed"] = fell(ball)
    elif drawn in ("foul", "failed_safety"):
        seen |= _fouled(game, scorer, ball)
    scorer.write(ev.Shot, took, player=skill.player, duration_s=took, **seen)


def _aimed_at(game: SnookerState, scorer: Scorer) -> str:
    on = game.ball_on() or "black"
    if on != COLOUR:
        return on
    there = colours_of(game.colours)
    return scorer.rng.choices(there, [WANTED[colour] for colour in there])[0]


def _fouled(game: SnookerState, scorer: Scorer, ball: str) -> Facts:
    """Return facts of a foul: in off, nothing hit, or a ball hit that is not on."""
    there = [colour for colour in colours_of(game.colours) if colour != ball]
    kind = scorer.rng.choice(("in_off", "no_contact", "wrong_ball"))
    if kind == "in_off":
        return {"pocketed": fell("cue")}
    if kind == "no_contact" or not there:
        return {"first_contact": ()}
    return {"first_contact": (scorer.rng.choice(there),)}


def frame(scorer: Scorer, breaker: str, winner: str) -> None:
    """Write a frame down as a sheet has it: its points and who won it."""
    rng = scorer.rng
    players = scorer.game.players
    loser = players[1] if winner == players[0] else players[0]
    score = {winner: rng.randint(52, 110), loser: rng.randint(0, 51)}
    scorer.write(ev.Rack, 1_300.0, winner=winner, breaker=breaker, score=score)
