"""Stated results of which nothing was recorded, told apart from those the record contradicts."""

from __future__ import annotations

from typing import Any

import pytest

from domain.replay import Replay
from tests.domain.scenario import Event, Scenario, replayed

FIVE_THREE: dict[str, Any] = {"type": "claim", "score": {"A": 5, "B": 3}, "winner": "A"}


NINE_BALL = {"discipline": "9-ball", "target": 5, "breaker": "ana"}


def outcome(*events: Event) -> Replay:
    """Return the replay of a 9-ball match of these events."""
    return replayed(Scenario("LT", opening=NINE_BALL).play(*events))[0]


def judged(*events: Event) -> tuple[bool, list[str]]:
    """Return whether nothing can check the claims of a match, and the codes of its findings."""
    result = outcome(*events)
    return result.unchecked, [found.code for found in result.findings]


def claim(source: str, one: int, two: int, **fields: object) -> dict[str, Any]:
    return {"type": "claim", "source": source, "score": {"A": one, "B": two}, **fields}


def closed(result: str, **fields: object) -> dict[str, Any]:
    return {"type": "match_closed", "result": result, **fields}


RACK: dict[str, Any] = {"type": "rack", "winner": "A"}


def test_a_result_without_play_differs_by_the_letter_and_cannot_be_checked() -> None:
    assert judged(FIVE_THREE) == (True, ["claim_differs"])


@pytest.mark.parametrize(
    "play",
    [
        {"type": "shot", "player": "A", "call": "safety", "cue_to_cushion": True},
        {"type": "inning", "player": "A", "made": 0, "end": "miss"},
        RACK,
        {"type": "concession", "player": "B", "of": "rack"},
        {"type": "position_set", "score": {"A": 4, "B": 3}, "reason": "the board"},
    ],
    ids=lambda event: event["type"],
)
def test_any_play_makes_it_a_contradiction(play: dict[str, Any]) -> None:
    unchecked, codes = judged(play, FIVE_THREE)
    assert (unchecked, "claim_differs" in codes) == (False, True)
    assert not judged(FIVE_THREE, play)[0], "also when it was recorded later"


@pytest.mark.parametrize(
    "event",
    [
        {"type": "announcement", "player": "A", "what": "two_fouls"},
        {"type": "sanction", "player": "A", "penalty": "warning", "conduct": "practising"},
        {
            "type": "award",
            "winner": "A",
            "score": {"A": 5, "B": 0},
            "reason": "late",
            "source": "b",
        },
    ],
    ids=["an announcement", "a warning", "an award"],
)
def test_what_says_nothing_of_the_score_checks_nothing(event: dict[str, Any]) -> None:
    assert judged(event, FIVE_THREE)[0]


def test_play_that_was_rejected_checks_nothing() -> None:
    refused = Scenario("LT", opening=NINE_BALL)
    assert refused.take(RACK | {"winner": "eva"}).verdict == "rejected"
    assert replayed(refused.play(FIVE_THREE))[0].unchecked


def test_play_that_was_struck_out_checks_nothing() -> None:
    assert judged(RACK, FIVE_THREE, {"type": "correction", "corrects": 2, "with": None})[0]


@pytest.mark.parametrize(
    ("end", "unchecked"),
    [
        (closed("walkover", winner="A"), True),
        (closed("walkover", winner="B"), False),
        (closed("abandoned"), False),
        ({"type": "concession", "player": "B", "of": "match"}, True),
    ],
    ids=["won by it", "lost by it", "without a winner", "conceded"],
)
def test_the_end_on_record_checks_the_winner_not_the_score(
    end: dict[str, Any], *, unchecked: bool
) -> None:
    assert judged(end, FIVE_THREE)[0] is unchecked
    assert judged(FIVE_THREE, end)[0] is unchecked
    assert judged(end, claim("sheet", 5, 3))[0], "no winner is claimed"


class TestSeveralSources:
    def test_two_that_disagree_are_a_contradiction(self) -> None:
        result = outcome(claim("sheet", 5, 3), claim("frames", 4, 3))
        (found,) = [one for one in result.findings if one.code == "claims_disagree"]
        assert (found.severity, found.seq) == ("error", 3)
        assert found.detail == "score of ana 4, sheet says 5"

    def test_two_that_agree_are_none(self) -> None:
        assert judged(claim("sheet", 5, 3), claim("frames", 5, 3)) == (True, ["claim_differs"] * 2)

    def test_another_winner_is_one(self) -> None:
        one, two = {"winner": "A", "source": "sheet"}, {"winner": None, "source": "board"}
        codes = judged({"type": "claim", **one}, {"type": "claim", **two})[1]
        assert "claims_disagree" in codes

    def test_one_that_goes_on_does_not_contradict_itself(self) -> None:
        running = [claim("board", one, two) for one, two in ((1, 0), (1, 1), (2, 1))]
        assert "claims_disagree" not in judged(*running)[1]

    def test_a_source_of_one_player_says_nothing_of_the_other(self) -> None:
        half: dict[str, Any] = {"type": "claim", "source": "bor", "score": {"B": 3}}
        assert "claims_disagree" not in judged(claim("sheet", 5, 3), half)[1]

    def test_with_play_each_is_compared_with_the_replay_alone(self) -> None:
        codes = judged(RACK, claim("sheet", 1, 0), claim("frames", 2, 0))[1]
        assert [code for code in codes if code.startswith("claim")] == ["claim_differs"]
