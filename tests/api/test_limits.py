"""How often and how much a caller may ask, and what the service writes down of it."""

from __future__ import annotations

import base64
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.limits import REMEMBERED, Rates
from tests.api.serving import Served, inning, opened, serving


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_so_many_a_minute_for_each_caller() -> None:
    clock = Clock()
    rates = Rates(6, clock)
    assert [rates.take("a") for _ in range(6)] == [0.0] * 6
    assert rates.take("a") == pytest.approx(10.0)
    assert rates.take("b") == 0.0
    clock.now = 9.0
    assert rates.take("a") == pytest.approx(1.0)
    clock.now = 10.0
    assert rates.take("a") == 0.0
    assert rates.take("a") == pytest.approx(10.0)
    clock.now = 1_000.0
    assert [rates.take("a") for _ in range(7)].count(0.0) == 6


def test_no_bound_and_no_end_of_memory() -> None:
    free = Rates(0)
    assert not any(free.take("a") for _ in range(1_000))
    rates = Rates(1, Clock())
    for caller in range(REMEMBERED + 5):
        rates.take(str(caller))
    assert len(rates._due) == REMEMBERED


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "data", reads_per_minute=3, writes_per_minute=2) as served:
        yield served


def test_who_asks_too_often_is_told_when_to_come_again(slow: Served) -> None:
    statuses = [slow.get("/v1/schema").status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    refused = slow.get("/v1/schema")
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["type"] == "/problems/too_often"
    assert 1 <= int(refused.headers["retry-after"]) <= 20
    assert slow.get("/v1/schema", headers=slow.headers).status_code == 200, "a token is a caller"
    assert slow.get("/healthz").status_code == 200
    assert slow.post("/v1/matches", opened()).status_code == 201, "writing is counted by itself"
    assert slow.post("/v1/matches/m/events", inning("ana", id="a")).status_code == 201
    assert slow.post("/v1/matches/m/events", inning("bor", id="b")).status_code == 429
    assert sum(slow.node.log.ends().values()) == 2
    wrong = {"Authorization": "Bearer guess"}
    tried = [slow.client.post("/v1/matches", headers=wrong).status_code for _ in range(3)]
    assert tried == [401, 401, 429], "who guesses is counted by address"


def parts(size: int) -> Iterator[bytes]:
    for _ in range(size):
        yield b" " * 1_000


def test_too_large_a_body_is_413_however_it_comes(tmp_path: Path) -> None:
    with serving(tmp_path, largest_request=2_000) as served:
        for path, headers in (
            ("/v1/matches", served.headers),
            ("/v1/players", served.headers),
            ("/internal/outcomes", {"Authorization": f"Bearer {served.house.key}"}),
        ):
            for content in (b" " * 3_000, parts(3)):
                answer = served.client.post(path, content=content, headers=headers)
                assert answer.status_code == 413, path
                assert answer.json()["type"] == "/problems/too_large"


def test_the_access_log_names_the_token_by_its_id_and_holds_no_secret(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        served.post("/v1/matches?record=always", opened())
        lease = served.post("/v1/matches/m/lease?holder=tablet", b"").json()["lease"]
        served.client.post("/v1/matches", headers={"Authorization": "Bearer cuelog_guess"})
        password = base64.b64encode(f"x:{served.token}".encode()).decode()
        served.get("/v1/matches", headers={"Authorization": f"Basic {password}"})
    # The client of the test logs too, under a name of its own.
    ours = [record for record in caplog.records if not record.name.startswith("http")]
    text = "\n".join(str(record.__dict__) for record in ours)
    owner = served.house.tokens.check(served.token)
    assert owner is not None
    assert owner.id in text
    for secret in (served.token, lease, "guess", password, "record=", "tablet", owner.sha256):
        assert secret not in text


class TestReadingByToken:
    """A service that is not open to everybody."""

    @pytest.fixture
    def closed(self, tmp_path: Path) -> Iterator[Served]:
        with serving(tmp_path / "data", reading="token") as served:
            yield served

    def test_a_browser_is_asked_and_sends_the_token_as_password(self, closed: Served) -> None:
        viewer = closed.house.tokens.new("viewer", (), None, None)[1]
        for accepted in ("text/html", "application/json"):
            asked = closed.get("/matches", headers={"Accept": accepted})
            assert (asked.status_code, asked.headers["www-authenticate"][:5]) == (401, "Basic")
            assert asked.headers["content-type"].startswith(("text/html", "application/problem"))
        password = base64.b64encode(f"me:{viewer}".encode()).decode()
        given = {"Authorization": f"Basic {password}"}
        assert closed.get("/matches", headers=given).status_code == 200
        for broken in ("Basic x", "Basic ", f"Basic {base64.b64encode(b'me').decode()}"):
            assert closed.get("/matches", headers={"Authorization": broken}).status_code == 401

    def test_a_password_does_not_write(self, closed: Served) -> None:
        password = base64.b64encode(f"me:{closed.token}".encode()).decode()
        given = {"Authorization": f"Basic {password}"}
        answer = closed.client.post("/v1/matches", json=opened(), headers=given)
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert closed.post("/v1/matches", opened()).status_code == 201
