"""Matches of every kind of event with one field spoilt: an event or a fault, never an error."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.files import Placed
from domain.replay import by_match, replay
from ingest.wire import receive, receive_all
from tests.vectors.reader import FOLDERS, paths, read

HOSTILE: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(
        [
            None, True, "", "?", "cue", "black", "15", "a\x00b", "é" * 65, "x" * 2_001, "\ud800",
            0, -1, 10**6, 2**53, -(2**63), 10**30, 0.5, 1e308, float("nan"), float("inf"), [], {},
            [None], [[]], ["1", "1"], {"ball": "16"}, {"ana": -1}, {"seq": 1},
            "2026-02-30T18:00:00Z", "9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00+14:00",
        ]
    ),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
)  # fmt: skip


@cache
def matches() -> dict[str, list[list[bytes]]]:
    """Return the matches of the vectors by the types of event they hold."""
    found: dict[str, list[list[bytes]]] = defaultdict(list)
    for path in paths(*FOLDERS):
        records = read(path).records
        for kind in {event.get("type") for event in map(_object, records)}:
            found[str(kind)].append(records)
    return found


def _object(raw: bytes) -> dict[str, Any]:
    try:
        found = json.loads(raw)
    except ValueError:
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _places(holder: Any) -> list[tuple[Any, Any]]:  # noqa: ANN401 - any JSON
    """Return every place of a value within an object or a list: the holder and the key."""
    keys: list[Any] = list(cast("Any", holder)) if isinstance(holder, dict) else []
    keys = list(range(len(cast("list[Any]", holder)))) if isinstance(holder, list) else keys
    inner = (place for key in keys for place in _places(holder[key]))
    return [*((holder, key) for key in keys), *inner]


@st.composite
def spoilt(draw: st.DrawFn) -> list[bytes]:
    """Draw a match of which one event, of a type drawn first, has one value spoilt or gone."""
    kind = draw(st.sampled_from(sorted(set(matches()) - {"None"})))
    records = list(draw(st.sampled_from(matches()[kind])))
    places = [at for at, raw in enumerate(records) if _object(raw).get("type") == kind]
    at = draw(st.sampled_from(places))
    event = _object(records[at])
    holder, key = draw(st.sampled_from(_places(event)))
    if draw(st.integers(0, 4)):
        holder[key] = draw(HOSTILE)
    else:
        del holder[key]
    records[at] = json.dumps(event, ensure_ascii=draw(st.booleans())).encode(errors="surrogatepass")
    return records


def check(records: list[bytes]) -> None:
    received = [receive(raw) for raw in records]
    assert receive_all(records) == received
    assert all((one.event is None) != (one.fault is None) for one in received)
    placed = [Placed("spoilt", line, one) for line, one in enumerate(received, 1)]
    for name, group in by_match(placed):
        told = replay(name, group)
        kept = (told.accepted, told.quarantined, told.waiting, told.duplicates)
        assert sum(map(len, kept)) == len(group)


@given(spoilt())
def test_one_spoilt_value_is_an_event_or_a_fault(records: list[bytes]) -> None:
    check(records)


@pytest.mark.long
@settings(max_examples=30_000)
@given(spoilt())
def test_many_spoilt_values(records: list[bytes]) -> None:
    check(records)
