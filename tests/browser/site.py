"""The service the pages are opened on, and what tests do to it beside the browser."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.request import Request, urlopen

from api.house import House


@dataclass(slots=True, frozen=True)
class Site:
    """Where the service is, the token of its owner, and its parts."""

    url: str
    token: str
    house: House

    def post(self, path: str, body: object) -> dict[str, Any]:
        """Post as another program with the token would."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        asked = Request(self.url + path, json.dumps(body).encode(), headers)  # noqa: S310 - our own
        with urlopen(asked) as answer:  # noqa: S310 - our own
            told: dict[str, Any] = json.loads(answer.read())
        return told

    def get(self, path: str) -> dict[str, Any]:
        """Return what a route says."""
        with urlopen(self.url + path) as answer:  # noqa: S310 - our own
            told: dict[str, Any] = json.loads(answer.read())
        return told

    def state(self, match: str) -> dict[str, Any]:
        """Return the state of a match."""
        state: dict[str, Any] = self.get(f"/v1/matches/{match}")["state"]
        return state

    def open(self, match: str, **fields: object) -> str:
        """Open a match of ana and bor; return the address of its scorer with the token."""
        body = {"match": match, "rules": "LT", "players": ["ana", "bor"], "breaker": "ana"}
        self.post("/v1/matches", {**body, **fields})
        return f"/score/{match}#token={self.token}"
