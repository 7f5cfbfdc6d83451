"""An official's event that our API recorded is proved; one that came otherwise is not."""

import json
from pathlib import Path

import pytest

from ingest.keys import new_private, public_of
from ingest.officials import sign_record
from tests.api.commands import cuelog
from tests.api.serving import Served, opened, serving

EVENTS = "/v1/matches/m/events"
PLACED = {"type": "position_set", "at": "2026-01-01T10:02:00Z", "score": {"ana": 5}}


def findings(served: Served) -> list[int]:
    told = served.get("/v1/matches/m").json()["findings"]
    table = served.get("/v1/tables/findings").json()
    assert [one["seq"] for one in table] == [one["seq"] for one in told]
    assert {one["code"] for one in told} <= {"unverified_official"}
    return [one["seq"] for one in told]


@pytest.fixture
def ingested(tmp_path: Path) -> Path:
    """A directory with a match and an official's event that came as a file."""
    file = tmp_path / "m.jsonl"
    events = [opened(), PLACED | {"id": "2", "match": "m", "seq": 2}]
    file.write_text("\n".join(map(json.dumps, events)))
    data = tmp_path / "data"
    assert cuelog("ingest", file, "--data", data).status == 0
    return data


def test_the_api_s_mark_is_proof_and_a_file_is_none(ingested: Path) -> None:
    with serving(ingested) as served:
        assert findings(served) == [2]
        answer = served.post(EVENTS, PLACED | {"id": "3"})
        assert (answer.status_code, answer.json()["ruling"]["findings"]) == (201, [])
        assert findings(served) == [2]
        struck = {"type": "correction", "corrects": 2, "with": None, "id": "4", "at": PLACED["at"]}
        assert served.post(EVENTS, struck).json()["ruling"]["findings"] == []
        assert findings(served) == []
        served.node.rebuild()
        assert findings(served) == []
        last = served.get("/v1/matches/m", params={"known_at": "0:2"}).json()
        assert [one["seq"] for one in last["findings"]] == [2]
    audit = cuelog("audit", "m", "--json", "--data", ingested).json()
    assert audit["findings"] == []
    known = cuelog("replay", "m", "--known-at", "0:3", "--json", "--data", ingested)
    assert "unverified_official" not in known.out


def test_the_registry_is_read_for_what_is_young_alone(tmp_path: Path) -> None:
    private = new_private()
    with serving(tmp_path / "data") as served:
        people = served.node.people
        key = people.register_key("jan", public_of(private), "official").key
        (since,) = people._since.values()
        signature, reads = sign_record(private, b"raw"), list[int]()
        read = people._read

        def count() -> None:
            reads.append(1)
            read()

        people._read = count
        told = [people.vouch(signature, b"raw", since + ms) for ms in (-100_000, -1, 0, 1)]
        assert told == [False, False, True, True]
        assert len(reads) == 3
        people.revoke_key(key)
        assert people.vouch(signature, b"raw", since + 3_600_000) is False
