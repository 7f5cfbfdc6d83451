"""The page of an event: standings of its report; what needs a look is one criterion everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from api.event_answer import STANDING_COLUMNS
from tests.api.serving import Served, inning, opened, serving

CUP = "Cup <one>"
AT = "/events/Cup%20%3Cone%3E"


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("cup")) as served:
        for match, players, made in (("c1", ["ana", "bor"], 5), ("c2", ["bor", "ciril"], 3)):
            fields = {"players": players, "breaker": players[0], "event": CUP, "target": made}
            served.post("/v1/matches", opened(match, **fields))
            served.post(f"/v1/matches/{match}/events", inning(players[0], made, id="2"))
        later = {"event": CUP, "players": ["ana", "ciril"]}
        served.post("/v1/matches", opened("c3", **later))
        claim = {"id": "x", "at": "2026-01-01T11:00:00Z", "type": "claim", "source": "sheet"}
        served.post("/v1/matches/c1/events", {**claim, "score": {"ana": 4, "bor": 0}})
        served.post("/v1/matches", opened("elsewhere"))
        served.post("/v1/matches", opened("early"))
        record = {"id": "y", "at": "2026-01-01T11:00:00Z", "type": "shot", "player": "bor"}
        served.post("/v1/matches/early/events?record=always", record)
        never = opened("never", event="ruled by nobody", rules="XX")
        served.post("/v1/matches?record=always", never)
        served.node.people.name("ana", "Ana & Co")
        yield served


def rows(text: str) -> list[list[str]]:
    found = re.search(r'<section aria-labelledby="standings">.*?</section>', text, re.DOTALL)
    assert found is not None
    body = found[0][found[0].index("<tbody>") :]
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)
    ]


def listed(cup: Served, asked: dict[str, str]) -> list[str]:
    return [one["match"] for one in cup.get("/v1/audit", params=asked).json()["items"]]


def shown(cup: Served, path: str, section: str) -> list[str]:
    text = cup.get(path).text.split(f'aria-labelledby="{section}"')[1].split("</section>")[0]
    return re.findall(r'href="/desk/([a-z0-9]+)"', text)


def test_standings_are_those_of_the_report(cup: Served) -> None:
    told = cup.get("/v1/event", params={"event": CUP}).json()
    text = cup.get(AT).text
    found = rows(text)
    assert [row[:2] for row in found] == [["1", "Ana &amp; Co"], ["2", "bor"], ["3", "ciril"]]
    plain = STANDING_COLUMNS[2:10]
    for row, place in zip(found, told["standings"], strict=True):
        assert row[2:10] == [str(place[name]) for name in plain]
    assert "Results counted: provisional 2; left out: open 1." in " ".join(text.split())


def test_what_needs_a_look_is_the_same_on_every_page(cup: Served) -> None:
    every = ["c1", "early", "never", "c2"]
    assert listed(cup, {}) == every, "a claim, a rejected stroke, no opening, bor in two places"
    for path in ("/", "/desk"):
        assert shown(cup, path, "needy") == every, path
    assert shown(cup, AT, "doubtful") == listed(cup, {"event": CUP}) == ["c1", "c2"]


def test_beyond_the_last_match_of_an_event_there_are_no_standings(cup: Served) -> None:
    cursor = cup.get("/v1/matches?limit=1").json()["next"]
    answered = cup.get("/events/none", params={"cursor": cursor})
    assert answered.status_code == 200
    assert 'aria-labelledby="standings"' not in answered.text
    assert cup.get("/events/none").status_code == 404
