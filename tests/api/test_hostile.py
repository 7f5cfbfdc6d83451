"""What may be sent by who means harm: refused in words, nothing is changed or given away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.serving import Served, inning, opened, serving

SQL = (
    "'", "' OR 1=1 --", "ana'; DROP TABLE strokes; --", '"; ATTACH \'x.db\'; --', "$1", "?", "%",
    "_", "' UNION SELECT raw FROM events --", "read_csv('/etc/passwd')", "\\", "a\x00b",
    "\ud800", "NaN", "1e999", "-1", "9" * 400, "../../names.sqlite",
)  # fmt: skip
FILTERED = (
    "/v1/statistics/averages", "/v1/tables/innings.ndjson", "/v1/charts/run-lengths",
    "/v1/players/ana/profile", "/leaderboards/averages", "/players/ana", "/matches",
)  # fmt: skip
"""Where every filter of statistics is taken, which the schema does not name."""
FILTERS = (
    "player", "opponent", "discipline", "rules", "event", "match", "standing", "from", "to",
    "min_n",
)  # fmt: skip
PATHS = (
    "/static/../settings.py", "/static/..%2f..%2fsettings.py", "/static/%2e%2e/%2e%2e/auth.py",
    "/static//etc/passwd", "/static/..%5c..%5cauth.py", "/v1/tables/..%2ftokens.json",
    "/v1/tables/strokes.parquet%00.csv", "/v1/tables/events%3b--", "/v1/charts/..%2f..%2fx.svg",
    "/clauses/..%2f..%2f..%2fetc%2fpasswd", "/players/..%2f..%2ftoken.txt",
)  # fmt: skip
BODIES = (
    b"[" * 100_000, b'{"a":' * 50_000, b'{"id":"2","made":NaN}', b'{"id":"2","made":1e999}',
    b'{"id":"2","made":' + b"9" * 5_000 + b"}", b'{"id":"\\ud800"}', b'{"id":"\xed\xa0\x80"}',
    b"\x1f\x8b\x08" + bytes(500), b"\xff\xfe[\x00]\x00", b'{"id":"2","id":"3"}', b"", b"null",
    b"[]", b'{"match":"../../x"}', b"[" + b"{}," * 5_000 + b"{}]",
)  # fmt: skip


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    data = tmp_path_factory.mktemp("hostile")
    with serving(data, reads_per_minute=0, writes_per_minute=0) as started:
        assert started.post("/v1/matches", opened()).status_code == 201
        event = inning("ana", 3, id="2")
        assert started.post("/v1/matches/m/events", event).status_code == 201
        yield started


def filters(served: Served) -> list[tuple[str, str]]:
    """Return each text that a reading route takes as a parameter, with a path to ask it at."""
    known = {
        "match": "m", "seq": "2", "name": "averages", "table": "innings", "player": "ana",
        "event": "league", "partition": "0", "offset": "0", "old": "1", "clause": "PL-8d",
    }  # fmt: skip
    found = [(path, name) for path in FILTERED for name in FILTERS]
    paths: dict[str, Any] = served.get("/openapi.json").json()["paths"]
    for path, methods in paths.items():
        asked = methods.get("get", {}).get("parameters")
        if not asked or path.endswith("/live"):  # a stream does not end
            continue
        given = path.format_map(known)
        found += [(given, one["name"]) for one in asked if one["in"] == "query"]
    return found


@pytest.mark.parametrize(
    "one_in", [pytest.param(1, marks=pytest.mark.long), 4], ids=["each word", "some words"]
)
def test_sql_in_a_filter_is_a_text_like_any_other(served: Served, one_in: int) -> None:
    before, asked = served.get("/v1/matches/m").json(), filters(served)
    assert len(asked) > 100
    # Where not each is tried each filter meets some words, and each word many filters.
    for number, (path, name) in enumerate(asked):
        for words in SQL[number % one_in :: one_in]:
            sent = {name: words.encode("utf-8", "surrogatepass")}
            answer = served.get(path, params=sent)
            assert answer.status_code < 500, (path, sent, answer.text)
            assert "root:" not in answer.text
    assert served.get("/v1/matches/m").json() == before


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=80), name=st.sampled_from(["player", "opponent", "event", "since"]))
def test_any_text_is_a_filter_or_refused(served: Served, text: str, name: str) -> None:
    answer = served.get("/v1/statistics/averages", params={name: text})
    assert answer.status_code in (200, 400, 404)


@pytest.mark.parametrize("path", PATHS)
def test_no_path_leads_out(served: Served, path: str) -> None:
    answer = served.get(path)
    assert answer.status_code in (200, 400, 404)
    told = answer.text
    assert not any(words in told for words in ("root:", "import annotations", served.token))


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_no_body_is_an_error_of_the_service(served: Served, body: bytes) -> None:
    for path in ("/v1/matches", "/v1/matches/m/events", "/v1/matches/m/preview"):
        answer = served.post(path, body)
        assert answer.status_code in (400, 413, 422), (path, answer.text[:300])
        assert answer.headers["content-type"] == "application/problem+json"
    assert served.get("/v1/matches/m").json()["events"] == 2
