"""14.1: how often a player may play safe on a ball near a cushion (SI-6c, PL-3.2c to 3.2h)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from domain.events import Shot
from domain.games.straight.rules import StraightRules

Bound = Literal["free", "frozen", "near", "deemed_third"]
"""Whether the frozen-ball rule binds a stroke, why, and whether a breach is the third foul."""


@dataclass(slots=True, frozen=True)
class NearBall:
    """A player's declared safeties in a row on one ball near a cushion."""

    ball: str
    safeties: int
    allowed: int
    on_foul: bool


def near_bound(near: NearBall | None, shot: Shot, rules: StraightRules) -> Bound:
    """Tell how a stroke on a near ball is bound by the safeties played on it before."""
    if near is None or near.safeties < near.allowed:
        return "free"
    if shot.first_contact != (near.ball,) or shot.contact_state != "near":
        return "free"
    deemed = near.on_foul and rules.near_cushion_breach_after_foul == "deemed_third"
    return "deemed_third" if deemed else "near"


def after_stroke(
    near: NearBall | None, shot: Shot, rules: StraightRules, *, fouls_before: int, legal: bool
) -> NearBall | None:
    """Return what stands after a player's stroke.

    The allowance is fixed at the first safety: fewer when the player was then on a foul. A stroke
    on another ball first, or on the ball once it lies free, begins anew (A3b).
    """
    limit = rules.near_cushion_safety_limit
    if limit is None or shot.contact_state != "near" or not shot.first_contact:
        return None
    ball = shot.first_contact[0]
    if near is not None and near.ball != ball:
        near = None
    if not legal or shot.call != "safety":
        return near
    if near is None:
        on_foul = fouls_before > 0 and rules.near_cushion_limit_when_on_foul is not None
        allowed = rules.near_cushion_limit_when_on_foul if on_foul else limit
        return NearBall(ball, 1, allowed or 0, on_foul)
    return NearBall(ball, near.safeties + 1, near.allowed, near.on_foul)
