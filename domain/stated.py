"""What results are stated of a match, and whether anything was recorded to check them by.

A claim is compared with the replay whatever was recorded (contract, section 2), so a result without
play differs from 0:0 like a wrong one. Here the two are told apart: what a match of results alone
has to say is that nobody can check it, unless two sources state different results.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from domain import events as ev
from domain.game import Game
from domain.rulings import NO_POINTS, Ruling, finding

PLAYED: Final = (ev.Shot, ev.Inning, ev.Rack, ev.PositionSet)
"""What says how a score came about; so does any other event that changes the score."""
FROM_CLAIMS: Final = ("claim_differs", "proof_sum", "balls_not_conserved")
"""Findings of a claim that differs from the replay; without play they tell nothing."""


@dataclass(slots=True)
class Result:
    """What one source states last: scores by player, and the winner if it names one or nobody."""

    score: dict[str, int] = field(default_factory=dict[str, int])
    winner: str | None = None
    decided: bool = False


@dataclass(slots=True)
class Stated:
    """The claims of one match so far, by source, and whether they can be checked."""

    played: bool = False
    """Whether play was recorded, also such as was taken back later."""
    by_source: dict[str, Result] = field(default_factory=dict[str, Result])
    """Results by ``source``, for claims without one by who recorded them."""
    differing: Counter[str] = field(default_factory=Counter[str])
    """Findings of claims that differ, by severity."""

    def look(self, event: ev.AnyEvent, ruling: Ruling) -> Ruling:
        """Take an event just ruled on; return its ruling, with a finding where sources disagree."""
        if ruling.verdict == "rejected":
            return ruling
        if isinstance(event, ev.Claim):
            return self._claimed(event, ruling)
        changes = ruling.points != NO_POINTS or ruling.rack_won_by is not None
        self.played = self.played or changes or isinstance(event, PLAYED)
        return ruling

    def unchecked(self, game: Game | None) -> Counter[str]:
        """Return the findings, by severity, that say only that there is nothing to check by.

        How a match ended is recorded also without play: who states another winner than that of a
        walkover is contradicted.
        """
        if self.played or game is None or (game.phase == "finished" and self._denied(game)):
            return Counter()
        return self.differing

    def _denied(self, game: Game) -> bool:
        winner = game.name(game.winner)
        return any(one.decided and one.winner != winner for one in self.by_source.values())

    def _claimed(self, claim: ev.Claim, ruling: Ruling) -> Ruling:
        self.differing.update(one.severity for one in ruling.findings if one.code in FROM_CLAIMS)
        if claim.score is None and claim.winner is ev.UNSET:
            return ruling
        source = claim.source or claim.by or ""
        now = self.by_source.setdefault(source, Result())
        now.score |= claim.score or {}
        if claim.winner is not ev.UNSET:
            now.winner, now.decided = claim.winner, True
        others = [(name, one) for name, one in self.by_source.items() if name != source]
        words = [] if self.played else [told for other in others if (told := _apart(now, *other))]
        if not words:
            return ruling
        note = finding("claims_disagree", claim.seq, "; ".join(words))
        return ev.replaced(ruling, findings=(*ruling.findings, note))


def _apart(now: Result, name: str, other: Result) -> str:
    """Return in words where a result differs from that of another source, else nothing."""
    words = [
        f"score of {player} {score}, {name or 'another claim'} says {other.score[player]}"
        for player, score in now.score.items()
        if other.score.get(player, score) != score
    ]
    if now.decided and other.decided and now.winner != other.winner:
        words.append(f"winner {now.winner}, {name or 'another claim'} says {other.winner}")
    return "; ".join(words)
