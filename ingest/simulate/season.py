"""Whole seasons: who meets whom, when, in which game, each match played through the rules.

A match is a function of the season and its number alone: any match can be made again by itself,
and a season may be written in parts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, cast, get_args

from domain import events as ev
from domain.vocabulary import Discipline
from ingest.simulate import pool, snooker, straight
from ingest.simulate.scorer import Scorer
from ingest.simulate.skills import Skill, beats

Detail = Literal["strokes", "sheets"]
"""Every stroke; or turns (14.1) and racks (other games), as score sheets have them."""
DISCIPLINES: Final[tuple[Discipline, ...]] = get_args(Discipline)
TARGETS: Final[Mapping[str, int]] = {
    "14.1": 100, "8-ball": 5, "9-ball": 7, "10-ball": 6, "snooker": 3,
}  # fmt: skip
TEXTS: Final = ("SI", "PL", "LT")
"""Texts of 14.1, in turn; the other games have one."""
BEGIN: Final = datetime(2025, 9, 1, 16, tzinfo=UTC)
DAYS: Final = 270
PLAIN: Final = 0.8
"""How often the first of the choices open is taken."""
LONGEST: Final = 20_000
"""Events after which a match that does not end is abandoned."""
STROKES: Final = {
    "14.1": straight.stroke, "8-ball": pool.stroke, "9-ball": pool.stroke, "10-ball": pool.stroke,
    "snooker": snooker.stroke,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Season:
    """A season: who plays, how much and what; the seed decides all else."""

    players: Sequence[Skill]
    seed: int = 1
    matches: int = 100
    disciplines: Sequence[Discipline] = DISCIPLINES
    targets: Mapping[str, int] = field(default_factory=lambda: TARGETS)
    detail: Detail = "strokes"

    def name(self, number: int) -> str:
        """Return the id of a match, numbered from 0."""
        return f"sim-{self.seed}-{number:06d}"

    def match(self, number: int) -> list[bytes]:
        """Return the records of a match."""
        rng = random.Random(f"season {self.seed} match {number}")
        pair = rng.sample(self.players, 2)
        discipline = self.disciplines[number % len(self.disciplines)]
        begin = BEGIN + timedelta(days=DAYS * number / max(self.matches, 1))
        text = TEXTS[number // len(self.disciplines) % len(TEXTS)]
        scorer = Scorer(
            self.name(number),
            begin,
            rng,
            discipline=discipline,
            rules=text if discipline == "14.1" else "LT",
            players=tuple(skill.player for skill in pair),
            target=self.targets[discipline],
            event=f"simulated season {self.seed}",
            venue="simulated",
        )
        _play(scorer, discipline, pair, self.detail)
        return scorer.records


def play(season: Season, first: int = 0) -> Iterator[list[bytes]]:
    """Yield the matches of a season one by one, each as its records in order."""
    for number in range(first, season.matches):
        yield season.match(number)


def _play(scorer: Scorer, discipline: Discipline, pair: Sequence[Skill], detail: Detail) -> None:
    game, stroke = scorer.game, STROKES[discipline]
    while game.phase != "finished":
        if len(scorer.records) >= LONGEST:
            scorer.write(ev.MatchClosed, result="abandoned")
        elif game.phase in DUE:
            DUE[game.phase](scorer)
        elif detail == "strokes":
            stroke(scorer, pair[game.turn])
        elif discipline == "14.1":
            straight.turn(scorer, pair[game.turn])
        else:
            _sheet(scorer, pair)


def _sheet(scorer: Scorer, pair: Sequence[Skill]) -> None:
    """Write a rack or frame down whose winner the strengths decide."""
    one, other = pair
    winner = one if scorer.rng.random() < beats(one, other) else other
    write = snooker.frame if isinstance(scorer.game, snooker.SnookerState) else pool.rack
    write(scorer, cast("str", scorer.game.name(scorer.side)), winner.player)


def _lag(scorer: Scorer) -> None:
    players = scorer.game.players
    seen = {player: ev.value_from({}, ev.LagBall) for player in players}
    scorer.write(ev.Lag, 15.0, players=seen, nearest=scorer.rng.choice(players))


def _decide(scorer: Scorer) -> None:
    """Take a choice: mostly the first one open."""
    game, rng = scorer.game, scorer.rng
    choice = game.options[0] if rng.random() < PLAIN else rng.choice(game.options)
    scorer.write(ev.Decision, 5.0, player=game.name(game.turn), choice=choice)


def _toss(scorer: Scorer) -> None:
    scorer.write(ev.Toss, 10.0, player=scorer.rng.choice(scorer.game.players))


DUE: Final = {"lag": _lag, "lag_choice": _decide, "choice": _decide, "toss": _toss}
"""What is due in phases in which nobody may strike."""
