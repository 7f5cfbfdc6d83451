"""Appending by HTTP: every status of the contract, and what is in the log afterwards."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from api.auth import Tokens
from domain.events import encode_event
from ingest.log import LogUnavailable, NewRecord, OutcomeUnknown
from tests.api.serving import Served, inning, opened, serving


def size(served: Served) -> int:
    return sum(served.node.log.ends().values())


@pytest.fixture
def match(served: Served) -> str:
    assert served.post("/v1/matches", opened()).status_code == 201
    return "/v1/matches/m/events"


def test_opening_gives_201_and_the_address(served: Served) -> None:
    answer = served.post("/v1/matches", opened())
    assert answer.status_code == 201
    assert answer.headers["location"] == "/v1/matches/m"
    body = answer.json()
    assert (body["outcome"], body["ruling"]["verdict"]) == ("folded", "recorded")
    assert served.get(answer.headers["location"]).json()["state"]["phase"] == "break"


def test_opening_needs_no_envelope(served: Served) -> None:
    body = {"discipline": "14.1", "rules": "PL", "players": ["ana", "bor"]}
    answer = served.post("/v1/matches", body)
    assert answer.status_code == 201
    assert answer.headers["location"].startswith("/v1/matches/m-")
    assert answer.json()["seq"] == 1


def test_opening_again_is_200(served: Served) -> None:
    served.post("/v1/matches", opened())
    assert served.post("/v1/matches", opened()).status_code == 200
    assert size(served) == 1


@pytest.mark.parametrize("body", [inning("ana", id="9"), [opened()], [], 3, "text"])
def test_only_an_opening_opens(served: Served, body: object) -> None:
    assert served.post("/v1/matches", body).status_code in (400, 422)
    assert size(served) == 0


def test_event_gets_the_next_seq(served: Served, match: str) -> None:
    first = served.post(match, inning("ana", id="a"))
    second = served.post(match, inning("bor", 3, id="b"))
    assert [first.json()["seq"], second.json()["seq"]] == [2, 3]
    assert second.status_code == 201
    assert second.json()["state"]["score"] == {"ana": 0, "bor": 3}
    assert second.json()["position"] == "0:2"


def test_same_event_again_is_200_for_ever(served: Served, match: str) -> None:
    event = inning("ana", id="a")
    served.post(match, event)
    served.post(match, inning("bor", id="b"))
    again = served.post(match, event)
    assert (again.status_code, again.json()["outcome"]) == (200, "duplicate")
    assert again.json()["ruling"]["verdict"] == "legal"
    assert size(served) == 3


def test_bytes_are_kept_as_they_came(served: Served, match: str) -> None:
    raw = b'{ "id":"a",  "match":"m","seq":2,"at":"2026-01-01T10:00:00Z","extra":[1.50],\n'
    raw += b'"type":"inning","player":"ana","made":0,"end":"miss"}'
    assert served.post(match, raw).status_code == 201
    assert served.node.log.read({0: 1})[0].raw == raw
    log = served.get("/v1/matches/m/log")
    assert log.headers["content-type"].startswith("application/x-ndjson")
    assert [json.loads(line)["seq"] for line in log.content.splitlines()] == [1, 2]
    (_, event) = served.get(match).json()["items"]
    assert event["event"]["extra"] == [1.5]
    (record,) = served.node.log.read({0: 1})
    assert record.recorder is not None
    assert record.recorder.startswith("t-")


def test_list_is_appended_in_order(served: Served, match: str) -> None:
    answer = served.post(match, [inning("ana", id="a"), inning("bor", 2, id="b")])
    assert answer.status_code == 201
    assert [one["seq"] for one in answer.json()["events"]] == [2, 3]
    assert served.post(match, [inning("ana", id="a")]).status_code == 200
    mixed = served.post(match, [inning("bor", 2, id="b"), inning("ana", 1, id="c")])
    assert mixed.status_code == 201
    assert [one["outcome"] for one in mixed.json()["events"]] == ["duplicate", "folded"]


def test_what_a_rule_rejects_is_422_and_not_appended(served: Served, match: str) -> None:
    answer = served.post(match, inning("eva", id="a"))
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["type"] == "/problems/rejected"
    assert (problem["outcome"], problem["ruling"]["reason"]) == ("rejected", "unknown_player")
    assert size(served) == 1
    both = served.post(match, [inning("ana", id="b"), inning("eva", id="c")])
    assert both.status_code == 422
    assert size(served) == 1


def test_record_always_appends_what_a_rule_rejects(served: Served, match: str) -> None:
    answer = served.post(f"{match}?record=always", inning("eva", id="a"))
    body = answer.json()
    assert answer.status_code == 201
    assert (body["outcome"], body["ruling"]["verdict"]) == ("rejected", "rejected")
    assert size(served) == 2
    assert served.get("/v1/matches/m/audit").json()["rejected"][0]["reason"] == "unknown_player"


def test_another_record_with_the_seq_is_409(served: Served, match: str) -> None:
    served.post(match, inning("ana", id="a", seq=2))
    answer = served.post(match, inning("ana", id="b", seq=2))
    assert answer.status_code == 409
    problem = answer.json()
    assert problem["type"] == "/problems/seq_conflict"
    assert problem["holder"]["id"] == "a"
    assert problem["holder"]["ruling"]["verdict"] == "legal"
    assert size(served) == 2
    always = served.post(f"{match}?record=always", inning("ana", id="b", seq=2))
    assert always.status_code == 409
    assert size(served) == 3
    (quarantined,) = served.get("/v1/quarantine").json()["items"]
    assert (quarantined["id"], quarantined["reason"]) == ("b", "seq_conflict")


def test_another_record_with_the_id_is_409(served: Served, match: str) -> None:
    served.post(match, inning("ana", id="a"))
    answer = served.post(match, inning("ana", 4, id="a"))
    assert answer.status_code == 409
    assert answer.json()["type"] == "/problems/id_conflict"
    assert answer.json()["holder"]["seq"] == 2


def test_event_beyond_a_gap_is_202_and_waits(served: Served, match: str) -> None:
    answer = served.post(match, inning("bor", 1, id="b", seq=3))
    assert (answer.status_code, answer.json()["outcome"]) == (202, "waiting")
    assert "ruling" not in answer.json()
    assert served.post(match, inning("ana", id="a", seq=2)).status_code == 201
    assert served.get("/v1/matches/m").json()["state"]["score"] == {"ana": 0, "bor": 1}


def test_gap_may_be_filled_by_seq_and_the_next_comes_after_what_waits(
    served: Served, match: str
) -> None:
    served.post(match, inning("bor", id="b", seq=3))
    assert served.post(match, inning("ana", id="c")).json()["seq"] == 4


@pytest.mark.parametrize(
    ("event", "place"),
    [
        (inning("ana", id="a", end="mis"), "end: 'mis' is not known"),
        (inning("ana"), "id: is required"),
        (inning("ana", id="a", seq=0), "seq"),
        (inning("ana", id="a", match="other"), "match: the event says other"),
        ({"id": "a", "type": "nonsense", "at": "2026-01-01T10:00:00Z"}, "nonsense"),
        (3, "an event is a JSON object"),
        ([None], "an event is a JSON object"),
    ],
)
def test_malformed_is_422_with_field_and_what_was_expected(
    served: Served, match: str, event: object, place: str
) -> None:
    answer = served.post(match, event)
    assert answer.status_code == 422
    assert answer.json()["type"] == "/problems/malformed"
    assert place in answer.json()["detail"]
    assert size(served) == 1


@pytest.mark.parametrize("body", [b"", b"{", b"[{},", b"[]", b"\xff", b"[" * 20_000, b"{} {}"])
def test_no_json_is_400(served: Served, match: str, body: bytes) -> None:
    answer = served.post(match, body)
    assert answer.status_code == 400
    assert answer.json()["type"] == "/problems/invalid_body"


def test_too_large_is_413(served: Served, match: str) -> None:
    answer = served.post(match, inning("ana", id="a", extra="x" * 70_000))
    assert answer.status_code == 413
    assert answer.json()["type"] == "/problems/too_large"
    assert size(served) == 1


def test_request_beyond_the_limit_is_413(tmp_path: Path) -> None:
    with serving(tmp_path, largest_request=1_000) as served:
        answer = served.post("/v1/matches", opened(venue="x" * 1_000))
        assert answer.status_code == 413


@pytest.mark.parametrize(
    ("error", "kind"),
    [(LogUnavailable("disk full"), "log_unavailable"), (OutcomeUnknown("?"), "outcome_unknown")],
)
def test_log_that_fails_is_503(
    served: Served, match: str, monkeypatch: pytest.MonkeyPatch, error: Exception, kind: str
) -> None:
    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr(served.node.log, "append", fail)
    answer = served.post(match, inning("ana", id="a"))
    assert answer.status_code == 503
    assert answer.json()["type"] == f"/problems/{kind}"
    assert answer.headers["retry-after"] == "1"


def test_not_read_back_in_time_is_503_and_the_same_id_again_is_200(tmp_path: Path) -> None:
    with serving(tmp_path, patience_s=0.0) as served:
        answer = served.post("/v1/matches", opened())
        assert answer.status_code == 503
        assert answer.json()["type"] == "/problems/outcome_unknown"
        served.node.wait([served.node.log.read({})[0].position], 10)
        assert served.post("/v1/matches", opened()).status_code == 200


@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer wrong", "Basic x", "Bearer é"])
def test_appending_needs_the_token(served: Served, authorization: str) -> None:
    answer = served.client.post(
        "/v1/matches",
        content=encode_event(opened()),
        headers={b"Authorization": authorization.encode()},
    )
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["type"] == "/problems/unauthorized"
    assert size(served) == 0


def test_new_token_ends_the_old_one_while_serving(served: Served) -> None:
    fresh = Tokens(served.data).make()
    assert served.post("/v1/matches", opened()).status_code == 401
    served.token = fresh
    assert served.post("/v1/matches", opened()).status_code == 201


def test_record_of_another_process_is_seen(served: Served, match: str) -> None:
    foreign = encode_event({**inning("ana", 5, id="x"), "match": "m", "seq": 2})
    (position,) = served.node.log.append([NewRecord("m", foreign)])
    assert served.node.wait([position], 10)
    assert served.post(match, inning("bor", id="y")).json()["seq"] == 3


def test_writers_at_once_each_get_a_seq_of_their_own(served: Served, match: str) -> None:
    answers: list[Any] = []

    def write(number: int) -> None:
        fields = {"at": "2026-01-01T10:00:00Z", "type": "claim", "innings": 0, "source": "x"}
        answers.append(served.post(match, {"id": f"c{number}", **fields}))

    writers = [threading.Thread(target=write, args=(number,)) for number in range(12)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert {answer.status_code for answer in answers} == {201}
    assert sorted(answer.json()["seq"] for answer in answers) == list(range(2, 14))
