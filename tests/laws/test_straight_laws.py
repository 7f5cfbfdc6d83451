"""What holds for every match of 14.1, and for the replay of any log."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain import clauses
from domain.contract import line_fields, replay_fields
from domain.ledger import Ledger
from domain.replay import Line, Replay, by_match, replay
from domain.rulings import Ruling
from ingest.wire import Received, receive_all
from tests.domain.scenario import Scenario, records_of, replayed
from tests.laws.strategies import body_of, matches
from tests.vectors import reader

OWN = {"SI": {"SI"}, "PL": {"PL"}, "LT": {"LT-14.1", "LT-G"}}


def told(
    records: Sequence[Received], as_of: int | None = None
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a replay and its trace as the contract shows them."""
    lines: list[Line] = []
    result = replay("m", records, trace=lines.append, as_of=as_of)
    return replay_fields(result), [line_fields("m", line, result.players) for line in lines]


def outcome(result: Replay, lines: Sequence[Line], events: int) -> tuple[Any, list[Ruling]]:
    """Return the state and the rulings on the first events."""
    return result.state, [line.ruling for line in lines if line.step.seq <= events]


def correct(match: Scenario, *corrections: tuple[int, Any]) -> tuple[Any, list[Ruling]]:
    """Return the outcome of a match with corrections appended, as to the events before them."""
    events = len(match.events)
    records = records_of(match)
    for corrects, body in corrections:
        match.take({"type": "correction", "corrects": corrects, "with": body})
    corrected = outcome(*replayed(match), events)
    del match.events[events:], match.rulings[events:]
    assert records_of(match) == records
    return corrected


@given(matches())
def test_a_replay_repeats_what_was_ruled_live(match: Scenario) -> None:
    result, lines = replayed(match)
    assert [line.ruling for line in lines] == match.rulings
    assert result.state == match.state
    assert told(records_of(match)) == told(records_of(match))


@given(matches(), st.randoms(use_true_random=False))
def test_the_order_of_delivery_and_duplicates_change_nothing(
    match: Scenario, random: Random
) -> None:
    records = records_of(match)
    delivered = [*records, *random.choices(records, k=5)]
    random.shuffle(delivered)
    first, lines = told(records)
    second, again = told(delivered)
    assert len(second.pop("duplicates")) == 5
    assert first.pop("duplicates") == []
    assert (second, again) == (first, lines)


@given(matches(), st.data())
def test_a_prefix_replays_to_a_prefix(match: Scenario, data: st.DataObject) -> None:
    records = records_of(match)
    seq = data.draw(st.integers(1, len(records)))
    whole, lines = told(records)
    cut, prefix = told(records, as_of=seq)
    assert (cut, prefix) == told(records[:seq])
    if not any(one["type"] in ("void", "settled") for one in lines[seq:]):
        assert prefix == lines[:seq]
    assert cut["state"] == prefix[-1]["state"]
    assert whole["events"] == len(records)


@given(matches(officials=False))
def test_the_score_is_the_start_and_the_sum_of_all_points(match: Scenario) -> None:
    start = match.match.opening.start if match.match.opening else None
    score = dict.fromkeys(("ana", "bor"), 0) | dict((start and start.score) or {})
    _, lines = replayed(match)
    for line in lines:
        score["ana"] += line.ruling.points[0]
        score["bor"] += line.ruling.points[1]
        assert line.state is not None
        assert line.state["score"] == score


@given(matches())
def test_what_holds_in_every_state(match: Scenario) -> None:
    _, lines = replayed(match)
    for line in lines:
        state = line.state
        assert state is not None
        assert all(0 <= count <= 2 for count in state["fouls"].values())
        assert 0 <= state["balls_on_table"] <= 15
        known = state["balls"]
        assert known is None or len(known) == state["balls_on_table"]
        match state["phase"]:
            case "break":
                assert (state["balls_on_table"], state["cue_ball"]) == (15, "head")
            case "rerack":
                assert state["balls_on_table"] <= 1
            case "play":
                assert state["balls_on_table"] > 1
            case "choice":
                assert state["options"]
            case "finished":
                assert (state["to_act"], state["run"], state["options"]) == (None, 0, [])
            case _:
                assert state["phase"] in ("lag", "lag_choice")


@given(matches(options=False, officials=False))
def test_balls_leave_the_table_for_points_alone(match: Scenario) -> None:
    before = 0
    rack = 0
    for line in replayed(match)[1]:
        state = line.state
        assert state is not None
        balls, made = state["balls_on_table"], len(line.ruling.pocketed)
        kind = type(line.step.event).__name__
        if kind == "Shot":
            base = before if state["rack"] == rack else 15
            assert balls == base - (made if line.ruling.verdict == "legal" else 0)
        elif kind not in ("Inning", "Void", "Settled", "MatchOpened"):
            assert balls == (before if state["rack"] == rack else 15)
        before, rack = balls, state["rack"]


@given(matches())
def test_every_deduction_cites_and_every_citation_is_of_the_text(match: Scenario) -> None:
    for line in replayed(match)[1]:
        ruling = line.ruling
        if ruling.fouls or min(ruling.points) < 0:
            assert ruling.clauses, line
        assert len(set(ruling.clauses)) == len(ruling.clauses), line
        for name in ruling.clauses:
            clause = clauses.find(name)
            assert clause is not None
            assert clause.text in OWN[match.rules] | {"readings"}


@given(matches(), st.data())
def test_correcting_to_the_same_body_changes_nothing(match: Scenario, data: st.DataObject) -> None:
    events = len(match.events)
    seq = data.draw(st.integers(1, events))
    before = outcome(*replayed(match), events)
    body = body_of(match.events[seq - 1])
    assert correct(match, (seq, body)) == before
    assert correct(match, (seq, [body])) == before


@given(matches(), st.data())
def test_striking_a_correction_restores(match: Scenario, data: st.DataObject) -> None:
    events = len(match.events)
    assume(events > 1)
    seq = data.draw(st.integers(2, events))
    before = outcome(*replayed(match), events)
    other = data.draw(st.sampled_from([None, [], {"type": "skipped"}]))
    assert correct(match, (seq, other), (events + 1, None)) == before


@given(matches(), st.data())
def test_corrections_of_different_events_commute(match: Scenario, data: st.DataObject) -> None:
    events = len(match.events)
    assume(events > 2)
    one, two = data.draw(
        st.lists(st.integers(2, events), min_size=2, max_size=2, unique=True).map(tuple)
    )
    other = body_of(match.events[data.draw(st.integers(1, events - 1))])
    first, second = (one, None), (two, [other, other])
    assert correct(match, first, second) == correct(match, second, first)


@given(matches(), st.data())
def test_a_ruling_stands_until_the_stroke_is_corrected(
    match: Scenario, data: st.DataObject
) -> None:
    shots = [event.seq for event in match.events if type(event).__name__ == "Shot"]
    assume(shots)
    seq = data.draw(st.sampled_from(shots))
    body = body_of(match.events[seq - 1])
    events = len(match.events)
    plain = outcome(*replayed(match), events)
    match.take({"type": "official_ruling", "of": seq, "fouls": ["no_foot"]})
    result, lines = replayed(match)
    assert [item.reason for item in result.rejected if item.seq == events + 1] == []
    ruled = lines[seq - 1].ruling
    assert ruled.verdict == "rejected" or ruled.fouls == ("no_foot",)
    match.take({"type": "correction", "corrects": seq, "with": body})
    assert outcome(*replayed(match), events) == plain


LONG = 25
"""Lines of a vector whose every prefix takes a while to replay."""
VECTORS = [
    pytest.param(
        path,
        id=f"{path.parent.name}/{path.stem}",
        marks=[pytest.mark.slow] * (path.read_bytes().count(b"\n") > LONG),
    )
    for path in reader.paths(*reader.FOLDERS)
]


@pytest.mark.parametrize("path", VECTORS)
def test_as_of_every_seq_of_a_vector_is_the_replay_of_its_prefix(path: Path) -> None:
    for name, records in by_match(receive_all(reader.read(path).records)):
        ledger = Ledger()
        for record in records:
            ledger.add(record)
        accepted = ledger.records()
        for seq in range(1, len(accepted) + 1):
            as_of = replay(name, records, as_of=seq)
            prefix = replay(name, accepted[:seq])
            assert (as_of.state, as_of.digest()) == (prefix.state, prefix.digest())
