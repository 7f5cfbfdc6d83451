"""Reading by HTTP: matches and their parts, statistics, tables, formats, pages, problems."""

import asyncio
import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import polars as pl
import pytest

from analytics import catalogue
from api.problems import KINDS, PREFIX
from api.routes.live import _events
from api.service import load_examples
from api.wiring import hold
from domain.clauses import register
from projections.schema import TABLES
from tests.api.commands import STRAIGHT, cuelog
from tests.api.serving import KEY, Served, inning, opened, serving

MATCH = "14.1-sample-urbanfly"
AT = f"/v1/matches/{MATCH}"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The examples, read only."""
    with serving(tmp_path_factory.mktemp("data")) as service:
        for path in sorted(STRAIGHT.parent.glob("*.jsonl")):
            post(service, path)
        yield service


def post(served: Served, path: Path) -> None:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    answer = served.post(f"/v1/matches/{lines[0]['match']}/events?record=always", lines)
    assert answer.status_code == 201, answer.text


def pages(served: Served, path: str) -> list[dict[str, Any]]:
    """Follow a list by its links to its end."""
    found: list[dict[str, Any]] = []
    following: str | None = path
    while following is not None:
        answer = served.get(following)
        assert answer.status_code == 200
        found += answer.json()["items"]
        following = answer.links.get("next", {}).get("url")
    return found


def test_matches_are_listed_in_pages(shown: Served) -> None:
    whole = served_matches = pages(shown, "/v1/matches?limit=500")
    assert len(whole) == 17
    assert pages(shown, "/v1/matches?limit=4") == served_matches
    straight = pages(shown, "/v1/matches?discipline=14.1")
    assert [one["score"] for one in straight] == [{"player-1": 70, "player-2": 56}]
    assert {one["winner"] for one in pages(shown, "/v1/matches?player=hawkins")} == {"hawkins"}
    assert len(pages(shown, "/v1/matches?status=open")) == 1


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=501", "cursor=nonsense", "cursor=WzFd", "status=lost", "cursor=%00"],
)
def test_parameter_that_cannot_be_understood_is_400(shown: Served, query: str) -> None:
    answer = shown.get(f"/v1/matches?{query}")
    assert answer.status_code == 400
    assert answer.json()["type"] == "/problems/invalid_parameter"
    assert query.partition("=")[0] in answer.json()["detail"]


def test_state_is_what_the_command_prints(shown: Served) -> None:
    (printed,) = cuelog("replay", STRAIGHT, "--json").lines()
    assert shown.get(AT).json() == printed


def test_state_as_of(shown: Served) -> None:
    (printed,) = cuelog("replay", STRAIGHT, "--json", "--as-of", 30).lines()
    assert shown.get(f"{AT}?as_of=30").json() == printed
    assert shown.get(f"{AT}?as_of=0").json()["state"] is None


def test_state_as_known_at_a_position_and_a_time(shown: Served) -> None:
    (first, *_) = shown.get(f"{AT}/events?limit=30").json()["items"]
    partition, _, offset = first["position"].partition(":")
    known = shown.get(f"{AT}?known_at={partition}:{int(offset) + 2}").json()
    assert known["events"] == 3
    assert shown.get(f"{AT}?known_at=2000-01-01T00:00:00Z").json()["events"] == 0
    assert shown.get(f"{AT}?known_at=2100-01-01T00:00:00%2B01:00").json()["events"] == 94
    for bad in ("yesterday", "2000-01-01T00:00:00", "0:x"):
        assert shown.get(f"{AT}?known_at={bad}").status_code == 400


def test_state_under_other_rules(shown: Served) -> None:
    rulings = pages(shown, f"{AT}/rulings?rules=SI&limit=500")
    cited = {clause for line in rulings for clause in line["ruling"]["clauses"]}
    assert any(clause.startswith("SI-") for clause in cited)
    assert not any(clause.startswith("PL-") for clause in cited)
    assert shown.get(f"{AT}?rules=XX").status_code == 400


def test_rulings_are_the_trace(shown: Served) -> None:
    printed = cuelog("replay", STRAIGHT, "--trace").lines()
    assert pages(shown, f"{AT}/rulings?state=true&limit=40") == printed
    without = pages(shown, f"{AT}/rulings")
    assert [line["seq"] for line in without] == list(range(1, 95))
    assert "state" not in without[0]


def test_events_and_log_are_what_was_received(shown: Served) -> None:
    events = pages(shown, f"{AT}/events?limit=50")
    lines = STRAIGHT.read_text("utf-8").splitlines()
    assert [one["event"] for one in events] == [json.loads(line) for line in lines]
    log = shown.get(f"{AT}/log")
    assert cuelog("replay", "-", "--json", stdin=log.content).lines()[0]["events"] == 94


def test_innings_and_explanation(shown: Served) -> None:
    innings = pages(shown, f"{AT}/innings")
    assert len(innings) == 92
    assert innings[1]["ending"] == "foul"
    told = shown.get(f"{AT}/explain/3").json()
    assert told["counter"][-1]["fouls"] == 1
    assert shown.get(f"{AT}/explain/95").status_code == 404


@pytest.mark.parametrize("part", ["", "/events", "/rulings", "/innings", "/audit", "/log", "/live"])
def test_unknown_match_is_404(shown: Served, part: str) -> None:
    answer = shown.get(f"/v1/matches/nobody{part}")
    assert answer.status_code == 404
    assert answer.json()["type"] == "/problems/not_found"


@pytest.mark.parametrize("path", [AT, f"{AT}/rulings", "/v1/statistics/averages"])
def test_answer_already_had_is_304(shown: Served, path: str) -> None:
    tag = shown.get(path).headers["etag"]
    again = shown.get(path, headers={"If-None-Match": f'"other", W/{tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert shown.get(path, headers={"If-None-Match": '"other"'}).status_code == 200
    other = "&".join((f"{path}?as_of=3", "rules=SI")) if "matches" in path else f"{path}?rules=SI"
    assert shown.get(other).headers["etag"] != tag


def test_etag_of_a_statistic_changes_with_the_matches_used_alone(served: Served) -> None:
    served.post("/v1/matches", opened())
    served.post("/v1/matches", opened("other", rules="SI"))
    mine = "/v1/statistics/averages?rules=PL"
    before = served.get(mine).headers["etag"]
    served.post("/v1/matches/other/events", inning("ana", id="a"))
    assert served.get(mine).headers["etag"] == before
    served.post("/v1/matches/m/events", inning("ana", id="a"))
    assert served.get(mine).headers["etag"] != before


def test_statistics_are_what_the_command_prints(shown: Served, tmp_path: Path) -> None:
    cuelog("ingest", *sorted(STRAIGHT.parent.glob("*.jsonl")), "--data", tmp_path)
    for name in catalogue():
        printed = cuelog("stats", name, "--json", "--data", tmp_path).json()
        told = shown.get(f"/v1/statistics/{name}").json()
        assert told["rows"] == printed["rows"]
        assert set(told) == set(printed)


def test_statistic_refuses_what_it_does_not_know(shown: Served) -> None:
    assert shown.get("/v1/statistics/nonsense").status_code == 404
    for query in ("colour=red", "from=yesterday", "min_n=many"):
        answer = shown.get(f"/v1/statistics/averages?{query}")
        assert answer.status_code == 400
        assert answer.json()["detail"]


def test_dictionary_lists_every_statistic(shown: Served) -> None:
    told = shown.get("/v1/statistics").json()
    assert [one["name"] for one in told["statistics"]] == list(catalogue())
    assert all(one["definition"] and one["columns"] for one in told["statistics"])


def test_rows_come_in_the_format_asked_for(shown: Served) -> None:
    path = "/v1/statistics/foul-rates"
    rows = shown.get(path).json()["rows"]

    def ask(accept: str) -> Any:  # noqa: ANN401 - a response
        return shown.get(path, headers={"Accept": accept})

    lines = ask("application/x-ndjson").text.splitlines()
    assert [json.loads(line) for line in lines] == rows
    table = list(csv.DictReader(io.StringIO(ask("text/csv").text)))
    assert [row["player"] for row in table] == [row["player"] for row in rows]
    assert json.loads(table[0]["by_code"]) == rows[0]["by_code"]
    arrow = pl.read_ipc_stream(ask("application/vnd.apache.arrow.stream").content)
    parquet = pl.read_parquet(ask("application/vnd.apache.parquet").content)
    assert arrow.equals(parquet)
    assert arrow["fouls"].to_list() == [row["fouls"] for row in rows]
    assert ask("text/html, */*;q=0.1").headers["content-type"] == "application/json"
    assert ask("text/html;q=0.5, application/json;q=0.4, text/*").status_code == 200
    refused = ask("text/html")
    assert (refused.status_code, refused.json()["type"]) == (406, "/problems/not_acceptable")
    assert ask("application/json;q=0, text/csv;q=nonsense").status_code == 406


@pytest.mark.parametrize("table", TABLES)
def test_whole_tables_are_streamed(shown: Served, table: str) -> None:
    rows = shown.get(f"/v1/tables/{table}").json()
    (count,) = shown.node.rows(f"SELECT count(*) FROM {table}")[0]  # noqa: S608 - names of ours
    assert len(rows) == count
    lines = shown.get(f"/v1/tables/{table}", headers={"Accept": "application/x-ndjson"})
    assert len(lines.text.splitlines()) == count
    sheet = shown.get(f"/v1/tables/{table}", headers={"Accept": "text/csv"}).text
    assert sheet.startswith(TABLES[table].columns[0].name)
    media = {"Accept": "application/vnd.apache.parquet"}
    whole = pl.read_parquet(shown.get(f"/v1/tables/{table}", headers=media).content)
    assert whole.height == count


def test_tables_are_described(shown: Served) -> None:
    described = shown.get("/v1/tables").json()
    assert [one["name"] for one in described] == list(TABLES)
    assert shown.get("/v1/tables/nonsense").status_code == 404


def test_quarantine_is_listed_in_pages(served: Served) -> None:
    served.post("/v1/matches", opened())
    for number in range(5):
        event = inning("ana", id=f"x{number}", seq=1)
        served.post("/v1/matches/m/events?record=always", event)
    found = pages(served, "/v1/quarantine?limit=2")
    assert [one["id"] for one in found] == [f"x{number}" for number in range(5)]
    assert {one["reason"] for one in found} == {"seq_conflict"}
    assert json.loads(found[0]["raw"])["id"] == "x0"
    listed = served.get("/v1/matches/m/audit").json()["quarantined"]
    assert [one["id"] for one in listed] == [f"x{number}" for number in range(5)]


def test_reference(shown: Served) -> None:
    schema = jsonschema_rs.validator_for(shown.get("/v1/schema").json())
    assert schema.is_valid(opened())
    assert len(pages(shown, "/v1/clauses?limit=100")) == len(register())
    assert shown.get("/v1/clauses/PL-8d").json()["text"] == "PL"
    assert shown.get("/v1/clauses/PL-99").status_code == 404
    assert {row["text"] for row in pages(shown, "/v1/clauses?text=SI&status=ruled")} == {"SI"}
    assert shown.get("/v1/reasons").json()["findings"]


def test_health(shown: Served) -> None:
    assert shown.get("/healthz").json() == {"status": "ok"}
    assert shown.get("/readyz").json() == {"status": "ready", "behind": 0}


def test_service_that_cannot_follow_is_not_ready(served: Served) -> None:
    following = served.node._thread
    assert following is not None
    served.node._stop.set()
    following.join()
    served.node.trouble = "disk full"
    answer = served.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["troubles"] == ["what follows the log has ended", "disk full"]
    assert served.get("/healthz").status_code == 500
    assert served.get("/v1/matches").headers["cuelog-stale"] == "0"


def test_pages_need_no_other_host(shown: Served) -> None:
    schema = shown.get("/openapi.json").json()
    docs = shown.get("/docs")
    assert docs.headers["content-type"].startswith("text/html")
    assert all(path in docs.text for path in schema["paths"])
    for page in (docs.text, shown.get("/").text):
        assert "://" not in page
        assert page.count("<script") == page.count('<script type="module" src="/static/') > 0


def test_every_problem_is_explained(shown: Served) -> None:
    docs = shown.get("/docs").text
    for name, kind in KINDS.items():
        told = shown.get(f"{PREFIX}{name}").json()
        assert (told["status"], told["title"]) == (kind.status, kind.title)
        assert f"{PREFIX}{name}" in docs
    assert shown.get(f"{PREFIX}nonsense").status_code == 404


def test_errors_are_problems(shown: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    for answer, status in (
        (shown.get("/v1/nonsense"), 404),
        (shown.client.delete("/v1/matches"), 405),
        (shown.get("/v1/matches/not%20an%20id"), 400),
    ):
        assert answer.status_code == status
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["status"] == status
    monkeypatch.setattr("api.routes.matches.look", None)
    failed = shown.get(AT)
    assert (failed.status_code, failed.json()["type"]) == (500, "/problems/internal")


def test_inside_routes_need_the_key(shown: Served) -> None:
    inside = {"Authorization": f"Bearer {KEY}"}
    assert shown.get("/internal/status", headers=inside).json()["events"] == 821
    for headers in ({}, shown.headers, {"Authorization": "Bearer é".encode()}):
        assert shown.get("/internal/status", headers=headers).status_code == 401


def test_rebuild_gives_the_same_answers(served: Served) -> None:
    post(served, STRAIGHT)
    before = innings_of(served)
    inside = {"Authorization": f"Bearer {KEY}"}
    assert served.client.post("/internal/rebuild", headers=inside).json()["behind"] == 0
    assert innings_of(served) == before


def innings_of(served: Served) -> list[str]:
    rows: list[dict[str, Any]] = served.get("/v1/tables/innings").json()
    return sorted(json.dumps(row) for row in rows)


def test_examples_are_loaded_once(tmp_path: Path) -> None:
    with hold(tmp_path, None) as node:
        assert load_examples(node) == 821
        assert load_examples(node) == 0


class Listening:
    """A request whose caller goes away after a while."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    async def is_disconnected(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def test_live_stream_resumes_and_goes_on(served: Served) -> None:
    post(served, STRAIGHT)

    async def listen() -> list[dict[str, Any]]:
        heard: list[dict[str, Any]] = []
        request: Any = Listening(60)
        async for told in _events(request, served.house, MATCH, after=92):
            number, kind, data, *_ = told.decode().split("\n")
            assert kind == "event: ruling"
            line = json.loads(data.removeprefix("data: "))
            assert number == f"id: {line['seq']}"
            heard.append(line)
            if len(heard) == 2:
                claim = {"id": "late", "type": "claim", "at": "2026-01-01T10:00:00Z"}
                event = {**claim, "score": {"player-1": 70}}
                await asyncio.to_thread(served.post, f"{AT}/events", event)
            if len(heard) == 3:
                break
        return heard

    heard = asyncio.run(listen())
    assert [line["seq"] for line in heard] == [93, 94, 95]
    assert heard[-1]["type"] == "claim"
