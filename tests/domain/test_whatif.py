"""What if: another text, other options, a correction left out; and why a stroke was so ruled."""

from __future__ import annotations

from typing import Any

import pytest

from domain.clauses import find
from domain.events import event_from
from domain.explain import explain
from domain.replay import replay
from domain.whatif import compare, ending, under, without
from ingest.wire import Received, encode, receive

OPENING = {
    "type": "match_opened", "discipline": "14.1", "rules": "PL", "players": ["ana", "bor"],
    "target": 50, "start": {"phase": "play", "at_table": "ana", "fouls": {"ana": 2}},
}  # fmt: skip
FOUL = {
    "type": "shot", "player": "ana", "call": "safety", "first_contact": ["9"],
    "cue_to_cushion": False, "balls_to_cushion": 0,
}  # fmt: skip
POT = {
    "type": "shot", "player": "ana", "call": {"ball": "1", "pocket": "FL"},
    "pocketed": [{"ball": "1"}], "first_contact": ["1"], "cue_to_cushion": True,
}  # fmt: skip


def log(*bodies: dict[str, Any]) -> list[Received]:
    """Return bodies as the records of one match."""
    envelopes = (
        {"id": f"e{seq}", "match": "m", "seq": seq, "at": "2026-05-09T18:00:00Z"}
        for seq in range(1, len(bodies) + 1)
    )
    return [
        receive(encode(event_from(body | envelope)))
        for body, envelope in zip(bodies, envelopes, strict=True)
    ]


def test_another_text_differs_where_the_third_foul_costs_otherwise() -> None:
    found = compare("m", log(OPENING, FOUL), under("SI", {}))
    assert found.seq == 2
    assert found.recorded is not None
    assert found.instead is not None
    assert found.recorded.ruling.points == (-16, 0)
    assert found.instead.ruling.points == (-15, 0)
    assert ending(found.recorded_end)["score"] == {"ana": -16, "bor": 0}
    assert ending(found.instead_end)["score"] == {"ana": -15, "bor": 0}


def test_an_option_makes_a_difference() -> None:
    found = compare("m", log(OPENING, FOUL), under(None, {"third_foul_extra_points": 10}))
    assert found.instead is not None
    assert found.instead.ruling.points == (-11, 0)


def test_the_same_text_makes_none() -> None:
    found = compare("m", log(OPENING, FOUL), under("PL", {}))
    assert (found.seq, found.recorded, found.instead) == (None, None, None)


def test_without_a_correction_the_original_stands() -> None:
    records = log(OPENING, POT, {"type": "correction", "corrects": 2, "with": FOUL})
    found = compare("m", records, without(3))
    assert found.seq == 2
    assert ending(found.recorded_end)["score"] == {"ana": -16, "bor": 0}
    assert ending(found.instead_end)["score"] == {"ana": 1, "bor": 0}
    assert found.instead_end.digest() == found.recorded_end.digest()


def test_an_explanation_names_facts_fouls_counter_clauses_and_other_texts() -> None:
    found = explain("m", log(OPENING, FOUL), 2)
    assert found is not None
    assert found["facts"]["balls_to_cushion"] == 0
    considered = {row["foul"]: row for row in found["considered"]}
    assert considered["no_rail"]["applies"] == "yes"
    assert considered["no_rail"]["why"] == "cushion after the contact: none reached"
    assert considered["scratch"]["applies"] == "no"
    assert [row["fouls"] for row in found["counter"]] == [2, 0]
    assert {"PL-3.2b", "PL-8d"} <= {clause["id"] for clause in found["rests_on"]}
    assert all(clause["paraphrase"] for clause in found["rests_on"])
    assert set(found["other_texts"]) == {"SI", "LT"}
    assert found["other_texts"]["LT"]["points"] == {"ana": -1, "bor": 0}


def test_a_called_foul_is_explained_by_the_call() -> None:
    found = explain("m", log(OPENING, POT | {"fouls": ["push_stroke"]}), 2)
    assert found is not None
    assert {"foul": "push_stroke", "applies": "yes", "why": "called by the referee"} in found[
        "considered"
    ]


def test_corrections_of_an_event_are_named() -> None:
    records = log(
        OPENING,
        POT,
        {"type": "correction", "corrects": 2, "with": FOUL},
        {"type": "official_ruling", "of": 2, "fouls": []},
    )
    found = explain("m", records, 2)
    assert found is not None
    assert found["corrected_by"] == [3, 4]
    assert found["ruling"]["fouls"] == []


@pytest.mark.parametrize("seq", [0, 3, 99])
def test_there_is_nothing_to_explain_beyond_the_log(seq: int) -> None:
    assert explain("m", log(OPENING, FOUL), seq) is None


def test_what_is_no_stroke_is_explained_too() -> None:
    found = explain("m", log(OPENING), 1)
    assert found is not None
    assert (found["considered"], found["counter"]) == ([], [])
    assert found["rests_on"][0]["id"] == "contract-2"
    assert find("contract-2") is not None


def test_fifty_corrections_cost_one_replay() -> None:
    """The fold sees every event once: as many steps with corrections as without."""
    seen: list[int] = []
    miss = POT | {"pocketed": [], "call": "ball", "made": False}
    strokes = [POT | {"call": "ball", "pocketed": [], "made": True}] * 5
    corrections = [{"type": "correction", "corrects": seq, "with": miss} for seq in (2, 3, 4, 5)]
    records = log(OPENING, *strokes, *corrections)
    replay("m", records, trace=lambda line: seen.append(line.step.seq))
    assert seen == list(range(1, 11))
