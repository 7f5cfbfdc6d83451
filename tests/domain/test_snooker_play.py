"""Snooker under LT: what the readings and decisions settle about strokes and the end of a frame."""

from __future__ import annotations

from typing import Any

from tests.domain.snooker_frames import ORDER, RED, Frame, choose, left, shot, visit

BREAK: dict[str, Any] = {"phase": "break", "at_table": None}


class TestOpening:
    def test_a_repeated_opening_is_offered_only_where_no_red_was_hit_first(self) -> None:
        in_off = Frame(shot("A", "red", "black", "cue"), start=BREAK)
        in_off.at(options=["accept", "pass"], cue_ball="D")
        Frame(shot("A", ""), start=BREAK).at(options=["accept", "pass", "rebreak"])
        called = Frame(shot("A", None, fouls=["wrong_ball_first"]), start=BREAK)
        called.at(options=["accept", "pass", "rebreak"])

    def test_repeated_it_sets_all_balls_and_keeps_points_and_frame(self) -> None:
        frame = Frame(shot("A", "blue", "red", "red"), start=BREAK).at(reds=13)
        frame.take(choose("B", "rebreak"))
        frame.at(reds=15, balls_on_table=21, rack=1, phase="break", to_act="A", cue_ball="D")
        assert frame.points == (0, 5)
        frame.take(shot("A", ""))
        frame.at(options=["accept", "pass", "rebreak"])

    def test_the_first_listed_opens_unless_a_toss_names_the_other(self) -> None:
        frame = Frame(start=BREAK, breaker=None).at(to_act="A", cue_ball="D")
        frame.take({"type": "toss", "player": "B"})
        frame.at(to_act="B", inning=1)
        frame.refuses({"type": "toss", "player": "A"}, "not_due")

    def test_a_lag_only_where_the_competition_wants_one(self) -> None:
        frame = Frame(
            breaker=None, start={"at_table": None}, options={"first_breaker_by": "lag_choice"}
        )
        frame.at(phase="lag")
        frame.take({"type": "lag", "players": {}, "nearest": "B"})
        frame.take(choose("B", "give_break"))
        frame.at(phase="break", to_act="A", cue_ball="D")


class TestNomination:
    def test_unknown_it_counts_for_nothing_in_a_penalty(self) -> None:
        for hit in ("", "red"):
            frame = Frame(RED, shot("A", hit, call="ball"))
            assert frame.points == (1, 4)
            assert "Z28" in frame.last.clauses
        assert Frame(RED, shot("A", "black", "cue", call="ball")).points == (1, 4)
        assert Frame(RED, shot("A", "blue", "pink", call="ball")).points == (1, 6)

    def test_unknown_it_is_never_held_against_a_pot(self) -> None:
        frame = Frame(RED, shot("A", "blue", "blue", call="ball"))
        assert frame.points == (6, 0)
        denied = Frame(RED, shot("A", "blue", "blue", call="ball", made=False))
        assert denied.points == (1, 5)

    def test_none_recorded_the_colour_hit_first_is_nominated(self) -> None:
        assert Frame(RED, shot("A", "black", "cue")).points == (1, 7)
        assert "R-41" in Frame(RED, shot("A", None, "pink")).last.clauses
        assert Frame(RED, shot("A", "pink", "pink", call="safety")).points == (7, 0)

    def test_a_red_after_a_red_is_a_foul_of_its_own(self) -> None:
        frame = Frame(RED, shot("A", "red", "red"))
        assert frame.last.fouls == ("successive_red", "wrong_ball_potted")
        assert frame.points == (1, 7)
        assert {"LT-S-PEN-6", "R-34", "WPBSA-7PT"} <= set(frame.last.clauses)
        assert Frame(RED, shot("A", "red", call="red")).last.fouls == ("successive_red",)
        assert Frame(RED, shot("A", "red", call="blue")).last.fouls == ("wrong_ball_first",)

    def test_calls_snooker_does_not_have(self) -> None:
        frame = Frame(RED)
        frame.refuses(shot("A", "blue", call="push_out"), "bad_call")
        frame.refuses(shot("A", "blue", call="5"), "bad_call")
        frame.refuses(shot("A", "blue", call="?"), "bad_call")

    def test_with_red_on_it_means_nothing(self) -> None:
        assert Frame(shot("A", "red", "red", call="blue")).points == (1, 0)
        assert Frame(shot("A", "blue", call="blue")).points == (0, 5)


class TestContact:
    def test_two_at_once_with_the_ball_on_among_them_are_no_foul(self) -> None:
        frame = Frame(shot("A", "red black", "red"))
        assert frame.points == (1, 0)
        assert "Z27" in frame.last.clauses
        assert Frame(RED, shot("A", "pink blue", "blue", call="blue")).points == (6, 0)
        assert Frame(RED, shot("A", "pink blue", "blue")).points == (6, 0)
        assert Frame(shot("A", "pink blue")).points == (0, 6)

    def test_not_recorded_it_is_no_foul(self) -> None:
        assert Frame(shot("A", None, "red")).points == (1, 0)
        assert Frame(shot("A", None)).last.verdict == "legal"

    def test_no_pool_foul_is_derived(self) -> None:
        near = {"contact_state": "frozen", "only_near_cushion": True, "cue_to_cushion": False}
        close = {"close_ball": {"undecided": True, "follow": 0.9}}
        hand = {"in_hand": {"over_line": True, "contact_behind_line": True, "touched": True}}
        assert Frame(shot("A", "red") | near | close | hand).last.fouls == ()

    def test_a_foul_the_referee_calls_costs_the_ball_on(self) -> None:
        assert Frame(shot("A", "red", fouls=["push_stroke"])).points == (0, 4)
        start = left("pink", "black")
        assert Frame(shot("A", "pink", fouls=["touched_ball"]), start=start).points == (0, 6)

    def test_a_struck_ball_leaves_the_cue_ball_in_hand(self) -> None:
        frame = Frame(shot("A", "red", "cue"), choose("B", "accept"))
        frame.take(shot("B", None, fouls=["struck_object_ball"]))
        frame.at(cue_ball="D", to_act="A")
        assert frame.points == (7, 4)


class TestReferee:
    def test_ruled_is_his_decision(self) -> None:
        frame = Frame(shot("A", "black", "red", "blue", fouls=[], ruled=True))
        assert (frame.last.points, frame.last.spotted) == ((1, 0), ("blue",))
        assert [found.code for found in frame.last.findings] == ["ruled_otherwise"] * 2
        other = Frame(shot("A", "black", "pink", fouls=["wrong_ball_potted"], ruled=True))
        assert other.points == (0, 6)

    def test_ruled_no_foul_a_ball_not_on_scores_nothing(self) -> None:
        frame = Frame(RED, shot("A", "blue", "pink", "red", call="blue", fouls=[], ruled=True))
        assert (frame.points, frame.last.spotted) == ((1, 0), ("pink",))
        frame.at(to_act="B", on="red", reds=13)

    def test_out_of_turn_only_when_called(self) -> None:
        frame = Frame(RED, shot("A", "black", "black", call="black"))
        frame.refuses(shot("B", "red"), "not_at_table")
        frame.take(shot("B", "red", "red", fouls=["out_of_turn"]))
        assert (frame.points, frame.last.points) == ((12, 0), (4, 0))
        frame.at(to_act="A", on="red", phase="play", run=8, reds=13, options=[])
        in_order = Frame(shot("B", "pink", fouls=["out_of_turn"]), start=left("pink", "black"))
        assert in_order.points == (6, 0)

    def test_fouls_in_a_row_are_counted_without_effect(self) -> None:
        frame = Frame()
        for _ in range(3):
            frame.take(shot("A", ""))
            frame.take(choose("B", "pass"))
        frame.at(fouls={"A": 3, "B": 0}, to_act="A")
        frame.take(shot("A", "red"))
        frame.at(fouls={"A": 0, "B": 0})

    def test_void_takes_a_stroke_back(self) -> None:
        frame = Frame(shot("A", "black"), choose("B", "accept"), {"type": "void"})
        assert frame.points == (0, 0)
        frame.at(to_act="A", phase="play", fouls={"A": 0, "B": 0})

    def test_a_red_that_settles_belongs_to_the_stroke(self) -> None:
        frame = Frame(shot("A", "red"), {"type": "settled", "ball": "red", "seconds": 2})
        assert (frame.points, frame.last.points) == ((1, 0), (1, 0))
        frame.at(to_act="A", on="colour", reds=14)


class TestSanction:
    def test_a_foul_gives_the_ball_on_and_the_choice(self) -> None:
        frame = Frame({"type": "sanction", "player": "A", "penalty": "foul"})
        assert (frame.points, frame.last.verdict) == ((0, 4), "recorded")
        frame.at(phase="choice", to_act="B", options=["accept", "pass"], cue_ball="position")
        assert {"R-39", "Z29", "LT-S-PEN-1"} <= set(frame.last.clauses)

    def test_by_the_other_player_the_table_stays(self) -> None:
        frame = Frame(
            {"type": "sanction", "player": "B", "penalty": "foul"}, start=left("pink", "black")
        )
        assert frame.points == (6, 0)
        frame.at(phase="play", to_act="A", on="pink")

    def test_points_go_to_the_other(self) -> None:
        frame = Frame({"type": "sanction", "player": "A", "penalty": "points", "points": 7})
        assert (frame.points, frame.last.points) == ((0, 7), (0, 7))
        frame.refuses({"type": "sanction", "player": "A", "penalty": "points"}, "penalty_missing")

    def test_the_text_has_no_default(self) -> None:
        Frame().refuses({"type": "sanction", "player": "A"}, "penalty_missing")
        frame = Frame(options={"unsportsmanlike_default": "match_loss"})
        frame.take({"type": "sanction", "player": "A"})
        assert frame.last.match_won_by == "bor"


class TestEnd:
    def test_only_black_left_any_foul_ends_the_frame(self) -> None:
        last = {"start": left("black", points=(60, 50))}
        for event in (
            shot("A", ""),
            shot("A", None, fouls=["touched_ball"]),
            shot("B", "black", fouls=["out_of_turn"]),
            {"type": "sanction", "player": "B", "penalty": "foul"},
        ):
            frame = Frame(event, **last)
            assert frame.frames == (1, 0)
            assert {"LT-S-END-2", "LT-S-OBJ-1"} <= set(frame.last.clauses)

    def test_finished_the_last_frame_stays_as_left(self) -> None:
        frame = Frame(shot("A", "black", "black"), start=left("black", points=(5, 0)), target=1)
        frame.at(status="finished", on=None, cue_ball=None, options=[], run=0, balls_on_table=0)
        assert frame.points == (12, 0)
        frame.refuses(shot("B", "red"), "match_over")

    def test_a_lead_decides_only_where_the_competition_says_so(self) -> None:
        start = left("pink", "black", points=(2, 0))
        assert Frame(shot("A", "pink", "pink"), start=start).frames == (0, 0)
        frame = Frame(
            shot("A", "pink", "pink"), start=start, options={"last_black_lead_ends": True}
        )
        assert frame.frames == (1, 0)
        assert {"R-46", "Z10"} <= set(frame.last.clauses)

    def test_the_black_comes_back_as_often_as_it_must(self) -> None:
        frame = Frame(shot("A", "black", "black"), start=left("black", points=(0, 7)))
        assert frame.last.spotted == ("black",)
        frame.at(phase="toss", run=0)
        frame.refuses(visit("A"), "not_due")
        frame.take({"type": "toss", "player": "B"})
        frame.at(to_act="B", cue_ball="D", phase="play")
        frame.take(shot("B", "black", "cue"))
        assert (frame.frames, frame.last.rack_won_by) == ((1, 0), "ana")
        assert "LT-S-END-4" in frame.last.clauses

    def test_a_level_frame_can_be_conceded_or_summed_up(self) -> None:
        def level(**options: object) -> Frame:
            start = left("black", points=(0, 7))
            return Frame(shot("A", "black", "black"), start=start, options=options)

        frame = level()
        frame.take({"type": "concession", "player": "A", "of": "rack"})
        assert frame.frames == (0, 1)
        frame = level(black_decider="rack")
        frame.refuses({"type": "toss", "player": "A"}, "not_due")
        frame.take({"type": "rack", "winner": "A"})
        assert frame.frames == (1, 0)

    def test_an_even_match_can_be_drawn(self) -> None:
        frame = Frame(target=None, best_of=2)
        frame.take({"type": "concession", "player": "A", "of": "rack"})
        frame.take({"type": "concession", "player": "B", "of": "rack"})
        frame.at(status="finished", winner=None, score={"A": 1, "B": 1})

    def test_winner_breaks_where_the_match_says_so(self) -> None:
        frame = Frame({"type": "rack", "winner": "A"}, breaks="winner").at(to_act="A", rack=2)
        frame.take({"type": "stalemate"})
        frame.at(to_act="A", rack=2, phase="break")


class TestBalls:
    def test_what_cannot_be_on_the_table_is_refused(self) -> None:
        frame = Frame(start={"reds": 1})
        frame.refuses(shot("A", "red", "red", "red"), "ball_not_on_table")
        frame.refuses(shot("A", "red", "red", "cue", "cue"), "ball_twice")
        frame.refuses(shot("A", "red", "blue", off_table=["blue"]), "ball_twice")
        frame.refuses(shot("A", "red", "3"), "ball_not_on_table")
        frame.refuses(shot("A", "red", "?"), "ball_not_on_table")
        frame.refuses(shot("A", "?"), "ball_not_on_table")
        frame.refuses(shot("A", "red", call="ball", made=True), "ball_not_on_table")
        frame.take(RED)
        frame.refuses(shot("A", "red"), "ball_not_on_table")

    def test_the_table_of_an_official_holds(self) -> None:
        frame = Frame(RED)
        frame.take({"type": "position_set", "reds": 4, "frame_score": {"A": 30}})
        frame.at(reds=4, on="colour", frame_score={"A": 30, "B": 0}, balls_on_table=10)
        frame.take({"type": "position_set", "balls": 2, "at_table": "B"})
        frame.at(reds=0, on="pink", balls=["pink", "black"], to_act="B")
        frame.take({"type": "position_set", "phase": "break"})
        frame.at(reds=15, on="red", cue_ball="D", phase="break")
        frame.take({"type": "position_set", "balls": ["red", "red", *ORDER], "phase": "play"})
        frame.at(reds=2, balls_on_table=8)
        frame.refuses({"type": "position_set", "balls": ["?", "black"]}, "ball_not_on_table")
