"""Every route tried as every role: a new route without a line in the table fails here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute, iter_route_contexts

from api.auth import RANKS
from tests.api.serving import KEY, Served, opened, serving

M = "/v1/matches/{match}"
NEEDS: dict[str, str] = {
    # anyone: what a machine asks, and what tells how to ask
    "GET /healthz": "anyone",
    "GET /readyz": "anyone",
    "GET /openapi.json": "anyone",
    "GET /docs": "anyone",
    "GET /problems/{name}": "anyone",
    # reading: open, or of who has a token, as it is set
    "GET /metrics": "reader",
    "GET /": "reader",
    "GET /matches": "reader",
    "GET /matches/{match}": "reader",
    "GET /matches/{match}/print": "reader",
    "GET /matches/{match}/rulings.csv": "reader",
    "GET /matches/{match}/strokes/{seq}": "reader",
    "GET /clauses/{clause}": "reader",
    "GET /desk": "reader",
    "GET /desk/quarantine": "reader",
    "GET /desk/{match}": "reader",
    "GET /events": "reader",
    "GET /imports": "reader",
    "GET /imports/{name}": "reader",
    "GET /events/{event}": "reader",
    "GET /leaderboards": "reader",
    "GET /leaderboards/{name}": "reader",
    "GET /live/{match}": "reader",
    "GET /live/{match}/board": "reader",
    "GET /players": "reader",
    "GET /players/{player}": "reader",
    "GET /score": "reader",
    "GET /score/{match}": "reader",
    "GET /settings": "reader",
    "GET /sheet/new": "reader",
    "GET /static/{name}": "reader",
    "GET /v1/aliases": "reader",
    "GET /v1/asyncapi": "reader",
    "GET /v1/audit": "reader",
    "GET /v1/charts": "reader",
    "GET /v1/charts/{name}": "reader",
    "GET /v1/clauses": "reader",
    "GET /v1/clauses/{clause}": "reader",
    "GET /v1/event": "reader",
    "GET /v1/keys": "reader",
    "GET /v1/log/checkpoint": "reader",
    "GET /v1/log/proof/consistency/{partition}/{old}": "reader",
    "GET /v1/log/proof/inclusion/{partition}/{offset}": "reader",
    "GET /v1/matches": "reader",
    f"GET {M}": "reader",
    f"GET {M}/audit": "reader",
    f"GET {M}/bundle": "reader",
    f"GET {M}/events": "reader",
    f"GET {M}/explain/{{seq}}": "reader",
    f"GET {M}/history": "reader",
    f"GET {M}/innings": "reader",
    f"GET {M}/lease": "reader",
    f"GET {M}/live": "reader",
    f"GET {M}/log": "reader",
    f"GET {M}/rulings": "reader",
    f"GET {M}/sheet": "reader",
    f"GET {M}/what-if": "reader",
    "GET /v1/players": "reader",
    "GET /v1/players/{player}": "reader",
    "GET /v1/players/{player}/profile": "reader",
    "GET /v1/quarantine": "reader",
    "GET /v1/reasons": "reader",
    "GET /v1/reports/{event}": "reader",
    "GET /v1/schema": "reader",
    "GET /v1/statistics": "reader",
    "GET /v1/statistics/{name}": "reader",
    "GET /v1/tables": "reader",
    "GET /v1/tables/{table}": "reader",
    "GET /v1/tables/{table}/about": "reader",
    # any token, of any role
    "GET /v1/me": "viewer",
    # who keeps the score of some match, and of this one
    "POST /v1/matches": "scorer",
    "POST /sheet/check": "scorer",
    "POST /v1/players": "scorer",
    f"POST {M}/events": "keeper",
    f"POST {M}/preview": "keeper",
    f"POST {M}/lease": "keeper",
    f"DELETE {M}/lease": "keeper",
    # officials
    f"GET {M}/scorers": "official",
    f"PUT {M}/scorers/{{token}}": "official",
    f"DELETE {M}/scorers/{{token}}": "official",
    "GET /v1/tokens": "official",
    "POST /v1/tokens": "official",
    "DELETE /v1/tokens/{token}": "official",
    "POST /v1/imports": "official",
    "POST /imports": "official",
    "PUT /v1/players/{player}/name": "official",
    "POST /v1/merges": "official",
    "PUT /v1/aliases/{source}/{alias}": "official",
    "DELETE /v1/aliases/{source}/{alias}": "official",
    "DELETE /v1/merges/{entry}": "official",
    # admins
    "DELETE /v1/players/{player}/name": "admin",
    "POST /v1/keys": "admin",
    "DELETE /v1/keys/{key}": "admin",
    # commands of the machine, by the key in the data directory
    "GET /internal/status": "insider",
    "POST /internal/imports": "insider",
    "POST /internal/outcomes": "insider",
    "POST /internal/rebuild": "insider",
    "POST /internal/sheet": "insider",
}
OTHERS = ("nobody", "stranger", "expired", "insider")
ROLES = ("viewer", "scorer elsewhere", "scorer", "official", "admin")


@dataclass(frozen=True)
class House:
    """A service, and what each caller sends."""

    served: Served
    headers: dict[str, dict[str, str]]


def fill(served: Served) -> House:
    """Open a match, and make a token for every role."""
    served.post("/v1/matches", opened())
    tokens = served.house.tokens

    def of(role: Any, *matches: str, ends: str | None = None) -> str:  # noqa: ANN401 - a role
        return tokens.new(role, matches, None, ends)[1]

    given = {
        "nobody": "", "stranger": "cuelog_x", "insider": KEY, "viewer": of("viewer"),
        "expired": of("admin", ends="2026-01-01T00:00:00Z"), "scorer": of("scorer", "m", "new-*"),
        "scorer elsewhere": of("scorer", "other"), "official": of("official"), "admin": of("admin"),
    }  # fmt: skip
    headers = {
        who: {"Authorization": f"Bearer {token}"} if token else {} for who, token in given.items()
    }
    return House(served, headers)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(tmp_path_factory.mktemp("rights"), reading="token") as served:
        yield fill(served)


def routes(served: Served) -> set[str]:
    """Return every route there is, also those no schema names."""
    app: Any = served.client.app
    found = {"GET /openapi.json"}
    for route in iter_route_contexts(app.routes):
        if isinstance(route.original_route, APIRoute):
            path = str(route.path).replace(":path}", "}")
            found |= {f"{method} {path}" for method in route.methods or ()}
    return found


def test_every_route_has_a_line(house: House) -> None:
    assert routes(house.served) == set(NEEDS)


def concrete(path: str) -> str:
    """Return an address; what it names exists only where nothing is changed by it."""
    given = {
        "match": "m", "seq": "1", "partition": "0", "old": "1", "offset": "0", "name": "not_found",
        "clause": "PL-8d", "table": "matches", "player": "p-none", "token": "t-none",
        "key": "k-none", "entry": "r-none", "event": "cup", "source": "club", "alias": "0",
    }  # fmt: skip
    return path.format(**given)


def allowed(need: str, who: str) -> bool:
    """Tell what the table says, where reading needs a token."""
    if need == "anyone":
        return True
    if need == "reader":
        return who in (*ROLES, "insider")
    if who == "insider" or need == "insider":
        return who == need
    if who not in ROLES:
        return False
    ranks: dict[str, int] = {**RANKS, "scorer elsewhere": RANKS["scorer"]}
    if need == "keeper":
        return ranks[who] >= ranks["scorer"] and who != "scorer elsewhere"
    return ranks[who] >= ranks[need]


def ask(house: House, who: str, line: str) -> Any:  # noqa: ANN401 - a response
    method, path = line.split()
    address = concrete(path) if not path.endswith("/live") else "/v1/matches/none/live"
    return house.served.client.request(method, address, headers=house.headers[who], content=b"{")


@pytest.mark.parametrize("who", [*OTHERS, *ROLES])
def test_every_route_as_every_role(house: House, who: str) -> None:
    for line, need in NEEDS.items():
        answered = ask(house, who, line)
        told = f"{who}: {line}: {answered.status_code}"
        if allowed(need, who):
            assert answered.status_code not in (401, 403), told
            assert answered.status_code < 500, told
        elif who in ROLES:
            assert answered.status_code == (401 if need == "insider" else 403), told
        else:
            assert answered.status_code == 401, told
            assert answered.headers["www-authenticate"], told


def test_where_reading_is_open_nothing_else_is(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as served:
        house = fill(served)
        for line, need in NEEDS.items():
            refused = ask(house, "nobody", line).status_code == 401
            assert refused is (need not in ("anyone", "reader")), line
