"""A service in this process, over a data directory of its own."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from api.app import create_app
from api.house import House
from api.node import Node
from api.service import make_house
from api.settings import Settings
from api.wiring import bring_up, hold

KEY = "key of the holder"


@dataclass(slots=True)
class Served:
    """What a test works with."""

    client: TestClient
    node: Node
    data: Path
    token: str
    house: House

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def post(self, path: str, body: object, **options: Any) -> Any:  # noqa: ANN401 - a response
        """Post with the token; bytes as they are, anything else as JSON."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.client.post(path, content=content, headers=self.headers, **options)

    def get(self, path: str, **options: Any) -> Any:  # noqa: ANN401 - a response
        return self.client.get(path, **options)


@contextmanager
def serving(
    data: Path, log: str | None = None, *, start: bool = True, **settings: object
) -> Generator[Served]:
    """Serve a directory without a socket; not started, it follows no log yet."""
    with hold(data, log) as node:
        if start:
            bring_up(node)
            node.start()
        house = make_house(node, Settings.model_validate({"data": data, **settings}), KEY)
        token, _ = house.tokens.ensure()
        with TestClient(create_app(house), raise_server_exceptions=False) as client:
            yield Served(client, node, data, token, house)


def opened(match: str = "m", **fields: object) -> dict[str, Any]:
    """Return an opening of a 14.1 match."""
    return {
        "id": "1",
        "match": match,
        "seq": 1,
        "at": "2026-01-01T10:00:00Z",
        "type": "match_opened",
        "discipline": "14.1",
        "rules": "PL",
        "players": ["ana", "bor"],
        "breaker": "ana",
        **fields,
    }


def inning(player: str, made: int = 0, end: str = "miss", **fields: object) -> dict[str, Any]:
    """Return an inning; seq and match are left to the service unless given."""
    told = {"at": "2026-01-01T10:01:00Z", "type": "inning", "player": player}
    return {**told, "made": made, "end": end, **fields}
