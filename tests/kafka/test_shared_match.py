"""A tracker and a referee's tablet share a match through the API, which numbers the events."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from projections.schema import DERIVED
from projections.store import table_hash
from tests.api.serving import Served, inning, opened, serving

pytestmark = pytest.mark.kafka

EVENTS = "/v1/matches/m/events"
EACH = 40


@pytest.fixture(params=[1, 2], ids=["one service", "a service each"])
def services(
    request: pytest.FixtureRequest, kafka: str, topic: str, tmp_path: Path
) -> Iterator[list[Served]]:
    address = f"kafka://{kafka}/{topic}?cuelog.recorder.key=sixteen-or-more-bytes"
    with ExitStack() as stack:
        yield [
            stack.enter_context(serving(tmp_path / str(n), address)) for n in range(request.param)
        ]


def post(service: Served, event: dict[str, Any]) -> int:
    """Post an event until it is taken, as a scorer does whose network fails; return its seq."""
    answer = service.post(EVENTS, event)
    while answer.status_code == 503:
        answer = service.post(EVENTS, event)
    assert answer.status_code in (200, 201), answer.text
    seq: int = answer.json()["seq"]
    return seq


def track(service: Served) -> list[int]:
    """Post every inning of the match, each twice: the tracker's answers get lost."""
    events = [inning(("ana", "bor")[n % 2], 1, id=f"tracker-{n}") for n in range(EACH)]
    return [post(service, event) for event in events for _ in range(2)]


def referee(service: Served) -> list[int]:
    """Post what the referee notes meanwhile."""
    note = {"type": "claim", "at": "2026-01-01T10:01:00Z", "by": "referee"}
    return [post(service, note | {"id": f"tablet-{n}"}) for n in range(EACH)]


def hashes(service: Served) -> dict[str, str]:
    with service.node.store.reading() as con:
        return {table: table_hash(con, table) for table in DERIVED}


def test_two_scorers_of_one_match(services: list[Served]) -> None:
    assert services[0].post("/v1/matches", opened()).status_code == 201
    for service in services:
        wait_for(service, services[0])
    with ThreadPoolExecutor(2) as pool:
        tracker = pool.submit(track, services[0])
        tablet = pool.submit(referee, services[-1])
        tracked, noted = tracker.result(), tablet.result()
    assert tracked[::2] == tracked[1::2]
    assert (tracked == sorted(tracked), noted == sorted(noted)) == (True, True)
    assert sorted([1, *tracked[::2], *noted]) == list(range(1, 2 * EACH + 2))
    for service in services:
        wait_for(service, services[0])
        told = service.get("/v1/matches/m").json()
        assert (told["events"], told["waiting"], told["rejected"]) == (2 * EACH + 1, [], [])
        assert told["state"]["score"] == {"ana": EACH // 2, "bor": EACH // 2}
        lost = service.node.rows("SELECT DISTINCT reason FROM quarantine")
        assert lost in ([], [("seq_conflict",)])
    assert hashes(services[0]) == hashes(services[-1])


def wait_for(service: Served, other: Served) -> None:
    """Wait until a service has all that the log holds now."""
    ends, deadline = other.node.log.ends(), time.monotonic() + 60
    while service.node.reached() != {part: end for part, end in ends.items() if end}:
        assert time.monotonic() < deadline
        time.sleep(0.02)
