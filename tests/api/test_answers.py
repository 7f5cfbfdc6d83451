"""Statistics that were answered before: not computed again until a row they used has changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analytics import Filters
from api import profiles
from api.answers import Answers, Given
from api.node import Node
from api.routes import statistics
from tests.api.serving import Served, inning, opened, serving

ASKED = "/v1/statistics/averages?event=league"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "data") as found:
        played(found, "m", event="league")
        yield found


def played(served: Served, match: str, **opening: object) -> None:
    assert served.post("/v1/matches", opened(match, **opening)).status_code == 201
    for event in (inning("ana", id="a"), inning("bor", 5, id="b"), inning("ana", 7, id="c")):
        assert served.post(f"/v1/matches/{match}/events", event).status_code == 201


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch, served: Served) -> list[str]:
    """Note each time a statistic is computed from the rows."""
    names: list[str] = []
    compute = statistics.compute

    def noting(name: str, node: Node, filters: Filters, *, best: bool) -> dict[str, Any]:
        names.append(name)
        return compute(name, node, filters, best=best)

    monkeypatch.setattr(statistics, "compute", noting)
    assert served.get(ASKED).status_code == 200
    assert names == ["averages"]
    return names


def test_the_second_answer_is_the_first(served: Served, computed: list[str]) -> None:
    first, second = served.get(ASKED), served.get(ASKED)
    assert first.content == second.content
    assert first.headers["ETag"] == second.headers["ETag"]
    assert len(computed) == 1
    known = {"If-None-Match": first.headers["ETag"]}
    assert served.get(ASKED, headers=known).status_code == 304


def test_an_event_of_a_match_used_makes_a_new_answer(served: Served, computed: list[str]) -> None:
    before = served.get(ASKED)
    assert served.post("/v1/matches/m/events", inning("bor", 9, id="d")).status_code == 201
    after = served.get(ASKED)
    assert len(computed) == 2
    assert before.headers["ETag"] != after.headers["ETag"]
    assert {row["player"]: row["balls"] for row in after.json()["rows"]} == {"ana": 7, "bor": 14}


def test_a_match_not_used_leaves_the_answer(served: Served, computed: list[str]) -> None:
    before = served.get(ASKED)
    played(served, "other", event="friendly")
    assert served.get(ASKED).headers["ETag"] == before.headers["ETag"]
    assert len(computed) == 1


def test_other_filters_formats_and_merges_are_other_answers(
    served: Served, computed: list[str]
) -> None:
    assert served.get(ASKED, headers={"Accept": "text/csv"}).text.startswith("player,")
    assert len(served.get(f"{ASKED}&player=ana").json()["rows"]) == 1
    merged = served.post("/v1/merges", {"player": "bor", "into": "ana"})
    assert merged.status_code == 201
    assert [row["player"] for row in served.get(ASKED).json()["rows"]] == ["ana"]
    assert len(computed) == 4


def test_page_and_route_of_a_player_share_one_profile(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[str] = []
    compute = profiles.player_profile

    def noting(player: str, node: Node, filters: Filters) -> dict[str, Any]:
        computed.append(player)
        return compute(player, node, filters)

    monkeypatch.setattr(profiles, "player_profile", noting)
    first = served.get("/v1/players/ana/profile")
    page = served.get("/players/ana")
    assert (first.status_code, page.status_code, computed) == (200, 200, ["ana"])
    assert served.post("/v1/matches/m/events", inning("bor", 9, id="d")).status_code == 201
    after = served.get("/v1/players/ana/profile", headers={"If-None-Match": first.headers["ETag"]})
    assert (after.status_code, computed) == (200, ["ana", "ana"])


def test_what_is_kept_is_bounded_in_bytes() -> None:
    answers = Answers(largest=10)
    for name in ("a", "b", "c"):
        answers.keep(name, Given(name, b"1234", ()))
    assert answers.find("a") is None
    assert answers.find("b") is not None
    answers.keep("d", Given("d", b"1234", ()))
    assert answers.find("c") is None
    answers.keep("e", Given("e", b"12345678901", ()))
    assert [answers.find(name) for name in "abcde"] == [None] * 5
