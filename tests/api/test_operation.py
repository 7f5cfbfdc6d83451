"""What an operator sees: figures, lines of the log, health; and how the service ends."""

from __future__ import annotations

import json
import logging
import re
import shutil
import socket
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from api.logs import set_up
from api.settings import Settings
from api.viewers import TooMany, Viewers
from ingest.log import LogUnavailable
from tests.api.serving import Served, inning, opened, serving
from tests.api.test_processes import serve


def figures(served: Served) -> dict[str, float]:
    lines = served.get("/metrics").text.splitlines()
    return {
        line.rpartition(" ")[0]: float(line.rpartition(" ")[2])
        for line in lines
        if not line.startswith("#")
    }


def test_figures_tell_what_happened(served: Served) -> None:
    served.post("/v1/matches", opened())
    served.post("/v1/matches/m/events", inning("ana", 3, id="2"))
    served.post("/v1/matches/m/events", inning("ana", 3, id="2"))
    served.post("/v1/matches/m/events?record=always", inning("ana", 99, id="3"))
    served.get("/no/such/path")
    told = figures(served)
    assert told['cuelog_events{outcome="taken"}'] == 3
    assert told['cuelog_events{outcome="rejected"}'] == 1
    assert told["cuelog_folded_records_total"] == 3
    assert told["cuelog_fold_seconds_count"] >= 1
    assert (told["cuelog_behind_records"], told["cuelog_log_up"]) == (0, 1)
    assert told['cuelog_file_bytes{file="log.sqlite-wal"}'] > 0
    route = 'method="POST",route="/v1/matches/{match}/events"'
    assert told[f'cuelog_requests_total{{{route},status="201"}}'] == 2
    assert told[f'cuelog_requests_total{{{route},status="200"}}'] == 1
    assert told['cuelog_requests_total{method="GET",route="other",status="404"}'] == 1


def test_the_page_of_operators_names_the_figures_there_are(served: Served) -> None:
    page = (Path(__file__).parents[2] / "docs" / "operators.md").read_text("utf-8")
    kinds = re.findall(r"^# TYPE (\w+)", served.get("/metrics").text, re.MULTILINE)
    there = {name for name in kinds if not name.endswith("_created")}
    assert set(re.findall(r"`(cuelog_\w+)`", page)) == there


def test_figures_tell_of_a_log_that_does_not_answer(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> dict[int, int]:
        raise LogUnavailable("away")

    monkeypatch.setattr(served.node.log, "ends", away)
    told = figures(served)
    assert told["cuelog_log_up"] == 0
    assert "cuelog_behind_records" not in told
    assert served.get("/readyz").json()["troubles"] == ["away"]
    assert served.get("/healthz").status_code == 200


def test_a_request_is_logged_with_its_id_and_match(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    root = logging.getLogger()
    kept, level = root.handlers[:], root.level
    set_up(Settings(log_format="json"))
    try:
        sent = {"X-Request-Id": "r-1"}
        answer = served.get("/v1/matches/m?token=secret", headers=sent)
        served.get("/v1/matches", headers={"X-Request-Id": "not fit\x7f for a log"})
    finally:
        root.handlers[:] = kept
        root.setLevel(level)
    assert answer.headers["X-Request-Id"] == "r-1"
    # The client of this test logs too, into the same handler.
    lines = capsys.readouterr().err.splitlines()
    told = [line for line in lines if json.loads(line)["event"] == "request"]
    first, second = map(json.loads, told)
    assert (first["request"], first["match"], first["status"]) == ("r-1", "m", 404)
    assert (first["path"], first["level"]) == ("/v1/matches/m", "info")
    assert len(second["request"]) == 16
    assert "match" not in second
    assert "secret" not in "".join(told)


def test_a_full_disk_is_not_ready(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    assert served.get("/readyz").status_code == 200

    def nearly_full(_: Path) -> SimpleNamespace:
        return SimpleNamespace(free=1)

    monkeypatch.setattr(shutil, "disk_usage", nearly_full)
    answer = served.get("/readyz")
    assert answer.status_code == 503
    assert "1 bytes are free" in answer.json()["detail"]


def test_a_failed_append_is_not_ready_until_one_succeeds(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object) -> None:
        raise LogUnavailable("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(served.node.log, "append", full)
        assert served.post("/v1/matches", opened()).status_code == 503
    assert served.get("/readyz").json()["troubles"] == ["the disk is full"]
    assert served.post("/v1/matches", opened()).status_code == 201
    assert served.get("/readyz").status_code == 200


def test_places_of_viewers_are_bounded_and_given_back() -> None:
    viewers = Viewers()
    for _ in range(2):
        viewers.take("a", at_most=3, each=2)
    with pytest.raises(TooMany, match="one address has 2"):
        viewers.take("a", at_most=3, each=2)
    viewers.take("b", at_most=3, each=2)
    with pytest.raises(TooMany, match="3 live streams"):
        viewers.take("c", at_most=3, each=2)
    viewers.leave("a")
    viewers.take("c", at_most=3, each=2)
    assert viewers.count == 3


def test_too_many_live_streams_are_told_so(tmp_path: Path) -> None:
    with serving(tmp_path, live_streams_each=1) as served:
        served.post("/v1/matches", opened())
        served.house.viewers.take("testclient", at_most=9, each=9)
        answer = served.get("/v1/matches/m/live")
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
        served.house.viewers.leave("testclient")
        served.house.viewers.ending.set()
        assert served.get("/v1/matches/m/live").status_code == 200
        assert served.house.viewers.count == 0


@pytest.mark.slow
def test_the_end_waits_for_no_viewer_and_no_slow_caller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUELOG_REQUEST_S", "0.5")
    running = serve(tmp_path / "data", "--examples")
    host, _, port = running.url.removeprefix("http://").rpartition(":")
    with socket.create_connection((host, int(port)), 20) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Drop:")
        assert slow.recv(10) == b""  # closed on the one that never ends its head
    head = f"POST /v1/matches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {running.token}\r\n"
    with socket.create_connection((host, int(port)), 20) as slow:
        slow.sendall(f"{head}Content-Length: 10\r\n\r\n[".encode())
        assert b" 408 " in slow.recv(4_000).splitlines()[0]
    with running.ask("/v1/matches/14.1-sample-urbanfly/live") as stream:
        assert stream.readline() == b"id: 1\n"
        began = time.monotonic()
        status, _, err = running.end()
        while stream.readline():
            pass
    assert status == 0
    assert time.monotonic() - began < 9  # it did not wait for the stream to be cut off
    assert [json.loads(line)["event"] for line in err.splitlines()][-3:] == [
        "stopping", "request", "stopped",
    ]  # fmt: skip
