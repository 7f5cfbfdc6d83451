"""Conduct, concessions, stalemate, lot and lag in 14.1, in every phase."""

import pytest

from tests.domain.scenario import TEXTS, Fields, Scenario


def sanction(player: str, penalty: str | None = None, **facts: object) -> Fields:
    named = {} if penalty is None else {"penalty": penalty}
    return {"type": "sanction", "player": player} | named | facts


STALEMATE = {"type": "stalemate"}
LAG_WON: Fields = {"type": "lag", "players": {"A": {}, "B": {}}, "nearest": "B"}


def toss(player: str) -> Fields:
    return {"type": "toss", "player": player}


@pytest.mark.parametrize("text", TEXTS)
class TestAnOrdinaryFoulForConduct:
    def test_of_the_player_at_the_table_passes_it(self, text: str) -> None:
        playing = Scenario(text, "20:10").play("A pot 5", sanction("A", "foul"))
        playing.at("20:10 1/0 B 14 play pos r1").ruled("recorded", points=(-1, 0))
        assert playing.state["run"] == 0

    def test_of_the_other_player_leaves_it(self, text: str) -> None:
        playing = Scenario(text, "20:10").play("A pot 5", sanction("B", "foul"))
        playing.at("21:9 0/1 A 14 play pos r1")
        assert playing.state["run"] == 1

    def test_the_cue_ball_stays_where_it_is(self, text: str) -> None:
        held = Scenario(text, "20:10 hand").play(sanction("A", "foul"))
        held.at("19:10 1/0 B 15 play hand r1")
        spotted = Scenario(text, "20:10 2").play("A pot 1", "rerack rack kitchen")
        spotted.play(sanction("A", "foul")).at("20:10 1/0 B 15 play head_spot r2")

    def test_what_was_due_is_the_other_players_to_do(self, text: str) -> None:
        opening = Scenario(text).play(sanction("A", "foul")).at("-1:0 1/0 B 15 break hand r1")
        opening.play("B short").at("-1:-2 1/0 A 15 choice pos r1")
        due = Scenario(text, "20:10 2").play("A pot 1", sanction("A", "foul"))
        due.at("20:10 1/0 B 1 rerack pos r1").play("rerack", "B pot 3")

    def test_while_a_choice_is_open_changes_only_the_score(self, text: str) -> None:
        for player, expected in (("A", "-3:0 1/0"), ("B", "-2:-1 0/1")):
            open_choice = Scenario(text).play("A short", sanction(player, "foul"))
            open_choice.at(f"{expected} B 15 choice pos r1")
            assert open_choice.state["options"] == ["accept", "rebreak"]

    def test_before_a_lag_is_decided_too(self, text: str) -> None:
        waiting = Scenario(text, "20:10").play(STALEMATE, sanction("A", "foul"))
        waiting.at("19:10 1/0 - 15 lag hand r2").play(LAG_WON, sanction("B", "foul"))
        waiting.at("19:9 1/1 B 15 lag_choice hand r2").play("B break")

    def test_the_third_is_the_third(self, text: str) -> None:
        playing = Scenario(text, "20:10 2/0").play("warn A", sanction("A", "foul"))
        points = -15 if text == "SI" else -16
        playing.at(f"{20 + points}:10 0/0 A 15 break hand r2").ruled("recorded", points=(points, 0))
        seated = Scenario(text, "20:10 0/2").play(sanction("B", "foul"))
        if text == "LT":
            seated.at("20:9 0/2 A 15 play pos r1").found("third_foul_unwarned")
        else:
            seated.at(f"20:{10 + points} 0/0 B 15 break hand r2")
        chosen = Scenario(text, options={"three_foul_warning_required": False})
        chosen.play("A short", sanction("B", "foul"), sanction("B", "foul"), sanction("B", "foul"))
        assert (chosen.state["phase"], chosen.state["to_act"]) == ("break", "bor")
        assert chosen.state["options"] == []

    def test_cites_the_act_the_penalty_and_the_foul(self, text: str) -> None:
        fouled = Scenario(text, "20:10").play(sanction("A", "foul", conduct="marking"))
        fouled.cited(
            *{
                "SI": ("D42", "SI-10a", "SI-11a"),
                "PL": ("D42", "PL-7a", "PL-8a"),
                "LT": ("LT-G-UNS-1f", "LT-G-UNS-3b", "LT-14.1-9s"),
            }[text]
        )


@pytest.mark.parametrize("text", TEXTS)
class TestOtherPenalties:
    def test_points_leave_counters_and_turn(self, text: str) -> None:
        playing = Scenario(text, "5:10 1/1").play("A pot 5", sanction("A", "points", points=15))
        playing.at("-9:10 0/1 A 14 play pos r1").ruled("recorded", points=(-15, 0))
        playing.play(sanction("B", "points", points=0)).ruled("recorded", points=(0, 0))

    def test_a_rack_means_nothing_unless_points_are_given(self, text: str) -> None:
        playing = Scenario(text, "20:10").refused(sanction("A", "rack"), "penalty_missing")
        playing.play(sanction("A", "rack", points=5)).at("15:10 0/0 A 15 play pos r1")

    def test_a_warning_is_noted(self, text: str) -> None:
        Scenario(text, "20:10").play(sanction("A", "warning")).at("20:10 0/0 A 15 play pos r1")

    @pytest.mark.parametrize("penalty", ["match", "disqualification"])
    @pytest.mark.parametrize("opened", [[], ["A short"], ["A break"], ["A pot 5"]])
    def test_the_match_is_lost_in_any_phase(
        self, text: str, penalty: str, opened: list[str]
    ) -> None:
        lost = Scenario(text).play(*opened, sanction("A", penalty))
        assert (lost.state["winner"], lost.last.match_won_by) == ("bor", "bor")
        assert (lost.state["phase"], lost.state["options"], lost.state["run"]) == (
            "finished",
            [],
            0,
        )
        assert lost.last.clauses

    def test_no_penalty_named_is_that_of_the_text(self, text: str) -> None:
        playing = Scenario(text, "40:30")
        if text == "LT":
            playing.play(sanction("A", conduct="equipment")).at("40:30 0/0 B! 15 over pos r1")
            playing.cited("LT-G-UNS-1g", "LT-G-UNS-2")
        else:
            playing.refused(sanction("A", conduct="equipment"), "penalty_missing")

    def test_a_stranger_is_refused(self, text: str) -> None:
        Scenario(text).refused(sanction("C", "foul"), "unknown_player")


def test_v67_and_v68_conduct_under_the_lithuanian_text() -> None:
    Scenario("LT", "40:30").play(sanction("A")).at("40:30 0/0 B! 15 over pos r1")
    Scenario("LT", "40:0 1/0").play(sanction("A", "foul")).at("39:0 2/0 B 15 play pos r1")


@pytest.mark.parametrize("text", TEXTS)
class TestConcessionAndClosing:
    def test_v109_a_match_conceded(self, text: str) -> None:
        conceded = Scenario(text, "40:30").play(
            {"type": "concession", "player": "A", "of": "match"}
        )
        conceded.at("40:30 0/0 B! 15 over pos r1").cited("WPA-1.11")

    def test_there_is_no_rack_to_concede(self, text: str) -> None:
        concession = {"type": "concession", "player": "A", "of": "rack"}
        playing = Scenario(text, "40:30").refused(concession, "not_due")
        playing.refused(concession | {"player": "C"}, "unknown_player")

    @pytest.mark.parametrize(
        ("result", "winner", "expected"),
        [
            ("drawn", None, None),
            ("abandoned", None, None),
            ("limit", None, "ana"),
            ("forfeit", "B", "bor"),
            ("walkover", "A", "ana"),
        ],
    )
    def test_an_end_the_rules_cannot_derive(
        self, text: str, result: str, winner: str | None, expected: str | None
    ) -> None:
        for opened in ([], ["A pot 5", "A short"][:1]):
            closing: Fields = {"type": "match_closed", "result": result}
            ended = Scenario(text, "40:30").play(*opened, closing | {"winner": winner})
            assert (ended.state["winner"], ended.last.match_won_by) == (expected, expected)
            ended.refused("A pot 6", "match_over").refused(closing, "match_over")

    def test_a_limit_reached_level_is_drawn(self, text: str) -> None:
        level = Scenario(text, "40:40").play({"type": "match_closed", "result": "limit"})
        assert (level.state["status"], level.state["winner"]) == ("finished", None)

    def test_a_stranger_does_not_win(self, text: str) -> None:
        closing = {"type": "match_closed", "result": "forfeit", "winner": "C"}
        Scenario(text).refused(closing, "unknown_player")


@pytest.mark.parametrize("text", TEXTS)
class TestStalemate:
    @pytest.mark.parametrize("opened", [["A pot 5"], ["A pot 5", "A miss", "B foul"]])
    def test_fifteen_are_racked_and_the_players_lag(self, text: str, opened: list[str]) -> None:
        given = Scenario(text, "20:10").play(*opened)
        score, fouls = given.state["score"], given.state["fouls"]
        given.play(STALEMATE).cited("D44")
        assert (given.state["score"], given.state["fouls"]) == (score, fouls)
        assert (given.state["phase"], given.state["to_act"], given.state["run"]) == ("lag", None, 0)
        given.refused("A break", "not_due").play(LAG_WON)
        given.refused("A safe", "choice_pending").play("B give_break", "A break")
        assert (given.state["to_act"], given.state["rack"]) == ("bor", 2)

    def test_at_the_break_and_when_a_rack_is_due(self, text: str) -> None:
        Scenario(text).play(STALEMATE, LAG_WON, "B break", "B short").at(
            "0:-2 0/0 A 15 choice pos r2"
        )
        Scenario(text, "20:10 2").play("A pot 1", STALEMATE).at("21:10 0/0 - 15 lag hand r2")

    def test_but_not_while_a_choice_or_a_lag_is_open(self, text: str) -> None:
        Scenario(text).play("A short").refused(STALEMATE, "not_due").play("B accept", STALEMATE)
        Scenario(text).play(STALEMATE).refused(STALEMATE, "not_due")

    def test_a_lot_may_decide_instead(self, text: str) -> None:
        Scenario(text).play(STALEMATE, toss("B"), "B break").at("0:0 0/0 A 15 play pos r2")


class TestWhoBreaksFirst:
    @pytest.mark.parametrize("text", TEXTS)
    def test_a_lot_before_the_first_stroke(self, text: str) -> None:
        drawn = Scenario(text, opening={"breaker": None}).play(toss("B")).cited("D39")
        drawn.at("0:0 0/0 B 15 break hand r1")
        assert drawn.state["inning"] == 1
        drawn.refused(toss("A"), "not_due").play("B break").refused(toss("A"), "not_due")

    @pytest.mark.parametrize("text", TEXTS)
    def test_none_where_the_breaker_is_known(self, text: str) -> None:
        Scenario(text).refused(toss("B"), "not_due").refused(toss("C"), "unknown_player")

    @pytest.mark.parametrize(
        ("one", "other", "winner", "clause"),
        [
            ({"late": True}, {}, None, "LT-G-LAG-7"),
            ({"pocketed": True}, {"off_table": True}, None, "LT-G-LAG-9"),
            ({"crossed_centre": True}, {}, "bor", "LT-G-LAG-3"),
            ({"foot_cushion": 2}, {}, "bor", "LT-G-LAG-4"),
            ({"foot_cushion": 0}, {}, "bor", "R-40"),
            ({"pocketed": True}, {}, "bor", "LT-G-LAG-5"),
            ({}, {"side_cushion": True}, "ana", "LT-G-LAG-6"),
            ({"distance_mm": 12}, {"distance_mm": 13}, "ana", "LT-G-LAG-2"),
            ({"distance_mm": 13}, {"distance_mm": 12}, "bor", "LT-G-LAG-2"),
            ({"distance_mm": 12}, {"distance_mm": 12}, None, "LT-G-LAG-8"),
            ({"distance_mm": 12}, {}, None, "LT-G-LAG-8"),
        ],
    )
    def test_how_a_lag_is_judged(
        self, one: Fields, other: Fields, winner: str | None, clause: str
    ) -> None:
        lagged = Scenario("LT", opening={"breaker": None})
        lagged.play({"type": "lag", "players": {"A": one, "B": other}}).cited(clause)
        assert lagged.state["to_act"] == winner
        assert lagged.state["phase"] == ("lag_choice" if winner else "lag")

    def test_the_referees_word_on_the_nearest_stands(self) -> None:
        measured = {"A": {"distance_mm": 5}, "B": {"distance_mm": 50}}
        lagged = Scenario("LT", opening={"breaker": None})
        lagged.play({"type": "lag", "players": measured, "nearest": None}).cited("LT-G-LAG-8")
        lagged.play({"type": "lag", "players": measured, "nearest": "B"})
        lagged.found("lag_nearest_differs")
        assert lagged.state["to_act"] == "bor"
        lagged.refused(LAG_WON, "not_due").play("B break").at("0:0 0/0 B 15 break hand r1")

    def test_a_stranger_does_not_lag(self) -> None:
        lagged = Scenario("LT", opening={"breaker": None})
        lagged.refused({"type": "lag", "players": {"C": {}}}, "unknown_player")
        lagged.refused({"type": "lag", "players": {}, "nearest": "C"}, "unknown_player")
