"""Officials' events on the real broker: signed, through the API, or neither."""

import json
import time
from pathlib import Path

import pytest
from confluent_kafka import Producer

from api.people import KeyRole
from ingest.keys import PrivateKey, fingerprint, new_private, public_of
from ingest.officials import sign_record
from tests.api.commands import cuelog
from tests.api.serving import Served, opened, serving

pytestmark = pytest.mark.kafka

KEY = "cuelog.recorder.key=sixteen-or-more-bytes"
EVENTS = "/v1/matches/m/events"
AWARD = {"type": "award", "winner": "bor", "reason": "by decision", "at": "2026-01-02T10:00:00Z"}


@pytest.fixture
def address(kafka: str, topic: str) -> str:
    return f"kafka://{kafka}/{topic}?{KEY}"


def registered(served: Served, role: KeyRole = "official") -> PrivateKey:
    private = new_private()
    served.node.people.register_key("jan", public_of(private), role)
    return private


def award(seq: int) -> bytes:
    return json.dumps({"id": f"e{seq}", "match": "m", "seq": seq, **AWARD}).encode()


def produce(foreign: Producer, topic: str, raw: bytes, **headers: str) -> None:
    foreign.produce(topic, raw, b"m", headers=[(n, v.encode()) for n, v in headers.items()])
    assert foreign.flush(10) == 0


def unproved(served: Served, records: int) -> list[int]:
    """Wait for all records, and return what lacks proof: by the tables as by the replay."""
    deadline = time.monotonic() + 30
    while sum(served.node.reached().values()) < records and time.monotonic() < deadline:
        time.sleep(0.02)
    query = "SELECT seq FROM findings WHERE code = 'unverified_official' ORDER BY seq"
    rows = [row[0] for row in served.node.rows(query)]
    told = served.get("/v1/matches/m").json()["findings"]
    assert [one["seq"] for one in told if one["code"] == "unverified_official"] == rows
    return rows


def test_signed_or_through_the_api_is_proof(
    address: str, topic: str, foreign: Producer, tmp_path: Path
) -> None:
    with serving(tmp_path / "one", address) as served:
        assert served.post("/v1/matches", opened()).status_code == 201
        official, player = registered(served), registered(served, "player")
        answer = served.post(EVENTS, AWARD | {"id": "e2"})
        assert (answer.status_code, answer.json()["ruling"]["findings"]) == (201, [])
        produce(foreign, topic, award(3), cuelog_signature=sign_record(official, award(3)))
        produce(foreign, topic, award(4))
        produce(foreign, topic, award(5), cuelog_signature=sign_record(player, award(5)))
        produce(foreign, topic, award(6), cuelog_signature=sign_record(official, award(3)))
        produce(foreign, topic, award(7), cuelog_recorder="t-1", cuelog_proof="x" * 32)
        served.node.people.revoke_key(fingerprint(public_of(official)))
        produce(foreign, topic, award(8), cuelog_signature=sign_record(official, award(8)))
        assert unproved(served, 8) == [4, 5, 6, 7, 8]
        served.node.rebuild()
        assert unproved(served, 8) == [4, 5, 6, 7, 8]
    with serving(tmp_path / "two", address) as other:
        assert unproved(other, 8) == [4, 5, 6, 7, 8]
    copy = f"sqlite:{tmp_path / 'copy'}"
    assert cuelog("log", "copy", address, copy).status == 0
    with serving(tmp_path / "three", copy) as copied:
        # Received anew after the revocation, its signature proves nothing any more there.
        assert unproved(copied, 8) == [3, 4, 5, 6, 7, 8]


def test_without_proof_is_quarantined_where_asked(
    address: str, topic: str, foreign: Producer, tmp_path: Path
) -> None:
    with serving(tmp_path / "data", f"{address}&cuelog.officials=quarantine") as served:
        assert served.post("/v1/matches", opened()).status_code == 201
        produce(foreign, topic, award(2))
        produce(
            foreign, topic, award(3), cuelog_signature=sign_record(registered(served), award(3))
        )
        assert unproved(served, 3) == []
        query = "SELECT seq, reason FROM quarantine"
        assert served.node.rows(query) == [(2, "unverified_official")]
        assert served.node.rows("SELECT waiting FROM matches") == [(1,)]
        assert served.post(EVENTS, AWARD | {"id": "e2", "seq": 2}).status_code == 201
        assert unproved(served, 4) == []
        assert served.node.rows("SELECT events, waiting FROM matches") == [(3, 0)]
        reasons = cuelog("reasons").out
        assert "unverified_official" in reasons.split("Findings")[0]


def test_no_recorder_is_believed_without_the_key(
    kafka: str, topic: str, address: str, tmp_path: Path
) -> None:
    with serving(tmp_path / "one", address) as served:
        served.post("/v1/matches", opened())
        served.post(EVENTS, AWARD | {"id": "e2"})
        assert unproved(served, 2) == []
    with serving(tmp_path / "two", f"kafka://{kafka}/{topic}") as other:
        assert unproved(other, 2) == [2]
