"""Snooker under LT: strokes out of turn, referees, officials, and how a frame ends with them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.domain.snooker_frames import ORDER, RED, Frame, Made, choose, left, shot, visit

LEVEL = [shot("A", "black", "black")]
SEVEN_BEHIND = left("black", points=(50, 57))


def out_of_turn(player: str, hit: str, *pots: str) -> Made:
    return shot(player, hit, *pots, fouls=["out_of_turn"])


def put(**position: object) -> Made:
    return {"type": "position_set", "reason": "as it lay"} | position


def fell(ball: str, **how: object) -> Made:
    return {"type": "settled", "ball": ball} | how


class TestOutOfTurn:
    def test_a_choice_open_to_the_other_stays_open(self) -> None:
        frame = Frame(shot("A", "red", "cue"), out_of_turn("A", "red", "red"))
        assert (frame.points, frame.last.points) == ((0, 8), (0, 4))
        assert {"Z3", "Z27"} <= set(frame.last.clauses)
        frame.at(phase="choice", to_act="B", options=["accept", "pass"], reds=14)
        frame.at(cue_ball="position")
        frame.take(choose("B", "pass"))
        frame.at(phase="play", to_act="A", on="red")

    def test_the_colour_due_and_the_break_stay(self) -> None:
        frame = Frame(RED, out_of_turn("B", "black"))
        assert frame.points == (5, 0)
        frame.at(on="colour", to_act="A", run=1)
        twice = shot("B", "red", "red", "cue", fouls=["out_of_turn", "out_of_turn"])
        frame = Frame(twice, start={"reds": 1})
        assert frame.last.fouls == ("out_of_turn",)
        frame.at(on="yellow", to_act="A", cue_ball="D", phase="play")


class TestReferee:
    @pytest.mark.parametrize(("pots", "at_table"), [(["cue"], "B"), (["red", "cue"], "A")])
    def test_no_foul_leaves_a_pocketed_cue_ball_in_hand(
        self, pots: list[str], at_table: str
    ) -> None:
        frame = Frame(shot("A", "red", *pots, fouls=[], ruled=True))
        frame.at(cue_ball="D", to_act=at_table, phase="play")

    def test_a_conduct_foul_of_the_decider_leaves_him_the_choice(self) -> None:
        frame = Frame(shot("A", ""), {"type": "sanction", "player": "B", "penalty": "foul"})
        assert frame.points == (4, 4)
        frame.at(phase="choice", to_act="B", options=["accept", "pass"])

    def test_a_conduct_foul_belongs_to_no_break(self) -> None:
        frame = Frame(RED, {"type": "sanction", "player": "A", "penalty": "foul"})
        assert (frame.last.points, frame.last.run) == ((0, 4), 0)
        assert frame.game.best_run == [1, 0]

    def test_a_failed_opening_called_against_the_facts_is_found(self) -> None:
        start = {"phase": "break", "at_table": None}
        for hit, codes in (("red", ["called_without_fact"]), (None, [])):
            frame = Frame(shot("A", hit, fouls=["break_foul"]), start=start)
            assert [found.code for found in frame.last.findings] == codes
            frame.at(options=["accept", "pass", "rebreak"])

    def test_a_frame_lost_in_a_choice_ends_it(self) -> None:
        frame = Frame(shot("A", ""), {"type": "sanction", "player": "B", "penalty": "rack"})
        assert (frame.frames, frame.last.points) == ((1, 0), (0, 0))
        frame.at(phase="break", options=[], to_act="B", rack=2, frame_score={"A": 0, "B": 0})


class TestPosition:
    def test_colours_put_are_due_in_order(self) -> None:
        Frame(RED, put(balls=["pink", "black"])).at(on="pink", to_act="A", reds=0)
        Frame(RED, put(balls=[*ORDER])).at(on="colour", to_act="A", reds=0)

    def test_who_is_named_in_place_of_the_lot_plays_from_the_d(self) -> None:
        frame = Frame(*LEVEL, put(at_table="B"), start=SEVEN_BEHIND)
        frame.at(phase="play", to_act="B", cue_ball="D", on="black")
        other = Frame(*LEVEL, put(at_table="B", cue_ball="position"), start=SEVEN_BEHIND)
        other.at(cue_ball="position")

    def test_more_than_the_black_is_no_respotted_black(self) -> None:
        frame = Frame(*LEVEL, put(at_table="A", balls=["pink", "black"]), start=SEVEN_BEHIND)
        frame.take(shot("A", "pink", "pink"))
        frame.take(shot("A", "black", "black"))
        assert frame.frames == (1, 0)
        assert "LT-S-END-4" not in frame.last.clauses

    def test_it_makes_the_table_known_again(self) -> None:
        frame = Frame(visit("A", points=9), put(reds=12))
        frame.at(reds=12, on="red", to_act="B", balls_on_table=18)

    def test_more_balls_than_there_are_are_refused(self) -> None:
        frame = Frame(put(balls=21)).at(reds=15, balls_on_table=21)
        frame.refuses(put(balls=22), "ball_not_on_table")
        frame.refuses(put(balls=["red"] * 16), "ball_not_on_table")

    def test_it_ends_no_match(self) -> None:
        Frame(put(score={"A": 3, "B": 1})).at(status="open", rack=5)


class TestTakenBack:
    def test_a_stroke_that_won_the_frame(self) -> None:
        frame = Frame(*LEVEL, {"type": "void"}, start=left("black", points=(9, 0)))
        assert (frame.points, frame.last.points) == ((9, 0), (-7, 0))
        frame.at(rack=1, score={"A": 0, "B": 0}, to_act="A", on="black", balls_on_table=1)

    def test_one_that_made_it_level_until_the_lot_is_drawn(self) -> None:
        frame = Frame(*LEVEL, {"type": "void"}, start=SEVEN_BEHIND)
        frame.at(phase="play", to_act="A", frame_score={"A": 50, "B": 57})
        drawn = Frame(*LEVEL, {"type": "toss", "player": "B"}, start=SEVEN_BEHIND)
        drawn.refuses({"type": "void"}, "not_due")

    @pytest.mark.parametrize(
        ("event", "points", "state"),
        [
            (fell("red", seconds=5.0), (1, 0), {"to_act": "A", "on": "colour", "run": 1}),
            (fell("red", seconds=5.1), (0, 0), {"to_act": "B", "on": "red", "reds": 15}),
            (fell("blue", seconds=1), (0, 5), {"phase": "choice", "to_act": "B"}),
            (fell("red", affected=True), (0, 0), {"to_act": "A", "phase": "play"}),
        ],
    )
    def test_a_ball_that_falls_by_itself(
        self, event: Made, points: tuple[int, int], state: dict[str, Any]
    ) -> None:
        frame = Frame(shot("A", "red"), event)
        assert frame.points == points
        frame.at(**state)


class TestVisit:
    @pytest.mark.parametrize("end", ["miss", "safety", "foul"])
    def test_foul_points_are_a_foul_whatever_the_end(self, end: str) -> None:
        frame = Frame(visit("A", end, made=["red"], foul_points=5))
        assert (frame.last.verdict, frame.last.fouls) == ("foul", ("unspecified",))
        assert (frame.points, frame.last.run) == ((1, 5), 1)
        frame.at(phase="choice", to_act="B", options=["accept", "pass"])

    def test_a_win_by_a_lead_the_black_cannot_make_up(self) -> None:
        won = visit("A", "win", made=["pink"])
        ends = {"last_black_lead_ends": True}
        start = left("pink", "black", points=(2, 0))
        assert Frame(won, start=start, options=ends).frames == (1, 0)
        Frame(start=start).refuses(won, "not_won")
        Frame(start=left("pink", "black", points=(1, 0)), options=ends).refuses(won, "not_won")

    def test_a_frame_won_goes_to_the_leader_who_did_not_play(self) -> None:
        start = {"frame_score": {"A": 0, "B": 9}}
        frame = Frame(visit("A", points=0, at_end="frame_won"), start=start)
        assert (frame.frames, frame.last.rack_won_by) == ((0, 1), "bor")


class TestMatch:
    def test_the_frame_that_decides(self) -> None:
        start = left("black", points=(60, 55)) | {"score": {"A": 1, "B": 1}}
        for race in ({"target": 2}, {"target": None, "best_of": 3}):
            frame = Frame(*LEVEL, start=start, **race)
            assert (frame.last.run, frame.last.match_won_by) == (7, "ana")
            frame.at(rack=3, score={"A": 2, "B": 1}, frame_score={"A": 67, "B": 55})

    def test_an_unequal_race(self) -> None:
        lost = {"type": "concession", "player": "A", "of": "rack"}
        frame = Frame(lost, target={"A": 1, "B": 2}).at(status="open")
        frame.take(lost | {"player": "B"})
        frame.at(status="finished", winner="A", score={"A": 1, "B": 1})
