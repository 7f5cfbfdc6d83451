"""Players, leaderboards, events and the desk: found, filtered, greyed, explained."""

from __future__ import annotations

import re

import pytest

from tests.api.serving import Served, opened


def test_a_player_is_found_without_accents(hostile: Served) -> None:
    text = hostile.get("/players?q=sdccz").text
    assert "šđčćž" in text
    assert "<script>alert" not in text
    assert "No player is called so" in hostile.get("/players?q=nobody-of-this-name").text


@pytest.mark.parametrize(
    ("language", "order"),
    [("sl", ["Cilka", "Čuk", "Sara", "Šuštar"]), ("lt", ["Yla", "Ivona", "Jonas"])],
)
def test_players_stand_in_the_order_of_the_readers_alphabet(
    hostile: Served, language: str, order: list[str]
) -> None:
    for name in reversed(order):
        assert hostile.post("/v1/players", {"name": name}).status_code == 201
    text = hostile.get("/players", headers={"Accept-Language": language}).text
    shown = [name for name in re.findall(r'<bdi class="who">([^<]*)</bdi>', text) if name in order]
    assert list(dict.fromkeys(shown)) == order


def test_the_profile_shows_n_and_greys_what_rests_on_little(shown: Served) -> None:
    text = shown.get("/players/trump").text
    assert 'class="thin"' in text
    assert "Fouls per inning" in text
    assert "/matches/snooker-2020-10-26-trump-milkins" in text
    assert shown.get("/players/nobody").status_code == 404
    assert shown.get("/players/trump?from=soon").status_code == 400


def test_a_leaderboard_says_what_the_route_says(shown: Served) -> None:
    rows = shown.get("/v1/statistics/snooker-breaks").json()["rows"]
    text = shown.get("/leaderboards/snooker-breaks").text
    assert text.count("<tr") == len(rows) + 1
    assert text.count('class="thin"') == sum(row["breaks"] < 30 for row in rows)
    filtered = shown.get("/leaderboards/snooker-breaks?player=trump&min_n=").text
    assert filtered.count("<tr") == 2
    assert shown.get("/leaderboards/none").status_code == 404
    assert shown.get("/leaderboards/averages?nonsense=1").status_code == 400


def test_an_event_has_its_matches_and_boards(hostile: Served) -> None:
    event = "Pokal & <b>"
    assert hostile.post("/v1/matches", opened("cup", event=event)).status_code == 201
    assert "Pokal &amp; &lt;b&gt;" in hostile.get("/events").text
    text = hostile.get("/events/Pokal%20%26%20%3Cb%3E").text
    assert "/matches/cup" in text
    assert hostile.get("/events/none").status_code == 404


def test_the_desk_shows_what_went_wrong_and_what_to_do(hostile: Served) -> None:
    assert hostile.post("/v1/matches", opened("wrong")).status_code == 201
    bad = {"id": "b", "type": "shot", "at": "2026-01-01T10:00:00Z", "player": "bor"}
    path = "/v1/matches/wrong/events?record=always"
    assert hostile.post(path, bad).status_code == 201
    assert "/desk/wrong" in hostile.get("/desk").text
    report = hostile.get("/desk/wrong").text
    assert "not_at_table" in report
    assert "look for a missing or doubled event" in report
