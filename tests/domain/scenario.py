"""Scenarios of 14.1 in short notation: strokes as words, positions as the rules page writes them.

A step is text, or an event as a mapping in which the players are ``A`` and ``B``::

    "A pot 5"          called ball made          "A pot 5 also:3 scratch"   with more facts
    "A miss"  "A safe"  "A wrong 5"  "A nocall"   clean strokes without a point
    "A foul"           a safety without a cushion "A scratch"   a safety into a pocket
    "A break" "A short" an opening met, not met   "A run 14"    balls one by one, racks between
    "B accept" "B rebreak"  "warn A"  "rerack rack kitchen"

A position is ``score counters who balls phase cue-ball rack``: ``21:0 0/0 A 1 rerack pos r1``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from domain.corrections import Step
from domain.events import AnyEvent, encode_event, event_from
from domain.fold import Fold
from domain.match import Match
from domain.replay import Line, Replay, replay
from domain.rulings import Ruling
from ingest.wire import Received, receive

PLAYERS = {"A": "ana", "B": "bor"}
NAMES = {name: letter for letter, name in PLAYERS.items()}
TEXTS = ("SI", "PL", "LT")
CUE_BALLS = {"position": "pos", "head": "hand", None: "pos"}
Fields = dict[str, Any]
Event = str | Mapping[str, Any]


@dataclass
class Scenario:
    """One match being played; ``rulings`` are the answers so far."""

    rules: str = "SI"
    start: str | None = None
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    opening: dict[str, Any] = field(default_factory=dict[str, Any])
    rulings: list[Ruling] = field(default_factory=list[Ruling])
    events: list[AnyEvent] = field(default_factory=list[AnyEvent])

    def __post_init__(self) -> None:
        self.fold = Fold()
        opened = {
            "type": "match_opened",
            "discipline": "14.1",
            "rules": self.rules,
            "players": ["ana", "bor"],
            "options": self.options,
            **(opening_of(self.start)),
        }
        self.take(opened | self.opening)

    @property
    def match(self) -> Match:
        return self.fold.match

    @property
    def state(self) -> dict[str, Any]:
        state = self.match.state()
        assert state is not None
        return state

    @property
    def last(self) -> Ruling:
        return self.rulings[-1]

    def take(self, fields: Mapping[str, Any]) -> Ruling:
        """Fold one event given as a mapping."""
        seq = len(self.events) + 1
        envelope = {"id": f"e{seq}", "match": "m", "seq": seq}
        event = event_from({"at": "2026-05-09T18:00:00Z", **with_ids(fields), **envelope})
        self.events.append(event)
        self.rulings.append(self.fold.fold(Step(seq, event.id, event), keep=True))
        return self.rulings[-1]

    def play(self, *steps: Event) -> Scenario:
        """Fold steps in order; none of them may be rejected."""
        for step in steps:
            for fields in self._read(step):
                ruling = self.take(fields)
                assert ruling.verdict != "rejected", (step, ruling.reason, ruling.detail)
        return self

    def refused(self, step: Event, reason: str) -> Scenario:
        """Fold a step that must be rejected for a reason and change nothing."""
        before = self.state
        for fields in self._read(step):
            ruling = self.take(fields)
            assert (ruling.verdict, ruling.reason) == ("rejected", reason), (step, ruling)
        assert self.state == before
        return self

    def at(self, position: str) -> Scenario:
        """Assert where the match stands."""
        assert self.position == position, f"{self.position}, not {position}"
        return self

    @property
    def position(self) -> str:
        state = self.state
        score, fouls = state["score"], state["fouls"]
        over = state["status"] == "finished"
        who = state["winner"] if over else state["to_act"]
        letter = NAMES.get(who or "", "-") + ("!" if over else "")
        return (
            f"{score['ana']}:{score['bor']} {fouls['ana']}/{fouls['bor']} {letter} "
            f"{state['balls_on_table']} {'over' if over else state['phase']} "
            f"{CUE_BALLS.get(state['cue_ball'], state['cue_ball'])} r{state['rack']}"
        )

    def found(self, *codes: str) -> Scenario:
        """Assert the findings of the last ruling."""
        assert sorted(found.code for found in self.last.findings) == sorted(codes)
        return self

    def ruled(self, verdict: str, *fouls: str, points: tuple[int, int] | None = None) -> Scenario:
        """Assert the verdict, the fouls and perhaps the points of the last ruling."""
        assert (self.last.verdict, set(self.last.fouls)) == (verdict, set(fouls))
        assert points is None or self.last.points == points
        return self

    def cited(self, *clauses: str) -> Scenario:
        """Assert clauses the last ruling cites."""
        assert set(clauses) <= set(self.last.clauses), self.last.clauses
        return self

    def _read(self, step: Event) -> Iterator[Mapping[str, Any]]:
        if not isinstance(step, str):
            yield step
            return
        words = step.split()
        if words[0] == "warn":
            yield {"type": "announcement", "player": words[1], "what": "two_fouls"}
        elif words[0] == "rerack":
            yield {"type": "rerack"} | dict(zip(("cue_ball", "fifteenth"), words[1:], strict=False))
        elif words[1] in ("accept", "rebreak", "spot_nearest", "break", "give_break") and (
            self.state["phase"] in ("choice", "lag_choice") or words[1] == "spot_nearest"
        ):
            ball = {"ball": words[2]} if len(words) > 2 else {}
            yield {"type": "decision", "player": words[0], "choice": words[1]} | ball
        elif words[1] == "run":
            for _ in range(int(words[2])):
                if self.state["phase"] == "rerack":
                    yield {"type": "rerack"}
                yield self._stroke(words[0], "pot", [self._lowest()])
        else:
            yield self._stroke(words[0], words[1], words[2:])

    def _lowest(self) -> str:
        balls = self.state["balls"]
        return balls[0] if balls and self.state["phase"] != "rerack" else "1"

    def _stroke(self, player: str, verb: str, words: list[str]) -> Fields:
        named = words[0] if words and re.fullmatch(r"\d+|\?", words[0]) else self._lowest()
        shot: Fields = {
            "type": "shot",
            "player": player,
            "first_contact": [named],
            "cue_to_cushion": True,
            "balls_to_cushion": 1,
            **strokes(named)[verb],
        }
        for word in words:
            if word != named:
                fact, _, value = word.partition(":")
                FACTS[fact](shot, value)
        return shot


def strokes(named: str) -> dict[str, Fields]:
    """Return what each kind of stroke adds to a clean contact with a ball."""
    call = {"ball": named, "pocket": "FL"}
    return {
        "pot": {"call": call, "pocketed": [{"ball": named, "pocket": "FL"}]},
        "wrong": {"call": call, "pocketed": [{"ball": named, "pocket": "FR"}]},
        "miss": {"call": call},
        "nocall": {},
        "safe": {"call": "safety"},
        "foul": {"call": "safety", "cue_to_cushion": False, "balls_to_cushion": 0},
        "scratch": {"call": "safety", "pocketed": [{"ball": "cue", "pocket": "SL"}]},
        "break": {"call": "safety", "balls_to_cushion": 2},
        "short": {"call": "safety", "balls_to_cushion": 1},
    }


def _fell(shot: Fields, *balls: str) -> None:
    shot["pocketed"] = [*shot.get("pocketed", []), *({"ball": ball} for ball in balls)]


def _unseen(shot: Fields, _: str) -> None:
    for name in ("first_contact", "cue_to_cushion", "balls_to_cushion"):
        del shot[name]


def _split(value: str) -> list[str]:
    return value.split(",") if value else []


FACTS: dict[str, Callable[[Fields, str], None]] = {
    "scratch": lambda shot, _: _fell(shot, "cue"),
    "also": lambda shot, value: _fell(shot, *_split(value)),
    "off": lambda shot, value: shot.update(off_table=_split(value)),
    "near": lambda shot, ball: shot.update(contact_state="near", first_contact=[ball]),
    "frozen": lambda shot, ball: shot.update(contact_state="frozen", first_contact=[ball]),
    "own": lambda shot, _: shot.update(only_near_cushion=True, cue_to_cushion=False),
    "dead": lambda shot, _: shot.update(cue_to_cushion=False, balls_to_cushion=0),
    "cue": lambda shot, value: shot.update(cue_to_cushion=value == "1"),
    "balls": lambda shot, value: shot.update(balls_to_cushion=int(value)),
    "hits": lambda shot, value: shot.update(first_contact=_split(value)),
    "unseen": _unseen,
    "called": lambda shot, value: shot.update(fouls=_split(value)),
    "ruled": lambda shot, value: shot.update(ruled=True, fouls=_split(value)),
}
"""What a word adds to a stroke."""


def opening_of(start: str | None) -> dict[str, Any]:
    """Return how the match opens: Ana to break, or the position given in short."""
    if start is None:
        return {"breaker": "ana", "referee": "cvetka"}
    position: dict[str, Any] = {"phase": "play", "at_table": "ana"}
    for word in start.split():
        if ":" in word:
            position["score"] = _pair(word, ":")
        elif "/" in word:
            position["fouls"] = _pair(word, "/")
        elif word in PLAYERS:
            position["at_table"] = PLAYERS[word]
        elif word == "hand":
            position["cue_ball"] = "head"
        else:
            position["balls"] = [str(number) for number in range(1, int(word) + 1)]
    return {"start": position, "referee": "cvetka"}


def _pair(word: str, between: str) -> dict[str, int]:
    first, second = word.split(between)
    return {"ana": int(first), "bor": int(second)}


def with_ids(value: Any) -> Any:  # noqa: ANN401
    """Put the players' ids for their letters, wherever they stand."""
    return json.loads(re.sub('"([AB])"', lambda one: f'"{PLAYERS[one[1]]}"', json.dumps(value)))


def records_of(scenario: Scenario) -> list[Received]:
    """Return the records of a scenario as they would stand in a log."""
    return [receive(encode_event(event)) for event in scenario.events]


def replayed(scenario: Scenario, *, as_of: int | None = None) -> tuple[Replay, list[Line]]:
    """Replay the events of a scenario in full, as a log of them would be."""
    lines: list[Line] = []
    return replay("m", records_of(scenario), as_of=as_of, trace=lines.append), lines


@dataclass(frozen=True)
class Row:
    """A row of the rules page: what is played, and where each text leaves the match."""

    id: str
    start: str | None
    steps: str
    expected: Mapping[str, str]
    clauses: str = ""
    opening: Mapping[str, Any] = field(default_factory=dict[str, Any])


def row(
    name: str,
    start: str | None,
    steps: str,
    expected: str | Mapping[str, str],
    clauses: str = "",
    **opening: Any,  # noqa: ANN401
) -> Row:
    """Make a row; steps are parted by ``;`` and one result is that of all texts."""
    if isinstance(expected, str):
        return Row(name, start, steps, dict.fromkeys(TEXTS, expected), clauses, opening)
    by_text = {text: result for texts, result in expected.items() for text in texts.split("/")}
    return Row(name, start, steps, by_text, clauses, opening)


def cases(rows: list[Row]) -> list[tuple[Row, str]]:
    """Return each row with each text it is for."""
    return [(one, text) for one in rows for text in one.expected]


def name_of(value: object) -> str:
    """Name a parameter of a test."""
    return value.id if isinstance(value, Row) else str(value)


def played(one: Row, text: str) -> Scenario:
    """Play a row under a text and assert where it leaves the match."""
    scenario = Scenario(text, one.start, opening=dict(one.opening))
    for step in filter(None, map(str.strip, one.steps.split(";"))):
        only, wanted = step.partition(" ")[0], step.removeprefix(f"{text} ")
        if only not in TEXTS or only == text:
            scenario.play(wanted)
    return scenario.at(one.expected[text])
