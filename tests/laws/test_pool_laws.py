"""Laws of 8-, 9- and 10-ball over whole matches, made by walking what the state allows.

A number a step says which of the legal continuations is taken, so that Hypothesis shrinks a match
by leaving steps out. What a match may not contain is tried on the way and must be refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.corrections import Step, plan
from domain.events import AnyEvent, Shot, event_from
from domain.fold import Fold, fold_steps
from domain.rulings import Ruling

GAMES = {"8-ball": 15, "9-ball": 9, "10-ball": 10}
GROUPS = {"solids": range(1, 8), "stripes": range(9, 16)}
CALLED_FOULS = ("no_foot", "touched_ball", "balls_moving", "deliberate_stop")
State = dict[str, Any]
Fields = dict[str, Any]
T = TypeVar("T")

games = pytest.mark.parametrize("game", GAMES)
steps = st.lists(st.integers(0, 2**48), min_size=1, max_size=90)
some = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
many = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@dataclass
class Picks:
    """Choices read off one number; zero always takes the first."""

    number: int

    def one(self, options: Sequence[T]) -> T:
        self.number, index = divmod(self.number, len(options))
        return options[index]

    def rarely(self, times: int) -> bool:
        return self.one(range(times)) == times - 1


@dataclass
class Walk:
    """A match as far as it got: each event with its ruling and the states before and after."""

    game: str
    opening: Fields = field(default_factory=dict[str, Any])
    fold: Fold = field(default_factory=Fold)
    events: list[AnyEvent] = field(default_factory=list[AnyEvent])
    lines: list[tuple[AnyEvent, Ruling, State, State]] = field(
        default_factory=list[tuple[AnyEvent, Ruling, State, State]]
    )

    def __post_init__(self) -> None:
        opened = {"type": "match_opened", "discipline": self.game, "rules": "LT", "target": 2}
        self.take(opened | {"players": ["a", "b"]} | self.opening)

    @property
    def state(self) -> State:
        return self.fold.match.state() or {}

    def take(self, fields: Fields) -> Ruling:
        before = self.state
        seq = len(self.events) + 1
        named = {"id": f"e{seq}", "match": "m", "seq": seq, "at": "2026-05-09T18:00:00Z"}
        event = event_from(fields | named)
        ruling = self.fold.fold(Step(seq, event.id, event), keep=True)
        self.events.append(event)
        self.lines.append((event, ruling, before, self.state))
        return ruling

    def racks(self) -> Iterator[list[tuple[AnyEvent, Ruling, State, State]]]:
        """Yield the lines of each rack, that which won it included."""
        rack: list[tuple[AnyEvent, Ruling, State, State]] = []
        for line in self.lines[1:]:
            rack.append(line)
            if line[1].rack_won_by is not None:
                yield rack
                rack = []
        yield rack


def walk(game: str, numbers: list[int], **opening: object) -> Walk:
    """Play a match by picking what the state allows."""
    played = Walk(game, opening)
    for number in numbers:
        if played.state["phase"] == "finished":
            break
        fields = continuation(game, played.state, Picks(number))
        ruling = played.take(fields)
        assert ruling.verdict != "rejected", (fields, ruling.reason, ruling.detail)
    return played


def continuation(game: str, state: State, picks: Picks) -> Fields:
    """Return an event the state allows."""
    match state["phase"]:
        case "lag":
            balls = {"a": {"foot_cushion": 1}, "b": {"foot_cushion": 1}}
            return {"type": "lag", "players": balls, "nearest": picks.one(("a", "b", None))}
        case "lag_choice":
            return decision(state, picks)
        case "choice" if picks.rarely(4) and "accept" in state["options"]:
            return stroke(game, state, picks)
        case "choice":
            return decision(state, picks)
        case _ if picks.rarely(12):
            return aside(state, picks)
        case _ if picks.rarely(6):
            return turn(game, state, picks)
        case _:
            return stroke(game, state, picks)


def decision(state: State, picks: Picks) -> Fields:
    return {
        "type": "decision",
        "player": state["to_act"],
        "choice": picks.one(state["options"]),
    }


def aside(state: State, picks: Picks) -> Fields:
    """Return an event that is no stroke."""
    player = picks.one(("a", "b"))
    options: list[Fields] = [
        {"type": "announcement", "player": state["to_act"], "what": "two_fouls"},
        {"type": "sanction", "player": player, "penalty": "foul"},
        {"type": "sanction", "player": player, "penalty": "rack"},
        {"type": "concession", "player": player, "of": "rack"},
        {"type": "stalemate"},
    ]
    if state["phase"] == "break":
        options.append({"type": "rack", "winner": player})
    return picks.one(options)


def wanted(game: str, state: State) -> list[str]:
    """Return the balls the player may play, those he should make first."""
    balls: list[str] = state["balls"]
    if game != "8-ball":
        return balls
    groups = state["groups"]
    numbers = GROUPS[groups[state["to_act"]]] if groups else (*range(1, 8), *range(9, 16))
    own = [ball for ball in balls if int(ball) in numbers]
    return own or ["8"]


def stroke(game: str, state: State, picks: Picks) -> Fields:
    """Return a stroke with balls that are on the table; mostly a good one."""
    balls: list[str] = state["balls"]
    mine = wanted(game, state)
    first = mine[0] if not picks.rarely(8) else picks.one(balls)
    fell = [picks.one([*mine, *balls])] if not picks.rarely(3) else []
    fell += [] if not picks.rarely(4) else [picks.one(balls)]
    fell = list(dict.fromkeys(fell))
    off = [] if not picks.rarely(14) else [picks.one(balls)]
    fields: Fields = {
        "type": "shot",
        "player": state["to_act"],
        "first_contact": [first],
        "cue_to_cushion": not picks.rarely(10),
        "balls_to_cushion": picks.one((5, 1, 0)),
        "pocketed": [{"ball": ball} for ball in fell if ball not in off],
        "off_table": off,
    }
    if picks.rarely(9):
        fields["pocketed"].append({"ball": "cue"})
    if picks.rarely(12):
        fields["fouls"] = [picks.one(CALLED_FOULS)]
    call = picks.one(("it", "it", "it", "safety", "other", "push_out"))
    if call == "it" and fell:
        fields["call"] = {"ball": fell[0], "pocket": "FL"}
    elif call == "safety" or (call == "push_out" and state["push_out"]):
        fields["call"] = call
    elif call == "other":
        fields["call"] = {"ball": picks.one(balls), "pocket": "FL"}
    return fields


def turn(game: str, state: State, picks: Picks) -> Fields:
    """Return a turn summed up whose balls can have been made."""
    last = "8" if game == "8-ball" else str(GAMES[game])
    able = [ball for ball in wanted(game, state) if ball != last]
    made = able[: picks.one(range(min(len(able), 3) + 1))]
    end = picks.one(("miss", "safety", "foul"))
    return {"type": "inning", "player": state["to_act"], "made": made, "end": end}


# One event


def check_table(size: int, line: tuple[AnyEvent, Ruling, State, State]) -> None:
    """Balls on the table, fallen and gone off are a full set; a new rack is full again."""
    event, ruling, before, after = line
    assert len(after["balls"]) == after["balls_on_table"] <= size
    if after["phase"] in ("break", "lag", "lag_choice"):
        assert after["balls_on_table"] == size
        return
    gone = set(ruling.pocketed) | set(event.off_table if isinstance(event, Shot) else ())
    gone -= {"cue", *ruling.spotted}
    if before["phase"] != "choice":
        assert set(before["balls"]) == set(after["balls"]) | gone
    assert not gone & set(after["balls"])


def check_turn(game: str, state: State) -> None:
    """Exactly one of: somebody acts, nobody can say who, or the match is over."""
    phase = state["phase"]
    assert (state["to_act"] is None) == (phase in ("lag", "finished"))
    assert bool(state["options"]) == (phase in ("choice", "lag_choice"))
    assert (state["status"] == "finished") == (phase == "finished")
    if game != "8-ball":  # three in a row cost the rack
        assert max(state["fouls"].values()) <= 2
    assert state["push_out"] is False or phase == "play"


# Laws


@games
@some
@given(numbers=steps)
def test_every_event_keeps_the_table_and_the_turn(game: str, numbers: list[int]) -> None:
    played = walk(game, numbers)
    for line in played.lines[1:]:
        check_table(GAMES[game], line)
        check_turn(game, line[3])


@games
@some
@given(numbers=steps, breaks=st.sampled_from(["alternate", "winner"]))
def test_a_rack_has_exactly_one_winner(game: str, numbers: list[int], breaks: str) -> None:
    played = walk(game, numbers, target=4, breaks=breaks)
    won = [ruling.rack_won_by for _, ruling, _, _ in played.lines if ruling.rack_won_by]
    state = played.state
    assert state["score"] == {"a": won.count("a"), "b": won.count("b")}
    over = state["status"] == "finished"
    assert state["rack"] == len(won) + (0 if over else 1)
    assert (max(state["score"].values()) == 4) == over
    snapshot = played.fold.match.snapshot()
    assert snapshot is not None
    assert [record.rack for record in snapshot.racks] == list(range(1, len(won) + 1))
    points = [sum(ruling.points[side] for _, ruling, _, _ in played.lines) for side in (0, 1)]
    assert points == list(state["score"].values())


@games
@some
@given(numbers=steps)
def test_a_win_by_a_stroke_names_the_winner_and_a_lost_rack_the_other(
    game: str, numbers: list[int]
) -> None:
    for event, ruling, before, _ in walk(game, numbers).lines:
        if isinstance(event, Shot) and ruling.rack_won_by is not None:
            assert (ruling.verdict == "legal") == (ruling.rack_won_by == before["to_act"])


@games
@some
@given(numbers=steps, choice=st.sampled_from(["accept", "pass", "spot", "break", "rebreak"]))
def test_nobody_acts_out_of_options(game: str, numbers: list[int], choice: str) -> None:
    played = walk(game, numbers)
    before = played.state
    open_to = before["to_act"] if before["phase"] in ("choice", "lag_choice") else None
    for player in ("a", "b"):
        if player == open_to and choice in before["options"]:
            continue
        ruling = played.take({"type": "decision", "player": player, "choice": choice})
        assert ruling.verdict == "rejected"
    stranger = "b" if before["to_act"] == "a" else "a"
    assert played.take({"type": "shot", "player": stranger}).verdict == "rejected"
    assert played.state == before


@some
@given(numbers=steps)
def test_groups_change_at_most_once_a_rack(numbers: list[int]) -> None:
    for rack in walk("8-ball", numbers, breaker="a").racks():
        groups = [line[3]["groups"] for line in rack[:-1]]
        given_at = next((index for index, found in enumerate(groups) if found), len(groups))
        begun_anew = any(line[0].__class__.__name__ == "Stalemate" for line in rack)
        if not begun_anew:
            assert all(found == groups[given_at] for found in groups[given_at:])


@pytest.mark.parametrize("game", ["9-ball", "10-ball"])
@some
@given(numbers=steps)
def test_a_push_out_is_due_for_one_stroke_after_a_break(game: str, numbers: list[int]) -> None:
    for _, ruling, before, after in walk(game, numbers).lines[1:]:
        if after["push_out"] and not before["push_out"]:
            assert before["phase"] == "break"
            assert ruling.verdict == "legal"


@games
@some
@given(numbers=steps)
def test_a_rack_event_counts_like_the_strokes_that_won_it(game: str, numbers: list[int]) -> None:
    played = walk(game, numbers, breaker="a", target=3)
    coarse = Walk(game, {"breaker": "a", "target": 3})
    for rack in played.racks():
        winner = rack[-1][1].rack_won_by if rack else None
        if winner is not None:
            assert coarse.take({"type": "rack", "winner": winner}).verdict == "recorded"
            for name in ("score", "rack", "winner", "status"):
                assert coarse.state[name] == rack[-1][3][name]
            if coarse.state["status"] == "open":
                assert coarse.state["to_act"] == rack[-1][3]["to_act"]


@games
@some
@given(numbers=steps, cut=st.integers(0, 90))
def test_a_prefix_replays_to_a_prefix(game: str, numbers: list[int], cut: int) -> None:
    events = walk(game, numbers).events
    assert replayed(events[:cut]) == replayed(events)[:cut]


@games
@some
@given(numbers=steps, rest=steps)
def test_a_void_stroke_leaves_no_trace(game: str, numbers: list[int], rest: list[int]) -> None:
    played = walk(game, numbers)
    before = played.state
    if before["phase"] not in ("break", "play"):
        return
    if played.take(stroke(game, before, Picks(rest[0]))).match_won_by is not None:
        return
    assert played.take({"type": "void", "reason": "a light went out"}).verdict == "recorded"
    assert played.state == before


class Strict(dict[str, tuple[str, ...]]):
    """The clauses of every decision; a decision without any is a mistake."""

    def get(self, decision: str, default: object = None) -> tuple[str, ...]:
        del default
        return self[decision]


@games
@some
@given(numbers=steps)
def test_every_decision_has_its_clauses(game: str, numbers: list[int]) -> None:
    played = Walk(game, {"breaker": "a", "target": 5})
    state = played.fold.match.game
    assert state is not None
    state.cites = Strict(state.cites)
    for number in numbers:
        if played.state["phase"] != "finished":
            ruling = played.take(continuation(game, played.state, Picks(number)))
            assert ruling.clauses
            assert len(set(ruling.clauses)) == len(ruling.clauses)


@games
@pytest.mark.slow
@pytest.mark.timeout(600)
@many
@given(numbers=st.lists(st.integers(0, 2**48), min_size=60, max_size=200))
def test_long_matches_keep_every_law(game: str, numbers: list[int]) -> None:
    played = walk(game, numbers, target=7)
    for line in played.lines[1:]:
        check_table(GAMES[game], line)
        check_turn(game, line[3])
    assert replayed(played.events) == replayed(played.events)


def replayed(events: Sequence[AnyEvent]) -> list[tuple[Ruling, State | None]]:
    """Replay events and return every ruling with the state after it."""
    fold = Fold()
    return [(ruling, fold.match.state()) for _, ruling in fold_steps(plan(events), fold)]
