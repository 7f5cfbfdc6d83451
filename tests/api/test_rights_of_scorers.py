"""What scorers may put on record and correct; the rest is for officials (contract, section 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from tests.api.serving import Served, inning, opened, serving

NUMBERS = count(1)
AT = {"at": "2026-01-01T10:05:00Z"}


@dataclass
class Desk:
    """A service with a match, and the tokens of a scorer, another scorer and an official."""

    served: Served
    match: str
    tokens: dict[str, str]
    ids: dict[str, str]

    @property
    def events(self) -> str:
        return f"/v1/matches/{self.match}/events"

    def post(self, who: str, body: object, path: str | None = None) -> Any:  # noqa: ANN401
        headers = {"Authorization": f"Bearer {self.tokens[who]}"}
        return self.served.client.post(path or self.events, json=body, headers=headers)

    def size(self) -> int:
        return sum(self.served.node.log.ends().values())


def desk_of(served: Served, match: str) -> Desk:
    made = {
        "scorer": served.house.tokens.new("scorer", (match, f"club-{match}-*"), None, None),
        "other": served.house.tokens.new("scorer", (match,), None, None),
        "free": served.house.tokens.new("scorer", ("*",), None, None),
        "none": served.house.tokens.new("scorer", (), None, None),
        "official": served.house.tokens.new("official", (), None, None),
    }
    tokens = {who: token for who, (_, token) in made.items()}
    return Desk(served, match, tokens, {who: known.id for who, (known, _) in made.items()})


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("scorers")) as made:
        yield made


@pytest.fixture
def desk(served: Served) -> Desk:
    found = desk_of(served, f"m{next(NUMBERS)}")
    found.post("scorer", opened(found.match), "/v1/matches")
    found.post("scorer", [inning("ana", 3, id="2"), inning("bor", 5, id="3")])
    return found


def correction(seq: int, body: object = None, **fields: object) -> dict[str, Any]:
    told = {"id": f"c{seq}", **AT, "type": "correction", "corrects": seq, "with": body}
    return {**told, "reason": "misread", **fields}


FIVE = {"type": "inning", "player": "ana", "made": 5, "end": "miss"}


def test_every_record_says_with_which_token_it_came(desk: Desk) -> None:
    desk.post("official", inning("ana", id="4"))
    told = [desk.ids["scorer"]] * 3 + [desk.ids["official"]]
    records = desk.served.node.log.read({})
    assert [one.recorder for one in records if one.match == desk.match] == told
    sql = "SELECT recorder FROM events WHERE match = ? ORDER BY seq"
    assert [row[0] for row in desk.served.node.rows(sql, (desk.match,))] == told


@pytest.mark.parametrize(
    "event",
    [
        {"type": "official_ruling", "of": 2, "fouls": []},
        {"type": "position_set", "at_table": "ana"},
        {"type": "skipped"},
        {"type": "protest_decided", "protest": 2, "outcome": "upheld"},
        {"type": "award", "winner": "ana"},
    ],
    ids=lambda event: str(event["type"]),
)
def test_officials_events_need_an_official(desk: Desk, event: dict[str, Any]) -> None:
    before, told = desk.size(), {"id": "x", **AT, **event}
    for path in (desk.events, f"{desk.events}?record=always"):
        answer = desk.post("scorer", told, path)
        assert (answer.status_code, answer.json()["type"]) == (403, "/problems/forbidden")
        assert desk.post("scorer", [inning("ana", id="4"), told], path).status_code == 403
    assert desk.size() == before
    assert desk.post("official", told, f"{desk.events}?record=always").status_code == 201


@pytest.mark.parametrize(
    "event",
    [
        {"type": "protest", "player": "ana", "of": 2, "ground": "rule"},
        {"type": "claim", "score": {"ana": 3}, "source": "sheet"},
        {"type": "signed", "signer": "ana", "role": "player", "digest": "ab"},
        {"type": "match_closed", "result": "abandoned"},
    ],
    ids=lambda event: str(event["type"]),
)
def test_the_rest_is_anyones_who_keeps_the_score(desk: Desk, event: dict[str, Any]) -> None:
    assert desk.post("scorer", {"id": "x", **AT, **event}).status_code == 201


def test_a_scorer_corrects_its_own_events_of_the_running_rack(desk: Desk) -> None:
    answer = desk.post("scorer", correction(2, FIVE))
    assert answer.status_code == 201, answer.text
    assert answer.json()["state"]["score"] == {"ana": 5, "bor": 5}
    mine = [inning("ana", 1, id="5"), correction(5, None)]
    assert desk.post("scorer", mine).status_code == 201


def test_what_came_with_another_token_is_not_its_own(desk: Desk) -> None:
    answer = desk.post("other", correction(2, FIVE))
    assert answer.status_code == 403
    assert "did not come with this token" in answer.json()["detail"]
    assert desk.post("scorer", correction(99, FIVE)).status_code == 403
    assert desk.post("official", correction(2, FIVE)).status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        {"type": "position_set", "score": {"ana": 99}},
        [FIVE, {"type": "award", "winner": "ana"}],
        {"type": "official_ruling", "of": 2, "fouls": []},
        {"type": "correction", "corrects": 1, "with": opened(target=3)},
        {"type": "match_opened", "discipline": "14.1", "rules": "SI", "players": ["ana", "bor"]},
    ],
    ids=["position", "list", "ruling", "correction", "opening"],
)
def test_no_officials_event_comes_in_the_place_of_another(desk: Desk, body: object) -> None:
    before = desk.size()
    assert desk.post("scorer", correction(2, body)).status_code in (403, 422)
    assert desk.size() == before


def test_a_signed_match_is_corrected_by_officials(desk: Desk) -> None:
    signed = {"id": "s", **AT, "type": "signed", "signer": "ana", "role": "player", "digest": "ab"}
    assert desk.post("scorer", signed).status_code == 201
    answer = desk.post("scorer", correction(3, None))
    assert (answer.status_code, "is signed" in answer.json()["detail"]) == (403, True)
    assert desk.post("official", correction(3, None)).status_code == 201


def test_a_decided_rack_is_corrected_by_officials(desk: Desk) -> None:
    nine = opened(
        f"club-{desk.match}-9", discipline="9-ball", rules="LT", target=3, breaks="winner"
    )
    del nine["id"]
    assert desk.post("scorer", nine, "/v1/matches").status_code == 201
    events = f"/v1/matches/club-{desk.match}-9/events"
    rack = {"type": "rack", "winner": "ana", **AT}
    assert desk.post("scorer", {"id": "2", **rack}, events).status_code == 201
    answer = desk.post("scorer", correction(2, {"type": "rack", "winner": "bor"}), events)
    assert (answer.status_code, "decided the rack" in answer.json()["detail"]) == (403, True)
    concession = {"type": "timeout", "player": "ana", "stage": "start", "id": "3", **AT}
    assert desk.post("scorer", concession, f"{events}?record=always").status_code == 201
    assert desk.post("scorer", correction(3, None), events).status_code == 201


class TestMatches:
    """Which matches a scorer may open and write to."""

    def test_it_opens_those_it_may_write_to(self, desk: Desk) -> None:
        without = {name: told for name, told in opened().items() if name != "match"}
        for who, body, status in (
            ("scorer", opened(f"club-{desk.match}-3"), 201), ("scorer", opened("elsewhere"), 403),
            ("scorer", without, 403), ("free", without, 201), ("none", opened("n"), 403),
        ):  # fmt: skip
            assert desk.post(who, body, "/v1/matches").status_code == status, (who, body)

    def test_an_official_assigns_and_releases(self, desk: Desk) -> None:
        client, official = desk.served.client, desk.tokens["official"]
        headers = {"Authorization": f"Bearer {official}"}
        path = f"/v1/matches/{desk.match}/scorers/{desk.ids['none']}"
        event = inning("ana", id="4")
        assert desk.post("none", event).status_code == 403
        assert client.put(path, headers=headers).status_code == 200
        shown = client.get(f"/v1/matches/{desk.match}/scorers", headers=headers).json()["scorers"]
        ids = {desk.ids[who] for who in ("scorer", "other", "free", "none")}
        assert ids <= {one["id"] for one in shown}
        own = {"Authorization": f"Bearer {desk.tokens['none']}"}
        assert client.get("/v1/me", headers=own).json()["assigned"] == [desk.match]
        assert desk.post("none", event).status_code == 201
        assert client.delete(path, headers=headers).status_code == 200
        assert client.delete(path, headers=headers).status_code == 404
        assert desk.post("none", inning("bor", id="5")).status_code == 403
        nobody = f"/v1/matches/{desk.match}/scorers/t-nobody"
        assert client.put(nobody, headers=headers).status_code == 404


class TestTokensOverHttp:
    """Officials make tokens of lower roles, admins of all."""

    def test_who_makes_and_revokes_which(self, desk: Desk) -> None:
        admin = desk.served.post
        for role, status in (("viewer", 201), ("scorer", 201), ("official", 403), ("admin", 403)):
            answer = desk.post("official", {"role": role}, "/v1/tokens")
            assert answer.status_code == status, role
            assert admin("/v1/tokens", {"role": role}).status_code == 201
        listed = desk.served.client.get("/v1/tokens", headers=desk.served.headers).json()
        owner = next(one for one in listed if one["label"] == "owner")
        headers = {"Authorization": f"Bearer {desk.tokens['official']}"}
        revoke = desk.served.client.delete
        assert revoke(f"/v1/tokens/{owner['id']}", headers=headers).status_code == 403
        assert revoke(f"/v1/tokens/{desk.ids['other']}", headers=headers).status_code == 200
        assert revoke(f"/v1/tokens/{desk.ids['other']}", headers=headers).status_code == 404
        assert desk.post("other", inning("ana", id="4")).status_code == 401

    def test_a_token_is_shown_once(self, desk: Desk) -> None:
        body = {"role": "scorer", "matches": ["m"], "label": "table 3", "expires": "12h"}
        made = desk.post("official", body, "/v1/tokens").json()
        listed = desk.served.client.get("/v1/tokens", headers=desk.served.headers).text
        assert made["token"] not in listed
        assert "sha256" not in listed
        assert made["expires"] > made["made"]

    @pytest.mark.parametrize(
        "body", [{}, {"role": "king"}, {"role": "viewer", "expires": "soon"}, {"role": "scorer",
        "matches": ["a b"]}, {"role": "scorer", "more": 1}],
        ids=["empty", "role", "end", "match", "field"],
    )  # fmt: skip
    def test_what_cannot_be_read_makes_none(self, desk: Desk, body: object) -> None:
        before = len(desk.served.house.tokens.listed())
        assert desk.served.post("/v1/tokens", body).status_code == 400
        assert len(desk.served.house.tokens.listed()) == before


def test_keys_are_an_admins(served: Served) -> None:
    key = {"holder": "ref", "role": "official", "public": "d7" * 32}
    made = served.post("/v1/keys", key)
    assert made.status_code == 201
    assert served.post("/v1/keys", key).status_code == 400
    path = f"/v1/keys/{made.json()['key']}?reason=lost"
    assert served.client.delete(path, headers=served.headers).status_code == 200
    assert served.client.delete(path, headers=served.headers).status_code == 404
