"""Matches of 14.1 that the rules accept, for measuring: seeded, so every run has the same bytes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from domain.events import decode_event, event_from
from domain.match import Match
from domain.play import Play
from domain.table import as_ids
from ingest.wire import encode

BEGIN = datetime(2026, 1, 3, 10, tzinfo=UTC)
POT, MISS, SAFETY = 0.80, 0.12, 0.06
"""How often a stroke pots, misses, is a safety; the rest are fouls."""
LONGEST = 700
"""Strokes after which a match is left unfinished."""


class Scorer:
    """Writes down one match, asking the rules what is due."""

    def __init__(self, match: str, begin: datetime, text: str, target: int = 150) -> None:
        """Open the match under a rule text."""
        self.match, self.at, self.seq = match, begin, 0
        self.fold = Match()
        self.lines: list[bytes] = []
        self.write(
            type="match_opened",
            discipline="14.1",
            rules=text,
            players=[f"{match}-a", f"{match}-b"],
            target=target,
            breaker=f"{match}-a",
        )

    @property
    def game(self) -> Play:
        """Return the state, which asks for the next event."""
        assert self.fold.game is not None  # noqa: S101 - the opening is ours
        return self.fold.game

    def write(self, **fields: Any) -> None:  # noqa: ANN401 - fields of any event
        """Add the next event and fold it."""
        self.seq += 1
        self.at += timedelta(milliseconds=19_500)
        envelope = {
            "id": f"{self.match}.{self.seq:06d}",
            "match": self.match,
            "seq": self.seq,
            "at": self.at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        }
        raw = encode(event_from(envelope | fields))
        self.fold.apply(decode_event(raw))
        self.lines.append(raw)


def play(scorer: Scorer, rng: random.Random, longest: int = LONGEST) -> list[bytes]:
    """Play a match to its end, or to the longest length, and return its records."""
    while scorer.game.phase != "finished" and scorer.seq < longest:
        _next(scorer, scorer.game, rng)
    return scorer.lines


def _next(scorer: Scorer, game: Play, rng: random.Random) -> None:
    player = game.players[game.turn]
    if game.phase == "choice":
        scorer.write(type="decision", player=player, choice="accept")
        return
    if game.fouls[game.turn] == 2 and not game.two_fouls_said:
        scorer.write(type="announcement", player=player, what="two_fouls")
    balls = (as_ids(game.balls) if game.phase != "rerack" else None) or ["1", "2", "3"]
    ball = rng.choice(balls)
    facts = {"player": player, "first_contact": [ball], "duration_s": rng.randrange(80, 500) / 10}
    draw = rng.random()
    if game.phase == "break":
        scorer.write(type="shot", call="safety", cue_to_cushion=True, balls_to_cushion=2, **facts)
    elif draw < POT:
        pocket = rng.choice(("FL", "FR", "SL", "SR", "HL", "HR"))
        called = {"ball": ball, "pocket": pocket}
        scorer.write(type="shot", call=called, pocketed=[called], cue_to_cushion=True, **facts)
    elif draw < POT + MISS:
        called = {"ball": ball, "pocket": "FL"}
        scorer.write(type="shot", call=called, cue_to_cushion=True, balls_to_cushion=1, **facts)
    else:
        cushions = 1 if draw < POT + MISS + SAFETY else 0
        scorer.write(
            type="shot", call="safety", cue_to_cushion=False, balls_to_cushion=cushions, **facts
        )


def matches(events: int, seed: int = 1) -> Iterator[list[bytes]]:
    """Yield matches, each a list of records in order, until there are about ``events`` of them."""
    rng = random.Random(seed)
    written = number = 0
    while written < events:
        text = ("SI", "PL", "LT")[number % 3]
        begin = BEGIN + timedelta(hours=number)
        scorer = Scorer(f"bench-{number:06d}", begin, text)
        lines = play(scorer, rng)
        written += len(lines)
        number += 1
        yield lines
