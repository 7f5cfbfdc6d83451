"""The live scoreboard: what it shows, and how cheaply it is watched."""

from __future__ import annotations

import asyncio

import pytest

from api import onlookers
from api.onlookers import Onlookers
from api.reading import Source
from api.shown import Shown, show_match
from tests.api.serving import Served, inning, opened

STRAIGHT = "14.1-sample-urbanfly"


def test_the_board_shows_score_figures_and_the_last_ruling(shown: Served) -> None:
    text = shown.get(f"/live/{STRAIGHT}").text
    board = shown.get(f"/live/{STRAIGHT}/board").text
    assert board.strip() in text
    for part in ('data-seq="94"', ">70<", ">56<", "1.52", "PL-1b"):
        assert part in board
    assert "<html" not in board
    assert "overlay" in shown.get(f"/live/{STRAIGHT}?overlay=true").text
    assert shown.get("/live/none").status_code == 404


def test_the_board_warns_at_two_fouls(hostile: Served) -> None:
    assert hostile.post("/v1/matches", opened("warned")).status_code == 201
    for number, (player, end) in enumerate(
        (("ana", "safety"), ("bor", "foul"), ("ana", "safety"), ("bor", "foul")), 2
    ):
        event = inning(player, end=end, id=f"i{number}")
        assert hostile.post("/v1/matches/warned/events", event).status_code == 201
    assert hostile.get("/live/warned/board").text.count("on two fouls") == 1


def test_those_who_watch_share_one_replay(shown: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(source: Source, match: str) -> Shown:
        asked.append(match)
        return show_match(source, match)

    monkeypatch.setattr(onlookers, "show_match", counted)
    shown.node.changes.count += 1
    shown.node.changes._last[STRAIGHT] = shown.node.changes.count

    async def many() -> int:
        many_of = Onlookers()
        seen = await asyncio.gather(*(many_of.shown(shown.node, STRAIGHT) for _ in range(200)))
        return len({id(one) for one in seen})

    assert asyncio.run(many()) == 1
    assert asked == [STRAIGHT]
