"""Headers of a message, and who is believed to have recorded it."""

from confluent_kafka import Message

from ingest.kafka_record import Headers, headers_of, record_of
from ingest.log import LogRecord, NewRecord, Position, Stream

KEY = b"only-our-nodes-know-this"
RAW = b'{"id":"e1","match":"m1","seq":1,"at":"2026-05-09T18:00:30Z","type":"shot","more":1}'


def read(
    new: NewRecord,
    headers: Headers,
    key: bytes | None = KEY,
    stream: Stream = "events",
) -> LogRecord:
    message = Message(
        topic="t",
        partition=3,
        offset=9,
        key=None if new.match is None else new.match.encode(),
        value=new.raw,
        headers=[*headers],
        timestamp=(2, 1_700_000_000_000),
    )
    return record_of(message, Position(3, 9), stream, key)  # pyright: ignore[reportArgumentType] - a message made by hand may lack what one from a broker has


def test_headers_are_those_of_cloud_events() -> None:
    assert dict(headers_of(NewRecord("m1", RAW), "events", None)) == {
        "ce_specversion": b"1.0",
        "ce_id": b"e1",
        "ce_source": b"/matches/m1",
        "ce_type": b"org.cuelog.shot.v1",
        "ce_time": b"2026-05-09T18:00:30Z",
        "content-type": b"application/json",
    }


def test_registry_is_its_own_source() -> None:
    alias = NewRecord(None, b'{"id":"a1","type":"alias"}')
    headers = dict(headers_of(alias, "registry", None))
    assert (headers["ce_source"], "ce_time" in headers) == (b"/registry", False)


def test_what_is_no_event_has_no_headers() -> None:
    for raw in (b"", b"garbage", b"\xff", b"[]", b'{"id":1,"type":"shot"}', b'{"id":"\\ud800"}'):
        assert headers_of(NewRecord("m1", raw), "events", None) == []
    assert headers_of(NewRecord(None, RAW), "events", None) == []


def test_body_wins_over_headers() -> None:
    lying: Headers = [("ce_id", b"other"), ("ce_source", b"/matches/other")]
    record = read(NewRecord("m1", RAW), lying)
    assert (record.position, record.match, record.raw) == (Position(3, 9), "m1", RAW)
    assert record.received_ms == 1_700_000_000_000
    assert (record.recorder, record.signature) == (None, None)


def test_recorder_is_kept_with_its_proof() -> None:
    new = NewRecord("m1", RAW, "referee-7")
    assert read(new, headers_of(new, "events", KEY)).recorder == "referee-7"


def test_signature_is_taken_as_it_stands_beside_any_others() -> None:
    new = NewRecord("m1", RAW, "referee-7", "k-1:00ff")
    ours = headers_of(new, "events", KEY)
    assert (read(new, ours).recorder, read(new, ours).signature) == ("referee-7", "k-1:00ff")
    for key in (KEY, None):
        theirs: Headers = [("other", b"x"), ("cuelog_signature", b"k-\xff:00")]
        record = read(new, theirs, key=key)
        assert (record.recorder, record.signature) == (None, "k-\ufffd:00")


def test_records_are_equal_by_what_they_say() -> None:
    new = NewRecord("m1", RAW, None, "k-1:00ff")
    signed = headers_of(new, "events", None)
    one, again, unsigned = (read(new, headers) for headers in (signed, signed, signed[1:]))
    embedded = LogRecord(Position(3, 9), "m1", RAW, one.received_ms, None, "k-1:00ff")
    assert {one, again, embedded, unsigned} == {embedded, unsigned}
    assert embedded != unsigned


def test_recorder_without_our_proof_is_not_taken() -> None:
    new = NewRecord("m1", RAW, "referee-7")
    ours = headers_of(new, "events", KEY)
    claimed: Headers = [("cuelog_recorder", b"referee-7")]
    for headers in (
        headers_of(new, "events", None),
        headers_of(new, "events", b"a key of somebody else"),
        [*claimed, ("cuelog_proof", b"")],
        [("cuelog_recorder", b"referee-8"), *ours[1:]],
        [("cuelog_recorder", b"\xff"), *ours[1:]],
    ):
        assert read(new, headers).recorder is None
    assert read(NewRecord("m2", RAW), ours).recorder is None
    assert read(NewRecord(None, RAW), ours).recorder is None
    assert read(NewRecord("m1", RAW + b" "), ours).recorder is None
    assert read(new, ours, stream="registry").recorder is None
    assert read(new, ours, key=None).recorder is None
