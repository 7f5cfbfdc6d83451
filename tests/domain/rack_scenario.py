"""Scenarios of games played in racks, in short notation.

Players are ``A`` and ``B``. A stroke is ``shot("A", "3 cue", call="4 FL", hit="1", k=4)``: what
fell (``4@SL`` in a pocket), the call (``safe``, ``push``, ``ball`` or a ball and pocket), the ball
hit first (``-`` none, ``2+5`` at once) and how many object balls reached a cushion.
"""

# ruff: noqa: ANN401 - fields of events in short notation are anything

from __future__ import annotations

from typing import Any, cast

from domain.corrections import Step
from domain.events import AnyEvent, event_from
from domain.fold import Fold
from domain.rulings import Ruling

PLAYERS = {"A": "ana", "B": "bor"}
NAMES = {name: letter for letter, name in PLAYERS.items()}
CALLS = {"safe": "safety", "push": "push_out", "ball": "ball"}


class Racks:
    """One match being played; each step must be accepted unless ``refuse`` is asked."""

    def __init__(
        self,
        discipline: str,
        *,
        at: str | None = None,
        start: dict[str, Any] | None = None,
        **opening: Any,
    ) -> None:
        self.fold = Fold()
        self.events: list[AnyEvent] = []
        self.rulings: list[Ruling] = []
        begun: dict[str, Any] = start or {}
        if at is not None:
            begun |= {"phase": "play", "at_table": "A"} | ({"balls": at.split()} if at else {})
        opened = {"rules": "LT", "players": ["ana", "bor"], "target": 5, "breaker": "A"}
        opened |= {"discipline": discipline, "start": begun} | opening
        self.take("match_opened", **{key: value for key, value in opened.items() if value})

    @property
    def last(self) -> Ruling:
        return self.rulings[-1]

    @property
    def state(self) -> dict[str, Any]:
        state = self.fold.match.state()
        assert state is not None
        return _lettered(state)

    def try_(self, kind: str, **fields: Any) -> Ruling:
        """Fold an event, whatever becomes of it."""
        seq = len(self.events) + 1
        at = fields.pop("when", "2026-05-09T18:00:00Z")
        named = {"match": "m", "seq": seq, "at": at, "id": f"e{seq}", "type": kind}
        event = event_from(_named(fields) | named)
        self.events.append(event)
        self.rulings.append(self.fold.fold(Step(seq, event.id, event), keep=True))
        return self.last

    def take(self, kind: str, **fields: Any) -> Racks:
        """Fold an event that must be accepted."""
        ruling = self.try_(kind, **fields)
        assert ruling.verdict != "rejected", (kind, ruling.reason, ruling.detail)
        return self

    def refuse(self, reason: str, kind: str, **fields: Any) -> Racks:
        """Fold an event that must be rejected and change nothing."""
        before = self.state
        assert (self.try_(kind, **fields).verdict, self.last.reason) == ("rejected", reason)
        assert self.state == before
        return self

    def shot(self, player: str, balls: str = "", **facts: Any) -> Racks:
        """Fold a stroke."""
        return self.take("shot", **stroke(player, balls, **facts))

    def choose(self, player: str, choice: str, **fields: Any) -> Racks:
        """Fold a decision."""
        return self.take("decision", player=player, choice=choice, **fields)

    def say(self, player: str, what: str = "two_fouls") -> Racks:
        """Fold an announcement."""
        return self.take("announcement", player=player, what=what)

    def turn(self, player: str, made: str | int = "", end: str = "miss", **fields: Any) -> Racks:
        """Fold a turn summed up."""
        balls = made.split() if isinstance(made, str) else made
        return self.take("inning", player=player, made=balls, end=end, **fields)

    def be(self, **expected: Any) -> Racks:
        """Assert parts of the state; ``score`` and ``fouls`` are pairs, ``balls`` one text."""
        state = self.state
        for name in ("score", "fouls"):
            state[name] = (state[name]["A"], state[name]["B"])
        state["balls"] = None if state["balls"] is None else " ".join(state["balls"])
        state["options"] = " ".join(state["options"])
        assert {name: state[name] for name in expected} == expected
        return self

    def ruled(
        self, verdict: str, *fouls: str, found: str = "", cited: str = "", **expected: Any
    ) -> Racks:
        """Assert the last ruling; ``by`` who won the rack, ``found`` and ``cited`` are codes."""
        ruling = self.last
        assert (ruling.verdict, set(ruling.fouls)) == (verdict, set(fouls)), ruling
        codes = {finding.code for finding in ruling.findings}
        assert codes == set(found.split()), codes
        assert set(cited.split()) <= set(ruling.clauses), ruling.clauses
        got = {
            "by": NAMES.get(ruling.rack_won_by or ""),
            "match": NAMES.get(ruling.match_won_by or ""),
            "spotted": " ".join(ruling.spotted),
            "down": " ".join(ruling.pocketed),
            "run": ruling.run,
            "points": ruling.points,
        }
        assert {name: got[name] for name in expected} == expected
        return self


def stroke(player: str, balls: str = "", **facts: Any) -> dict[str, Any]:
    """Return the fields of a stroke; unless said otherwise the cue ball reaches a cushion."""
    fields: dict[str, Any] = {"player": player, "pocketed": [_potted(b) for b in balls.split()]}
    fields |= {"cue_to_cushion": facts.get("cue", True), "balls_to_cushion": facts.get("k", 0)}
    if "call" in facts:
        ball, _, pocket = facts["call"].partition(" ")
        named = {"ball": ball} | ({"pocket": pocket} if pocket else {})
        fields["call"] = CALLS.get(facts["call"], named)
    if "hit" in facts:
        fields["first_contact"] = [] if facts["hit"] == "-" else facts["hit"].split("+")
    fields |= {"off_table": facts.get("off", "").split()}
    if "fouls" in facts:
        fields["fouls"] = facts["fouls"].split()
    short = ("call", "hit", "cue", "k", "off", "fouls")
    return fields | {name: value for name, value in facts.items() if name not in short}


def _potted(word: str) -> dict[str, str]:
    ball, _, pocket = word.partition("@")
    return {"ball": ball} | ({"pocket": pocket} if pocket else {})


def _named(value: object) -> Any:
    """Put players' ids in the place of the letters, in values and keys of mappings."""
    if isinstance(value, dict):
        mapping = cast("dict[str, object]", value)
        return {PLAYERS.get(key, key): _named(item) for key, item in mapping.items()}
    return PLAYERS.get(value, value) if isinstance(value, str) else value


def _lettered(state: dict[str, Any]) -> dict[str, Any]:
    """Put the letters back in the place of players' ids."""
    state = {**state}
    for name in ("to_act", "winner"):
        state[name] = NAMES.get(state[name])
    for name in ("score", "fouls", "groups"):
        if state[name] is not None:
            state[name] = {NAMES[player]: value for player, value in state[name].items()}
    return state
