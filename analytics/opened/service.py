"""The tables of a service, each fetched as Parquet when it is first named."""

from __future__ import annotations

import atexit
import json
import shutil
import urllib.error
import urllib.request
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

import duckdb

from analytics.opened.tables import Place
from analytics.opened.trouble import CannotOpen
from projections.prepared import literal

PATIENCE_S: Final = 600.0
"""Seconds a service may take to begin a table."""
PAGE: Final = 500
_REFUSED: Final = {
    401: "asks who reads: give a token of it, analytics.open(url, token=...)",
    403: "does not take this token",
    404: "has nothing there; is it cuelog?",
    429: "has had too many requests; wait a minute",
}
_OTHER: Final = "cannot answer now; `cuelog doctor` there tells why"
Ask = Callable[[str], AbstractContextManager[HTTPResponse]]
_OPENER: Final = urllib.request.build_opener()
_HERE: Final = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Opens what is on this machine: a proxy of the environment has no business there."""


def service(url: str, token: str | None = None) -> Place:
    """Return a service as a place; its tables are of the position at which each was fetched.

    ``token`` is of any role, where the service asks who reads.
    """
    base = url.rstrip("/").removesuffix("/v1") + "/v1"
    ask = partial(_asked, token=token)
    people = _players(base, ask)
    # Relations may outlive what they were asked of, so the files stay until the process ends.
    con, folder = duckdb.connect(), Path(mkdtemp(prefix="cuelog-"))
    remove = partial(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(remove)

    def fetch(table: str) -> None:
        path = folder / f"{table}.parquet"
        with ask(f"{base}/tables/{path.name}") as answer, path.open("wb") as out:
            shutil.copyfileobj(answer, out)
        con.execute(f'CREATE VIEW "{table}" AS FROM read_parquet({literal(path)})').fetchall()

    merged = {one["player"]: one["merged_into"] for one in people if one["merged_into"]}
    names = {one["player"]: one["name"] for one in people if one["name"]}
    return Place(con, fetch, merged, names, remove)


def _players(base: str, ask: Ask) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    asked = {"limit": str(PAGE)}
    while True:
        with ask(f"{base}/players?{urlencode(asked)}") as answer:
            page = json.load(answer)
            found += page["items"]
            following = page["next"]
        if following is None:
            return found
        asked["cursor"] = following


@contextmanager
def _asked(url: str, token: str | None) -> Generator[HTTPResponse]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(url, headers=headers)  # noqa: S310 - the caller's URL
    opener = _HERE if urlsplit(url).hostname in ("127.0.0.1", "::1", "localhost") else _OPENER
    try:
        with opener.open(request, timeout=PATIENCE_S) as answer:
            yield answer
    except urllib.error.HTTPError as error:
        with error:
            raise CannotOpen(f"{url}: {_REFUSED.get(error.code, _OTHER)}") from error
    except (OSError, HTTPException) as error:
        raise CannotOpen(f"{url}: no service answers there whole: {error}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise CannotOpen(f"{url}: what answers there is not cuelog: {error}") from error
