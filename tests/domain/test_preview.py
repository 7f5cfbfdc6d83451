"""The corrections desk: what events would change, the ways out, and the versions of a result."""

import json
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import AnyEvent, encode_event, event_from
from domain.history import versions
from domain.ledger import Received
from domain.preview import Preview, Recorded, preview, same_lines
from domain.replay import Line, replay
from domain.ways_out import Way, ways_out
from ingest.wire import receive
from tests.domain.scenario import Fields, Scenario
from tests.domain.test_corrections import correction, log, miss, pot, ruling
from tests.projections.logs import vector_logs

PLAYED = log(pot("5"), pot("6"), miss(), miss("B"))


def received(events: list[AnyEvent]) -> list[Received]:
    return [receive(encode_event(event)) for event in events]


def appended(scenario: Scenario, *fields: Fields) -> list[AnyEvent]:
    """Return events as they would stand after all of a scenario."""
    number = len(scenario.events)
    players = {"A": "ana", "B": "bor"}
    return [
        event_from(
            {"id": f"new-{seq}", "match": scenario.events[0].match, "seq": seq}
            | {"at": "2026-01-01T12:00:00Z", "by": "referee"}
            | {key: players.get(str(value), value) for key, value in one.items()}
        )
        for seq, one in enumerate(fields, start=number + 1)
    ]


def seen(scenario: Scenario, *fields: Fields) -> tuple[Preview, list[Way]]:
    known, added = received(scenario.events), appended(scenario, *fields)
    match = scenario.events[0].match
    found = preview(Recorded.of(match, known), received(added))
    return found, ways_out(found, added, lambda one: receive(encode_event(one)))


class TestPreview:
    def test_it_tells_the_score_before_and_after_and_what_is_ruled_otherwise(self) -> None:
        found, ways = seen(PLAYED, correction(3, None))
        assert found.before.state is not None
        assert found.after.state is not None
        assert (found.before.state["score"]["ana"], found.after.state["score"]["ana"]) == (12, 11)
        assert [one.seq for one in found.changed] == [3, 4], "the run ended by the miss is shorter"
        assert [line.ruling.verdict for line in found.added] == ["recorded"]
        assert (found.newly_rejected, ways) == ([], [])

    def test_a_foul_ruled_late_leaves_later_strokes_without_a_footing(self) -> None:
        found, ways = seen(PLAYED, ruling(2, "scratch"))
        assert [item.seq for item in found.newly_rejected] == [3, 4]
        assert {one.seq for one in found.changed} >= {2, 3, 4}
        assert [way.name for way in ways] == ["annotate", "position_set", "replay_from_here"]

    def test_a_correction_that_makes_a_stroke_fit_says_so(self) -> None:
        wrong = log(miss(), pot("5"))
        assert [item.seq for item in replay("m", received(wrong.events)).rejected] == [3]
        found, _ = seen(wrong, correction(2, pot("9")))
        assert [item.seq for item in found.newly_accepted] == [3]

    def test_an_event_that_cannot_be_stays_apart_from_what_is_on_record(self) -> None:
        found, ways = seen(PLAYED, correction(99, None))
        assert [line.ruling.verdict for line in found.added] == ["rejected"]
        assert (found.newly_rejected, found.changed, ways) == ([], [], [])

    def test_findings_that_come_and_go(self) -> None:
        def codes(score: int) -> tuple[set[str], set[str]]:
            said = log(miss(), {"type": "claim", "score": {"ana": score, "bor": 0}})
            found, _ = seen(said, correction(2, pot("5")))
            new = {one.code for one in found.findings_new} & {"claim_differs"}
            return new, {one.code for one in found.findings_gone}

        assert codes(10) == ({"claim_differs"}, set())
        assert codes(11) == (set(), {"claim_differs"})


class TestWaysOut:
    WAYS: ClassVar = {way.name: way for way in seen(PLAYED, ruling(2, "scratch"))[1]}

    def test_an_annotation_changes_nothing(self) -> None:
        effect = self.WAYS["annotate"].effect
        assert (effect.changed, effect.newly_rejected) == ([], [])
        assert effect.before.state is not None
        assert effect.after.state is not None
        assert effect.before.state["score"] == effect.after.state["score"]
        assert [line.ruling.verdict for line in effect.added] == ["recorded"]

    def test_a_position_goes_on_from_what_is_on_the_table(self) -> None:
        effect = self.WAYS["position_set"].effect
        before, after = effect.before.state, effect.after.state
        assert before is not None
        assert after is not None
        assert effect.added[-1].ruling.verdict != "rejected"
        for name in ("score", "to_act", "balls_on_table", "cue_ball", "phase"):
            assert after[name] == before[name], name

    def test_play_goes_on_from_the_stroke_ruled_on(self) -> None:
        effect = self.WAYS["replay_from_here"].effect
        after = effect.after.state
        assert after is not None
        assert (after["to_act"], after["score"]["ana"]) == ("bor", 9)
        assert effect.newly_rejected == []
        assert [one.seq for one in effect.changed] == [2, 3, 4, 5]

    @pytest.mark.parametrize("name", ["annotate", "position_set", "replay_from_here"])
    def test_each_way_has_the_effect_it_tells(self, name: str) -> None:
        way = self.WAYS[name]
        real = replay("m", received([*PLAYED.events, *way.events]))
        assert real.state == way.effect.after.state
        assert real.rejected == way.effect.after.rejected


class TestHistory:
    def test_each_change_with_who_when_and_the_result_around_it(self) -> None:
        events = [*PLAYED.events, *appended(PLAYED, correction(3, None, reason="seen on film"))]
        (version,) = versions("m", received(events))
        assert (version.seq, version.type, version.about) == (len(events), "correction", 3)
        assert (version.by, version.reason) == ("referee", "seen on film")
        assert (version.before["score"]["ana"], version.after["score"]["ana"]) == (12, 11)
        assert version.changed

    def test_a_match_nobody_changed_has_none(self) -> None:
        assert versions("m", received(PLAYED.events)) == []


LOGS: list[list[Received]] = [[*map(receive, raws)] for _, raws in vector_logs()]


def _of_one_match(records: list[Received]) -> tuple[str, list[Received]] | None:
    matches = {one.event.match for one in records if one.event is not None}
    return (matches.pop(), records) if len(matches) == 1 else None


SINGLE = [found for records in LOGS if (found := _of_one_match(records)) is not None]


@st.composite
def corrected(draw: st.DrawFn) -> tuple[str, list[Received], list[Received]]:
    """Return the log of a vector and corrections, as an official would post them."""
    match, records = draw(st.sampled_from(SINGLE))
    events = {one.event.seq: one.event for one in records if one.event is not None}
    last = max(events)
    added: list[Any] = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        target = draw(st.sampled_from(sorted(events)))
        body = draw(st.sampled_from([None, [], "same", "other"]))
        fields = _body(events[target] if body == "same" else events[draw(st.sampled_from(
            sorted(events)))]) if isinstance(body, str) else body  # fmt: skip
        added.append({"id": f"late-{number}", "match": match, "seq": last + number}
                     | {"at": "2030-01-01T00:00:00Z", "type": "correction", "corrects": target}
                     | {"with": fields})  # fmt: skip
    return match, records, [receive(encode_event(event_from(one))) for one in added]


def _body(event: AnyEvent) -> Fields:
    fields: Fields = json.loads(encode_event(event))
    return {
        key: value
        for key, value in fields.items()
        if key not in {"id", "match", "seq", "at", "by", "v", "at_precision", "source", "recorder"}
    }


@given(corrected())
@settings(deadline=None)
def test_the_preview_of_corrections_equals_their_effect(
    case: tuple[str, list[Received], list[Received]],
) -> None:
    match, records, added = case
    told = preview(Recorded.of(match, records), added)
    before, lines_before = _traced(match, records)
    after, lines_after = _traced(match, [*records, *added])
    assert told.before.state == before.state
    assert told.after.state == after.state
    assert told.after.findings == after.findings
    changed = {one.seq for one in told.changed}
    for seq, lines in lines_before.items():
        assert same_lines(lines, lines_after[seq]) is (seq not in changed)
    was = {item.seq for item in before.rejected}
    now = {item.seq for item in after.rejected}
    own = {one.event.seq for one in added if one.event is not None}
    assert {item.seq for item in told.newly_rejected} == now - was - own
    assert {item.seq for item in told.newly_accepted} == was - now


def _traced(match: str, records: list[Received]) -> tuple[Any, dict[int, list[Line]]]:
    lines: dict[int, list[Line]] = {}
    result = replay(
        match, records, trace=lambda line: lines.setdefault(line.step.seq, []).append(line)
    )
    return result, lines
