"""What a stroke comes to, and the facts a recorder at the table would note of it."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, Final, Literal

from domain import events as ev
from domain.table import as_ids
from ingest.simulate.skills import Skill

Facts = dict[str, Any]
Outcome = Literal["pot", "miss", "foul", "safety", "failed_safety"]
FoulKind = Literal["scratch", "no_rail", "no_contact", "touched_ball", "wrong_ball"]

POCKETS: Final = ("HL", "HR", "SL", "SR", "FL", "FR")
FOULS: Final[tuple[FoulKind, ...]] = (
    "scratch", "scratch", "scratch", "no_rail", "no_contact", "touched_ball", "wrong_ball",
)  # fmt: skip
"""Kinds of foul, as often as they stand here."""


def outcome(skill: Skill, rng: random.Random, pot: float) -> Outcome:
    """Draw what a stroke comes to; of attacks so many pot, of all strokes so many are fouls."""
    attack = rng.random() >= skill.safety
    drawn = rng.random()
    if not attack:
        return "failed_safety" if drawn < skill.foul else "safety"
    if drawn < pot:
        return "pot"
    return "foul" if drawn < pot + skill.foul else "miss"


def seconds(skill: Skill, rng: random.Random) -> float:
    """Draw how long a stroke took, in tenths: seldom much longer than usual."""
    return round(skill.pace_s * rng.lognormvariate(0, 0.45), 1)


def pick(balls: int, rng: random.Random) -> str:
    """Draw one of a set of numbered balls."""
    ids = _ids(balls)
    return ids[int(rng.random() * len(ids))]


@cache
def _ids(balls: int) -> list[str]:
    return as_ids(balls) or []


@cache
def called(ball: str, pocket: str | None = None) -> ev.Call:
    """Return the call of a ball."""
    return ev.value_from({"ball": ball} | ({"pocket": pocket} if pocket else {}), ev.Call)


@cache
def fell(*balls: str) -> tuple[ev.Potted, ...]:
    """Return balls that fell, without their pockets."""
    return tuple(ev.value_from({"ball": ball}, ev.Potted) for ball in balls)


def aim(ball: str, rng: random.Random) -> ev.Call:
    """Call a ball in some pocket."""
    return called(ball, POCKETS[int(rng.random() * 6)])


def struck(ball: str, **more: Any) -> Facts:  # noqa: ANN401 - facts of a stroke
    """Return the facts of a stroke that met a ball and a cushion."""
    return {"first_contact": (ball,), "cue_to_cushion": True, "balls_to_cushion": 1, **more}


def fouled(kind: FoulKind, ball: str, wrong: str | None) -> Facts:
    """Return the facts that make a stroke at a ball a foul; ``wrong`` is one that is not on."""
    match kind:
        case "scratch":
            return struck(ball, pocketed=fell("cue"))
        case "no_rail":
            return {"first_contact": (ball,), "cue_to_cushion": False, "balls_to_cushion": 0}
        case "no_contact":
            return {"first_contact": ()}
        case "wrong_ball" if wrong is not None:
            return struck(wrong)
        case _:
            return struck(ball, fouls=("touched_ball",))
