"""Charts by HTTP and by command: formats, names, what is refused."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.commands import STRAIGHT, cuelog
from tests.api.serving import Served, serving
from tests.api.test_http_reading import MATCH, post

RACE = f"/v1/charts/score-race.json?match={MATCH}"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("data")) as service:
        post(service, STRAIGHT)
        yield service


def test_the_list_names_every_chart_with_what_it_needs(shown: Served) -> None:
    listed = {one["name"]: one for one in shown.get("/v1/charts").json()}
    assert len(listed) == 8
    assert listed["score-race"]["needs"] == ["match"]
    assert all(one["definition"] and one["columns"] for one in listed.values())


@pytest.mark.parametrize(
    ("suffix", "media", "start"),
    [
        ("json", "application/json", b'{"'),
        ("svg", "image/svg+xml", b"<svg"),
        ("png", "image/png", b"\x89PNG"),
        ("csv", "text/csv", b"player,name,k"),
        ("ndjson", "application/x-ndjson", b'{"player"'),
        ("parquet", "application/vnd.apache.parquet", b"PAR1"),
    ],
)
def test_the_format_is_the_suffix_or_chosen_by_accept(
    shown: Served, suffix: str, media: str, start: bytes
) -> None:
    by_suffix = shown.get(f"/v1/charts/run-survival.{suffix}")
    assert by_suffix.status_code == 200
    assert by_suffix.headers["content-type"].split(";")[0] == media
    assert by_suffix.content.startswith(start)
    by_accept = shown.get("/v1/charts/run-survival", headers={"Accept": media})
    assert by_accept.headers["ETag"] == by_suffix.headers["ETag"]
    assert by_accept.content == by_suffix.content


def test_the_table_has_the_rows_of_the_specification(shown: Served) -> None:
    spec = shown.get(RACE).json()
    assert spec["$schema"].startswith("https://vega.github.io/schema/vega-lite/")
    table = csv.DictReader(io.StringIO(shown.get(RACE.replace(".json", ".csv")).text))
    rows = [{key: str(value) for key, value in row.items()} for row in spec["datasets"]["rows"]]
    assert list(table) == rows


def test_it_is_read_once_until_it_changes(shown: Served) -> None:
    tag = shown.get(RACE).headers["ETag"]
    assert shown.get(RACE, headers={"If-None-Match": tag}).status_code == 304
    assert shown.get(RACE.replace("race.json", "race.svg")).headers["ETag"] != tag
    small = shown.get("/v1/charts/run-hazard.png?scale=1")
    large = shown.get("/v1/charts/run-hazard.png?scale=3")
    assert len(large.content) > len(small.content)
    assert large.headers["ETag"] != small.headers["ETag"]


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("pie", 404, "no chart is called pie"),
        ("score-race.svg", 400, "name it as match"),
        ("score-race?match=nope", 400, "no record names the match nope"),
        ("run-survival?colour=red", 400, "colour is no filter"),
        ("run-survival.png?scale=99", 400, "scale"),
    ],
)
def test_what_is_refused_says_why(shown: Served, path: str, status: int, words: str) -> None:
    answer = shown.get(f"/v1/charts/{path}")
    assert answer.status_code == status
    assert words in answer.json()["detail"]
    unfit = shown.get("/v1/charts/run-survival", headers={"Accept": "text/html"})
    assert unfit.status_code == 406


def test_the_name_shown_is_the_registers_until_it_is_erased(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as service:
        post(service, STRAIGHT)
        service.node.people.name("player-1", "Živa Łoś")
        assert "Živa Łoś" in service.get(RACE.replace(".json", ".svg")).text
        service.node.people.erase("player-1")
        assert "Živa Łoś" not in service.get(RACE).text


def test_the_command_prints_rows_and_writes_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUELOG_DATA", str(tmp_path / "data"))
    assert cuelog("ingest", STRAIGHT).status == 0
    printed = cuelog("chart", "run-survival").out
    assert "14.1: how long a run survives" in printed
    assert "player-1  player-1" in printed
    spec = json.loads(cuelog("chart", "score-race", "--match", MATCH, "--json").out)
    assert spec["usermeta"]["chart"] == "score-race"
    assert cuelog("chart", "run-hazard", "--csv").out.startswith("player,name,ball")
    picture = tmp_path / "race.svg"
    assert cuelog("chart", "score-race", "--match", MATCH, "--out", picture).status == 0
    assert picture.read_text("utf-8").startswith("<svg")
    assert "rating-history" in cuelog("chart", "--list").out


def test_the_command_refuses_what_it_does_not_understand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUELOG_DATA", str(tmp_path / "data"))
    assert cuelog("ingest", STRAIGHT).status == 0
    assert "there are foul-causes, frame-strip" in cuelog("chart", "pie").err
    assert "name it as match" in cuelog("chart", "score-race").err
    assert "known: .json" in cuelog("chart", "run-hazard", "--out", "a.doc").err
    assert cuelog("chart", "run-hazard", "--from", "yesterday").status == 2
