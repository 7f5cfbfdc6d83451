"""Laws of snooker under LT, over generated frames: strokes, fouls, choices, lots and visits."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.clauses import find
from domain.corrections import Step
from domain.events import AnyEvent, event_from
from domain.fold import Fold, fold_steps
from domain.games.snooker import Snooker
from domain.games.snooker.balls import COLOURS, VALUE
from domain.rulings import Ruling

pytestmark = pytest.mark.slow

CALLED = ("touched_ball", "struck_object_ball", "outside_d", "push_stroke", "other")
FULL = {15: 147, 10: 107, 6: 75}
LONGEST = 600


class Table:
    """A frame being written down: asks the rules what is due, and does something of it."""

    def __init__(self, draw: st.DrawFn, *, reds: int, fouls: bool) -> None:
        self.draw, self.fouls = draw, fouls
        self.events: list[AnyEvent] = []
        self.rulings: list[Ruling] = []
        self.states: list[dict[str, Any]] = []
        self.fold = Fold()
        self.write(
            type="match_opened",
            discipline="snooker",
            rules="LT",
            players=["ana", "bor"],
            target=1,
            reds=reds,
        )

    @property
    def game(self) -> Snooker:
        game = self.fold.match.game
        assert isinstance(game, Snooker)
        return game

    def write(self, **fields: object) -> Ruling:
        seq = len(self.events) + 1
        envelope = {"id": f"e{seq}", "match": "m", "seq": seq, "at": "2026-05-09T18:00:00Z"}
        self.events.append(event_from(fields | envelope))
        ruling = self.fold.fold(Step(seq, f"e{seq}", self.events[-1]))
        state = self.fold.match.state()
        assert state is not None
        self.rulings.append(ruling)
        self.states.append(state)
        return ruling

    def play(self) -> None:
        """Play the frame to its end, or as long as a frame may reasonably last."""
        while self.game.phase != "finished" and len(self.events) < LONGEST:
            game = self.game
            player = game.name(game.turn)
            if game.phase == "toss":
                self.write(type="toss", player=self.draw(st.sampled_from(game.players)))
            elif game.phase == "choice" and self.draw(st.booleans()):
                choice = self.draw(st.sampled_from(game.options))
                self.write(type="decision", player=player, choice=choice)
            else:
                self.write(type="shot", player=player, **self.stroke())

    def stroke(self) -> dict[str, Any]:
        """Draw a stroke: mostly a pot of the ball on, sometimes a miss, a foul or two at once."""
        game, draw = self.game, self.draw
        due = game.ball_on()
        on = draw(st.sampled_from(COLOURS)) if due == "colour" else due
        facts: dict[str, Any] = {"first_contact": [on]}
        if due == "colour" and draw(st.integers(0, 4)):
            facts["call"] = {"ball": on}
        kind = draw(
            st.sampled_from(["pot"] * 9 + ["miss"] * 2 + ["foul"] * (2 if self.fouls else 0))
        )
        if kind == "pot":
            number = draw(st.sampled_from([1, 1, 1, 2])) if on == "red" else 1
            facts["pocketed"] = [{"ball": on}] * min(number, max(game.reds, 1))
        elif kind == "foul":
            facts |= self.foul()
        return facts

    def foul(self) -> dict[str, Any]:
        """Draw facts of which some make a foul; balls that are on the table fall or leave it."""
        draw, game = self.draw, self.game
        left = ["red"] * min(game.reds, 2) + [c for c in COLOURS if self.on_table(c)]
        gone = draw(st.lists(st.sampled_from(range(len(left))), unique=True, max_size=3))
        split = draw(st.integers(0, len(gone)))
        hit = draw(st.sampled_from([[], [left[0]], [left[-1]], left[-2:]]))
        facts: dict[str, Any] = {"first_contact": hit}
        facts["pocketed"] = [{"ball": left[index]} for index in gone[:split]]
        facts["off_table"] = [left[index] for index in gone[split:]]
        if draw(st.booleans()):
            facts["pocketed"].append({"ball": "cue"})
        if draw(st.booleans()):
            facts["fouls"] = [draw(st.sampled_from(CALLED))]
        return facts

    def on_table(self, colour: str) -> bool:
        return colour in (self.states[-1]["balls"] or ())


@st.composite
def frames(draw: st.DrawFn, *, fouls: bool = True) -> Table:
    """Draw a whole frame, played to its end."""
    table = Table(draw, reds=draw(st.sampled_from([6, 6, 10, 15])), fouls=fouls)
    table.play()
    return table


def points(state: dict[str, Any]) -> int:
    return sum(state["frame_score"].values())


@given(frames())
def test_every_event_drawn_is_accepted_and_cites_the_register(table: Table) -> None:
    for ruling in table.rulings:
        assert ruling.verdict != "rejected", ruling
        assert ruling.clauses
        assert len(set(ruling.clauses)) == len(ruling.clauses)
        assert all(find(clause) for clause in ruling.clauses)


@given(frames())
def test_scores_never_fall_and_are_the_sum_of_the_points(table: Table) -> None:
    before = {"ana": 0, "bor": 0}
    for state, ruling in zip(table.states, table.rulings, strict=True):
        score = state["frame_score"]
        gained = dict(zip(before, ruling.points, strict=True))
        assert all(score[player] == before[player] + gained[player] for player in before)
        assert min(ruling.points) >= 0
        before = score


@given(frames())
def test_reds_never_come_back_unless_the_opening_is_repeated(table: Table) -> None:
    reds = table.states[0]["reds"]
    for state, event in zip(table.states, table.events, strict=True):
        assert state["reds"] <= reds or getattr(event, "choice", "") == "rebreak"
        reds = state["reds"]


@given(frames())
def test_balls_are_conserved(table: Table) -> None:
    for state in table.states:
        balls = state["balls"]
        assert state["balls_on_table"] == len(balls)
        assert balls.count("red") == state["reds"]
        colours = tuple(ball for ball in balls if ball != "red")
        assert colours == COLOURS[len(COLOURS) - len(colours) :]
        assert not state["reds"] or colours == COLOURS


@given(frames())
def test_exactly_one_acts_or_a_lot_is_drawn_or_all_is_over(table: Table) -> None:
    for state in table.states:
        acting = state["to_act"] is not None
        assert acting == (state["phase"] not in ("toss", "finished"))
        assert bool(state["options"]) == (state["phase"] == "choice")
        assert (state["on"] is None) == (state["phase"] == "finished")


@given(frames())
def test_no_frame_is_left_level(table: Table) -> None:
    last = table.states[-1]
    if last["phase"] == "finished":
        score = last["frame_score"]
        assert score["ana"] != score["bor"]
        assert score[last["winner"]] == max(score.values())
        assert table.rulings[-1].rack_won_by == last["winner"]


@given(frames())
def test_foul_points_are_never_part_of_a_break(table: Table) -> None:
    run, striker = 0, None
    for ruling, event in zip(table.rulings, table.events, strict=True):
        if type(event).__name__ == "Toss":  # the lot for a black spotted anew begins a visit
            striker = None
        if type(event).__name__ != "Shot":
            continue
        side = table.game.players.index(getattr(event, "player", ""))
        if ruling.verdict == "legal":
            run = (run if striker == side else 0) + ruling.points[side]
            assert ruling.run == run
            striker = side if ruling.points[side] else None
        else:
            assert ruling.points[side] == 0
            assert 4 <= ruling.points[1 - side] <= 7
            assert ruling.run == (run if striker == side else 0)
            striker = None


@given(frames(fouls=False))
def test_pots_without_fouls_never_exceed_the_full_break(table: Table) -> None:
    played = [state for state in table.states if state["phase"] != "toss"]
    respotted = any(state["phase"] == "toss" for state in table.states)
    full = FULL[table.states[0]["reds"]]
    assert all(points(state) <= full for state in played) or respotted
    assert full == 8 * table.states[0]["reds"] + sum(VALUE[colour] for colour in COLOURS)


@given(frames(), st.data())
def test_a_prefix_replays_to_a_prefix_and_twice_to_the_same(
    table: Table, data: st.DataObject
) -> None:
    count = data.draw(st.integers(1, len(table.events)))
    steps = [Step(event.seq, event.id, event) for event in table.events[:count]]
    for _ in range(2):
        fold = Fold()
        rulings = [ruling for _, ruling in fold_steps(steps, fold)]
        assert rulings == table.rulings[:count]
        assert fold.match.state() == table.states[count - 1]


@given(frames(), st.data())
def test_a_stroke_taken_back_leaves_no_trace(table: Table, data: st.DataObject) -> None:
    strokes = [event.seq for event in table.events if type(event).__name__ == "Shot"]
    seq = data.draw(st.sampled_from(strokes))
    fold = Fold()
    for event in table.events[:seq]:
        fold.fold(Step(event.seq, event.id, event), keep=True)
    if table.states[seq - 1]["phase"] == "finished":
        return
    envelope = {"id": "void", "match": "m", "seq": seq + 1, "at": "2026-05-09T18:00:00Z"}
    fold.fold(Step(seq + 1, "void", event_from({"type": "void"} | envelope)))
    assert fold.match.state() == table.states[seq - 2]


@given(frames(fouls=False))
def test_a_visit_with_its_balls_tells_the_same_as_its_strokes(table: Table) -> None:
    fold, pots = Fold(), list[str]()
    seq = 0
    summed = {"match": "m", "at": "2026-05-09T18:00:00Z"}
    for ruling, event, state in zip(table.rulings, table.events, table.states, strict=True):
        player = getattr(event, "player", None)
        if ruling.verdict == "legal":
            pots += ruling.pocketed or ruling.spotted
        over = state["phase"] in ("toss", "finished")
        if ruling.verdict == "legal" and state["to_act"] == player and not over:
            continue
        if type(event).__name__ != "Shot":
            seq += 1
            fold.fold(Step(seq, event.id, event))
            continue
        seq += 1
        visit = {"type": "inning", "player": player, "made": pots, "end": "miss"}
        told = fold.fold(Step(seq, "x", event_from(visit | summed | {"id": "x", "seq": seq})))
        assert told.verdict == "legal", told
        now = fold.match.state()
        assert now is not None
        for name in ("frame_score", "reds", "balls", "on", "phase", "to_act", "score"):
            assert now[name] == state[name], name
        pots = []
