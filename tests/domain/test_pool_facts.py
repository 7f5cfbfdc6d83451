"""Where calls, facts and decisions about a pool stroke meet (Z4, Z14, Z31, contract-4)."""

from __future__ import annotations

import pytest

from tests.domain.rack_scenario import Racks

GAMES = ("8-ball", "9-ball", "10-ball")


@pytest.mark.parametrize("game", GAMES)
def test_z4_nothing_hit_is_one_code_whoever_called_the_other(game: str) -> None:
    match = Racks(game, at="").shot("A", hit="-", fouls="wrong_ball_first")
    match.ruled("foul", "no_contact", found="fact_without_call")
    called = Racks(game, at="").shot("A", fouls="no_contact wrong_ball_first")
    called.ruled("foul", "no_contact")


def test_z14_a_code_called_twice_stands_once() -> None:
    for striker in ("A", "B"):
        codes = ["no_foot", "no_foot", *(["out_of_turn"] if striker == "B" else [])]
        match = Racks("9-ball", at="").shot(striker, hit="1", fouls=" ".join(codes))
        assert match.last.fouls == tuple(dict.fromkeys(codes))


@pytest.mark.parametrize(
    ("game", "balls", "k", "found"),
    [
        ("8-ball", "", 5, True),
        ("9-ball", "", 4, True),
        ("10-ball", "3", None, True),
        ("8-ball", "", None, False),
        ("9-ball", "", 3, False),
    ],
)
def test_a_failed_break_called_against_the_facts(
    game: str, balls: str, k: int | None, *, found: bool
) -> None:
    cue = None if k is None else True
    match = Racks(game).shot("A", balls, cue=cue, k=k, fouls="break_foul")
    illegal = game == "8-ball"
    codes = () if illegal else ("break_foul",)
    code = "called_without_fact" if found else ""
    match.ruled("illegal_break" if illegal else "break_foul", *codes, found=code)


@pytest.mark.parametrize(
    ("game", "off", "left"),
    [("9-ball", "5", "1 8 9"), ("9-ball", "9", "1 5 8 9"), ("8-ball", "5", "1 8 9")],
)
def test_a_ball_off_the_table_is_out_without_a_foul_ruled_too(
    game: str, off: str, left: str
) -> None:
    match = Racks(game, at="1 5 8 9").shot("A", hit="1", call="safe", off=off, fouls="", ruled=True)
    match.ruled("legal", found="ruled_otherwise").be(balls=left, to_act="B", cue_ball="position")
    dry = Racks("9-ball").shot("A", hit="1", k=4, off="5", fouls="", ruled=True)
    dry.ruled("legal", found="ruled_otherwise").be(balls_on_table=8, push_out=True)


def test_to_4_an_opponent_spends_his_time_out_once() -> None:
    start = {"score": {"A": 1}}
    match = Racks("9-ball", start=start, options={"timeout_quota": 2})
    for stage in ("start", "end"):
        match.take("timeout", player="A", stage=stage, opponent_active=True)
        match.ruled("recorded", cited="LT-G-TO-4")
    match.take("rack", winner="A").take("timeout", player="B", stage="start")


def test_to_4_an_opponent_without_a_time_out_left_is_noted() -> None:
    match = Racks("9-ball", start={"score": {"A": 1}}).take("timeout", player="A", stage="start")
    match.take("timeout", player="A", stage="end", opponent_active=True).ruled("recorded")
    match.take("rack", winner="A").refuse("quota", "timeout", player="B", stage="start")
    match = Racks("9-ball", start={"score": {"A": 1}}).take("timeout", player="A", stage="start")
    match.take("timeout", player="A", stage="end").take("rack", winner="A")
    match.take("timeout", player="B", stage="start", opponent_active=True)
    match.ruled("recorded", found="timeout_beyond_quota")


def test_an_illegal_break_is_no_foul_in_a_row_with_others() -> None:
    """2.0 step 5: a stroke without foul begins the count anew, and LT-8-BRK-6 is none."""
    match = Racks("8-ball").shot("A", "cue", hit="1", k=2).be(fouls=(1, 0)).choose("B", "rebreak")
    match.shot("A", hit="1", k=2).ruled("illegal_break").be(fouls=(0, 0), cue_ball="position")


@pytest.mark.parametrize("conduct", [True, False])
def test_the_breaker_goes_on_with_his_turn_after_a_foul_of_the_other(*, conduct: bool) -> None:
    match = Racks("8-ball").shot("A", "3 8", hit="1", k=5).be(run=1, inning=1)
    if conduct:
        match.take("sanction", player="B", penalty="foul")
    else:
        match.shot("B", "4", hit="4", fouls="out_of_turn")
    match.be(to_act="A", phase="play", run=1, inning=1, cue_ball="anywhere", fouls=(0, 1))


def test_a_claim_of_a_rack_says_who_won_it() -> None:
    match = Racks("9-ball", at="9").shot("A", "9", hit="9").take("rack", winner="B")
    for rack, score, found in (
        (1, {"A": 1, "B": 0}, ""),
        (2, {"A": 0, "B": 1}, ""),
        (2, {"A": 1, "B": 0}, "claim_differs"),
        (3, {"A": 0, "B": 0}, ""),
    ):
        match.take("claim", rack=rack, frame_score=score).ruled("recorded", found=found)
