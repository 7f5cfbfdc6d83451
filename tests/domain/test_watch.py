"""Findings no rule asks for: times, strokes recorded twice, proof sums, balls, targets, the end."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from tests.domain.test_corrections import end, miss, pot

RACK = {"type": "inning", "player": "A", "made": 14, "end": "miss"}
NOON = "2026-06-01T12:00:00Z"


def codes(*events: Any) -> list[tuple[str, int | None]]:  # noqa: ANN401 - events of a scenario
    """Return the findings of a log under PL in which Ana begins with 10 points."""
    _, result, _ = end(*events)
    return [
        (found.code, found.seq)
        for found in result.findings
        if found.code not in ("unverified_official", "claim_differs", "warning_not_recorded")
    ]


class TestTimes:
    @pytest.mark.parametrize(
        ("first", "second", "backwards"),
        [
            ("2026-06-01T12:00:01Z", "2026-06-01T12:00:00Z", True),
            ("2026-06-01T12:00:00Z", "2026-06-01T12:00:00Z", False),
            ("2026-06-01T12:00:00.500Z", "2026-06-01T12:00:00Z", True),
            ("2026-06-01T12:00:00Z", "2026-06-01T12:00:00.500Z", False),
            ("2026-06-01T13:00:00+01:00", "2026-06-01T12:00:00Z", False),
            ("2026-06-01T12:00:00Z", "2026-06-01T12:59:59+01:00", True),
            ("2026-06-01T12:00:00+01:00", "2026-06-01T12:00:00Z", False),
            ("2026-06-01T12:00:00+01:00", "2026-06-01T12:00:00+02:00", True),
        ],
    )
    def test_instants_are_compared_whatever_their_form(
        self, first: str, second: str, *, backwards: bool
    ) -> None:
        found = codes(pot("5") | {"at": first}, pot("6") | {"at": second})
        assert (("time_backwards", 3) in found) is backwards

    @pytest.mark.parametrize("precision", ["estimated", "day", "unknown"])
    def test_only_exact_times_prove_anything(self, precision: str) -> None:
        late = pot("5") | {"at": "2027-01-01T00:00:00Z"}
        assert codes(late, pot("6") | {"at": NOON, "at_precision": precision}) == []
        assert codes(late | {"at_precision": precision}, pot("6") | {"at": NOON}) == []

    def test_one_clock_that_jumps_ahead_is_told_once(self) -> None:
        ahead = pot("5") | {"at": "2027-01-01T00:00:00Z"}
        later = [pot(ball) | {"at": NOON} for ball in ("6", "7", "8")]
        assert codes(ahead, *later) == [("time_backwards", 3)]

    def test_a_stroke_ruled_again_is_told_when_its_ball_fell(self) -> None:
        stroke = miss() | {"at": NOON}
        said = {"type": "announcement", "player": "B", "what": "frozen"}
        fell: dict[str, Any] = {"type": "settled", "ball": "5", "seconds": 3}
        said, fell = said | {"at": NOON[:-3] + "02Z"}, fell | {"at": NOON[:-3] + "03Z"}
        assert codes(stroke, said, fell) == []
        assert codes(stroke, said, fell | {"at": NOON}) == [("time_backwards", 4)]

    @pytest.mark.parametrize(
        "taking_back",
        [
            {"type": "void"},
            {"type": "settled", "ball": "9", "affected": True},
            {"type": "settled", "ball": "9", "seconds": 8},
        ],
    )
    def test_what_takes_a_stroke_back_has_its_time_too(self, taking_back: dict[str, Any]) -> None:
        early = taking_back | {"at": "2026-06-01T11:59:00Z"}
        assert codes(pot("5") | {"at": NOON}, early) == [("time_backwards", 3)]


class TestRecordedTwice:
    def test_a_stroke_played_again_is_no_copy_of_the_one_taken_back(self) -> None:
        first, again = (pot("5") | {"at": NOON} for _ in range(2))
        assert codes(first, {"type": "void", "at": NOON}, again) == []

    def test_the_same_ball_by_the_same_player_within_two_seconds(self) -> None:
        twice = [pot("5") | {"at": NOON}, pot("5") | {"at": "2026-06-01T12:00:02Z"}]
        assert codes(*twice) == [("suspected_duplicate", 3)]

    @pytest.mark.parametrize(
        "second",
        [
            pot("5") | {"at": "2026-06-01T12:00:02.001Z"},
            pot("6") | {"at": NOON},
            pot("5", "B") | {"at": NOON},
            pot("5") | {"at": NOON, "at_precision": "estimated"},
        ],
        ids=["later", "another ball", "another player", "no exact time"],
    )
    def test_anything_else_is_no_duplicate(self, second: dict[str, Any]) -> None:
        assert "suspected_duplicate" not in dict(codes(pot("5") | {"at": NOON}, second))

    def test_balls_without_a_number_are_no_same_ball(self) -> None:
        unknown = {"type": "shot", "player": "A", "call": "ball", "pocketed": [{"ball": "?"}]}
        assert codes(unknown | {"at": NOON}, unknown | {"at": NOON}) == []


class TestProofSum:
    CLAIM: ClassVar[dict[str, Any]] = {
        "type": "claim",
        "rack": 1,
        "frame_score": {"ana": 14, "bor": 0},
    }

    def test_a_rack_that_adds_up_has_no_finding(self) -> None:
        assert codes(RACK, self.CLAIM) == []

    def test_the_first_rack_that_differs_is_named(self) -> None:
        other = self.CLAIM | {"frame_score": {"ana": 13, "bor": 1}}
        assert codes(RACK, other, other) == [("proof_sum", 3)]
        _, result, _ = end(RACK, other)
        told = next(one.detail for one in result.findings if one.code == "proof_sum")
        assert told == "rack 1, innings 1 to 1: stated 13:1, replayed 14:0"

    def test_a_ball_too_few_is_not_conserved(self) -> None:
        fewer = self.CLAIM | {"frame_score": {"ana": 13, "bor": 0}}
        assert codes(RACK, fewer) == [("proof_sum", 3), ("balls_not_conserved", 3)]

    def test_part_of_a_rack_says_nothing_of_its_balls(self) -> None:
        half = self.CLAIM | {"frame_score": {"ana": 13}}
        assert codes(RACK, half) == [("proof_sum", 3)]


class TestBallsAndEnd:
    def test_balls_stated_that_are_not_those_left(self) -> None:
        stated = {"type": "claim", "balls_on_table": 11}
        assert codes(pot("5"), stated) == [("balls_not_conserved", 3)]

    def test_a_sheet_that_counts_past_the_target_and_play_after_it(self) -> None:
        past = {"type": "inning", "player": "A", "made": 142, "end": "win"}
        assert codes(past, miss("B")) == [("target_passed", 2), ("after_end", 3)]
        assert codes(past | {"made": 140}) == []
