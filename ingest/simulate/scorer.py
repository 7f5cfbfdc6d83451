"""Who writes a simulated match down: each event is folded, so that the next one is due."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from domain import events as ev
from domain.game import Game
from domain.match import Match
from domain.play import Side
from domain.rulings import Ruling
from ingest.wire import encode

SIMULATOR: Final = "cuelog-simulator"
"""``by`` of every event: the record says itself that nobody played it."""


class NotAccepted(RuntimeError):  # noqa: N818 - reads as what happened
    """The rules refuse what was written: the generator is wrong, not the match."""


class Scorer:
    """One match being written down; ``records`` are its events so far, in order."""

    def __init__(self, match: str, begin: datetime, rng: random.Random, **opening: Any) -> None:  # noqa: ANN401 - fields of an opening
        self.match, self.rng = match, rng
        self.records: list[bytes] = []
        self._at = begin
        self._fold = Match()
        self.write(ev.MatchOpened, **opening)

    @property
    def game(self) -> Game:
        """The state, which tells what is due."""
        game = self._fold.game
        if game is None:
            raise NotAccepted(f"{self.match} is not open")
        return game

    @property
    def side(self) -> Side:
        """Who acts next."""
        return self.game.turn

    def write(self, kind: type[ev.AnyEvent], seconds: float = 0.0, **fields: Any) -> Ruling:  # noqa: ANN401 - fields of any event
        """Add an event that happened so many seconds after the one before."""
        self._at += timedelta(seconds=seconds)
        seq = len(self.records) + 1
        at = self._at.astimezone(UTC).isoformat(timespec="milliseconds")
        event = kind(
            id=f"{seq:06d}", match=self.match, seq=seq, at=at[:-6] + "Z", by=SIMULATOR, **fields
        )
        ruling = self._fold.apply(event)
        if ruling.verdict == "rejected":
            raise NotAccepted(f"{encode(event).decode()}: {ruling.reason} {ruling.detail}")
        self.records.append(encode(event))
        return ruling
