"""Numbers that sources give to players, who may say whom they stand for, and who said it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ingest.importers.ids import Ids
from ingest.log import open_log
from tests.api.commands import Done, cuelog
from tests.api.serving import Served, inning, opened, serving

NUMBERED = Ids(b"k" * 32).player("clubcloud", "117", "Ana Novak")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("club")) as served:
        for match, player in (("m1", NUMBERED), ("m2", "p-ana")):
            served.post("/v1/matches", opened(match, players=[player, "bor"], breaker=player))
            served.post(f"/v1/matches/{match}/events", inning(player, 5, id="2"))
        yield served


def ask(served: Served, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401
    return served.client.request(method, path, json=body, headers=served.headers)


def made(served: Served) -> dict[str, int]:
    rows = served.get("/v1/statistics/averages").json()["rows"]
    return {row["player"]: row["points"] for row in rows if row["points"]}


def entries(served: Served) -> list[tuple[dict[str, Any], str | None]]:
    log = open_log(str(served.node.people.url), "registry")
    found = [(json.loads(record.raw), record.recorder) for record in log.read({})]
    log.close()
    return found


def test_what_was_played_under_a_number_counts_for_the_player(club: Served) -> None:
    path = "/v1/aliases/clubcloud/117"
    assert made(club) == {NUMBERED: 5, "p-ana": 5}
    put = ask(club, "PUT", path, {"player": "p-ana"})
    assert (put.status_code, put.json()["counts_for"]) == (200, "p-ana")
    assert made(club) == {"p-ana": 10}
    assert club.get("/v1/aliases").json() == [
        {"source": "clubcloud", "alias": "117", "player": "p-ana"}
    ]
    assert club.get(f"/v1/players/{NUMBERED}").json()["merged_into"] == "p-ana"
    assert ask(club, "DELETE", path).status_code == 200
    assert made(club) == {NUMBERED: 5, "p-ana": 5}
    assert club.get("/v1/aliases").json() == []
    assert ask(club, "DELETE", path).status_code == 404
    owner = club.house.tokens.check(club.token)
    assert owner is not None
    assert {(entry["by"], recorder) for entry, recorder in entries(club)} == {(owner.id, owner.id)}


def test_what_no_import_would_read_is_refused(club: Served) -> None:
    before = entries(club)
    for path, body, status in (
        ("/v1/aliases/club cloud/117", {"player": "p-ana"}, 422),
        ("/v1/aliases/clubcloud/117", {"player": ""}, 400),
        ("/v1/aliases/clubcloud/117", {"name": "Ana"}, 400),
    ):
        assert ask(club, "PUT", path, body).status_code == status, path
    assert entries(club) == before


def test_a_name_says_who_gave_it(club: Served) -> None:
    owner = club.house.tokens.check(club.token)
    assert owner is not None
    ask(club, "PUT", "/v1/players/p-ana/name", {"name": "Ana Novak"})
    assert club.get("/v1/players/p-ana").json()["named_by"] == owner.id
    assert club.get("/v1/players/bor").json()["named_by"] is None


class TestCommands:
    """The owner's commands write as ``local``."""

    @pytest.fixture
    def data(self, tmp_path: Path) -> Path:
        return tmp_path / "data"

    @staticmethod
    def players(data: Path, *arguments: object) -> Done:
        return cuelog("players", *arguments, "--data", data)

    def test_aliases(self, data: Path) -> None:
        told = self.players(data, "alias", "p-ana", "clubcloud", "117").out
        assert told == "clubcloud:117 counts for p-ana\n"
        expected = [{"source": "clubcloud", "alias": "117", "player": "p-ana"}]
        assert self.players(data, "aliases", "--json").json() == expected
        assert "117" in self.players(data, "aliases").out
        assert self.players(data, "unalias", "clubcloud", "117").status == 0
        assert self.players(data, "aliases", "--json").json() == []
        again = self.players(data, "unalias", "clubcloud", "117")
        assert (again.status, "clubcloud:117" in again.err) == (2, True)
        refused = self.players(data, "alias", "p-ana", "club cloud", "1")
        assert (refused.status, "'club cloud:1'" in refused.err) == (2, True)

    def test_who_wrote(self, data: Path) -> None:
        self.players(data, "alias", "p-ana", "clubcloud", "117")
        self.players(data, "name", "p-ana", "Ana Novak")
        assert cuelog("tokens", "new", "scorer", "--data", data).status == 0
        token = cuelog("tokens", "--json", "--data", data).json()[0]["id"]
        assert cuelog("tokens", "assign", token, "m", "--data", data).status == 0
        assert cuelog("tokens", "release", token, "m", "--data", data).status == 0
        listed = self.players(data, "--json").json()
        assert {one["player"]: one["named_by"] for one in listed}["p-ana"] == "local"
        log = open_log(f"sqlite:{data / 'log.sqlite'}", "registry")
        found = log.read({})
        log.close()
        assert {record.recorder for record in found} == {None}, "no token wrote them"
        told = [json.loads(record.raw) for record in found]
        assert [(one["type"], one["by"]) for one in told] == [
            ("player_alias", "local"), ("scorer_assigned", "local"), ("scorer_released", "local"),
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("role", "words"), [("viewer", "only reads"), ("official", "writes to every match")]
    )
    def test_only_scorers_are_assigned(self, data: Path, role: str, words: str) -> None:
        made = cuelog("tokens", "new", role, "--json", "--data", data).json()["id"]
        done = cuelog("tokens", "assign", made, "m", "--data", data)
        assert (done.status, words in done.err) == (2, True), done.err
        assert cuelog("tokens", "assign", "t-none", "m", "--data", data).status == 2
