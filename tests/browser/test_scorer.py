"""A whole match of each discipline entered in the scorer, while a scoreboard watches."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.site import Site

Open = Callable[..., Page]


def tap(page: Page, *keys: str) -> None:
    """Tap what the pad offers, one after the other, each once the one before was ruled."""
    for key in keys:
        before = page.locator("#ruling strong").text_content()
        page.locator(f'#pad [data-key="{key}"]').click()
        if key.startswith("~"):
            continue
        expect(page.locator("#ruling strong")).not_to_have_text(before or "")


def touch(page: Page, *keys: str) -> None:
    """Tap what is only chosen, and sent later."""
    for key in keys:
        page.locator(f'#pad [data-key="{key}"]').click()


def foul(page: Page, code: str) -> None:
    """Record a foul with its reason."""
    before = page.locator("#ruling strong").text_content()
    page.locator('#pad [data-key="foul"]').click()
    page.locator(f'#foul [data-key="{code}"]').click()
    page.locator('#foul [data-key="record-foul"]').click()
    expect(page.locator("#ruling strong")).not_to_have_text(before or "")


def score(page: Page, one: int, two: int) -> None:
    """Expect a score on the scorer's page."""
    shown = page.locator(".duelist .score")
    expect(shown.nth(0)).to_have_text(str(one))
    expect(shown.nth(1)).to_have_text(str(two))


def watched(board: Page, one: str, two: str) -> None:
    """Expect a score on the scoreboard."""
    shown = board.locator(".panel .score")
    expect(shown.nth(0)).to_have_text(one)
    expect(shown.nth(1)).to_have_text(two)


def straight(page: Page) -> None:
    tap(page, "miss")  # ana breaks safe
    foul(page, "no_rail")  # bor
    tap(page, "made", "made", "safety")  # ana
    foul(page, "scratch")  # bor, his second
    tap(page, "miss")  # ana
    tap(page, "announce")
    foul(page, "no_rail")  # bor's third
    score(page, 2, -18)
    expect(page.locator("#ruling")).to_contain_text("LT-")
    tap(page, "miss", "made", "made", "made")  # bor breaks, ana to five


def eight(page: Page) -> None:
    touch(page, "ball-3")
    tap(page, "break")  # ana makes the 3: she goes on
    tap(page, *(f"ball-{ball}" for ball in (1, 2, 4, 5, 6, 7)))
    touch(page, "pocket-FL")
    tap(page, "ball-8")


def nine(page: Page) -> None:
    tap(page, "break")  # nothing falls
    tap(page, "push_out")
    tap(page, "choice-pass")
    tap(page, "ball-1", "ball-2", "ball-9")


def ten(page: Page) -> None:
    touch(page, "ball-4")
    tap(page, "break")
    tap(page, "ball-1", "miss", "safety", "ball-2", "ball-10")


def snooker(page: Page) -> None:
    tap(page, "miss")  # ana breaks
    foul(page, "no_contact")  # bor
    tap(page, "choice-accept")
    tap(page, *["ball-red", "ball-black"] * 6)
    tap(page, *(f"ball-{ball}" for ball in ("yellow", "green", "brown", "blue", "pink", "black")))


GAMES = {
    "14.1": (straight, {"target": 5}),
    "8-ball": (eight, {"target": 1}),
    "9-ball": (nine, {"target": 1}),
    "10-ball": (ten, {"target": 1}),
    "snooker": (snooker, {"target": 1, "reds": 6}),
}


@pytest.mark.parametrize("discipline", GAMES)
def test_a_whole_match_is_entered_while_a_scoreboard_watches(
    opened: Open, site: Site, discipline: str
) -> None:
    play, fields = GAMES[discipline]
    match = f"whole-{discipline}"
    page = opened(site.open(match, discipline=discipline, **fields))
    board = opened(f"/live/{match}", "hall", "dark")
    expect(page.locator("#keeping")).not_to_be_empty()
    play(page)
    state = site.state(match)
    assert state["status"] == "finished"
    score(page, *state["score"].values())
    watched(board, *(str(one) for one in state["score"].values()))
    expect(board.locator(".panel.won")).to_have_count(1)
    expect(page.locator("#pad")).to_contain_text("finished")
    records = site.get(f"/v1/matches/{match}")
    assert (records["rejected"], records["quarantined"], records["waiting"]) == ([], [], [])
    assert re.search(r"\d", page.locator("#lines").inner_text())
