"""Services that are killed, clocks that jump, disks that are slow, clients that vanish."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.api.commands import cuelog
from tests.api.serving import inning, opened, serving
from tests.api.test_processes import Service, serve
from tests.faults.doomed import ROOT
from tests.faults.intact import assert_intact, ids

DYING = """
import sys
from tests.faults.doomed import trap
trap(sys.argv[1], int(sys.argv[2]))
from api.cli import main
sys.exit(main(sys.argv[3:]))
"""


def post(service: Service, path: str, event: dict[str, Any]) -> int:
    """Post an event; return the status, or 0 where the service is gone."""
    try:
        with service.ask(path, event, Authorization=f"Bearer {service.token}") as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        refused.close()
        return refused.code
    except OSError:
        return 0


def test_a_service_killed_between_the_log_and_its_answer(tmp_path: Path) -> None:
    """Whoever had no answer sends the same id again: it is there once."""
    data = tmp_path / "data"
    words = ["after ingest.sqlite_log:SqliteLog.append", "2", "serve", "--port", "0"]
    dying = subprocess.Popen(
        [sys.executable, "-c", DYING, *words, "--data", data],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert dying.stdout is not None
    url = next(line.split()[2] for line in dying.stdout if "cuelog serves" in line)
    running = Service(dying, url, cuelog("token", "--data", data).out.strip(), "")
    assert post(running, "/v1/matches", opened()) == 201
    assert post(running, "/v1/matches/m/events", inning("ana", 1, id="2")) == 0
    assert dying.wait(60) == -signal.SIGKILL
    dying.stdout.close()
    with serving(data) as served:
        again = served.post("/v1/matches/m/events", inning("ana", 1, id="2"))
        assert (again.status_code, again.json()["outcome"]) == (200, "duplicate")
    assert ids(data) == ["m/1", "m/2"]
    assert_intact(data, {"m/1", "m/2"})


def test_a_clock_that_jumps_changes_no_order_and_no_score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, jumps = time.time_ns(), (0, 10**9, -(10**18), 10**18, -(10**15), 5, 0, -(10**12))
    with serving(tmp_path / "data") as served, serving(tmp_path / "still") as still:
        for number, jump in enumerate(jumps, start=1):
            told = (
                opened() if number == 1 else inning(("ana", "bor")[number % 2], 1, id=f"{number}")
            )
            with monkeypatch.context() as patched:
                patched.setattr(time, "time_ns", lambda jump=jump: now + jump)
                patched.setattr(time, "time", lambda jump=jump: (now + jump) / 10**9)
                path = "/v1/matches" if number == 1 else "/v1/matches/m/events"
                assert served.post(path, told).status_code == 201
            assert still.post(path, told).status_code == 201
        received = [one.received_ms for one in served.node.log.read({})]
        assert received == sorted(received)
        states = [one.get("/v1/matches/m").json() for one in (served, still)]
    assert states[0] == states[1]
    assert_intact(tmp_path / "data", {f"m/{number}" for number in range(1, len(jumps) + 1)})
    # What was received in the future is told, since times stand still until then.
    assert "the clock right" in cuelog("doctor", "--data", tmp_path / "data").out


@contextmanager
def busy(data: Path) -> Generator[None]:
    """Keep the log from being written to, as a disk does that does not answer."""
    with closing(sqlite3.connect(data / "log.sqlite", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield
        holder.execute("ROLLBACK")


def test_a_disk_that_does_not_answer_holds_up_writers_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as served:
        assert served.post("/v1/matches", opened()).status_code == 201
        assert served.get("/v1/statistics/averages").status_code == 200
        statuses: list[int] = []

        def append() -> None:
            event = inning("ana", 1, id="2")
            statuses.append(served.post("/v1/matches/m/events", event).status_code)

        writer = threading.Thread(target=append)
        with busy(data):
            writer.start()
            for path in ("/v1/matches/m", "/v1/matches", "/v1/statistics/averages", "/readyz"):
                assert served.get(path).status_code == 200
            assert statuses == []
        writer.join(60)
        assert statuses == [201]
    assert_intact(data, {"m/1", "m/2"})


def test_clients_that_vanish_or_do_not_read(tmp_path: Path) -> None:
    """One is gone in the middle of its body, one before its answer, one never reads."""
    data = tmp_path / "data"
    running = serve(data)
    host, _, port = running.url.removeprefix("http://").rpartition(":")
    assert post(running, "/v1/matches", opened()) == 201
    head = f"POST /v1/matches/m/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {running.token}"
    half, whole = (json.dumps(inning("ana", 1, id=name)).encode() for name in ("half", "whole"))
    live = b"GET /v1/matches/m/live HTTP/1.1\r\nHost: x\r\n\r\n"
    with socket.create_connection((host, int(port)), 30) as silent:
        silent.sendall(live)
        for body, cut in ((half, 20), (whole, None)):
            with socket.create_connection((host, int(port)), 30) as vanishing:
                vanishing.sendall(f"{head}\r\nContent-Length: {len(body)}\r\n\r\n".encode())
                vanishing.sendall(body[:cut])
        # The one that sent all of it may or may not be in the log: sent again, it is, once.
        assert post(running, "/v1/matches/m/events", json.loads(whole)) in (200, 201)
        assert post(running, "/v1/matches/m/events", inning("bor", 1, id="3")) == 201
    status, _, err = running.end()
    assert (status, "Traceback" in err) == (0, False), err
    assert ids(data) == ["m/1", "m/whole", "m/3"]
    assert_intact(data, {"m/1", "m/whole", "m/3"})
