"""Every page in three widths, light and dark: axe finds nothing, and nothing runs out of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.site import Site

Open = Callable[..., Page]
STRAIGHT = "14.1-sample-urbanfly"
SNOOKER = "snooker-2020-10-26-trump-milkins"
PAGES = (
    ("/", "phone", "light"),
    ("/", "laptop", "dark"),
    ("/matches", "hall", "light"),
    (f"/matches/{STRAIGHT}", "phone", "dark"),
    (f"/matches/{STRAIGHT}?as_of=40&rules=SI", "laptop", "light"),
    (f"/matches/{SNOOKER}", "laptop", "dark"),
    (f"/matches/{STRAIGHT}/print", "laptop", "light"),
    (f"/matches/{STRAIGHT}/strokes/20", "phone", "light"),
    (f"/live/{STRAIGHT}", "hall", "dark"),
    (f"/live/{SNOOKER}", "phone", "light"),
    (f"/live/{STRAIGHT}?overlay=true", "hall", "light"),
    ("/score", "phone", "dark"),
    (f"/score/{STRAIGHT}", "laptop", "light"),
    ("/sheet/new", "laptop", "dark"),
    ("/players", "phone", "light"),
    ("/players/trump", "laptop", "light"),
    ("/leaderboards", "phone", "dark"),
    ("/leaderboards/snooker-breaks", "laptop", "light"),
    ("/events", "phone", "light"),
    ("/desk", "laptop", "dark"),
    ("/desk/quarantine", "phone", "light"),
    (f"/desk/{SNOOKER}", "phone", "dark"),
    ("/clauses/PL-1b", "phone", "light"),
    ("/docs", "laptop", "dark"),
    ("/nowhere", "phone", "light"),
)


def flaws(page: Page, axe: str) -> list[str]:
    """Return what axe finds, each with where."""
    page.evaluate(axe)
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def spill(page: Page) -> int:
    """Return by how many pixels a page is wider than its window."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return wide


@pytest.mark.parametrize(("path", "width", "scheme"), PAGES)
def test_a_page_is_for_everybody(
    opened: Open, axe: str, path: str, width: str, scheme: str
) -> None:
    page = opened(path, width, scheme)
    assert flaws(page, axe) == []
    assert spill(page) <= 0


def test_hostile_names_stay_in_their_place(opened: Open, site: Site, axe: str) -> None:
    players = [{"id": "h1", "name": "n" * 200}, {"id": "h2", "name": "<script>alert(1)</script>"}]
    start = {"score": {"h1": 4321, "h2": -17}}
    fields = {"discipline": "14.1", "target": 5000, "players": players, "breaker": "h1"}
    address = site.open("hostile", **fields, start=start, event="\u05e9\u05dc\u05d5\u05dd")
    for path in ("/matches/hostile", "/live/hostile", address, "/players/h2"):
        page = opened(path, "phone")
        assert spill(page) <= 0, path
        assert flaws(page, axe) == [], path


def test_an_explanation_opens_in_place_and_by_keyboard(opened: Open, axe: str) -> None:
    page = opened(f"/matches/{STRAIGHT}")
    page.locator("#s20 th a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_be_visible()
    expect(page.locator("#told")).to_contain_text("PL-1b")
    assert flaws(page, axe) == []
    page.keyboard.press("Escape")
    expect(page.locator("#told")).to_be_hidden()


def test_the_slider_shows_the_match_as_of_an_event(opened: Open, site: Site) -> None:
    page = opened(f"/matches/{STRAIGHT}")
    slider = page.locator(".slider input")
    slider.focus()
    slider.fill("20")
    page.wait_for_url("**as_of=20**")
    score = site.get(f"/v1/matches/{STRAIGHT}?as_of=20")["state"]["score"]
    expect(page.locator(".scoreline dd").first).to_have_text(str(score["player-1"]))


def test_a_correction_is_recorded_after_its_preview(opened: Open, site: Site) -> None:
    site.open("desk", discipline="14.1", target=50)
    event = {"id": "i2", "type": "inning", "player": "ana", "made": 0, "end": "safety"}
    site.post("/v1/matches/desk/events", {**event, "at": "2026-01-01T10:00:00Z"})
    page = opened(f"/desk/desk#token={site.token}")
    form = page.locator("#correction")
    form.locator('[name="body"]').fill(
        '{"type": "inning", "player": "ana", "made": 4, "end": "miss"}'
    )
    form.locator('[name="reason"]').fill("the sheet says four")
    form.get_by_role("button", name="Show what it would change").click()
    expect(page.locator("#effect")).to_contain_text("after 4:0")
    form.get_by_role("button", name="Record the correction").click()
    expect(page.locator("#effect")).to_contain_text("Recorded as event 3")
    assert site.state("desk")["score"] == {"ana": 4, "bor": 0}
