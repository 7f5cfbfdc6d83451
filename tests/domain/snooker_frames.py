"""Frames of snooker in short notation: ``shot("A", "red", "red")`` is A potting a red.

Players are ``A`` and ``B``; every ruling is checked to cite what the register knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from domain.clauses import find
from domain.corrections import Step
from domain.events import event_from
from domain.fold import Fold
from domain.games.snooker import Snooker
from domain.rulings import Ruling

PLAYERS = {"A": "ana", "B": "bor"}
Fields = Mapping[str, Any]
Made = dict[str, Any]


class Frame:
    """A match being folded; A is at the table in play unless the opening says otherwise."""

    def __init__(self, *events: Fields, start: Fields | None = None, **opening: object) -> None:
        self.fold, self.seq = Fold(), 0
        start = {"phase": "play", "at_table": "A"} | dict(start or {})
        opened = {"type": "match_opened", "discipline": "snooker", "rules": "LT"}
        opened |= {"players": ["A", "B"], "target": 3, "breaker": "A", "start": start}
        self.opened = self.take(opened | opening)
        for event in events:
            assert self.take(event).verdict != "rejected", (event, self.last)

    def take(self, event: Fields) -> Ruling:
        self.seq += 1
        envelope = {"id": f"e{self.seq}", "match": "m", "seq": self.seq}
        at = {"at": "2026-05-09T18:00:00Z"}
        named = event_from(_named(dict(event)) | envelope | at)
        self.last = self.fold.fold(Step(self.seq, named.id, named), keep=True)
        assert all(find(clause) for clause in self.last.clauses), self.last.clauses
        return self.last

    def refuses(self, event: Fields, reason: str) -> None:
        before = self.state
        assert (self.take(event).verdict, self.last.reason) == ("rejected", reason), self.last
        assert self.state == before

    @property
    def state(self) -> dict[str, Any]:
        state = self.fold.match.state()
        assert state is not None
        return state

    @property
    def game(self) -> Snooker:
        game = self.fold.match.game
        assert isinstance(game, Snooker)
        return game

    @property
    def points(self) -> tuple[int, int]:
        frame = self.state["frame_score"]
        return frame["ana"], frame["bor"]

    @property
    def frames(self) -> tuple[int, int]:
        score = self.state["score"]
        return score["ana"], score["bor"]

    def at(self, **expected: object) -> Frame:
        state = self.state
        assert {name: state[name] for name in expected} == _named(expected)
        return self


def _named(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Put the players' ids for A and B, in keys too."""
    if isinstance(value, dict):
        mapping = cast("dict[str, Any]", value)
        return {PLAYERS.get(key, key): _named(part) for key, part in mapping.items()}
    if isinstance(value, list | tuple):
        return [_named(part) for part in cast("list[Any]", value)]
    return PLAYERS.get(value, value) if isinstance(value, str) else value


def shot(player: str, hit: str | None, *pots: str, call: str | None = None, **more: object) -> Made:
    """Make a stroke; ``hit`` names what was hit first, several at once, or nothing at all."""
    event: Made = {"type": "shot", "player": player, "pocketed": [{"ball": p} for p in pots]}
    if hit is not None:
        event["first_contact"] = hit.split()
    if call is not None:
        event["call"] = call if call in ("ball", "safety", "push_out") else {"ball": call}
    return event | more


def visit(player: str, end: str = "miss", **more: object) -> Made:
    return {"type": "inning", "player": player, "end": end} | more


def choose(player: str, choice: str) -> Made:
    return {"type": "decision", "player": player, "choice": choice}


RED = shot("A", "red", "red")
ORDER = ("yellow", "green", "brown", "blue", "pink", "black")


def left(*colours: str, points: tuple[int, int] = (0, 0), at_table: str = "A") -> dict[str, Any]:
    """Return a start with these colours left."""
    score = {"A": points[0], "B": points[1]}
    return {"reds": 0, "balls": list(colours), "frame_score": score, "at_table": at_table}
