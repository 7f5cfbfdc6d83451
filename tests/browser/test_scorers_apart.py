"""Scorers without a connection, and two at once: nothing lost, nothing renumbered silently."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.site import Site
from tests.browser.test_scorer import score, tap, touch, watched

Open = Callable[..., Page]


def test_what_is_entered_without_a_connection_waits_and_is_sent(opened: Open, site: Site) -> None:
    page = opened(site.open("apart", discipline="9-ball", target=1), "phone")
    board = opened("/live/apart", "phone", "dark")
    tap(page, "break")
    page.context.set_offline(True)
    board.context.set_offline(True)
    page.locator('[data-player="bor"]').click()
    touch(page, "ball-1", "ball-2", "ball-3")
    expect(page.locator("#lines .unsent")).to_have_count(3)
    expect(page.locator("#link")).to_contain_text("No connection")
    assert site.state("apart")["balls_on_table"] == 9
    page.context.set_offline(False)
    expect(page.locator("#lines .unsent")).to_have_count(0)
    assert site.state("apart")["balls_on_table"] == 6
    told = site.get("/v1/matches/apart")
    assert told["events"] == 5  # the opening, the break and each ball once
    assert (told["rejected"], told["quarantined"], told["waiting"]) == ([], [], [])
    tap(page, *(f"ball-{ball}" for ball in (4, 5, 9)))
    score(page, 0, 1)
    board.context.set_offline(False)
    watched(board, "0", "1")


def test_the_page_itself_is_there_without_a_connection(opened: Open, site: Site) -> None:
    page = opened(site.open("away", discipline="9-ball", target=1), workers="yes")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.context.set_offline(True)
    touch(page, "break")
    expect(page.locator("#lines .unsent")).to_have_count(1)
    page.reload()
    expect(page.locator("#lines .unsent")).to_have_count(1)
    page.context.set_offline(False)
    expect(page.locator("#lines .unsent")).to_have_count(0)
    assert site.state("away")["phase"] == "play"


def test_two_scorers_see_each_other_and_a_conflict_is_decided_by_a_person(
    opened: Open, site: Site
) -> None:
    address = site.open("two", discipline="9-ball", target=3)
    one, other = opened(address), opened("/")
    tap(one, "break")
    other.goto(site.url + address)
    expect(other.locator("#trouble")).to_contain_text("keeps the score")
    expect(other.locator('#pad [data-key="miss"]')).to_be_disabled()
    one.context.set_offline(True)
    touch(one, "ball-1")
    other.get_by_role("button", name="Take over").click()
    expect(other.locator("#keeping")).not_to_be_empty()
    tap(other, "miss")
    one.context.set_offline(False)
    expect(one.locator("#trouble")).to_contain_text("taken over")
    one.get_by_role("button", name="Take over").click()
    expect(one.locator("#trouble")).to_contain_text("Somebody else recorded event 3")
    expect(one.locator("#lines .unsent")).to_have_count(1)
    one.get_by_role("button", name="Drop mine").click()
    expect(one.locator("#lines .unsent")).to_have_count(0)
    told = site.get("/v1/matches/two")
    assert (told["events"], told["quarantined"]) == (3, [])
    expect(one.locator("#ruling strong")).to_contain_text("3.")  # what the other recorded
    tap(one, "ball-1")
    assert site.get("/v1/matches/two")["events"] == 4


def test_an_undo_is_a_correction_on_record(opened: Open, site: Site) -> None:
    page = opened(site.open("undone", discipline="14.1", target=50))
    tap(page, "miss", "made", "made")
    score(page, 0, 2)
    page.get_by_role("button", name="Undo").click()
    score(page, 0, 1)
    page.get_by_role("button", name="Undo").click()
    score(page, 0, 0)
    expect(page.locator("#lines .struck")).to_have_count(2)
    rows = site.get("/v1/matches/undone/rulings")["items"]
    assert [row["seq"] for row in rows if row.get("struck")] == [3, 4]
    assert [row["type"] for row in rows[4:]] == ["correction", "correction"]


def test_what_a_rule_refuses_is_shown_and_left_out(opened: Open, site: Site) -> None:
    page = opened(site.open("refused", discipline="9-ball", target=3))
    tap(page, "break")
    page.locator('[data-player="ana"]').click()  # bor is at the table
    touch(page, "ball-1")
    expect(page.locator("#trouble")).to_contain_text("Refused")
    page.get_by_role("button", name="Leave it out").click()
    expect(page.locator("#trouble")).to_be_hidden()
    assert site.get("/v1/matches/refused")["events"] == 2
    tap(page, "ball-1")
