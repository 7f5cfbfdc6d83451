"""Faults that scoring systems of 8-, 9- and 10-ball had (``docs/known-faults.md``, 47 to 59)."""

from __future__ import annotations

from typing import Any

from analytics import answer
from domain.corrections import plan
from domain.fold import Fold, fold_steps
from tests.analytics.conftest import Tables
from tests.domain.rack_scenario import Racks

SOLIDS = {"groups": {"A": "solids"}}


def end_of(match: Racks) -> dict[str, Any]:
    """Return the state of a match with its corrections."""
    for _ in fold_steps(plan(match.events), fold := Fold()):
        pass
    state = fold.match.state()
    assert state is not None
    return state


def test_47_a_scratch_on_the_8_loses_the_rack() -> None:
    lost = Racks("8-ball", at="8 9", start={**SOLIDS})
    lost.shot("A", "8 cue", call="8 FL", hit="8").be(score=(0, 1), rack=2)


def test_47_a_scratch_with_the_8_up_loses_the_table_alone() -> None:
    match = Racks("8-ball", at="8 9", start={**SOLIDS})
    match.shot("A", "cue", call="8 FL", hit="8").ruled("foul", "scratch")
    match.be(score=(0, 0), rack=1, to_act="B")


def test_49_both_groups_on_the_break_leave_the_table_open() -> None:
    match = Racks("8-ball").shot("A", "1 2 3 9", hit="1", k=4).ruled("legal")
    match.be(to_act="A", groups=None, balls_on_table=11)


def test_51_a_ball_of_the_opponent_that_falls_waives_the_cushion_where_any_ball_does() -> None:
    """Under LT the called ball alone does where strokes are called (Z2); the option says any."""
    stroke: dict[str, Any] = {"call": "2 FL", "hit": "2", "cue": False}
    for options, verdict, fouls in (
        ({"no_rail_waived_by": "any_ball"}, "legal", ()),
        ({}, "foul", ("no_rail",)),
    ):
        match = Racks("8-ball", at="2 8 11 12", start={**SOLIDS}, options=options)
        match.shot("A", "11", **stroke).ruled(verdict, *fouls).be(to_act="B")
    Racks("9-ball", at="2 7 9").shot("A", "7", hit="2", cue=False).ruled("legal")


def test_53_a_good_stroke_after_one_taken_back_keeps_the_table() -> None:
    match = Racks("8-ball", at="2 3 8 11", start={**SOLIDS})
    match.shot("A", "cue", call="2 FL", hit="2").be(to_act="B")
    match.take("correction", corrects=2, reason="another stroke", **{"with": None})
    match.try_("shot", player="A", call={"ball": "2", "pocket": "FL"},
               pocketed=[{"ball": "2", "pocket": "FL"}], first_contact=["2"])  # fmt: skip
    state = end_of(match)
    assert (state["to_act"], state["run"], state["balls_on_table"]) == ("ana", 1, 3)
    assert state["fouls"] == {"ana": 0, "bor": 0}


def test_55_the_next_rack_begins_without_fouls() -> None:
    match = Racks("9-ball", at="9", start={}).shot("A", hit="-").shot("B", "9", hit="9")
    match.be(fouls=(0, 0), rack=2, score=(0, 1))


def test_57_an_abandoned_match_has_no_winner_and_is_in_no_record() -> None:
    tables = Tables()
    match = Racks("9-ball", target=1).take("match_closed", result="abandoned")
    assert match.state["winner"] is None
    done = {"discipline": "9-ball", "status": "finished"}
    tables.put(
        "matches",
        {**done, "match": "m1", "winner": "ana", "score1": 5, "score2": 3},
        {**done, "match": "m2", "winner": None, "result": "abandoned", "score1": 4},
    )
    records = {row["player"]: row for row in answer("head-to-head", tables)["rows"]}
    assert {name: (row["matches"], row["won"]) for name, row in records.items()} == {
        "ana": (1, 1),
        "bor": (1, 0),
    }


def test_59_a_rate_is_of_the_matches_that_recorded_it() -> None:
    tables = Tables()
    tables.put("matches", {"match": "m1"}, {"match": "m2"})
    stroke = {"match": "m1", "opponent": "bor"}
    tables.put(
        "rulings",
        {**stroke, "seq": 2, "player": "ana", "call": "safety"},
        {**stroke, "seq": 3, "player": "bor", "opponent": "ana", "inning": 2},
    )
    tables.put("innings", {"match": "m2", "inning": 1, "player": "ana", "is_shots": False})
    told = answer("safeties", tables)
    assert told["matches"] == 1
    (row,) = told["rows"]
    assert (row["player"], row["answered"], row["rate"]) == ("ana", 1, 1.0)
