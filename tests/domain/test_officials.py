"""Officials' events: positions, protests, awards, what is skipped, and results stated."""

import pytest

from tests.domain.scenario import TEXTS, Fields, Scenario, replayed

UNVERIFIED = "unverified_official"


def put(**fields: object) -> Fields:
    return {"type": "position_set", **fields}


@pytest.mark.parametrize("text", TEXTS)
class TestPositions:
    @pytest.mark.parametrize(
        ("fields", "expected"),
        [
            ({}, "21:10 0/0 A 14 play pos r1"),
            ({"score": {"A": 30}}, "30:10 0/0 A 14 play pos r1"),
            ({"fouls": {"A": 2, "B": 1}}, "21:10 2/1 A 14 play pos r1"),
            ({"balls": ["3", "4"]}, "21:10 0/0 A 2 play pos r1"),
            ({"balls": 7}, "21:10 0/0 A 7 play pos r1"),
            ({"balls": 1}, "21:10 0/0 A 1 rerack pos r1"),
            ({"balls": [], "phase": "play"}, "21:10 0/0 A 0 rerack pos r1"),
            ({"at_table": "B"}, "21:10 0/0 B 14 play pos r1"),
            ({"cue_ball": "head"}, "21:10 0/0 A 14 play hand r1"),
            ({"cue_ball": "anywhere"}, "21:10 0/0 A 14 play anywhere r1"),
            ({"rack": 4}, "21:10 0/0 A 14 play pos r4"),
            ({"phase": "break"}, "21:10 0/0 A 15 break hand r1"),
            ({"phase": "break", "at_table": "B", "rack": 2}, "21:10 0/0 B 15 break hand r2"),
        ],
    )
    def test_in_play(self, text: str, fields: Fields, expected: str) -> None:
        playing = Scenario(text, "20:10").play("A pot 5", put(**fields)).at(expected)
        playing.ruled("recorded", points=(0, 0)).found(UNVERIFIED)

    def test_another_player_at_the_table_starts_a_turn(self, text: str) -> None:
        playing = Scenario(text, "20:10").play("A pot 5", put(at_table="A"))
        assert (playing.state["run"], playing.state["inning"]) == (1, 1)
        playing.play(put(at_table="B"))
        assert (playing.state["run"], playing.state["inning"]) == (0, 2)

    @pytest.mark.parametrize(
        ("fields", "expected"),
        [
            ({"score": {"A": 0}}, "0:0 0/0 B 15 play hand r1"),
            ({"at_table": "A"}, "-2:0 0/0 A 15 play pos r1"),
            ({"phase": "break", "at_table": "A"}, "-2:0 0/0 A 15 break hand r1"),
            ({"cue_ball": "position"}, "-2:0 0/0 B 15 play pos r1"),
            ({"phase": "play"}, "-2:0 0/0 B 15 play hand r1"),
            ({"phase": "play", "balls": 9}, "-2:0 0/0 B 9 play hand r1"),
            ({"balls": 9}, "-2:0 0/0 B 9 play hand r1"),
            ({"balls": ["7"]}, "-2:0 0/0 B 1 rerack hand r1"),
            ({"phase": "play", "balls": 1}, "-2:0 0/0 B 1 rerack hand r1"),
        ],
    )
    def test_a_pending_choice_ends(self, text: str, fields: Fields, expected: str) -> None:
        playing = Scenario(text).play("A short scratch", put(**fields)).at(expected)
        assert (playing.state["options"], playing.state["inning"]) == ([], 2)

    def test_a_rack_that_is_due(self, text: str) -> None:
        due = Scenario(text, "20:0 2").play("A pot 1")
        due.play(put(score={"A": 25})).at("25:0 0/0 A 1 rerack pos r1")
        due.play(put(at_table="B")).at("25:0 0/0 B 1 rerack pos r1")
        due.play(put(phase="play")).at("25:0 0/0 B 1 rerack pos r1")
        due.play(put(balls=15)).at("25:0 0/0 B 15 play pos r1")

    def test_a_lag_goes_on_unless_it_is_said_who_plays(self, text: str) -> None:
        waiting = Scenario(text, "20:10").play({"type": "stalemate"})
        waiting.play(put(score={"A": 30})).at("30:10 0/0 - 15 lag hand r2")
        waiting.play(put(at_table="B")).at("30:10 0/0 B 15 break hand r2")
        played = Scenario(text, "20:10").play({"type": "stalemate"}, put(phase="play"))
        played.at("20:10 0/0 A 15 play pos r2")
        chosen = Scenario(text, "20:10").play({"type": "stalemate"})
        chosen.play({"type": "lag", "players": {}, "nearest": "B"}, put(score={"A": 5}))
        chosen.at("5:10 0/0 B 15 break hand r2")
        balls = Scenario(text, "20:10").play({"type": "stalemate"}, put(at_table="B", balls=9))
        balls.at("20:10 0/0 B 9 play pos r2")
        last = Scenario(text, "20:10").play({"type": "stalemate"}, put(balls=1))
        last.at("20:10 0/0 - 1 lag hand r2")
        last.play(put(at_table="B", balls=1)).at("20:10 0/0 B 1 rerack pos r2")

    def test_fewer_balls_than_all_are_no_rack_to_break(self, text: str) -> None:
        broken = Scenario(text).play(put(balls=9, at_table="B")).at("0:0 0/0 B 9 play pos r1")
        broken.play("B pot ?").at("0:1 0/0 B 8 play pos r1")
        Scenario(text).play(put(balls=15)).at("0:0 0/0 A 15 break hand r1")
        Scenario(text).play(put(balls=["7"])).at("0:0 0/0 A 1 rerack pos r1")

    def test_the_end_stays_the_end(self, text: str) -> None:
        won = Scenario(text, "149:0").play("A pot 5", put(score={"A": 140}, at_table="B"))
        assert (won.state["status"], won.state["winner"]) == ("finished", "ana")
        assert (won.state["score"]["ana"], won.state["to_act"]) == (140, None)

    @pytest.mark.parametrize("phase", ["break", "play", None])
    @pytest.mark.parametrize("balls", [None, 1, 10])
    def test_the_table_after_the_end(self, text: str, phase: str | None, balls: int | None) -> None:
        said = {"phase": phase, "balls": balls, "at_table": "B"}
        won = Scenario(text, "149:0 8").play("A pot 5", put(**said))
        won.at(f"150:0 0/0 A! {balls or 7} over pos r1")

    def test_who_plays_may_be_said_before_the_first_lag(self, text: str) -> None:
        waiting = Scenario(
            text, options={"first_breaker_by": "lag_choice"}, opening={"breaker": None}
        )
        waiting.play(put(at_table="B")).at("0:0 0/0 B 15 break hand r1")
        assert waiting.state["inning"] == 1

    def test_a_turn_more_may_end_the_match(self, text: str) -> None:
        limited = Scenario(text, "5:5", options={"inning_limit": 1}).play("A pot 5", "A safe")
        limited.play(put(at_table="A")).at("6:5 0/0 A! 14 over pos r1")

    def test_series_of_near_safeties_end_when_balls_are_put(self, text: str) -> None:
        near = "A safe near:4 own"
        moved = Scenario(text, "20:0").play(near, "B safe", near, "B safe", put(balls=15), near)
        assert moved.last.verdict == "legal"

    @pytest.mark.parametrize(
        ("fields", "reason"),
        [
            ({"at_table": "C"}, "unknown_player"),
            ({"score": {"C": 1}}, "unknown_player"),
            ({"fouls": {"C": 1}}, "unknown_player"),
            ({"balls": ["2", "2"]}, "ball_twice"),
            ({"balls": ["blue"]}, "ball_not_on_table"),
            ({"balls": 20}, "ball_not_on_table"),
        ],
    )
    def test_what_cannot_be(self, text: str, fields: Fields, reason: str) -> None:
        Scenario(text, "20:0").refused(put(**fields), reason)


def test_a_new_ball_in_hand_from_the_official_is_a_new_chance_to_spot() -> None:
    held = Scenario("SI", "9:9 hand").play("A spot_nearest 3", put(cue_ball="head"))
    held.play("A spot_nearest 4")


class TestProtestsAndAwards:
    def test_a_protest_is_open_until_decided(self) -> None:
        protest = {"type": "protest", "player": "B", "of": 2, "ground": "fact"}
        decided = {"type": "protest_decided", "protest": 3, "outcome": "dismissed"}
        playing = Scenario("SI", "20:0").play("A pot 5", protest).found()
        assert playing.state["protests"] == [3]
        playing.play("A pot 6", decided).found(UNVERIFIED)
        assert playing.state["protests"] == []
        playing.refused(decided, "bad_target").refused(decided | {"protest": 2}, "bad_target")

    @pytest.mark.parametrize("of", [3, 4])
    def test_a_protest_concerns_what_was_before(self, of: int) -> None:
        protest = {"type": "protest", "player": "B", "of": of, "ground": "rule"}
        Scenario("SI", "20:0").play("A pot 5").refused(protest, "bad_target")

    def test_a_stranger_has_none(self) -> None:
        protest = {"type": "protest", "player": "C", "of": 1, "ground": "rule"}
        Scenario("SI", "20:0").refused(protest, "unknown_player")

    def test_an_award_stands_beside_the_result(self) -> None:
        award = {"type": "award", "winner": "B", "score": {"A": 0, "B": 150}, "reason": "late"}
        won = Scenario("SI", "149:0").play("A pot 5", award).found(UNVERIFIED)
        assert won.state["winner"] == "ana"
        assert won.state["awarded"] == {
            "winner": "bor",
            "score": {"ana": 0, "bor": 150},
            "reason": "late",
            "source": None,
        }
        won.play({"type": "award", "winner": None})
        assert won.state["awarded"]["winner"] is None
        won.refused({"type": "award", "winner": "C"}, "unknown_player")
        won.refused({"type": "award", "winner": None, "score": {"C": 1}}, "unknown_player")

    def test_what_was_lost_is_named(self) -> None:
        skipped = Scenario("SI").play({"type": "skipped"}).found("lost_event", UNVERIFIED)
        assert skipped.state["phase"] == "break"


def claim(**fields: object) -> Fields:
    return {"type": "claim", **fields}


class TestClaims:
    PLAYED = ("A pot 1", "A miss", "B foul", "A pot 2", "A pot 3", "A safe", "B pot 4")

    @pytest.mark.parametrize(
        ("right", "wrong"),
        [
            ({"score": {"A": 23, "B": 10}}, {"score": {"A": 22}}),
            ({"winner": None}, {"winner": "A"}),
            ({"frame_score": {"A": 3, "B": 0}}, {"frame_score": {"B": 1}}),
            ({"rack": 1, "frame_score": {"A": 3}}, {"rack": 2, "frame_score": {"A": 3}}),
            ({"innings": 2}, {"innings": 3}),
            ({"innings": {"A": 2, "B": 2}}, {"innings": {"A": 3}}),
            ({"high_run": 2}, {"high_run": 3}),
            ({"high_run": {"A": 2, "B": 1}}, {"high_run": {"B": 2}}),
            ({"fouls": 1}, {"fouls": 0}),
            ({"fouls": {"A": 0, "B": 1}}, {"fouls": {"A": 1}}),
            ({"balls_on_table": 11}, {"balls_on_table": 12}),
            ({}, {"score": {"C": 1}}),
        ],
    )
    def test_each_figure_is_compared_and_changes_nothing(
        self, right: Fields, wrong: Fields
    ) -> None:
        playing = Scenario("PL", "20:10").play(*self.PLAYED)
        before = playing.state
        playing.play(claim(**right)).found().ruled("recorded")
        playing.play(claim(**wrong)).cited("Z12")
        others = {"proof_sum", "balls_not_conserved"}
        codes = {found.code for found in playing.last.findings}
        assert codes - others == {"claim_differs"}
        assert playing.state == before

    def test_several_differences_are_one_finding(self) -> None:
        playing = Scenario("PL", "20:10").play(claim(score={"A": 1, "B": 2}, innings=9))
        assert len(playing.last.findings) == 1
        assert playing.last.findings[0].detail.count(";") == 2

    def test_a_past_rack_and_a_result(self) -> None:
        won = Scenario("PL", "20:0 2").play("A pot 1", "rerack", "A run 3")
        won.play(claim(rack=1, frame_score={"A": 1})).found()
        won.play(claim(rack=2, frame_score={"A": 3})).found()
        ended = Scenario("PL", "149:0").play("A pot 1", claim(winner="A", high_run=1)).found()
        ended.play(claim(winner=None)).found("claim_differs")

    def test_a_signed_result_and_digest(self) -> None:
        signed: Fields = {"type": "signed", "signer": "ana", "role": "player"}
        signed |= {"digest": "0" * 64}
        won = Scenario("PL", "149:0").play("A pot 1", signed | {"score": {"A": 150}, "winner": "A"})
        won.found().play(signed | {"score": {"A": 151}}).found("signed_result_differs")
        result, _ = replayed(won)
        assert [found.code for found in result.findings] == [
            "digest_differs",
            "signed_result_differs",
            "digest_differs",
        ]
        before, _ = replayed(won, as_of=2)
        whole = Scenario("PL", "149:0").play("A pot 1", signed | {"digest": before.digest()})
        assert replayed(whole)[0].findings == []

    def test_a_claim_that_differs_is_not_clean(self) -> None:
        for figures, clean in (({"A": 20}, True), ({"A": 21}, False)):
            claimed = Scenario("PL", "20:10").play(claim(score=figures))
            assert replayed(claimed)[0].clean() is clean


def test_after_the_end_only_officials_and_signatures_are_heard() -> None:
    won = Scenario("SI", "149:0").play("A pot 1")
    heard: tuple[Fields, ...] = (
        claim(score={"A": 150}),
        {"type": "signed", "signer": "x", "role": "referee", "digest": "0"},
        {"type": "skipped"},
        {"type": "protest", "player": "B", "of": 2, "ground": "fact"},
        {"type": "correction", "corrects": 2, "with": None},
        {"type": "official_ruling", "of": 2, "fouls": []},
    )
    for event in heard:
        won.play(event)
        assert won.last.match_won_by is None
    for event in (
        "A miss",
        "rerack",
        {"type": "stalemate"},
        {"type": "toss", "player": "A"},
        {"type": "timeout", "player": "A", "stage": "start"},
        {"type": "inning", "player": "A", "end": "miss"},
        {"type": "rack", "winner": "A"},
        {"type": "concession", "player": "A", "of": "match"},
    ):
        won.refused(event, "match_over")


def test_a_target_passed_is_found_at_the_stroke_that_passed_it() -> None:
    won = Scenario("SI", "149:0").play("A pot 1 also:2").found("target_passed")
    won.play(claim(score={"A": 151})).found().play({"type": "skipped"})
    won.found("lost_event", UNVERIFIED)


def test_there_are_no_racks_to_sum_up_in_a_game_of_points() -> None:
    Scenario("SI").refused({"type": "rack", "winner": "A"}, "not_due")
