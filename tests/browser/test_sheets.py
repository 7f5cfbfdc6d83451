"""Paper sheets typed by keyboard: sixty innings, a contradiction, a second keying, a queue."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from api.paper import read_sheet
from tests.browser.site import Site

Open = Callable[..., Page]
AT = "2026-05-09T00:00:00Z"
FIELDS = {"discipline": "14.1", "rules": "PL", "players": ["p-ana", "p-bor"], "target": 100}


def sheet_of(innings: int) -> tuple[list[str], dict[str, int]]:
    """Return the words of a sheet that agrees with itself, and the score at its end."""
    chance = random.Random(14)  # noqa: S311 - the same sheet each time
    words: list[str] = ["S"]
    while len(words) < innings:
        word = chance.choice(["0", "1", "2", "3", "4", "S", "1F", "0"])
        told = read_sheet({**FIELDS, "breaker": "p-ana"}, [*words, word], AT)
        if told["wrong"] is None and told["state"]["status"] == "open":
            words.append(word)
    score: dict[str, int] = read_sheet({**FIELDS, "breaker": "p-ana"}, words, AT)["state"]["score"]
    return words, score


def start(opened: Open, site: Site) -> Page:
    page = opened(f"/sheet/new#token={site.token}")
    form = page.locator("#opening")
    form.locator('[name="one"]').fill("p-ana")
    form.locator('[name="two"]').fill("p-bor")
    form.locator('[name="rules"]').select_option("PL")
    form.locator('[name="day"]').fill("2026-05-09")
    return page


def test_sixty_innings_are_typed_proved_and_recorded(opened: Open, site: Site) -> None:
    words, score = sheet_of(60)
    page = start(opened, site)
    page.locator("#typed").press_sequentially(" ".join(words) + " ")
    expect(page.locator("#sheet .word")).to_have_count(60)
    expect(page.locator("#turn")).to_contain_text(":".join(map(str, score.values())))
    expect(page.locator("#proof tr").nth(1)).to_contain_text("14")
    claim = ":".join(map(str, score.values()))
    page.locator("#typed").press_sequentially(f"={claim}\n")
    expect(page.locator("#verdict")).to_contain_text("No contradiction")
    page.locator("#record").click()
    link = page.locator("#queue a")
    expect(link).to_have_count(1)
    match = (link.get_attribute("href") or "").split("/")[-1]
    told = site.get(f"/v1/matches/{match}")
    assert (told["state"]["score"], told["findings"], told["rejected"]) == (score, [], [])
    assert told["events"] == 62


def test_the_first_contradiction_is_marked_and_mended(opened: Open, site: Site) -> None:
    page = start(opened, site)
    page.locator("#typed").press_sequentially("S 3 0 7F =0:10 ")
    expect(page.locator("#verdict")).to_contain_text("turn 5")
    expect(page.locator("#sheet .word.wrong")).to_have_text("=0:10")
    expect(page.locator("#record")).to_be_disabled()
    page.locator("#sheet .word.wrong").click()
    page.locator("#sheet .mend").fill("=0:9")
    page.locator("#sheet .mend").press("Enter")
    expect(page.locator("#sheet .word.wrong")).to_have_count(0)
    expect(page.locator("#verdict")).to_contain_text("No contradiction")
    expect(page.locator("#record")).to_be_enabled()


def test_a_second_keying_is_compared(opened: Open, site: Site) -> None:
    page = start(opened, site)
    page.locator("#typed").press_sequentially("S 3 0 2 ")
    page.get_by_role("button", name="Key it a second time").click()
    expect(page.locator("#sheet .word")).to_have_count(0)
    page.locator("#typed").press_sequentially("S 3 1 2 ")
    expect(page.locator("#second-told")).to_contain_text("3 (0 / 1)")
    page.locator("#sheet .word.differs").click()
    page.locator("#sheet .mend").fill("0")
    page.locator("#sheet .mend").press("Enter")
    expect(page.locator("#second-told")).to_contain_text("agree")
    page.get_by_role("button", name="Back to the first").click()
    expect(page.locator("#record")).to_be_enabled()


def test_a_sheet_recorded_without_a_connection_waits(opened: Open, site: Site) -> None:
    page = start(opened, site)
    page.locator("#typed").press_sequentially("S 3 ")
    expect(page.locator("#record")).to_be_enabled()
    page.context.set_offline(True)
    page.locator("#record").click()
    expect(page.locator("#queue")).to_contain_text("to be sent")
    page.context.set_offline(False)
    expect(page.locator("#queue a")).to_have_count(1)
