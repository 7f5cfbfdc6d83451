"""A tablet opens the link of its code: the token comes behind the hash, stays, and is in no log."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from api.lan import Wanted, invite
from tests.browser.site import Site

Open = Callable[..., Page]


def test_a_tablet_opens_a_match_with_the_link_and_keeps_its_score(
    opened: Open, site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    told = invite(site.house.tokens, "tablet.invalid", 80, Wanted())
    path, _, token = told.link.removeprefix("http://tablet.invalid:80").partition("#token=")
    asked: list[Request] = []
    with caplog.at_level(logging.DEBUG):
        page = opened("/clauses/PL-8d")
        page.on("request", lambda request: asked.append(request))  # noqa: PLW0108 - as it takes one
        page.goto(f"{site.url}{path}#token={token}")
        expect(page).to_have_url(f"{site.url}/score")
        for name, text in (("one", "Ana Kranjc"), ("two", "Bor Kos"), ("table", "3")):
            page.locator(f'[name="{name}"]').fill(text)
        page.get_by_role("button", name="Open the match").click()
        own = told.known.matches[0].removesuffix("*")
        page.wait_for_url(f"**/score/{own}*")
        expect(page.locator("#keeping")).not_to_be_empty()
        page.reload()
        expect(page.locator("#keeping")).not_to_be_empty()
    assert all(token not in request.url for request in asked)
    assert any(request.headers.get("authorization") == f"Bearer {token}" for request in asked)
    assert token not in "\n".join(str(record.__dict__) for record in caplog.records)


def test_a_match_that_is_not_the_tablets_says_so(opened: Open, site: Site) -> None:
    site.open("of-others", discipline="14.1")
    told = invite(site.house.tokens, "tablet.invalid", 80, Wanted())
    page = opened(f"/score/of-others#{told.link.partition('#')[2]}")
    expect(page.locator("#trouble")).to_contain_text("may not write to the match of-others")
    expect(page.locator("#keeping")).to_be_empty()
