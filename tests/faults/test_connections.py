"""Very many connections from one address: refused in words, others are served, nothing is left."""

from __future__ import annotations

import asyncio
import json
import resource
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.api.serving import inning, opened
from tests.api.test_processes import Service, serve
from tests.faults.test_services import post

LIVE: Final = b"GET /v1/matches/m/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
OTHER: Final = "127.0.0.2"
"""Another caller: every address of 127.0.0.0/8 is this machine."""
FEW: Final = 256
"""Files a process may open where a system is set so."""
PATIENCE_S: Final = 120.0
GROWTH: Final = 100 * 2**20
"""Bytes the process may grow by, with its thousands of connections open."""


class Answer(NamedTuple):
    """What came back: status, headers, and the first bytes of the body."""

    status: int
    headers: dict[str, str]
    body: bytes


class Caller:
    """The connections of one address, held until they are dropped."""

    def __init__(self, service: Service, address: str) -> None:
        host, _, port = service.url.removeprefix("http://").rpartition(":")
        self._at, self._from = (host, int(port)), (address, 0)
        self.held: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def connect(self, count: int, said: bytes = b"") -> list[int]:
        """Open connections that say something, or nothing; return their places in ``held``."""
        first = len(self.held)
        for _ in range(count):
            reader, writer = await asyncio.open_connection(*self._at, local_addr=self._from)
            writer.write(said)
            self.held.append((reader, writer))
        return list(range(first, len(self.held)))

    async def answers(self, places: Sequence[int]) -> list[Answer]:
        """Return what each of these connections was answered."""
        return await asyncio.gather(*(_answer(self.held[place][0]) for place in places))

    async def ask(self, path: str, event: object = None, token: str | None = None) -> Answer:
        """Ask on a connection of its own, or post an event."""
        body = b"" if event is None else json.dumps(event).encode()
        head = (
            f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            f"Authorization: Bearer {token}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        (place,) = await self.connect(1, head.encode() + body)
        return (await self.answers([place]))[0]

    async def closed(self, places: Sequence[int]) -> None:
        """Wait until the service has closed these connections."""
        async with asyncio.timeout(PATIENCE_S):
            for place in places:
                await self.held[place][0].read()

    def vanish(self) -> None:
        """Drop every connection, without a word."""
        for _, writer in self.held:
            writer.transport.abort()
        self.held.clear()


async def _answer(reader: asyncio.StreamReader) -> Answer:
    async with asyncio.timeout(PATIENCE_S):
        head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        length = int(headers.get("content-length", "0"))
        body = await (reader.readexactly(length) if length else reader.readline())
    return Answer(int(head[0].split()[1]), headers, body)


def files_of(service: Service) -> int:
    """Return how many files the service has open."""
    return len([*Path(f"/proc/{service.process.pid}/fd").iterdir()])


def memory_of(service: Service) -> int:
    """Return the bytes the service holds in memory."""
    lines = Path(f"/proc/{service.process.pid}/status").read_text("ascii").splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@contextmanager
def few_files() -> Generator[None]:
    """Begin what is started here with few files, as many systems do."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, FEW), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_files")
@pytest.mark.parametrize(
    ("streams", "most", "tried"),
    [
        (5, 40, 80),
        pytest.param(300, 2_500, 5_000, marks=[pytest.mark.long, pytest.mark.timeout(600)]),
    ],
    ids=["dozens", "thousands"],
)
def test_one_address_with_very_many_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, streams: int, most: int, tried: int
) -> None:
    monkeypatch.setenv("CUELOG_LIVE_STREAMS_EACH", str(streams))
    monkeypatch.setenv("CUELOG_CONNECTIONS_EACH", str(most))
    monkeypatch.setenv("CUELOG_LOG_LEVEL", "warning")
    monkeypatch.setenv("CUELOG_REQUEST_S", "600")
    with few_files():
        running = serve(tmp_path / "data")
    assert resource.prlimit(running.process.pid, resource.RLIMIT_NOFILE)[0] > FEW
    assert post(running, "/v1/matches", opened()) == 201
    asyncio.run(_besieged(running, streams, most, tried))
    status, _, err = running.end()
    assert (status, "Traceback" in err) == (0, False), err


async def _besieged(running: Service, streams: int, most: int, tried: int) -> None:
    hostile, other = Caller(running, "127.0.0.1"), Caller(running, OTHER)
    assert (await other.ask("/v1/matches/m")).status == 200
    files, memory = files_of(running), memory_of(running)

    # Live streams up to their bound; who asks for more is told so, and when to come again.
    places = await hostile.connect(2 * streams, LIVE)
    told = await hostile.answers(places)
    assert Counter(one.status for one in told) == {200: streams, 429: streams}
    refused = [one for one in told if one.status == 429]
    assert {json.loads(one.body)["type"] for one in refused} == {"/problems/too_many"}
    assert all(int(one.headers["retry-after"]) > 0 for one in refused)
    await hostile.closed(
        [place for place, one in zip(places, told, strict=True) if one.status == 429]
    )

    # Connections that say nothing, up to the bound of an address, and far beyond it.
    await hostile.connect(most - streams)
    beyond = await hostile.connect(tried - most, LIVE)
    told = await hostile.answers(beyond)
    assert Counter(one.status for one in told) == {429: tried - most}
    assert {json.loads(one.body)["type"] for one in told} == {"/problems/too_many_connections"}
    assert all(int(one.headers["retry-after"]) > 0 for one in told)
    assert all(one.headers["connection"] == "close" for one in told)
    assert files_of(running) < files + most + 200
    grown = memory_of(running) - memory

    # Others are served meanwhile, and who watches hears of it.
    assert (await other.ask("/v1/matches/m")).status == 200
    (watching,) = await other.connect(1, LIVE)
    assert (await other.answers([watching]))[0].status == 200
    event = inning("ana", 3, id="2")
    assert (await other.ask("/v1/matches/m/events", event, running.token)).status == 201
    async with asyncio.timeout(PATIENCE_S):
        while await other.held[watching][0].readline() != b"id: 2\n":
            pass
    assert grown < GROWTH

    # All of them vanish: every place and every file is given back.
    hostile.vanish()
    other.vanish()
    async with asyncio.timeout(PATIENCE_S):
        while files_of(running) > files + 5:  # noqa: ASYNC110 - another process gives them back
            await asyncio.sleep(0.1)
    assert b"cuelog_viewers 0.0" in (await other.ask("/metrics")).body
    (again,) = await hostile.connect(1, LIVE)
    assert (await hostile.answers([again]))[0].status == 200
    hostile.vanish()
    other.vanish()
