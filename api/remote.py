"""The holder of a data directory, asked by a command of the same machine."""

from __future__ import annotations

import json
import os
import secrets
import urllib.error
import urllib.request
from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from api.auth import write_private
from projections.lock import ADDRESS_FILE, service_of

PATIENCE_S: Final = 600.0
"""Seconds an answer may take: a rebuild takes its time."""
# A proxy of the environment has no business between two processes of one machine.
_OPENER: Final = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class NotReached(Exception):  # noqa: N818 - reads as what happened
    """Nobody answers at the address in the data directory."""


class RemoteProblem(Exception):  # noqa: N818 - it is a problem of RFC 9457
    """The holder says it cannot do it; the words are its own."""


def new_key() -> str:
    """Return a key for the file that names the service."""
    return secrets.token_urlsafe(32)


def publish(data: Path, url: str, key: str) -> None:
    """Say in the data directory where the service answers; for its owner alone."""
    told = {"url": url, "key": key, "process": os.getpid()}
    write_private(data / ADDRESS_FILE, json.dumps(told))


def withdraw(data: Path) -> None:
    """Say no more where the service answers."""
    (data / ADDRESS_FILE).unlink(missing_ok=True)


@dataclass(slots=True, frozen=True)
class Remote:
    """A service that holds the data directory."""

    url: str
    key: str
    process: int

    @classmethod
    def find(cls, data: Path) -> Remote | None:
        """Return the service a data directory names, if it names one."""
        found = service_of(data)
        return None if found is None else cls(*found)

    def get(self, path: str, parameters: Mapping[str, str] | None = None) -> Any:  # noqa: ANN401
        """Return the JSON answer to a GET."""
        query = f"?{urlencode(parameters)}" if parameters else ""
        return self._ask(urllib.request.Request(f"{self.url}{path}{query}"))  # noqa: S310 - ours

    def post(self, path: str, value: Any = None) -> Any:  # noqa: ANN401 - whatever JSON can hold
        """Return the JSON answer to a POST."""
        body = json.dumps(value).encode()
        headers = {"Content-Type": "application/json"}
        asked = urllib.request.Request(f"{self.url}{path}", body, headers)  # noqa: S310 - ours
        return self._ask(asked)

    def opened(
        self, path: str, parameters: Mapping[str, str] | None = None, accept: str = "*/*"
    ) -> AbstractContextManager[HTTPResponse]:
        """Return the answer to a GET, in the format asked for, to be read in pieces."""
        query = f"?{urlencode(parameters)}" if parameters else ""
        headers = {"Accept": accept}
        return self._opened(urllib.request.Request(f"{self.url}{path}{query}", headers=headers))  # noqa: S310 - ours

    def _ask(self, request: urllib.request.Request) -> Any:  # noqa: ANN401
        with self._opened(request) as answer:
            return json.load(answer)

    @contextmanager
    def _opened(self, request: urllib.request.Request) -> Generator[HTTPResponse]:
        request.add_header("Authorization", f"Bearer {self.key}")
        try:
            with _OPENER.open(request, timeout=PATIENCE_S) as answer:
                yield answer
        except urllib.error.HTTPError as error:
            with error:
                raise RemoteProblem(_words(error)) from error
        except (OSError, HTTPException, ValueError) as error:
            raise NotReached(f"{self.url}: {error}") from error


def _words(error: urllib.error.HTTPError) -> str:
    try:
        problem = json.load(error)
        return f"{problem['title']}: {problem['detail']}"
    except (ValueError, KeyError, TypeError):
        return f"status {error.code}"
