"""What the routes work with, and what every one of them may ask of a request."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from fastapi import Depends, Header, Path, Query, Request
from fastapi.responses import Response

from api.answers import Answers
from api.appending import Appender
from api.auth import Tokens
from api.leases import Leases
from api.metrics import Meters
from api.node import Node
from api.onlookers import Onlookers
from api.prover import Prover
from api.reading import View
from api.reports import Reports
from api.settings import Settings
from api.viewers import Viewers
from domain.events import encode_event as encode

ID_PATTERN: Final = r"^[A-Za-z0-9._:-]{1,64}$"


@dataclass(slots=True, frozen=True)
class House:
    """The parts of the service; ``key`` lets commands of this machine in at /internal."""

    node: Node
    appender: Appender
    tokens: Tokens
    settings: Settings
    key: str
    prover: Prover
    leases: Leases = field(default_factory=Leases)
    meters: Meters = field(default_factory=Meters)
    viewers: Viewers = field(default_factory=Viewers)
    onlookers: Onlookers = field(default_factory=Onlookers)
    answers: Answers = field(default_factory=Answers)
    reports: Reports = field(default_factory=Reports)


async def _house(request: Request) -> House:  # else it would cost each request a thread
    house: House = request.app.state.house
    return house


TheHouse = Annotated[House, Depends(_house)]
MatchId = Annotated[str, Path(pattern=ID_PATTERN, description="id of the match")]
IfNoneMatch = Annotated[str | None, Header(description="ETag of an answer already had")]
Limit = Annotated[int, Query(ge=1, le=500, description="entries a page")]
Cursor = Annotated[str | None, Query(max_length=500, description="where the page before ended")]


KnownAt = Annotated[
    str | None, Query(max_length=64, description="what was in the log at a position or time")
]


AsOf = Annotated[int | None, Query(ge=0, description="events up to this seq alone")]


def _view(
    as_of: AsOf = None,
    known_at: KnownAt = None,
    rules: Annotated[str | None, Query(max_length=16, description="another rule text")] = None,
) -> View:
    return View(as_of, known_at, rules)


TheView = Annotated[View, Depends(_view)]


def etag(*parts: object) -> str:
    """Return the ETag of what is a function of these parts."""
    return f'"{hashlib.sha256(encode(list(map(str, parts)))).hexdigest()[:32]}"'


def unchanged(tag: str, asked: str | None) -> bool:
    """Tell whether the caller has this answer already."""
    known = [one.strip().removeprefix("W/") for one in (asked or "").split(",")]
    return tag in known or known == ["*"]


def answer(
    value: Any,  # noqa: ANN401 - whatever JSON can hold
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Answer in JSON, encoded once and checked no more."""
    return Response(encode(value), status, headers, "application/json")


def not_modified(tag: str) -> Response:
    """Answer that the caller has it already."""
    return Response(status_code=304, headers={"ETag": tag})
