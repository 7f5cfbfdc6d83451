"""The profile of a player by command and by HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.commands import STRAIGHT, cuelog
from tests.api.serving import Served, serving
from tests.api.test_http_reading import post

SNOOKER = STRAIGHT.parent / "snooker-2020-12-16-trump-bingham.jsonl"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("data")) as service:
        post(service, STRAIGHT)
        post(service, SNOOKER)
        yield service


def test_a_profile_is_read_once_until_it_changes(shown: Served) -> None:
    told = shown.get("/v1/players/trump/profile")
    assert told.status_code == 200
    assert list(told.json()["disciplines"]) == ["snooker"]
    tag = {"If-None-Match": told.headers["ETag"]}
    assert shown.client.get("/v1/players/trump/profile", headers=tag).status_code == 304


def test_filters_choose_and_are_checked(shown: Served) -> None:
    assert shown.get("/v1/players/trump/profile?discipline=14.1").status_code == 404
    assert shown.get("/v1/players/nobody/profile").status_code == 404
    wrong = shown.get("/v1/players/trump/profile?min_n=many")
    assert (wrong.status_code, wrong.json()["type"].rsplit("/", 1)[-1]) == (
        400,
        "invalid_parameter",
    )


def test_the_command_prints_tables_and_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUELOG_DATA", str(tmp_path))
    assert cuelog("ingest", str(STRAIGHT), str(SNOOKER)).status == 0
    shown = cuelog("profile", "player-1").out
    assert "player-1: 14.1" in shown
    assert "averages average" in shown
    told = cuelog("profile", "trump", "--json").json()
    assert told["disciplines"]["snooker"]["figures"]
    assert cuelog("profile", "nobody").status == 2
    assert cuelog("profile", "trump", "--min-n", "many").status == 2
