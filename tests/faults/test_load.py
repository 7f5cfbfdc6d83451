"""Kills under load, ten thousand open matches, a thousand requests at once."""

from __future__ import annotations

import asyncio
import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests.api.commands import cuelog
from tests.api.serving import inning, opened, serving
from tests.api.test_processes import Service, finish, serve
from tests.faults.intact import assert_intact, ids
from tests.faults.test_services import post

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]


@pytest.fixture(autouse=True)
def few_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody reads what a service says here; one whose words nobody takes off its pipe waits."""
    monkeypatch.setenv("CUELOG_LOG_LEVEL", "warning")


def test_a_service_killed_at_random_under_load(tmp_path: Path) -> None:
    data, chance = tmp_path / "data", random.Random(7)  # noqa: S311 - moments to kill at
    acknowledged = set[str]()

    def play(service: Service, match: str, run: int) -> None:
        """Append until the service is gone, each event until it is answered for."""
        if post(service, "/v1/matches", opened(match)) in (200, 201):
            acknowledged.add(f"{match}/1")
        for number in range(10_000):
            name = f"{run}-{number}"
            path = f"/v1/matches/{match}/events?record=always"
            if not (status := post(service, path, inning("ana", 0, id=name))):
                return
            if status in (200, 201):
                acknowledged.add(f"{match}/{name}")

    for run in range(8):
        running = serve(data)
        with ThreadPoolExecutor(4) as players:
            for number in range(4):
                players.submit(play, running, f"m{number}", run)
            time.sleep(chance.uniform(0.2, 2.0))
            running.process.kill()
            finish(running.process)
    assert len(acknowledged) > 20
    assert_intact(data, acknowledged)
    assert len(set(ids(data))) == len(ids(data))


def test_ten_thousand_open_matches(tmp_path: Path) -> None:
    data, file, matches = tmp_path / "data", tmp_path / "all.jsonl", 10_000
    lines = [json.dumps(opened(f"m{number}", id="o")) for number in range(matches)]
    for seq in (2, 3):
        player = ("ana", "bor")[seq % 2]
        lines += [
            json.dumps({**inning(player, 1, id=f"e{seq}"), "match": f"m{number}", "seq": seq})
            for number in range(matches)
        ]
    file.write_text("\n".join(lines), encoding="utf-8")
    assert cuelog("ingest", file, "--data", data).status == 0
    with serving(data) as served:
        for number in (0, matches // 2, matches - 1):
            event = inning("ana", 2, id="e4")
            assert served.post(f"/v1/matches/m{number}/events", event).status_code == 201
        told = served.get("/v1/matches?limit=500").json()
        assert len(told["items"]) == 500
    assert_intact(data, {f"m{number}/e3" for number in range(matches)})


@pytest.mark.usefixtures("many_files")
def test_a_thousand_requests_at_once(tmp_path: Path) -> None:
    """All are answered, or told to come again; each event that is acknowledged is there once."""
    data = tmp_path / "data"
    running = serve(data)
    host, _, port = running.url.removeprefix("http://").rpartition(":")
    for number in range(10):
        assert post(running, "/v1/matches", opened(f"m{number}")) == 201
    gate = asyncio.Event()

    async def send(number: int) -> int:
        match, body = f"m{number % 10}", json.dumps(inning("ana", 0, id=f"e{number}")).encode()
        head = (
            f"POST /v1/matches/{match}/events?record=always HTTP/1.1\r\nHost: x\r\n"
            f"Authorization: Bearer {running.token}\r\nContent-Length: {len(body)}\r\n"
            "Connection: close\r\n\r\n"
        )
        reader, writer = await asyncio.open_connection(host, int(port))
        with closing(writer):
            await gate.wait()
            writer.write(head.encode() + body)
            answer = await reader.read()
        return int(answer.split()[1])

    async def all_at_once() -> list[int]:
        asked = [asyncio.create_task(send(number)) for number in range(1_000)]
        await asyncio.sleep(1)
        gate.set()
        return await asyncio.gather(*asked)

    statuses = asyncio.run(all_at_once())
    assert set(statuses) <= {201, 429, 503}
    assert statuses.count(201) > 0
    done = {f"m{number % 10}/e{number}" for number, status in enumerate(statuses) if status == 201}
    assert running.end()[0] == 0
    assert_intact(data, done)
