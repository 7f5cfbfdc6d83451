"""What simulated seasons were made of is found again: 95 % intervals hold the truth as often.

Over 200 seeds each kind of figure must lie in its interval in 90 to 99 of 100 cases. All seasons
are in one store, each with players of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any, Final, NamedTuple

import pytest

from analytics import Filters, answer
from analytics.intervals import Z
from analytics.ratings import AVERAGE
from ingest.simulate import Season, Skill, play
from projections.projector import BATCH
from tests.analytics.played import Stored
from tests.projections.logs import fill, log_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

SEEDS: Final = range(200)
PLAYERS: Final = (
    Skill("strong", pot=0.86, break_shot=0.86, safety=0.10, foul=0.04),
    Skill("weak", pot=0.72, break_shot=0.72, safety=0.15, foul=0.06),
)
FIELD: Final = tuple(Skill(f"p{place}", strength=40.0 * (place - 2)) for place in range(5))
RUNS: Final = (1, 3, 6, 10)
"""Lengths at which the survival of runs is looked at."""
SKILLS: Final = {skill.player: skill for skill in (*PLAYERS, *FIELD)}


class Case(NamedTuple):
    """A figure with its interval, and what it should be."""

    truth: float
    low: float
    high: float


def own(players: tuple[Skill, ...], seed: int) -> list[Skill]:
    """Return the players of one season."""
    return [replace(skill, player=f"{skill.player} {seed}") for skill in players]


@pytest.fixture(scope="module")
def source() -> Stored:
    """Return seasons of 14.1 by strokes, and of 9-ball by racks, in one store."""
    seasons = [
        season
        for seed in SEEDS
        for season in (
            Season(own(PLAYERS, seed), seed, 24, ("14.1",), {"14.1": 24}),
            Season(own(FIELD, seed), seed + len(SEEDS), 20, ("9-ball",), {"9-ball": 20}, "sheets"),
        )
    ]
    matches = chain.from_iterable(play(season) for season in seasons)
    return Stored(fill(log_of(chain.from_iterable(matches)), BATCH))


def rows(
    name: str, source: Stored, filters: Filters | None = None
) -> Iterator[tuple[Skill, dict[str, Any]]]:
    """Yield the rows of a statistic with the skill of their player."""
    for row in answer(name, source, filters)["rows"]:
        yield SKILLS[row["player"].split()[0]], row


def hold(cases: list[Case], least: int) -> None:
    assert len(cases) >= least
    held = Counter(case.low <= case.truth <= case.high for case in cases)
    assert 0.90 <= held[True] / len(cases) <= 0.99


def test_ball_percentage(source: Stored) -> None:
    found = rows("accuracy", source, Filters(discipline="14.1"))
    hold([Case(skill.pot, row["low"], row["high"]) for skill, row in found], 2 * len(SEEDS))


def test_foul_rate(source: Stored) -> None:
    found = rows("foul-rates", source, Filters(discipline="14.1"))
    cases = [
        Case(skill.foul, row["per_stroke_low"], row["per_stroke_high"]) for skill, row in found
    ]
    hold(cases, 2 * len(SEEDS))


def test_run_survival(source: Stored) -> None:
    found = list(rows("run-survival", source))
    for k in RUNS:
        at_k = [(skill.survival**k, row) for skill, row in found if row["k"] == k]
        hold([Case(truth, row["low"], row["high"]) for truth, row in at_k], len(SEEDS))


def test_ratings(source: Stored) -> None:
    cases: list[Case] = []
    for seed in SEEDS:
        event = f"simulated season {seed + len(SEEDS)}"
        for skill, row in rows("ratings", source, Filters(event=event)):
            half = Z * row["standard_error"]
            cases.append(Case(AVERAGE + skill.strength, row["rating"] - half, row["rating"] + half))
    hold(cases, len(FIELD) * len(SEEDS))
