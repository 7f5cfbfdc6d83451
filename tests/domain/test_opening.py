"""How a match opens: every part of ``start``, the target, and what cannot be."""

from typing import Any

import pytest

from domain.opening import player_names
from tests.domain.scenario import TEXTS, Scenario


def opened(text: str, start: dict[str, Any] | None = None, **fields: object) -> Scenario:
    begin = {} if start is None else {"start": start}
    return Scenario(text, opening={"breaker": None, "referee": None} | begin | fields)


@pytest.mark.parametrize("text", TEXTS)
class TestStart:
    @pytest.mark.parametrize(
        ("start", "expected"),
        [
            ({"at_table": "B"}, "0:0 0/0 B 15 break hand r1"),
            ({"breaker": "B"}, "0:0 0/0 B 15 break hand r1"),
            ({"breaker": "B", "at_table": "A"}, "0:0 0/0 A 15 break hand r1"),
            ({"breaker": "B", "phase": "play"}, "0:0 0/0 B 15 play pos r1"),
            ({"at_table": "B", "phase": "play"}, "0:0 0/0 B 15 play pos r1"),
            ({"at_table": "A", "score": {"B": 12}}, "0:12 0/0 A 15 break hand r1"),
            ({"at_table": "A", "score": {"A": -3}}, "-3:0 0/0 A 15 break hand r1"),
            ({"at_table": "A", "fouls": {"A": 2, "B": 1}}, "0:0 2/1 A 15 break hand r1"),
            ({"at_table": "A", "phase": "play", "balls": 9}, "0:0 0/0 A 9 play pos r1"),
            ({"at_table": "A", "phase": "play", "balls": ["3", "9"]}, "0:0 0/0 A 2 play pos r1"),
            ({"at_table": "A", "phase": "play", "balls": 1}, "0:0 0/0 A 1 rerack pos r1"),
            ({"at_table": "A", "phase": "play", "cue_ball": "head"}, "0:0 0/0 A 15 play hand r1"),
            ({"at_table": "A", "cue_ball": "position"}, "0:0 0/0 A 15 break pos r1"),
        ],
    )
    def test_each_part(self, text: str, start: dict[str, Any], expected: str) -> None:
        assert opened(text, start).at(expected).state["inning"] == 1

    def test_the_breaker_of_the_match_goes_before_that_of_the_start(self, text: str) -> None:
        assert opened(text, {"breaker": "A"}, breaker="B").state["to_act"] == "bor"

    def test_points_of_the_running_rack_leave_the_start_out(self, text: str) -> None:
        started = opened(text, {"at_table": "A", "phase": "play", "score": {"A": 20}})
        started.play("A pot 5", {"type": "claim", "frame_score": {"A": 1, "B": 0}}).found()

    @pytest.mark.parametrize(
        ("start", "reason"),
        [
            ({"at_table": "C"}, "unknown_player"),
            ({"score": {"C": 1}}, "unknown_player"),
            ({"fouls": {"C": 1}}, "unknown_player"),
            ({"groups": {"C": "solids"}}, "unknown_player"),
            ({"balls": ["3", "3"]}, "ball_twice"),
            ({"balls": ["red"]}, "ball_not_on_table"),
            ({"balls": 16}, "ball_not_on_table"),
        ],
    )
    def test_what_cannot_be(self, text: str, start: dict[str, Any], reason: str) -> None:
        refused = opened(text, start).last
        assert (refused.verdict, refused.reason) == ("rejected", reason)


@pytest.mark.parametrize("text", TEXTS)
class TestTarget:
    @pytest.mark.parametrize(
        ("fields", "made", "over"),
        [
            ({}, 149, False),
            ({}, 150, True),
            ({"target": 50}, 50, True),
            ({"target": {"A": 40, "B": 60}}, 40, True),
            ({"options": {"target_score": 30}}, 30, True),
            ({"best_of": 1}, 149, False),
        ],
    )
    def test_points_to_reach(
        self, text: str, fields: dict[str, Any], made: int, over: bool
    ) -> None:
        turn = {"type": "inning", "player": "A", "made": made, "end": "miss"}
        played = opened(text, {"at_table": "A", "phase": "play"}, **fields).play(turn)
        assert (played.state["status"] == "finished") is over

    def test_a_stranger_has_none(self, text: str) -> None:
        assert opened(text, target={"A": 40, "C": 60}).last.reason == "unknown_player"


@pytest.mark.parametrize("text", TEXTS)
def test_a_match_is_opened_once(text: str) -> None:
    again = {"type": "match_opened", "discipline": "14.1", "rules": text, "players": ["A", "B"]}
    Scenario(text).refused(again, "not_due")


def test_a_text_that_does_not_exist() -> None:
    refused = Scenario("XX")
    assert refused.last.reason == "unknown_rules"
    assert refused.match.state() is None
    assert refused.take({"type": "skipped"}).reason == "not_open"
    assert refused.match.snapshot() is None


def test_a_breaker_nobody_knows() -> None:
    assert opened("SI", breaker="C").last.reason == "unknown_player"


def test_names_in_the_log_are_found_and_shown() -> None:
    people = [{"id": "ana", "name": "Ana B."}, {"id": "bor", "country": "SI"}]
    named = opened("SI", players=people).found("name_in_log")
    assert named.match.opening is not None
    assert player_names(named.match.opening) == {"ana": "Ana B."}


def test_an_edition_nobody_holds_is_a_finding() -> None:
    opened("SI", edition="1999").found("unknown_edition")
    opened("SI", edition="seed SI").found()


def test_the_first_player_breaks_where_nothing_is_said() -> None:
    assert opened("PL").at("0:0 0/0 A 15 break hand r1").state["options"] == []
