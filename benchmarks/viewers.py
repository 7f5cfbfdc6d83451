"""Whether everybody who watches a match hears every stroke once, and how soon.

``python -m benchmarks.viewers [--viewers N] [--strokes N]`` serves a match on a port of this
machine, follows it from one address, as a hall behind one does, and posts its strokes. One viewer
in ten loses the connection again and again and takes the stream up after the last event it had.
Fails where anybody missed an event or had one twice.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import statistics
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from urllib.request import Request, urlopen

from rich.console import Console

from api.server import make_server
from api.service import make_house
from api.settings import Settings
from api.wiring import bring_up, hold
from benchmarks.report import Report

MATCH: Final = "watched"
PLAYERS: Final = ("ana", "bor")
LOSES_EVERY: Final = 10
"""One viewer in so many loses the connection, each time after so many events."""
PATIENCE_S: Final = 120.0


class MissedError(RuntimeError):
    """Somebody who watched did not hear everything once."""


class Served(NamedTuple):
    """Where the service is, and the token of its owner."""

    port: int
    token: str

    def post(self, path: str, body: object) -> None:
        """Post a record; raises ``HTTPError`` where it is refused."""
        sent = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        address = f"http://127.0.0.1:{self.port}{path}"
        urlopen(Request(address, json.dumps(body).encode(), sent)).close()


@contextmanager
def serving(data: Path) -> Generator[Served]:
    """Serve an empty directory on a port of this machine."""
    with hold(data, None) as node, socket.create_server(("127.0.0.1", 0)) as listening:
        bring_up(node)
        node.start()
        house = make_house(node, Settings.model_validate({"data": data}), "key")
        token, _ = house.tokens.ensure()
        server = make_server(house)
        running = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        running.start()
        try:
            yield Served(listening.getsockname()[1], token)
        finally:
            house.viewers.ending.set()
            server.should_exit = True
            running.join()


class Heard(NamedTuple):
    """What one viewer heard: the seq of each event with the moment it came."""

    seqs: list[int]
    moments: list[float]
    hearing: asyncio.Semaphore
    """Told with the first event."""


async def _watch(served: Served, last: int, heard: Heard, *, loses: bool) -> None:
    while not heard.seqs or heard.seqs[-1] < last:
        await _listen(served, last, heard, LOSES_EVERY if loses else None)


async def _listen(served: Served, last: int, heard: Heard, most: int | None) -> None:
    """Hear events after the last one had, until the end of the match or so many."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    had = heard.seqs[-1] if heard.seqs else 0
    head = f"GET /v1/matches/{MATCH}/live HTTP/1.1\r\nHost: here\r\nLast-Event-ID: {had}\r\n\r\n"
    writer.write(head.encode())
    status = await reader.readline()
    if b" 200 " not in status:
        raise RuntimeError(f"the live stream answered {status!r}")
    count = 0
    while (line := await reader.readline()) and count != most:
        if line.startswith(b"id: "):
            if not heard.seqs:
                heard.hearing.release()
            heard.seqs.append(int(line[4:]))
            heard.moments.append(time.perf_counter())
            count += 1
        if heard.seqs and heard.seqs[-1] >= last:
            break
    writer.close()


def _play(served: Served, strokes: int, sent: list[float]) -> None:
    for number in range(strokes):
        event = {
            "id": f"t{number}", "type": "inning", "player": PLAYERS[number % 2], "made": 0,
            "end": "safety", "at": "2026-01-01T10:00:00Z",
        }  # fmt: skip
        sent.append(time.perf_counter())
        served.post(f"/v1/matches/{MATCH}/events", event)


async def watched(served: Served, viewers: int, strokes: int) -> tuple[list[Heard], list[float]]:
    """Return what each viewer heard, and when each stroke was sent."""
    hearing = asyncio.Semaphore(0)
    heard = [Heard([], [], hearing) for _ in range(viewers)]
    sent: list[float] = []
    async with asyncio.timeout(PATIENCE_S + strokes), asyncio.TaskGroup() as group:
        for number, one in enumerate(heard):
            loses = number % LOSES_EVERY == 0
            group.create_task(_watch(served, strokes + 1, one, loses=loses))
        for _ in heard:  # nothing is played before each has heard the opening
            await hearing.acquire()
        group.create_task(asyncio.to_thread(_play, served, strokes, sent))
    return heard, sent


def told(heard: list[Heard], sent: list[float]) -> Report:
    """Return the figures; raises ``MissedError`` unless everybody heard everything once, in order.

    The times are milliseconds from the post of a stroke to a viewer.
    """
    wanted = list(range(1, len(sent) + 2))
    if missed := sum(one.seqs != wanted for one in heard):
        raise MissedError(f"{missed} of {len(heard)} viewers missed an event or had one twice")
    delays = [
        1e3 * (moment - sent[seq - 2])
        for one in heard
        for seq, moment in zip(one.seqs, one.moments, strict=True)
        if seq > 1
    ]
    hundredths = statistics.quantiles(delays, n=100)
    row = (len(heard), len(delays), hundredths[49], hundredths[94], hundredths[98], max(delays))
    columns = ("viewers", "events", "median, ms", "p95, ms", "p99, ms", "last, ms")
    notes = (f"1 in {LOSES_EVERY} loses the connection every {LOSES_EVERY} events",)
    return Report("A stroke from its post to everybody who watches", columns, [row], notes)


def measured(data: Path, viewers: int, strokes: int) -> Report:
    """Serve a match, let it be watched, and report how soon each stroke was heard."""
    with serving(data) as served:
        opening = {"match": MATCH, "discipline": "14.1", "rules": "PL", "players": PLAYERS}
        served.post("/v1/matches", {**opening, "target": 100, "breaker": PLAYERS[0]})
        return told(*asyncio.run(watched(served, viewers, strokes)))


def main() -> None:
    """Measure, and show the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.viewers", description=__doc__)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--strokes", type=int, default=60)
    asked = parser.parse_args()
    with TemporaryDirectory() as made:
        measured(Path(made) / "data", asked.viewers, asked.strokes).show(Console())


if __name__ == "__main__":
    main()
