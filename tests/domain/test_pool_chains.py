"""Chains of events in 8-, 9- and 10-ball: one ruling opens what the next must be.

Each line says what clause it follows; rows of the digest tested elsewhere are not repeated.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.domain.rack_scenario import Racks

SOLIDS = {"groups": {"A": "solids"}}
KITCHEN = {"contact_behind_line": True}


def eight(at: str, **opening: Any) -> Racks:  # noqa: ANN401
    return Racks("8-ball", at=at, start={**SOLIDS}, **opening)


def nine(at: str = "", **opening: Any) -> Racks:  # noqa: ANN401
    return Racks("9-ball", at=at, **opening)


def ten(at: str = "2 3 4 6 7 10", **opening: Any) -> Racks:  # noqa: ANN401
    return Racks("10-ball", at=at, **opening)


# LT-8-BRK-6 to LT-8-BRK-10: a break, its choice, and what follows


def test_breaks_again_and_again_within_one_rack() -> None:
    match = Racks("8-ball").shot("A", hit="1", k=2).choose("B", "rebreak")
    match.be(to_act="A", inning=2, rack=1).shot("A", hit="1", k=3).choose("B", "break")
    match.be(to_act="B", inning=3).shot("B", "cue", hit="1", k=1)
    match.be(to_act="A", options="in_hand break rebreak", fouls=(0, 1)).choose("A", "in_hand")
    match.be(cue_ball="head", groups=None).shot("A", call="2 FL", hit="2", in_hand=KITCHEN)
    match.ruled("foul", "kitchen_first").be(to_act="B", cue_ball="anywhere", fouls=(1, 1))
    match.take("concession", player="A", of="rack").be(to_act="B", rack=2, fouls=(0, 0))


@pytest.mark.parametrize(
    ("balls", "off", "k", "codes", "options", "left"),
    [
        ("8", "3", 5, "ball_off_table", "accept in_hand", 14),
        ("cue", "8", 5, "scratch ball_off_table", "in_hand", 15),
        ("", "8", 3, "ball_off_table", "accept in_hand break rebreak", 15),
        ("8 3 cue", "", 5, "scratch", "spot break", 13),
        ("3", "cue 4", 5, "scratch ball_off_table", "in_hand", 13),
    ],
)
def test_r_21_what_the_opponent_may_choose(
    balls: str, off: str, k: int, codes: str, options: str, left: int
) -> None:
    match = Racks("8-ball").shot("A", balls, hit="1", k=k, off=off).ruled("foul", *codes.split())
    match.be(to_act="B", options=options, balls_on_table=left, groups=None, fouls=(1, 0))


def test_the_choice_about_the_8_is_the_breakers_alone() -> None:
    match = Racks("8-ball").shot("A", "8", hit="1", k=5)
    match.refuse("not_decider", "decision", player="B", choice="spot")
    match.refuse("not_offered", "decision", player="A", choice="accept")
    match.choose("A", "rebreak").be(to_act="A", phase="break", inning=2, run=0, balls_on_table=15)
    match.shot("A", "8 cue", hit="1", k=5).choose("B", "spot").be(cue_ball="head", to_act="B")
    match.shot("B", call="2 FL", hit="2").take("void").be(to_act="B", cue_ball="head")


def test_a_ball_that_falls_in_time_makes_an_illegal_break_good() -> None:
    match = Racks("8-ball").shot("A", hit="1", k=2).choose("B", "break")
    match.take("settled", ball="3", pocket="FL", seconds=3).be(to_act="A", phase="play", run=1)
    early = Racks("9-ball").shot("A", hit="1", k=3).ruled("break_foul", "break_foul")
    early.take("settled", ball="9", seconds=1).be(score=(1, 0), rack=2, fouls=(0, 0))


def test_a_warned_break_over_the_line_is_a_foul_beside_the_illegal_break() -> None:
    match = Racks("8-ball").say("A", "over_head_string")
    match.shot("A", hit="1", k=2, in_hand={"over_line": True}).ruled("foul", "bad_placement")
    match.be(options="accept in_hand break rebreak", cue_ball="position")


# LT-8-OPEN, LT-8-LOSS: groups, and the 8


def test_a_scratch_leaves_both_groups_to_the_opponent() -> None:
    match = Racks("8-ball", at="1 2 8 9 10").shot("A", "1 cue", call="1 FL", hit="1")
    match.shot("B", "2", call="2 FL", hit="2").be(groups={"A": "stripes", "B": "solids"})
    match.shot("B", "8", call="8 FL", hit="8").ruled("legal", by="B", run=2)


@pytest.mark.parametrize(
    ("end", "fouls"), [("4", "ball_off_table"), ("4 cue", "scratch ball_off_table")]
)
def test_a_group_is_down_whoever_sent_it_off(end: str, fouls: str) -> None:
    """R-44: a ball that left the table counts as down for its group."""
    match = eight("4 7 8 9").shot("A", end, call="4 FL", hit="4", off="7")
    match.ruled("foul", *fouls.split()).shot("B", call="safe", hit="9")
    match.shot("A", "8", call="8 SL", hit="8").ruled("legal", by="A")


@pytest.mark.parametrize(
    ("at", "stroke", "codes", "by"),
    [
        ("8 9 10", {"balls": "9@SL 8@FL", "call": "8 FL", "hit": "8"}, "", "A"),
        ("8 9 10", {"balls": "8", "call": "8 FL", "hit": "8+9"}, "", "A"),
        ("8 9 10", {"balls": "8", "call": "8 FL", "hit": "9"}, "wrong_ball_first", "B"),
        ("8 9 10", {"balls": "8", "call": "8 FL", "off": "9"}, "ball_off_table", "B"),
        ("7 8 9", {"balls": "7 8", "call": "8 FL", "hit": "7"}, "", "B"),
        ("4 8 9", {"balls": "4", "call": "4 FL", "off": "8"}, "ball_off_table", "B"),
        ("8 9 10", {"balls": "", "call": "safe", "hit": "8"}, "", None),
    ],
)
def test_the_8_and_what_happens_beside_it(
    at: str, stroke: dict[str, Any], codes: str, by: str | None
) -> None:
    match = eight(at).shot("A", stroke.pop("balls"), **stroke)
    match.ruled("foul" if by == "B" else "legal", *codes.split(), by=by)


def test_the_8_lost_on_the_hill_leaves_the_table_as_it_is() -> None:
    match = eight("8 9", target=1).shot("A", "8 cue", call="8 FL", hit="8")
    match.ruled("foul", "scratch", by="B", match="B", points=(0, 1))
    match.be(winner="B", balls="9", groups={"A": "solids", "B": "stripes"}, rack=1, options="")


# PUSH-1 to PUSH-6


@pytest.mark.parametrize("game", ["9-ball", "10-ball"])
def test_one_push_out_a_rack(game: str) -> None:
    match = Racks(game).shot("A", "1", hit="1").shot("A", "2", call="push", hit="3")
    match.ruled("legal", down="2").be(to_act="B", on="3").choose("B", "pass")
    match.be(to_act="A", push_out=False).shot("A", call="push", hit="-")
    match.ruled("foul", "no_contact", found="push_out_not_due").be(to_act="B", fouls=(1, 0))
    match.take("stalemate").be(to_act="A", fouls=(0, 0), rack=1, push_out=False)
    match.shot("A", hit="1", k=4).be(push_out=True, to_act="B")


@pytest.mark.parametrize("game", ["9-ball", "10-ball"])
def test_the_decider_who_declares_one_accepts_and_plays_an_ordinary_stroke(game: str) -> None:
    match = Racks(game).shot("A", hit="1", k=4).shot("B", call="push", hit="-")
    match.refuse("not_decider", "decision", player="B", choice="pass")
    match.shot("A", call="push", hit="-").ruled("foul", "no_contact", found="push_out_not_due")
    match.be(to_act="B", cue_ball="anywhere", options="", fouls=(1, 0))


def test_a_push_out_taken_back_is_due_again() -> None:
    match = Racks("9-ball").shot("A", hit="1", k=4).shot("B", "9", call="push", hit="-")
    match.choose("A", "pass").take("void").be(to_act="B", push_out=True, inning=2, phase="play")


# LT-G-SF-2: three in a row


def test_an_announcement_holds_for_the_turn_of_the_player_named() -> None:
    unwarned = ("foul", "wrong_ball_first")
    late = "third_foul_unwarned"
    nine(start={"fouls": {"A": 2}}).say("B").shot("A", hit="2").ruled(*unwarned, found=late)
    match = nine(start={"fouls": {"A": 1}}).shot("A", hit="2").say("A").shot("B", hit="1")
    match.shot("A", hit="2").ruled(*unwarned, found=late).be(fouls=(2, 0))
    match = nine(start={"fouls": {"A": 2}}).say("A").shot("B", "1", fouls="out_of_turn")
    match.shot("A", hit="3").ruled(*unwarned, by="B").take("void").be(score=(0, 0), fouls=(2, 1))
    match.shot("A", hit="3").ruled(*unwarned, by="B")


def test_the_third_foul_outweighs_the_game_ball() -> None:
    on_two = {"fouls": {"A": 2}}
    nine("1 3 9", start=dict(on_two)).say("A").shot("A", "9", hit="3").ruled(
        "foul", "wrong_ball_first", by="B"
    ).be(balls_on_table=9, to_act="B")
    match = ten(start=dict(on_two), target=1).say("A").shot("A", "10", call="10 FL", hit="3")
    match.ruled("foul", "wrong_ball_first", by="B", match="B").be(winner="B")


# LT-10-WRONG-1, LT-10-SPOT-1, Z2


@pytest.mark.parametrize(
    ("balls", "call", "cue", "codes", "spotted", "options"),
    [
        ("2@SL 10", "2 FL", True, "", "10", "accept pass"),
        ("2", "10 FL", True, "", "", "accept pass"),
        ("7", "7 FL", True, "", "", ""),
        ("6", "2 FL", False, "no_rail", "", ""),
        ("10", "safe", False, "no_rail", "10", ""),
        ("10", "push", True, "", "10", "accept pass"),
    ],
)
def test_what_falls_beside_the_call(
    balls: str, call: str, *, cue: bool, codes: str, spotted: str, options: str
) -> None:
    match = ten().shot("A", balls, call=call, hit="2", cue=cue)
    found = "push_out_not_due" if call == "push" else ""
    match.ruled("foul" if codes else "legal", *codes.split(), spotted=spotted, found=found)
    match.be(options=options, to_act="A" if call == "7 FL" else "B")


def test_a_shot_handed_back_may_be_handed_back_again() -> None:
    match = ten(start={"fouls": {"A": 2}}).shot("A", "6", call="2 FL", hit="2").be(fouls=(0, 0))
    match.choose("B", "pass").shot("A", "7", call="2 FL", hit="2").choose("B", "accept")
    match.be(to_act="B", inning=3, balls="2 3 4 10")
    match.shot("B", "2 10", call="2 FL", hit="2").ruled("legal", spotted="10", run=1)


def test_the_last_two_balls_fall_together() -> None:
    ten("9 10").shot("A", "9 10", call="9 FL", hit="9").ruled("legal", spotted="10", down="9").be(
        to_act="A", balls="10", on="10"
    )
