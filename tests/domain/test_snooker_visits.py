"""Snooker under LT: visits and frames summed up, as visit logs and score sheets have them."""

from __future__ import annotations

import pytest

from tests.domain.snooker_frames import ORDER, RED, Frame, choose, left, shot, visit

BREAK = {"phase": "break", "at_table": None}
UNKNOWN = {"on": None, "reds": None, "balls": None, "balls_on_table": None}


class TestVisit:
    def test_balls_listed_keep_the_table_known(self) -> None:
        frame = Frame(visit("A", made=["red", "red", "black", "red", "blue"]))
        assert (frame.points, frame.last.run) == ((15, 0), 15)
        frame.at(reds=12, on="red", to_act="B", balls_on_table=18, phase="play")

    def test_a_list_wins_over_points(self) -> None:
        frame = Frame(visit("A", made=["red", "black"], points=30))
        assert frame.points == (8, 0)
        frame.at(reds=14)

    def test_points_alone_leave_the_table_unknown_for_the_frame(self) -> None:
        frame = Frame(visit("A", made=2, points=8)).at(to_act="B", **UNKNOWN)
        frame.take(visit("B", made=["red", "pink"]))
        assert frame.points == (8, 7)
        frame.at(**UNKNOWN)
        frame.take(visit("A", points=1, at_end="frame_won"))
        frame.at(rack=2, reds=15, on="red", balls_on_table=21)

    def test_nothing_made_leaves_it_known(self) -> None:
        Frame(visit("A", points=0, end="safety")).at(reds=15, on="red", to_act="B")
        Frame(visit("A")).at(reds=15, on="red", to_act="B")

    def test_balls_without_value_are_refused(self) -> None:
        frame = Frame()
        frame.refuses(visit("A", made=3), "ball_not_on_table")
        frame.refuses(visit("A", made=["red", "?"]), "ball_not_on_table")
        frame.refuses(visit("A", made=["red", "9"]), "ball_not_on_table")
        frame.refuses(visit("A", end="foul", off_table=["9"]), "ball_not_on_table")
        frame.take(visit("A", made=["red", "?"], points=6))
        assert frame.points == (6, 0)
        frame.at(**UNKNOWN)

    def test_balls_out_of_order_are_refused(self) -> None:
        frame = Frame(start={"reds": 1})
        frame.refuses(visit("A", made=["black"]), "not_due")
        frame.refuses(visit("A", made=["red", "black", "green"]), "not_due")
        frame.refuses(visit("A", made=["red", "red"]), "ball_not_on_table")
        frame.refuses(visit("A", made=["red", "black", "yellow", "yellow"]), "ball_not_on_table")
        frame.take(visit("A", made=["red", "black", "yellow"]))
        frame.at(on="green", reds=0, balls_on_table=5)

    def test_the_last_black_ends_the_frame_whatever_the_end_says(self) -> None:
        frame = Frame(visit("A", end="foul", made=list(ORDER)), start=left(*ORDER))
        assert (frame.frames, frame.last.points, frame.last.verdict) == ((1, 0), (27, 0), "legal")
        level = Frame(visit("A", made=["black"]), start=left("black", points=(0, 7)))
        level.at(phase="toss", on="black", frame_score={"A": 7, "B": 7})
        assert level.last.spotted == ("black",)

    def test_a_lead_with_the_black_left_may_end_it(self) -> None:
        start = left("pink", "black", points=(3, 0))
        options = {"last_black_lead_ends": True}
        frame = Frame(visit("A", made=["pink"]), start=start, options=options)
        assert frame.frames == (1, 0)

    def test_ends_snooker_does_not_have(self) -> None:
        frame = Frame()
        frame.refuses(visit("A", end="push_out"), "bad_call")
        frame.refuses(visit("A", end="break"), "not_due")
        frame.refuses(visit("A", end="break_foul"), "not_due")
        frame.refuses(visit("B"), "not_at_table")
        frame.refuses(visit("C"), "unknown_player")

    def test_shots_and_visits_share_a_break(self) -> None:
        frame = Frame(RED, visit("A", made=["black", "red"]))
        assert frame.last.run == 9
        assert frame.game.best_run == [9, 0]


class TestFoul:
    @pytest.mark.parametrize(
        ("facts", "points"),
        [
            ({}, 4),
            ({"foul_points": 6}, 6),
            ({"fouls": ["scratch"]}, 4),
            ({"fouls": ["struck_object_ball"]}, 7),
            ({"off_table": ["pink"]}, 6),
            ({"off_table": ["?"]}, 4),
        ],
    )
    def test_what_is_not_stated_costs_what_is_known(
        self, facts: dict[str, object], points: int
    ) -> None:
        frame = Frame(visit("A", end="foul", **facts))
        assert (frame.points, frame.last.points) == ((0, points), (0, points))
        frame.at(phase="choice", to_act="B", options=["accept", "pass"])

    def test_the_ball_on_after_the_pots_counts(self) -> None:
        frame = Frame(visit("A", end="foul", made=list(ORDER[:4])), start=left(*ORDER))
        assert (frame.points, frame.last.run) == ((14, 6), 14)
        frame.at(on="pink")

    def test_pots_and_foul_in_one_visit(self) -> None:
        frame = Frame(visit("A", end="foul", points=9, foul_points=5, fouls=["scratch"]))
        assert (frame.last.verdict, frame.last.points, frame.last.run) == ("foul", (9, 5), 9)
        frame.at(cue_ball="D", **UNKNOWN)
        assert frame.game.best_run == [9, 0]
        frame.take(choose("B", "pass"))
        frame.take(visit("A", points=3))
        assert frame.points == (12, 5)

    def test_an_opening_foul_may_be_repeated_where_no_red_was_hit(self) -> None:
        for end, fouls in (("foul", ["no_contact"]), ("break_foul", [])):
            frame = Frame(visit("A", end=end, fouls=fouls), start=BREAK)
            frame.at(options=["accept", "pass", "rebreak"])
        Frame(visit("A", end="foul"), start=BREAK).at(options=["accept", "pass"])
        Frame(visit("A", end="break"), start=BREAK).at(phase="play", to_act="B")

    def test_with_only_the_black_left_it_ends_the_frame(self) -> None:
        start = left("pink", "black", points=(0, 1))
        frame = Frame(visit("A", end="foul", made=["pink"]), start=start)
        assert (frame.frames, frame.last.points) == ((0, 1), (6, 7))

    def test_a_red_off_the_table_is_gone(self) -> None:
        frame = Frame(visit("A", end="foul", made=["red"], off_table=["red", "blue"]))
        assert (frame.points, frame.last.spotted) == ((1, 5), ("blue",))
        frame.at(reds=13, on="red")


class TestFrameWon:
    def test_it_goes_to_the_leader(self) -> None:
        frame = Frame(visit("A", points=20), visit("B", points=2, at_end="frame_won"))
        assert (frame.last.rack_won_by, frame.last.points) == ("ana", (0, 2))
        record = frame.game.racks[0]
        assert (record.rack, record.winner, record.points) == (1, 0, (20, 2))

    def test_after_a_foul_too(self) -> None:
        frame = Frame(visit("A", points=20))
        frame.take(visit("B", end="foul", foul_points=4, at_end="frame_won"))
        assert (frame.frames, frame.game.racks[0].points) == ((1, 0), (24, 0))
        frame.at(phase="break", options=[])

    def test_never_level(self) -> None:
        frame = Frame(visit("A", points=20))
        frame.refuses(visit("B", points=20, at_end="frame_won"), "not_won")
        frame.refuses(visit("B", points=24, end="foul", at_end="frame_won"), "not_won")

    def test_a_win_is_by_the_balls_or_by_the_points(self) -> None:
        frame = Frame(visit("A", points=20))
        frame.refuses(visit("B", points=2, end="win"), "not_won")
        frame.take(visit("B", points=22, end="win"))
        assert frame.frames == (0, 1)
        Frame().refuses(visit("A", made=["red"], end="win"), "not_won")
        assert Frame(visit("A", made=["black"], end="win"), start=left("black")).frames == (1, 0)


class TestUnknownTable:
    def test_a_stroke_counts_what_it_shows(self) -> None:
        frame = Frame(visit("A", points=8), shot("B", "red", "red"))
        frame.take(shot("B", "blue", "blue"))
        assert (frame.points, frame.last.run) == ((8, 6), 6)
        frame.at(to_act="B", **UNKNOWN)
        frame.take(shot("B", None))
        frame.at(to_act="A")

    def test_what_no_rule_allows_is_a_foul(self) -> None:
        frame = Frame(visit("A", points=8), shot("B", "red", "red", "black"))
        assert (frame.points, frame.last.fouls) == ((15, 0), ("wrong_ball_potted",))
        frame.take(shot("A", "pink", "cue"))
        assert frame.points == (15, 6)

    def test_after_a_red_a_colour_is_on_whatever_the_table(self) -> None:
        frame = Frame(visit("A", points=8), shot("B", "red", "red")).at(**UNKNOWN)
        frame.take(shot("B", "black", "black", call="black"))
        assert (frame.points, frame.last.spotted) == ((8, 8), ("black",))
        frame.take(shot("B", "red", "red"))
        frame.take(shot("B", "pink", call="blue"))
        assert (frame.points, frame.last.fouls) == ((14, 9), ("wrong_ball_first",))
        again = Frame(visit("A", points=8), shot("B", "red", "red"), shot("B", "red"))
        assert (again.points, again.last.fouls) == ((15, 1), ("successive_red",))
        again.at(**UNKNOWN)

    def test_balls_without_a_name_may_fall_on_a_foul_only(self) -> None:
        frame = Frame(visit("A", points=8))
        frame.refuses(shot("B", None, "?"), "ball_not_on_table")
        frame.refuses(shot("B", "red", call="ball", made=True), "ball_not_on_table")
        frame.take(shot("B", "?", "?", "cue"))
        assert frame.points == (12, 0)


class TestRack:
    def test_a_frame_is_summed_up_at_any_time(self) -> None:
        for events in ([], [RED], [shot("A", "")]):
            frame = Frame(*events)
            frame.take({"type": "rack", "winner": "B", "score": {"A": 20, "B": 60}})
            assert (frame.last.rack_won_by, frame.last.points) == ("bor", (0, 0))
            assert frame.game.racks[0].points == (20, 60)
            frame.at(rack=2, phase="break", to_act="B", frame_score={"A": 0, "B": 0})

    def test_its_breaks_count_for_the_best(self) -> None:
        breaks = [{"player": "A", "points": 52}, {"player": "A", "points": 12}]
        frame = Frame({"type": "rack", "winner": "A", "breaks": breaks})
        assert frame.game.best_run == [52, 0]

    def test_who_broke_is_a_fact(self) -> None:
        Frame({"type": "rack", "winner": "A", "breaker": "B"}).at(to_act="A")

    def test_level_it_is_a_finding(self) -> None:
        frame = Frame({"type": "rack", "winner": "A", "score": {"A": 60, "B": 60}})
        assert [found.code for found in frame.last.findings] == ["frame_level"]

    def test_strangers_are_refused(self) -> None:
        for part in ({"score": {"C": 1}}, {"breaker": "C"}, {"foul_points": {"C": 4}}):
            Frame().refuses({"type": "rack", "winner": "A"} | part, "unknown_player")

    def test_a_claim_of_a_frame_is_compared(self) -> None:
        frame = Frame({"type": "rack", "winner": "A", "score": {"A": 71, "B": 20}}, start=BREAK)
        claim = {"type": "claim", "rack": 1, "frame_score": {"A": 71, "B": 20}}
        assert not frame.take(claim).findings
        wrong = claim | {"frame_score": {"A": 70}}
        assert [found.code for found in frame.take(wrong).findings] == ["claim_differs"]
        frame.take(visit("B", points=7))
        assert not frame.take({"type": "claim", "frame_score": {"A": 0, "B": 7}}).findings

    def test_a_stalemate_wipes_the_points(self) -> None:
        frame = Frame(visit("A", points=30), {"type": "stalemate"})
        frame.at(frame_score={"A": 0, "B": 0}, rack=1, to_act="A", reds=15, phase="break")
