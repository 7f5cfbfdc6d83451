"""A file imported again: nothing, new events, or corrections that replay to what it says now."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import events as ev
from domain.corrections import plan
from ingest.importers.amend import ForeignMatch, amend
from ingest.importers.assemble import Assembled, assemble
from ingest.importers.fixtures import BY_FRAMES
from ingest.importers.port import Drafted
from ingest.importers.report import Place, Report

HERE = Place("a file")
AT = {"at": "2026-01-01T10:00:00Z"}


def sheet(turns: list[tuple[int, str]], target: int = 50) -> Assembled:
    """Return a match of turns, the players in turn."""
    made = Drafted("m")
    opening: dict[str, Any] = {"discipline": "14.1", "rules": "PL", "players": ["a", "b"], **AT}
    made.add(HERE, "match_opened", **opening, target=target, breaker="a")
    for number, (balls, end) in enumerate(turns):
        made.add(HERE, "inning", player="ab"[number % 2], made=balls, end=end, **AT)
    found = assemble(made, "test", Report())
    assert found is not None
    return found


def standing(events: list[ev.AnyEvent]) -> list[dict[str, Any]]:
    """Return what stands after corrections, corrections aside."""
    kept = [step for step in plan(events) if not step.struck]
    return [
        {k: v for k, v in ev.fields_of(step.event).items() if k not in ("id", "seq", "by", "at")}
        for step in kept
        if not isinstance(step.event, ev.Correction)
    ]


TURNS = st.lists(st.tuples(st.integers(0, 4), st.sampled_from(["miss", "safety"])), max_size=9)


@given(versions=st.lists(st.tuples(TURNS, st.integers(20, 22)), min_size=1, max_size=4))
def test_after_any_versions_the_latest_stands(
    versions: list[tuple[list[tuple[int, str]], int]],
) -> None:
    log: list[ev.AnyEvent] = []
    for turns, target in versions:
        now = sheet(turns, target)
        log += amend(log, now).events
        assert standing(log) == standing(now.events)
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        assert len({event.id for event in log}) == len(log)
        assert amend(log, now).events == []


def test_one_figure_changed_is_one_correction() -> None:
    log = list(sheet([(3, "miss"), (0, "safety"), (2, "miss")]).events)
    amended = amend(log, sheet([(3, "miss"), (1, "safety"), (2, "miss")]))
    (event,) = amended.events
    assert isinstance(event, ev.Correction)
    assert (event.corrects, amended.corrections) == (3, 1)


def test_what_an_official_corrected_is_left_alone() -> None:
    first = sheet([(3, "miss"), (0, "safety")])
    body = {"type": "inning", "player": "a", "made": 5, "end": "miss"}
    word = ev.Correction(
        id="o", match="m", seq=4, at="2026-01-02T10:00:00Z", corrects=2, replacement=body
    )
    log = [*first.events, word]
    assert amend(log, first).events == []
    amended = amend(log, sheet([(4, "miss"), (0, "safety")]))
    assert (amended.events, amended.kept) == ([], (2,))


def test_a_match_somebody_else_keeps_is_not_touched() -> None:
    made = sheet([(3, "miss")])
    log = [ev.replaced(event, by="a scorer") for event in made.events]
    with pytest.raises(ForeignMatch, match="a scorer"):
        amend(log, made)


def test_a_long_match_is_compared_place_by_place() -> None:
    long = [(number % 3, "miss") for number in range(1_500)]
    log = list(sheet(long, 1_000_000).events)
    changed = [*long[:700], (9, "safety"), *long[701:]]
    assert amend(log, sheet(changed, 1_000_000)).corrections == 1


def test_a_result_imported_without_its_frames_leaves_what_they_gave() -> None:
    def fixture(result: int, frames: int | None) -> Assembled:
        made = Drafted("f")
        opening: dict[str, Any] = {"discipline": "snooker", "rules": "LT", "players": ["a", "b"]}
        made.add(HERE, "match_opened", **opening, target=3, **AT)
        made.add(HERE, "claim", score={"a": result, "b": 1}, source="result", **AT)
        if frames is not None:
            made.add(HERE, "claim", score={"a": frames, "b": 1}, source=BY_FRAMES, **AT)
        found = assemble(made, "test", Report())
        assert found is not None
        return found

    log = list(amend([], fixture(3, None)).events)
    log += amend(log, fixture(3, 2)).events
    assert standing(log) == standing(fixture(3, 2).events)
    assert amend(log, fixture(3, None)).events == []
    log += amend(log, fixture(2, None)).events
    assert standing(log) == standing(fixture(2, 2).events), "the result alone is corrected"
    log += amend(log, fixture(2, 1)).events
    assert standing(log) == standing(fixture(2, 1).events)
