"""Bytes to events: every rule of the contract by example."""

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest

from domain.events import EVENT_TYPES, Shot, decode_event, encode_event
from ingest import wire
from ingest.checks import COMPLETE
from ingest.faults import SHOWN, Flaw
from ingest.wire import LARGEST, Received, canonical, decode_lines, encode, receive, receive_all

ENVELOPE = {"id": "e-2", "match": "m-1", "seq": 2, "at": "2026-05-09T18:00:30.000Z"}
SHOT = {**ENVELOPE, "type": "shot", "player": "ana"}
OPENED = {
    **ENVELOPE,
    "type": "match_opened",
    "discipline": "9-ball",
    "rules": "LT",
    "players": ["ana", "bor"],
    "target": 9,
}


def dump(fields: dict[str, Any], **more: object) -> bytes:
    return json.dumps({**fields, **more}, ensure_ascii=False).encode()


def body(kind: str, **fields: object) -> dict[str, Any]:
    return {**ENVELOPE, "type": kind, **fields}


def detail(raw: bytes) -> str:
    received = receive(raw)
    assert received.event is None
    assert received.fault is not None
    assert received.fault.reason == "malformed"
    return received.fault.detail


def with_text(text: str) -> bytes:
    """Return a shot with something put in behind its fields, verbatim."""
    return dump(SHOT)[:-1] + b", " + text.encode("utf-8", "surrogatepass") + b"}"


GOOD: dict[str, bytes] = {
    "plain": dump(SHOT),
    "own form": encode(decode_event(dump(SHOT))),
    "unknown fields": with_text('"app": {"name": "x", "n": [1, null, true, {}, 1.5]}'),
    "defaults written out": with_text('"pocketed": [], "ruled": false, "call": null'),
    "white space around": b" \t\r\n" + dump(SHOT) + b"\r\n",
    "escapes": with_text(r'"by": "caf\u00e9\/\"\\1", "x": "\ud83c\udfb1"'),
    "greatest integer": with_text('"x": 9007199254740991, "y": -9007199254740991'),
    "great float": with_text('"x": 1e300, "y": 9007199254740993.0'),
    "sixteen digits": dump(SHOT, by="0123456789012345"),
    "longest string": dump(SHOT, x="é" * 2_000),
    "deepest": with_text('"x": ' + "[" * 63 + "]" * 63),
    "largest": dump(SHOT, x=["y" * 999] * 64).ljust(LARGEST),
    "longest id": dump(SHOT, id="aZ09._:-" * 8),
    "layout": dump(SHOT, layout={"cue": [0.5, 0.25], "1": [1, 0.1234567890123456]}),
    "null struck out": dump(body("correction", corrects=1, **{"with": None})),
    "bodies": dump(body("correction", corrects=1, **{"with": [{"type": "void"}, OPENED]})),
    "14.1 without target": dump(
        {name: value for name, value in OPENED.items() if name != "target"} | {"discipline": "14.1"}
    ),
    "best of": dump({**OPENED, "target": None}, best_of=9),
    "target by player": dump(OPENED, target={"ana": 7, "bor": 9}),
    "objects as players": dump(OPENED, players=[{"id": "ana"}, "bor"]),
    "settled late": dump(body("settled", ball="1", affected=False)),
    "walkover": dump(body("match_closed", result="walkover", winner="ana")),
    "drawn": dump(body("match_closed", result="drawn")),
    "points": dump(body("sanction", player="ana", penalty="points", points=0)),
}

BAD: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "is not JSON"),
    "no JSON": (b"seq 2: ana pots the 1", "is not JSON"),
    "cut off": (dump(SHOT)[:-9], "is not JSON"),
    "two values": (dump(SHOT) + dump(SHOT), "is not JSON: Extra data"),
    "list": (b"[]", r"expected an object \{…\}, got a list"),
    "text": (b'"shot"', "expected an object"),
    "BOM": (b"\xef\xbb\xbf" + dump(SHOT), "byte order mark"),
    "UTF-16": (dump(SHOT).decode().encode("utf-16"), "is not UTF-8"),
    "Latin-1": (dump(SHOT, by="é").decode().encode("latin-1"), "is not UTF-8"),
    "Latin-1 in an unknown field": (dump(SHOT, x="é").decode().encode("latin-1"), "not UTF-8"),
    "encoded surrogate": (with_text('"by": "\ud800"'), "is not UTF-8"),
    "lone surrogate": (with_text(r'"by": "\ud800"'), "by: holds half of a surrogate pair"),
    "lone surrogate in a name": (with_text(r'"\udc00": 1'), "half of a surrogate"),
    "lone surrogate unknown": (with_text(r'"x": ["\ud800\ud800"]'), r"x\[0\]: holds half"),
    "control character": (with_text('"by": "a\nb"'), "is not JSON: Invalid control"),
    "name twice": (with_text('"seq": 2'), '"seq" stands twice'),
    "name twice, written otherwise": (with_text(r'"\u0073eq": 2'), '"seq" stands twice'),
    "name twice in the unknown": (with_text('"x": [{"a": 1, "a": 1}]'), '"a" stands twice'),
    "name twice in a call": (
        with_text('"call": {"ball": "1", "ball": "1"}'),
        '"ball" stands twice',
    ),
    "NaN": (with_text('"duration_s": NaN'), "NaN is no JSON"),
    "-Infinity": (with_text('"x": -Infinity'), "-Infinity is no JSON"),
    "infinite": (with_text('"duration_s": 1e400'), "duration_s: is a number too great"),
    "infinite unknown": (with_text('"x": {"y": -1e400}'), r"x\.y: is a number too great"),
    "integer unknown": (with_text('"x": [9007199254740992]'), r"x\[0\]: is an integer beyond"),
    "integer negative": (with_text('"x": -9007199254740992'), "integer beyond"),
    "integer of a float": (with_text('"duration_s": 9007199254740993'), "integer beyond"),
    "integer of close_ball": (with_text('"close_ball": {"follow": 99999999999999999}'), "beyond"),
    "integer of a layout": (with_text('"layout": {"1": [0, 99999999999999999]}'), "beyond"),
    "integer in options": (dump(OPENED, options={"x": 2**53}), r"options\.x: is an integer"),
    "integer of 5,000 digits": (with_text(f'"x": {"9" * 5_000}'), "integer beyond"),
    "long string": (dump(SHOT, by="a" * 2_001), "by: has 2001 characters"),
    "long string unknown": (dump(SHOT, x={"y": "a" * 2_001}), r"x\.y: has 2001 characters"),
    "long name": (dump(SHOT, **{"a" * 2_001: 1}), "has 2001 characters"),
    "long player": (dump(SHOT, player="a" * 2_001), "player: has 2001"),
    "deep": (with_text('"x": ' + "[" * 64 + "]" * 64), "nested more than 64 deep"),
    "deeper than any stack": (with_text('"x": ' + "[" * 9_000 + "]" * 9_000), "nested more than"),
    "no type": (dump(ENVELOPE), "type: is required and missing"),
    "unknown type": (dump(SHOT, type="coffee_break"), "type: 'coffee_break' is not known here"),
    "no player": (dump(body("shot")), "player: is required and missing"),
    "empty player": (dump(SHOT, player=""), "player: expected text of length >= 1"),
    "seq 0": (dump(SHOT, seq=0), "seq: expected a whole number >= 1"),
    "seq above": (dump(SHOT, seq=1_000_001), "seq: expected a whole number <= 1000000"),
    "seq 2.0": (dump(SHOT, seq=2.0), "seq: expected a whole number, got a number"),
    "seq as text": (dump(SHOT, seq="2"), "seq: expected a whole number, got text"),
    "id with a space": (dump(SHOT, id="a b"), "id: expected 1 to 64 of the characters"),
    "id with a line end": (dump(SHOT, id="a\n"), "id: expected 1 to 64"),
    "empty id": (dump(SHOT, id=""), "id: expected 1 to 64"),
    "long id": (dump(SHOT, id="a" * 65), "id: expected 1 to 64"),
    "foreign id": (dump(SHOT, id="é"), "id: expected 1 to 64"),
    "match with a slash": (dump(SHOT, match="a/b"), "match: expected 1 to 64"),
    "by no text": (dump(SHOT, by=1), "by: expected text or null, got a whole number"),
    "unlisted end": (dump(body("inning", player="a", end="lost")), "end: 'lost'.*; allowed: .*win"),
    "unlisted ball": (dump(SHOT, pocketed=[{"ball": "16"}]), r"pocketed\[0\]\.ball: '16'.*cue"),
    "unlisted key": (dump(SHOT, layout={"16": [0, 0]}), r"layout: '16' is not known.*black"),
    "unlisted call": (dump(SHOT, call="bank"), "call: 'bank'.*push_out"),
    "unlisted pocket": (dump(SHOT, call={"ball": "1", "pocket": "XX"}), r"call\.pocket: 'XX'.*HL"),
    "unlisted number": (dump(OPENED, reds=7), "reds: 7 is not known here; allowed: .*15"),
    "missing within": (
        dump(SHOT, pocketed=[dict[str, str]()]),
        r"pocketed\[0\]\.ball: is required",
    ),
    "same player twice": (dump(OPENED, players=["ana", {"id": "ana"}]), "players: the same"),
    "one player": (dump(OPENED, players=["ana"]), "players: expected a list"),
    "no target": (dump(OPENED, target=None), "target: is required unless best_of"),
    "target of one": (dump(OPENED, target={"ana": 7}), "target: .*both players"),
    "target of another": (dump(OPENED, target={"ana": 7, "eva": 7}), "target: .*both players"),
    "settled without": (dump(body("settled", ball="1")), "seconds: at least one of"),
    "forfeit of nobody": (dump(body("match_closed", result="forfeit")), "winner: .*forfeit"),
    "walkover to nobody": (dump(body("match_closed", result="walkover")), "winner: .*walkover"),
    "points of none": (dump(body("sanction", player="a", penalty="points")), "points: is required"),
    "correction without": (dump(body("correction", corrects=1)), "with: is required"),
    "correction of itself": (
        dump(body("correction", corrects=1, **{"with": {"type": "void", "match": "other"}})),
        r"with\.match: a correction stays within its match",
    ),
    "body without type": (
        dump(body("correction", corrects=1, **{"with": dict[str, str]()})),
        r"with\.type: is",
    ),
    "body of no type": (
        dump(body("correction", corrects=1, **{"with": [{"type": "void"}, {"type": 1}]})),
        r"with\[1\]\.type: expected text",
    ),
    "body that lacks": (
        dump(body("correction", corrects=1, **{"with": {"type": "shot"}})),
        r"with\.player: is required",
    ),
    "body of an unlisted end": (
        dump(body("correction", corrects=1, **{"with": body("inning", player="a", end="lost")})),
        r"with\.end: 'lost'.*safety",
    ),
    "body that breaks a rule": (
        dump(body("correction", corrects=1, **{"with": [body("settled", ball="1")]})),
        r"with\[0\]\.seconds: at least one",
    ),
    "body in a body": (
        dump(
            body(
                "correction",
                corrects=1,
                **{"with": {"type": "correction", "corrects": 1, "with": {"type": "shot"}}},
            )
        ),
        r"with\.with\.player: is required",
    ),
}


@pytest.mark.parametrize("raw", GOOD.values(), ids=GOOD)
def test_valid_record_is_an_event(raw: bytes) -> None:
    assert receive(raw) == Received(raw, decode_event(raw))
    assert receive(raw).canonical() == canonical(raw)


@pytest.mark.parametrize(("raw", "words"), BAD.values(), ids=BAD)
def test_malformed_record_is_explained(raw: bytes, words: str) -> None:
    assert re.search(words, detail(raw)), detail(raw)
    assert len(detail(raw)) <= SHOWN
    detail(raw).encode()


def test_many_records_are_each_received_as_one() -> None:
    raws = [*GOOD.values(), *(raw for raw, _ in BAD.values()), b" " * (LARGEST + 1)] * 3
    assert receive_all(raws) == [receive(raw) for raw in raws]
    assert receive_all([]) == []


@pytest.mark.parametrize(
    "at",
    [
        "2026-05-09T18:00:30Z",
        "2026-05-09T18:00:30.5+02:00",
        "2026-05-09T18:00:30.123-00:00",
        "2026-05-09t23:59:59.999z",
        "2024-02-29T00:00:00+23:59",
    ],
)
def test_instant_is_taken(at: str) -> None:
    event = receive(dump(SHOT, at=at)).event
    assert event is not None
    assert event.at == at
    assert datetime.fromisoformat(at.upper()).astimezone(UTC)


@pytest.mark.parametrize(
    "at",
    [
        "",
        "2026-05-09",
        "2026-05-09T18:00:30",
        "2026-05-09T18:00Z",
        "2026-05-09 18:00:30Z",
        "2026-05-09T18:00:30.Z",
        "2026-05-09T18:00:30,5Z",
        "2026-05-09T18:00:30.0000Z",
        "2026-05-09T18:00:30+0200",
        "2026-05-09T18:00:30+24:00",
        "2026-05-09T24:00:00.000Z",
        "2026-05-09T18:60:00.000Z",
        "2026-02-29T18:00:00.000Z",
        "2026-13-01T18:00:00.000Z",
        "2026-W19-6T18:00:00.000Z",
        "20260509T180030.000Z",
        "0000-01-01T00:00:00.000Z",
        "0001-01-01T00:00:00.000+14:00",
        "9999-12-31T23:00:00.000-14:00",
        "2026-05-09T18:00:30.000Z\n",
        "٢٠٢٦-05-09T18:00:30.000Z",
    ],
)
def test_what_is_no_instant_is_explained(at: str) -> None:
    assert detail(dump(SHOT, at=at)).startswith("at: expected an instant with its offset")


def test_leap_second_is_explained() -> None:
    assert "leap second" in detail(dump(SHOT, at="2016-12-31T23:59:60Z"))


def test_too_large_counts_bytes_as_received() -> None:
    raw = dump(SHOT).ljust(LARGEST + 1)
    received = receive(raw)
    assert received.event is None
    assert received.fault is not None
    assert received.fault.reason == "too_large"
    assert "65537 bytes" in received.fault.detail
    assert (received.fault.seq, received.fault.id, received.fault.match) == (2, "e-2", "m-1")


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (dump(SHOT, player=1), (2, "e-2", "m-1")),
        (with_text('"x": NaN'), (2, "e-2", "m-1")),
        (b"\xef\xbb\xbf" + dump(SHOT), (2, "e-2", "m-1")),
        (dump(SHOT, x="é").decode().encode("latin-1"), (2, "e-2", "m-1")),
        (dump(SHOT, id="a b", match="a b"), (2, "a b", None)),
        (dump(SHOT, seq=0), (0, "e-2", "m-1")),
        (dump(SHOT, seq="2", id=7, match=None), (None, None, None)),
        (dump(SHOT, seq=True), (None, "e-2", "m-1")),
        (dump(SHOT, seq=2**60), (None, "e-2", "m-1")),
        (with_text(r'"id": "\ud800"'), (2, None, "m-1")),
        (with_text('"id": "é", "seq": 3'), (3, "é", "m-1")),
        (dump(SHOT, id="a" * 3_000), (2, None, "m-1")),
        (b"[1]", (None, None, None)),
        (b'{"id": "e-2", "seq": 2', (None, None, None)),
        (b"[" * 100_000, (None, None, None)),
    ],
)
def test_envelope_is_told_as_far_as_readable(
    raw: bytes, expected: tuple[int | None, str | None, str | None]
) -> None:
    fault = receive(raw).fault
    assert fault is not None
    assert (fault.seq, fault.id, fault.match) == expected


def test_canonical_form_is_of_what_was_received() -> None:
    raw = with_text(r'"x": [1e-7, 0.000001, -0.0, 4.50, 1E2], "é": "\u00e9\/", "pocketed": []')
    assert (
        canonical(raw)
        == (
            '{"at":"2026-05-09T18:00:30.000Z","id":"e-2","match":"m-1","player":"ana","pocketed":[],'
            '"seq":2,"type":"shot","x":[1e-7,0.000001,0,4.5,100],"é":"é/"}'
        ).encode()
    )
    assert canonical(dump(SHOT)) == canonical(dump(dict(reversed(SHOT.items()))))


def test_what_is_no_json_has_no_canonical_form() -> None:
    with pytest.raises(Flaw, match="stands twice"):
        canonical(b'{"a": 1, "a": 1}')


def test_lines_keep_their_numbers() -> None:
    data = b'{"a": 1}\r\n\n  \n\xff\n{"b": 2}'
    assert list(decode_lines(data)) == [(1, b'{"a": 1}'), (4, b"\xff"), (5, b'{"b": 2}')]
    assert list(decode_lines(b"")) == []


def test_our_own_writing_leaves_out_defaults() -> None:
    event = Shot(id="e", match="m", seq=1, at="2026-05-09T18:00:30Z", player="ana")
    assert encode(event) == (
        b'{"type":"shot","id":"e","match":"m","seq":1,"at":"2026-05-09T18:00:30Z","player":"ana"}'
    )
    assert receive(encode(event)).event == event


# The ground of _accounted and _all_accounted: what is in the bytes of an event was in the record.
LEAST: dict[str, dict[str, Any]] = {
    "lag": {"players": {}},
    "toss": {"player": "a"},
    "shot": {"player": "a"},
    "inning": {"player": "a", "end": "miss"},
    "rack": {"winner": "a"},
    "decision": {"player": "a", "choice": "accept"},
    "announcement": {"player": "a", "what": "frozen"},
    "rerack": {},
    "settled": {"ball": "1"},
    "void": {},
    "sanction": {"player": "a"},
    "stalemate": {},
    "timeout": {"player": "a", "stage": "start"},
    "concession": {"player": "a", "of": "rack"},
    "match_closed": {"result": "drawn"},
    "claim": {},
    "signed": {"signer": "a", "role": "referee", "digest": ""},
    "official_ruling": {"of": 1, "fouls": []},
    "position_set": {},
    "skipped": {},
    "protest": {"player": "a", "of": 1, "ground": "fact"},
    "protest_decided": {"protest": 1, "outcome": "upheld"},
    "award": {"winner": None},
}


@pytest.mark.parametrize("kind", LEAST)
def test_encoding_adds_no_field(kind: str) -> None:
    fields = body(kind, **LEAST[kind])
    assert json.loads(encode_event(decode_event(dump(fields)))) == fields


def test_every_type_is_written_without_additions_or_read_again() -> None:
    untyped = {kind.__struct_config__.tag for kind in wire._UNTYPED}
    assert LEAST.keys() | untyped == EVENT_TYPES.keys()
    assert not wire._UNTYPED & COMPLETE


def test_what_an_opening_gains_does_not_hide_what_a_shot_loses() -> None:
    # Encoding a match_opened adds "options": two quotes, as many as the second "seq" has.
    raws = [dump(OPENED), with_text('"seq": 2')]
    assert [received.event is None for received in receive_all(raws)] == [False, True]
