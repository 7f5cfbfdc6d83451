"""Several processes on one data directory, and the service as a user starts it."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from domain.events import encode_event
from projections.lock import DataDirectory
from projections.schema import DERIVED
from projections.store import Store, table_hash
from tests.api.commands import LOGS, STRAIGHT, cuelog
from tests.api.serving import inning, opened

pytestmark = pytest.mark.slow
COMMAND = (sys.executable, "-c", "import sys; from api.cli import main; sys.exit(main())")
ROOT = Path(__file__).parents[2]


def start(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


@dataclass(slots=True)
class Service:
    process: subprocess.Popen[str]
    url: str
    token: str | None
    said: str

    def ask(self, path: str, body: object = None, **headers: str) -> Any:  # noqa: ANN401
        data = None if body is None else encode_event(body)
        request = urllib.request.Request(f"{self.url}{path}", data, headers)  # noqa: S310 - ours
        return urllib.request.urlopen(request, timeout=30)  # noqa: S310

    def end(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        self.process.send_signal(how)
        return finish(self.process)


def serve(data: Path, *options: str) -> Service:
    process = start("serve", "--data", data, "--port", 0, *options)
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if found := re.search(r"cuelog serves (\S+)", said):
            break
    else:
        raise AssertionError(finish(process))
    token = cuelog("token", "--data", data).out.strip()
    return Service(process, found[1], token, said)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    running = serve(tmp_path / "data", "--examples")
    yield running
    status, _, err = running.end()
    levels = {json.loads(line)["level"] for line in err.splitlines()}
    assert (status, levels) == (0, {"info"}), err


def test_service_shows_matches_and_answers(service: Service) -> None:
    assert re.search(r"14\.1-sample-urbanfly +14\.1 +PL .* 70:56 ", service.said)
    with service.ask("/healthz") as answer:
        assert json.load(answer) == {"status": "ok"}
    with pytest.raises(urllib.error.HTTPError) as refused:
        service.ask("/v1/matches", opened())
    assert refused.value.code == 401
    refused.value.close()
    headers = {"Authorization": f"Bearer {service.token}"}
    with service.ask("/v1/matches", opened(), **headers) as answer:
        assert answer.status == 201


def test_commands_ask_the_service_that_holds_the_directory(
    service: Service, tmp_path: Path
) -> None:
    data = ("--data", tmp_path / "data")
    status = cuelog("status", "--json", *data).json()
    assert (status["service"], status["events"]) == (service.url, 821)
    rows = cuelog("stats", "averages", "--player", "player-1", "--json", *data).json()["rows"]
    with service.ask("/v1/statistics/averages?player=player-1") as answer:
        assert rows == json.load(answer)["rows"]
    log = tmp_path / "new.jsonl"
    events = [opened(), {**inning("ana", 7, id="2"), "match": "m", "seq": 2}]
    log.write_bytes(b"\n".join(map(encode_event, events)))
    told = cuelog("ingest", log, "--json", *data).json()
    assert (told["taken"], told["matches"][0]["match"]) == (2, "m")
    with service.ask("/v1/matches/m") as answer:
        assert json.load(answer)["state"]["score"]["ana"] == 7
    assert cuelog("rebuild", "--json", *data).json()["events"] == 823
    assert cuelog("stats", "averages", "--min-n", "x", *data).status == 2


def test_live_stream(service: Service) -> None:
    path = "/v1/matches/14.1-sample-urbanfly/live"
    with service.ask(path, **{"Last-Event-ID": "93"}) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.readline() == b"id: 94\n"
        assert stream.readline() == b"event: ruling\n"
        assert json.loads(stream.readline().removeprefix(b"data: "))["seq"] == 94


def test_second_start_keeps_the_data_and_the_token(tmp_path: Path) -> None:
    data = tmp_path / "data"
    first = serve(data, "--examples")
    with first.ask("/v1/matches", opened(), Authorization=f"Bearer {first.token}") as answer:
        assert answer.status == 201
    assert first.end()[0] == 0
    assert not (data / "service.json").exists()
    second = serve(data, "--examples")
    assert second.token == first.token
    assert f"token: {first.token}" not in second.said
    with second.ask("/v1/matches?limit=500") as answer:
        assert len(json.load(answer)["items"]) == 18
    assert second.end(signal.SIGTERM)[0] == 0
    assert not (data / "service.json").exists()
    assert cuelog("status", "--json", "--data", data).json()["duplicates"] == 0


def test_two_services_do_not_share_a_directory(service: Service, tmp_path: Path) -> None:
    port = service.url.rpartition(":")[2]
    status, _, err = finish(start("serve", "--data", tmp_path / "other", "--port", port))
    assert status == 2
    assert "take another with --port" in err
    assert "Traceback" not in err


def test_ingests_at_once_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    files = sorted(LOGS.glob("*.jsonl"))
    started = [start("ingest", *files[number::3], STRAIGHT, "--data", data) for number in range(3)]
    for process in started:
        status, out, err = finish(process)
        assert (status, "Traceback" in err) == (0, False), out + err
    told = cuelog("status", "--json", "--data", data).json()
    again = STRAIGHT.read_bytes().count(b"\n")
    assert told["events"] == 821
    assert told["duplicates"] == 3 * again
    assert (told["quarantined"], told["waiting"], told["behind"]) == ({}, 0, 0)


def derived(data: Path) -> dict[str, str]:
    """Return the hashes of the derived tables of a directory nobody holds."""
    store = Store.open(DataDirectory(data).store, read_only=True)
    try:
        with store.reading() as con:
            return {table: table_hash(con, table) for table in DERIVED}
    finally:
        store.close()


@pytest.mark.timeout(300)
def test_twenty_kills_of_an_ingest_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    """Killed at random moments, each goes on where the log is; the tables equal a rebuild."""
    data, chance = tmp_path / "killed", random.Random(20)  # noqa: S311 - moments to kill at
    files = sorted(LOGS.glob("*.jsonl"))
    kills = events = 0
    while kills < 20:
        process = start("ingest", *files, "--data", data)
        try:
            process.wait(chance.uniform(0.3, 1.6))
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            kills += 1
        finish(process)
        if kills % 5 == 0 and data.exists():
            told = cuelog("status", "--json", "--data", data).json()
            assert told["events"] >= events
            events = told["events"]
    assert cuelog("ingest", *files, "--data", data).status == 0
    told = cuelog("status", "--json", "--data", data).json()
    assert (told["events"], told["quarantined"], told["behind"]) == (821, {}, 0)
    assert cuelog("ingest", *files, "--data", tmp_path / "whole").status == 0
    assert derived(data) == derived(tmp_path / "whole")


def test_killed_service_leaves_a_directory_that_commands_use(tmp_path: Path) -> None:
    data = tmp_path / "data"
    running = serve(data, "--examples")
    running.process.kill()
    finish(running.process)
    assert (data / "service.json").exists()
    assert cuelog("status", "--json", "--data", data).json()["events"] == 821


def test_output_may_be_cut_off() -> None:
    process = start("replay", STRAIGHT, "--trace")
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["seq"] == 1
    process.stdout.close()
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
    process.wait(30)
