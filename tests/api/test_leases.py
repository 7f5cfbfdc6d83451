"""One active scorer a match, and a take-over everybody can see."""

from __future__ import annotations

import pytest

from api.leases import LASTS_S, Leased, Leases
from tests.api.serving import Served, inning, opened

EVENTS, LEASE = "/v1/matches/m/events", "/v1/matches/m/lease"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_lease_ends_when_its_holder_falls_silent() -> None:
    clock = Clock()
    leases = Leases(clock)
    first = leases.take("m", "tablet", None)
    with pytest.raises(Leased, match="tablet keeps the score"):
        leases.take("m", "camera", None)
    clock.now = LASTS_S - 1
    leases.check("m", first.key)
    clock.now += LASTS_S - 1
    with pytest.raises(Leased):
        leases.check("m", None)
    clock.now += 1
    leases.check("m", None)
    assert leases.holder("m") is None


def test_who_was_taken_over_is_told() -> None:
    leases = Leases(Clock())
    first = leases.take("m", "tablet", None)
    assert leases.take("m", "tablet", first.key).key == first.key
    second = leases.take("m", "camera", None, take_over=True)
    with pytest.raises(Leased, match="camera"):
        leases.check("m", first.key)
    assert not leases.give_back("m", first.key)
    assert leases.give_back("m", second.key)
    leases.check("m", first.key)


def test_two_scorers_share_a_match_by_the_lease(served: Served) -> None:
    served.post("/v1/matches", opened())
    taken = served.post(f"{LEASE}?holder=tablet", b"")
    assert taken.status_code == 201
    key = {"Cuelog-Lease": taken.json()["lease"]}
    refused = served.post(EVENTS, inning("ana", id="2"))
    assert (refused.status_code, refused.json()["holder"]) == (409, "tablet")
    assert refused.json()["type"].endswith("leased")
    assert served.post(f"{LEASE}?holder=camera", b"").status_code == 409
    assert served.get(LEASE).json()["held"]["holder"] == "tablet"

    kept = served.client.post(EVENTS, json=inning("ana", id="2"), headers=served.headers | key)
    assert kept.status_code == 201, kept.text

    other = served.post(f"{LEASE}?holder=camera&take_over=true", b"")
    assert other.status_code == 201
    late = served.client.post(EVENTS, json=inning("bor", id="3"), headers=served.headers | key)
    assert (late.status_code, late.json()["holder"]) == (409, "camera")
    assert served.client.delete(LEASE, headers=served.headers | key).status_code == 409

    mine = served.headers | {"Cuelog-Lease": other.json()["lease"]}
    assert served.client.delete(LEASE, headers=mine).status_code == 204
    assert served.get(LEASE).json()["held"] is None
    assert served.post(EVENTS, inning("bor", id="3")).status_code == 201


def test_a_lease_needs_a_token(served: Served) -> None:
    assert served.client.post(LEASE).status_code == 401
    assert served.client.delete(LEASE).status_code == 401
