"""Imports in a browser: tried, mended, imported; files dropped; all of it without scripts."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import WIDTHS
from tests.browser.site import Site
from tests.browser.test_every_page import flaws, spill
from tests.ingest.import_cases import GOLDEN

Open = Callable[..., Page]
SHEET = GOLDEN / "lines-cp1250" / "turniej.csv"
ODD = GOLDEN / "clubcloud" / "result.csv"
EVIL: FilePayload = {
    "name": "<script>alert(1)<b> šđčćž.csv",
    "mimeType": "text/csv",
    "buffer": b"player a;player b;score a;score b;discipline\nAna;Bor;<b>Zofia;3;9-ball\n",
}
DROPPED = """
([name, text]) => {
  const dropped = new DataTransfer();
  dropped.items.add(new File([text], name));
  const event = new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true });
  document.querySelector(".drop").dispatchEvent(event);
}
"""


def test_files_are_tried_and_then_sent_again_to_be_imported(
    opened: Open, site: Site, axe: str
) -> None:
    page = opened(f"/imports#token={site.token}", "phone")
    importing = page.locator("#import button[value=import]")
    expect(importing).to_be_disabled()
    page.locator("#file").set_input_files([SHEET, ODD])
    expect(page.locator("#chosen li")).to_have_count(2)
    page.get_by_role("button", name="Try it").click()
    expect(page.locator("#outcome")).to_have_attribute("data-state", "refused")
    expect(page.locator("#outcome")).to_be_focused()
    expect(page.locator("#outcome .notes")).to_contain_text("E3")
    expect(importing).to_be_disabled()
    assert flaws(page, axe) == []
    for wide, high in WIDTHS.values():
        page.set_viewport_size({"width": wide, "height": high})
        assert spill(page) <= 0, wide
    page.locator("#outcome").get_by_label("guessed").check()
    expect(page.locator("#outcome tr.guessed").first).to_be_visible()
    expect(page.locator("#outcome tr.refused")).to_be_hidden()
    page.locator("[name=partial]").check()
    page.get_by_role("button", name="Try it").click()
    expect(page.locator("#outcome")).to_have_attribute("data-state", "tried")
    page.locator("#outcome button[value=import]").click()
    expect(page.locator("#outcome")).to_have_attribute("data-state", "imported")
    expect(page.locator("#outcome")).to_contain_text("Zofia Łąka")
    expect(importing).to_be_disabled()
    assert flaws(page, axe) == []
    with page.expect_download() as sent:
        page.get_by_role("link", name="CSV").click()
    assert sent.value.suggested_filename == "report.csv"
    page.get_by_role("link", name="Zofia Łąka – Bartek Żuk").click()
    expect(page.locator("h1")).to_contain_text("Zofia Łąka")


def test_files_are_dropped_and_what_they_say_stays_text(opened: Open, site: Site) -> None:
    page = opened(f"/imports#token={site.token}", "laptop", "dark", locale="sl-SI")
    asked: list[str] = []
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    page.evaluate(DROPPED, [EVIL["name"], EVIL["buffer"].decode()])
    expect(page.locator("#chosen")).to_contain_text(EVIL["name"])
    page.get_by_role("button", name="Poskusi").click()
    expect(page.locator("#outcome")).to_contain_text(EVIL["name"])
    expect(page.locator("#outcome")).to_contain_text("<b>Zofia")
    page.context.set_offline(True)
    page.get_by_role("button", name="Poskusi").click()
    expect(page.locator("#outcome")).to_contain_text("storitev ni dosegljiva")
    page.context.set_offline(False)
    page.locator("[name=token]").fill("cuelog_x")
    page.get_by_role("button", name="Poskusi").click()
    expect(page.locator("#outcome")).to_contain_text("not known")
    assert asked == []


def test_a_plain_form_does_the_same_without_scripts(opened: Open, site: Site) -> None:
    page = opened("/imports", scripts="no")

    def send(button: str) -> None:
        page.locator("[name=token]").fill(site.token)
        page.locator("#file").set_input_files(ODD)
        page.locator(f"#import button[value={button}]").click()

    send("try")
    expect(page.locator("#outcome")).to_have_attribute("data-state", "refused")
    page.locator("#outcome").get_by_label("refused").check()
    expect(page.locator("#outcome tr.refused")).to_be_visible()
    expect(page.locator("#outcome tr.guessed").first).to_be_hidden()
    page.locator("[name=partial]").check()
    send("import")
    expect(page.locator("#outcome")).to_have_attribute("data-state", "imported")
    expect(page.locator("[name=partial]")).to_be_checked()
