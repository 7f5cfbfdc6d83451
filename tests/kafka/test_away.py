"""The service while its broker is away: writes are refused, reads go on marked, it comes back."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.api.commands import cuelog
from tests.api.serving import KEY, Served, inning, opened, serving
from tests.kafka.broker import Broker
from tests.kafka.test_restarts import away

pytestmark = pytest.mark.kafka

AT, EVENTS = "/v1/matches/m", "/v1/matches/m/events"
INSIDE = {"Authorization": f"Bearer {KEY}"}


def until(answer: Callable[[], Any], so: Callable[[Any], bool]) -> Any:  # noqa: ANN401 - a response
    """Ask until the answer is so, or for a minute."""
    deadline = time.monotonic() + 60
    while not so(found := answer()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


@pytest.fixture
def address(own_broker: Broker, topic: str) -> str:
    return f"kafka://{own_broker.url}/{topic}"


@pytest.fixture
def filled(tmp_path: Path, address: str) -> Path:
    """A directory whose tables hold a match of the topic."""
    data = tmp_path / "data"
    with serving(data, address) as served:
        assert served.post("/v1/matches", opened()).status_code == 201
        assert served.get("/v1/tables/matches").status_code == 200
    return data


def assert_away(served: Served) -> None:
    """Reads are marked, writes say when to try again, and what is wrong is told."""
    seen = until(lambda: served.get(AT), lambda answer: "cuelog-stale" in answer.headers)
    assert (seen.status_code, seen.json()["match"]) == (200, "m")
    assert int(seen.headers["cuelog-stale"]) >= 0
    rows = served.get("/v1/tables/matches")
    assert (rows.status_code, len(rows.json()), "cuelog-stale" in rows.headers) == (200, 1, True)
    refused = served.post(EVENTS, inning("ana", 3, id="2"))
    assert (refused.status_code, refused.json()["type"]) == (503, "/problems/log_unavailable")
    assert refused.headers["retry-after"] == "1"
    assert served.get("/readyz").status_code == 503
    told = served.get("/internal/status", headers=INSIDE).json()
    assert (told["events"], told["behind"]) == (1, None)
    assert {lag["end"] for lag in told["partitions"]} == {None}
    assert told["trouble"]


def assert_back(served: Served) -> None:
    event = inning("ana", 3, id="2")
    taken = until(lambda: served.post(EVENTS, event), lambda answer: answer.status_code != 503)
    assert taken.status_code in (200, 201)  # 200: sent before, its outcome was not known
    seen = until(lambda: served.get(AT), lambda answer: "cuelog-stale" not in answer.headers)
    assert seen.json()["state"]["score"]["ana"] == 3
    ready = until(lambda: served.get("/readyz"), lambda answer: answer.status_code == 200)
    assert ready.json() == {"status": "ready", "behind": 0}


def test_broker_away_while_serving(own_broker: Broker, filled: Path, address: str) -> None:
    with serving(filled, address) as served:
        assert "cuelog-stale" not in served.get(AT).headers
        with away(own_broker):
            assert_away(served)
        assert_back(served)


def test_broker_away_at_start(own_broker: Broker, filled: Path, address: str) -> None:
    own_broker.stop()
    try:
        with serving(filled, address) as served:
            assert_away(served)
            own_broker.start()
            assert_back(served)
    finally:
        if own_broker.is_stopped:
            own_broker.start()


def test_commands_show_what_the_tables_have(own_broker: Broker, filled: Path) -> None:
    with away(own_broker):
        told = cuelog("status", "--data", filled, "--json")
        assert (told.status, told.json()["behind"]) == (0, None)
        assert "may be out of date" in told.err
        ingest = cuelog("ingest", "-", "--data", filled, stdin=b'{"id": "x"}')
        assert ingest.status == 2
        assert "Traceback" not in ingest.err
        assert cuelog("rebuild", "--data", filled).status == 2
    shown = cuelog("status", "--data", filled).out.splitlines()
    assert shown[-13].split() == ["partition", "applied", "end", "behind"]
    rows = [[int(cell) for cell in line.split()] for line in shown[-12:]]
    assert [row[0] for row in rows] == list(range(12))
    assert [sum(column) for column in list(zip(*rows, strict=True))[1:]] == [1, 1, 0]
