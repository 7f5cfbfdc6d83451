"""Every page in three widths, light and dark: light enough, axe finds nothing, nothing runs out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import WIDTHS
from tests.browser.site import Site

Open = Callable[..., Page]
HEAVIEST = 300_000
STRAIGHT = "14.1-sample-urbanfly"
SNOOKER = "snooker-2020-10-26-trump-milkins"
PAGES = (
    ("/", "phone", "light"),
    ("/matches", "hall", "light"),
    (f"/matches/{STRAIGHT}", "phone", "dark"),
    (f"/matches/{SNOOKER}", "laptop", "dark"),
    (f"/matches/{STRAIGHT}/print", "laptop", "light"),
    (f"/matches/{STRAIGHT}/strokes/20", "phone", "light"),
    (f"/live/{STRAIGHT}", "hall", "dark"),
    (f"/live/{SNOOKER}", "phone", "light"),
    (f"/live/{STRAIGHT}?overlay=true", "hall", "light"),
    ("/score", "phone", "dark"),
    (f"/score/{STRAIGHT}", "laptop", "light"),
    ("/sheet/new", "laptop", "dark"),
    ("/imports", "phone", "dark"),
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


COLOURS = ["color-contrast", "link-in-text-block"]
"""Rules of axe that see colours: the other scheme differs in nothing else."""


ELSEWHERE = (
    "/", "/matches", "/matches/hostile/print", "/matches/hostile/strokes/2",
    "/live/hostile?overlay=1", "/score", "/sheet/new", "/players", "/players/h1",
    "/leaderboards/averages", "/events", "/events/{event}", "/desk", "/desk/hostile",
)  # fmt: skip
"""Every other page that shows what people wrote."""


def flaws(page: Page, axe: str, within: str = "html", **options: object) -> list[str]:
    """Return what axe finds, each with where."""
    # A script element would break the policy of the page, which is to stand while it is judged.
    page.evaluate(axe)
    asked = {"resultTypes": ["violations"], **options}
    run = "([within, asked]) => axe.run(within, asked)"
    found: dict[str, Any] = page.evaluate(run, [within, asked])
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def weight(page: Page) -> int:
    """Return the bytes of a page with all it loaded, uncompressed."""
    bytes_: int = page.evaluate(
        """() => [...performance.getEntriesByType("navigation"),
            ...performance.getEntriesByType("resource")]
            .reduce((sum, one) => sum + one.decodedBodySize, 0)"""
    )
    return bytes_


def spill(page: Page) -> int:
    """Return by how many pixels a page is wider than its window."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return wide


@pytest.mark.parametrize(("path", "width", "scheme"), PAGES)
def test_a_page_is_for_everybody(
    opened: Open, axe: str, path: str, width: str, scheme: str
) -> None:
    page = opened(path, width, scheme)
    assert 0 < weight(page) < HEAVIEST
    assert flaws(page, axe) == []
    page.emulate_media(color_scheme="light" if scheme == "dark" else "dark")
    assert flaws(page, axe, runOnly=COLOURS) == []
    for wide, high in WIDTHS.values():
        page.set_viewport_size({"width": wide, "height": high})
        assert spill(page) <= 0, wide


def test_hostile_names_stay_in_their_place(opened: Open, site: Site, axe: str) -> None:
    players = [{"id": "h1", "name": "n" * 200}, {"id": "h2", "name": "<script>alert(1)</script>"}]
    start = {"score": {"h1": 4321, "h2": -17}}
    event = "\u05e9\u05dc\u05d5\u05dd <b>"
    fields = {"discipline": "14.1", "target": 5000, "players": players, "breaker": "h1"}
    address = site.open("hostile", **fields, start=start, event=event, venue="v" * 200)
    turn = {"id": "i2", "type": "inning", "player": "h1", "made": 3, "end": "miss"}
    site.post("/v1/matches/hostile/events", {**turn, "at": "2026-01-01T10:00:00Z"})
    page = opened("/matches/hostile", "phone")
    asked: list[str] = []
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    for path in ("/live/hostile", address, "/players/h2", "/matches/hostile"):
        page.goto(site.url + path)
        assert spill(page) <= 0, path
        assert flaws(page, axe) == [], path
    for path in ELSEWHERE:
        page.goto(site.url + path.format(event=quote(event, safe="")))
        assert page.locator("body").inner_text(), path
        assert spill(page) <= 0, path
    assert asked == []


def test_an_explanation_opens_in_place_and_by_keyboard(opened: Open, axe: str) -> None:
    page = opened(f"/matches/{STRAIGHT}")
    page.locator("#s20 th a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_be_visible()
    expect(page.locator("#told")).to_contain_text("PL-1b")
    assert flaws(page, axe, "#told") == []
    page.keyboard.press("Escape")
    expect(page.locator("#told")).to_be_hidden()


def test_the_slider_shows_the_match_as_of_an_event(opened: Open, site: Site, axe: str) -> None:
    page = opened(f"/matches/{STRAIGHT}")
    slider = page.locator(".slider input")
    slider.focus()
    slider.fill("20")
    page.wait_for_url("**as_of=20**")
    score = site.get(f"/v1/matches/{STRAIGHT}?as_of=20")["state"]["score"]
    expect(page.locator(".scoreline dd").first).to_have_text(str(score["player-1"]))
    assert flaws(page, axe, ".notice") == []


def test_a_record_prints_in_ink_on_paper(opened: Open) -> None:
    page = opened(f"/matches/{STRAIGHT}/print", "laptop", "dark")
    page.emulate_media(media="print")
    expect(page.locator(".screen-only")).to_be_hidden()
    expect(page.locator(".signatures")).to_be_visible()
    ink = page.evaluate("getComputedStyle(document.querySelector('.sheet td')).color")
    assert max(int(part) for part in re.findall(r"\d+", ink)[:3]) < 80, ink
    printed = page.pdf(format="A4")
    assert printed.startswith(b"%PDF-")
    pages = re.search(rb"/Type /Pages\s.*?/Count (\d+)", printed, re.DOTALL)
    assert pages is not None
    assert int(pages.group(1)) <= 3


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
