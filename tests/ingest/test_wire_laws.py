"""Bytes to events: the quick ways against a slow and naive one, on whatever writers write."""

import json
import re
from datetime import datetime
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from domain.events import decode_event
from ingest import ijson, wire
from ingest.checks import have_usual_envelopes
from ingest.faults import Flaw
from ingest.wire import canonical, receive, receive_all

ENVELOPE = {"id": "e-2", "match": "m-1", "seq": 2, "at": "2026-05-09T18:00:30.000Z"}


class Names(list[Any]):
    """The names and values of an object side by side, so that no name is lost."""


def naive_flaw(raw: bytes) -> bool:
    """Tell whether bytes break I-JSON or the limits: the strict reading, written otherwise."""

    def flat(pairs: list[tuple[str, Any]]) -> Names:
        return Names([part for pair in pairs for part in pair])

    try:
        whole = json.loads(raw.decode(), object_pairs_hook=flat, parse_constant=float)
    except ValueError:
        return True
    pending: list[tuple[Any, int]] = [(whole, 0)]
    while pending:
        value, depth = pending.pop()
        if isinstance(value, list):
            items = cast("list[Any]", value)
            names = cast("list[str]", items[::2]) if isinstance(value, Names) else []
            if depth == 64 or len(set(names)) < len(names):
                return True
            pending += [(item, depth + 1) for item in items]
        elif naive_scalar_flaw(value):
            return True
    return False


def naive_scalar_flaw(value: str | float | None) -> bool:
    if isinstance(value, str):
        return len(value) > 2_000 or bool(re.search("[\ud800-\udfff]", value))
    if isinstance(value, float):
        return not abs(value) < float("inf")
    return value is not None and not -(2**53) < value < 2**53


TEXTS = st.one_of(st.sampled_from(["a", "é", "", '"', "\\", "\n", "0" * 16, "\ud800"]), st.text())
NUMBERS = st.one_of(
    st.integers(-3, 20),
    st.sampled_from([2**53 - 1, 2**53, -(2**53), 10**30]),
    st.floats(width=64),
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(TEXTS, inner)),
    max_leaves=6,
)
BALLS = st.sampled_from(["1", "2", "9", "?"])
SHOTS = st.fixed_dictionaries(
    {
        "id": st.sampled_from(["e-1", "e 1", "a" * 64, "a" * 65]),
        "match": st.just("m"),
        "seq": st.integers(1, 5),
        "at": st.sampled_from(
            [
                "2026-05-09T18:00:30.000Z",
                "2026-05-09T18:00:30+02:00",
                "2026-02-30T18:00:30.000Z",
                "9999-12-31T23:59:59.999Z",
                "0001-01-01T00:00:00.000Z",
            ]
        ),
        "type": st.just("shot"),
        "player": st.sampled_from(["ana", "bor", "Žagar"]),
    },
    optional={
        "by": TEXTS,
        "call": st.one_of(st.none(), st.just("ball"), st.fixed_dictionaries({"ball": BALLS})),
        "pocketed": st.lists(st.fixed_dictionaries({"ball": BALLS}), max_size=3),
        "ruled": st.booleans(),
        "duration_s": st.one_of(st.floats(0, 60), st.just(2**53), st.just(0)),
        "layout": st.dictionaries(BALLS, st.tuples(NUMBERS, NUMBERS), max_size=2),
        "x": VALUES,
    },
)


def opened(options: dict[str, Any]) -> dict[str, Any]:
    more = {"type": "match_opened", "discipline": "14.1", "rules": "SI", "players": ["a", "b"]}
    return {**ENVELOPE, **more, "options": options}


def claim(score: float) -> dict[str, Any]:
    return {**ENVELOPE, "type": "claim", "score": {"ana": score}}


def settled(seconds: float) -> dict[str, Any]:
    return {**ENVELOPE, "type": "settled", "ball": "1", "seconds": seconds}


OTHERS = st.one_of(
    st.builds(opened, st.dictionaries(TEXTS, VALUES)),
    st.builds(claim, NUMBERS),
    st.builds(settled, NUMBERS),
)


@st.composite
def records(draw: st.DrawFn) -> bytes:
    """Draw an event as some writer would write it, now and then with a name that stands twice."""
    fields = draw(st.one_of(cast("st.SearchStrategy[dict[str, Any]]", SHOTS), OTHERS))
    separators = draw(st.sampled_from([(",", ":"), (", ", ": "), (" , ", " : ")]))
    text = json.dumps(
        {name: fields[name] for name in draw(st.permutations(list(fields)))},
        ensure_ascii=draw(st.booleans()),
        separators=separators,
    )
    if draw(st.integers(0, 9)) == 0:
        name = draw(st.sampled_from(list(fields)))
        text = f"{text[:-1]},{json.dumps(name)}:{json.dumps(fields[name])}}}"
    return text.encode("utf-8", "surrogatepass")


@given(records())
def test_quick_and_naive_reading_agree(raw: bytes) -> None:
    received = receive(raw)
    if received.event is not None:
        assert received.event == decode_event(raw)
        assert not naive_flaw(raw)
    try:
        ijson.parse(raw)
    except Flaw:
        assert naive_flaw(raw)
        assert received.fault is not None
    else:
        assert not naive_flaw(raw)


@given(records())
def test_quick_ways_claim_nothing_false(raw: bytes) -> None:
    try:
        event = decode_event(raw)
        claimed = wire._accounted(raw, event) or wire._plain(raw)
    except wire.Malformed:
        return
    if claimed:
        assert not naive_flaw(raw)
    if have_usual_envelopes([event]):
        assert re.fullmatch(r"[A-Za-z0-9._:-]{1,64}", event.id)
        assert datetime.fromisoformat(event.at).isoformat(timespec="milliseconds") == (
            event.at.replace("Z", "+00:00")
        )


@given(st.lists(records(), max_size=6))
def test_many_and_one_agree(raws: list[bytes]) -> None:
    assert receive_all(raws) == [receive(raw) for raw in raws]


@given(st.binary(max_size=60))
def test_any_bytes_are_an_event_or_a_fault(raw: bytes) -> None:
    received = receive(raw)
    assert (received.event is None) != (received.fault is None)
    assert receive_all([raw]) == [received]


@given(records(), st.integers(0, 400), st.binary(max_size=3))
def test_any_damage_is_an_event_or_a_fault(raw: bytes, place: int, damage: bytes) -> None:
    damaged = raw[:place] + damage + raw[place + len(damage) :]
    received = receive(damaged)
    assert (received.event is None) != (received.fault is None)
    if received.event is not None:
        assert canonical(damaged)
        assert not naive_flaw(damaged)
