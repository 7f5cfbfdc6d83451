"""A wrong third-foul call at the table, played on from, brought to a true and complete record.

Under LT a third foul in a row costs fifteen more and the table is racked anew. Here the referee
counted a foul that was none: the penalty was taken and play went on from the new rack. What was
played stands as played; the record says what the referee did, and officials put the score right.
"""

from __future__ import annotations

from tests.domain.scenario import Scenario, replayed

FOUL = "A foul"
WARNED = {"type": "announcement", "player": "A", "what": "two_fouls"}


def played() -> Scenario:
    """Return the match as recorded: three fouls called, the table racked again, play going on."""
    match = Scenario("LT", "30:20")
    match.play(FOUL, "B safe", FOUL, "B safe", WARNED, FOUL)
    return match


def test_the_call_as_recorded_costs_the_third_foul() -> None:
    match = played()
    assert match.state["score"] == {"ana": 30 - 1 - 1 - 16, "bor": 20}
    assert match.state["phase"] == "break"


def test_the_ruling_alone_would_leave_play_without_a_footing() -> None:
    match = played()
    third = match.events[-1].seq
    match.play("A break", "B safe", {"type": "official_ruling", "of": third, "fouls": []})
    result, _ = replayed(match)
    rejected = {item.seq for item in result.rejected}
    assert third + 1 in rejected, "no opening break is due any more"


def test_a_position_after_the_call_makes_it_true_and_complete() -> None:
    match = played()
    third = match.events[-1].seq
    match.play("A break", "B safe")
    before = match.state
    match.play(
        {"type": "protest", "player": "A", "of": third, "ground": "rule"},
        {"type": "protest_decided", "protest": third + 3, "outcome": "upheld", "instance": "jury",
         "reason": "the second foul was none"},
        {"type": "position_set", "score": {"A": before["score"]["ana"] + 17},
         "reason": "penalty of the third foul returned; play stands"},
    )  # fmt: skip
    result, _ = replayed(match)
    assert result.rejected == []
    assert result.state is not None
    assert result.state["score"] == {"ana": 29, "bor": 20}
    assert result.state["protests"] == []
    assert {name: result.state[name] for name in ("to_act", "phase", "balls_on_table")} == {
        name: before[name] for name in ("to_act", "phase", "balls_on_table")
    }
    match.play("A safe")
