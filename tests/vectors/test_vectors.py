"""Every conformance vector, through the reading of records and the fold."""

from pathlib import Path
from typing import Any

import pytest

from domain.contract import line_fields, replay_fields
from domain.replay import Line, by_match, replay
from ingest.wire import receive_all
from tests.vectors import reader

CASES = reader.paths(*reader.FOLDERS)


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_vector(path: Path) -> None:
    vector = reader.read(path)
    match, records = next(by_match(receive_all(vector.records)))
    lines: list[Line] = []
    result = replay(match, records, trace=lines.append)
    trace = [line_fields(match, line, result.players) for line in lines]
    wrong = reader.trace_differences(vector, trace)
    for expected in vector.replays:
        replayed = replay_fields(replay(match, records, as_of=expected.as_of))
        wrong += reader.replay_differences(expected, replayed)
    assert wrong == [], vector.words


def test_all_vectors_are_read() -> None:
    counts = {name: len(reader.paths(name)) for name in reader.FOLDERS}
    assert min(counts.values()) > 0
    assert sum(counts.values()) == len(CASES)


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, {"b": 2}, False),
        ({"fouls": ["b", "a"]}, {"fouls": ["a", "b"]}, True),
        ({"fouls": ["a"]}, {"fouls": ["a", "b"]}, False),
        ({"pocketed": ["1", "2"]}, {"pocketed": ["2", "1"]}, False),
        ({"findings": [{"code": "x"}]}, {"findings": [{"code": "y"}, {"code": "x"}]}, True),
        ({"findings": [{"code": "x"}]}, {"findings": [{"code": "y"}]}, False),
        ({"clauses": ["PL-1"]}, {"clauses": ["PL-2", "PL-1"]}, True),
        ({"clauses": ["PL-1"]}, {"clauses": []}, False),
        ({"winner": None}, {}, True),
        ({"winner": None}, {"winner": "ana"}, False),
        ({"score": {"ana": 0}}, {"score": None}, False),
        ({"run": 0}, {"run": None}, False),
        ({"push_out": False}, {"push_out": False}, True),
    ],
)
def test_comparison(expected: dict[str, Any], got: dict[str, Any], same: bool) -> None:
    assert (reader.differences(expected, got) == []) is same
