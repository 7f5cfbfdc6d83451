"""What a simulated player can do, as chances that the statistics must find again."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from math import exp, log
from typing import Final

PER_POINT: Final = log(2) / 100
"""100 rating points are odds of 2 to 1."""
POT_AT_PAR: Final = 1.6
"""Logit of the chance to pot of a player of strength 0: five balls of six."""


@dataclass(frozen=True, slots=True)
class Skill:
    """One player; chances are per stroke and do not depend on what went before.

    ``strength`` (rating points, 0 is the mean of a field) decides racks that are not played out
    stroke by stroke. An attacking stroke pots with the chance ``pot``, any stroke is a foul with
    the chance ``foul``, and ``safety`` is the share of strokes that attack nothing. ``break_shot``
    takes the place of ``pot`` for the first stroke into a new rack of 14.1.
    """

    player: str
    strength: float = 0.0
    pot: float = 0.83
    break_shot: float = 0.75
    safety: float = 0.08
    foul: float = 0.03
    break_made: float = 0.55
    """8-, 9- and 10-ball: a ball falls on the break."""
    pace_s: float = 24.0
    """Median seconds a stroke."""

    @property
    def survival(self) -> float:
        """The chance that a run of 14.1 goes on at a ball it tries, break shots aside.

        A legal safety ends a run without failure, so of all strokes those are left out.
        """
        attack = 1 - self.safety
        return attack * self.pot / (attack + self.safety * self.foul)


def beats(one: Skill, other: Skill) -> float:
    """Return the chance that a player wins a rack against another (Bradley-Terry)."""
    return 1 / (1 + exp((other.strength - one.strength) * PER_POINT))


def drawn_field(players: int, seed: int, spread: float = 90.0) -> list[Skill]:
    """Return players whose strengths spread like a league's, potting the better the stronger."""
    rng = random.Random(f"field {seed}")
    drawn = [rng.gauss(0, spread) for _ in range(players)]
    mean = sum(drawn) / players
    return [
        _drawn(f"sim-player-{number:03d}", strength - mean, rng)
        for number, strength in enumerate(drawn, start=1)
    ]


def _drawn(player: str, strength: float, rng: random.Random) -> Skill:
    pot = 1 / (1 + exp(-(POT_AT_PAR + strength * PER_POINT / 2)))
    skill = Skill(player, strength, pot)
    return replace(
        skill,
        break_shot=pot * 0.9,
        safety=rng.uniform(0.04, 0.14),
        foul=(1 - pot) * rng.uniform(0.1, 0.3),
        break_made=rng.uniform(0.4, 0.7),
        pace_s=rng.uniform(16, 34),
    )
