"""Simulated 14.1: a safety to open, then strokes at any ball; or a sheet of turns."""

from __future__ import annotations

from typing import Final

from domain import events as ev
from domain.games.straight.game import FULL
from ingest.simulate.scorer import Scorer
from ingest.simulate.skills import Skill
from ingest.simulate.strokes import FOULS, aim, fell, fouled, outcome, pick, seconds, struck

IN_THE_WAY: Final = 0.15
"""How often cue ball or fifteenth ball lie where the rack is to be set."""
LONGEST_TURN: Final = 400


def stroke(scorer: Scorer, skill: Skill) -> None:
    """Play the next stroke, the rack set before where it is due."""
    game, rng = scorer.game, scorer.rng
    fresh = game.phase == "rerack"
    if fresh and rng.random() < IN_THE_WAY:
        zone = rng.choice(("rack", "head_spot", "elsewhere"))
        scorer.write(ev.Rerack, 20.0, cue_ball=zone, fifteenth=rng.choice(("rack", "elsewhere")))
    if game.fouls[game.turn] == 2 and not game.two_fouls_said:
        scorer.write(ev.Announcement, 2.0, player=skill.player, what="two_fouls")
    took = seconds(skill, rng)
    facts = {"player": skill.player, "duration_s": took}
    if game.phase == "break":
        driven = 1 if rng.random() < skill.foul else 2
        opening = struck(pick(FULL, rng)) | {"balls_to_cushion": driven}
        scorer.write(ev.Shot, took, call="safety", **facts, **opening)
        return
    ball = pick(FULL if game.phase == "rerack" else game.balls, rng)
    match outcome(skill, rng, skill.break_shot if fresh else skill.pot):
        case "pot":
            seen = struck(ball, call=aim(ball, rng), pocketed=fell(ball))
        case "miss":
            seen = struck(ball, call=aim(ball, rng))
        case "foul":
            seen = {"call": aim(ball, rng)} | fouled(rng.choice(FOULS), ball, None)
        case "safety":
            seen = struck(ball, call="safety")
        case "failed_safety":
            seen = {"call": "safety"} | fouled(rng.choice(FOULS), ball, None)
    scorer.write(ev.Shot, took, **facts, **seen)


def turn(scorer: Scorer, skill: Skill) -> None:
    """Write a whole turn down, as a score sheet has it."""
    rng, made = scorer.rng, 0
    if scorer.game.phase == "break":
        scorer.write(ev.Inning, 40.0, player=skill.player, end="safety")
        return
    while (end := outcome(skill, rng, skill.pot)) == "pot" and made < LONGEST_TURN:
        made += 1
    ending = {"safety": "safety", "miss": "miss"}.get(end, "foul")
    scorer.write(ev.Inning, skill.pace_s * (made + 1), player=skill.player, made=made, end=ending)
