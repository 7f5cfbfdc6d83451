"""The report an official files: everything the audit tells, on one page that prints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from api.pages.rendering import assets
from tests.api.serving import Served, inning, opened, serving

FIVE = {"type": "inning", "player": "ana", "made": 5, "end": "miss"}


def event(kind: str, **fields: object) -> dict[str, Any]:
    return {"id": f"e-{kind}", "at": "2026-01-01T11:00:00Z", "type": kind, **fields}


SATURDAY: list[dict[str, Any]] = [
    inning("ana", 3, id="2"),
    inning("bor", 2, end="foul", id="3"),
    event("claim", score={"ana": 4, "bor": 1}, source="score <sheet>", by="bor"),
    event("match_closed", result="limit", by="referee"),
    event("protest", player="bor", of=3, ground="rule", by="bor"),
    event("correction", corrects=2, by="official", reason="the <film>") | {"with": FIVE},
    event("protest_decided", protest=6, outcome="dismissed", instance="jury", reason="seen"),
    event("signed", signer="bor", role="player", digest="ab"),
    event("shot", player="ana"),
    event("award", winner="bor", score={"ana": 0, "bor": 5}, reason="late", source="board"),
]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("desk")) as served:
        served.post("/v1/matches", opened(event="league", round="final", referee="ref"))
        for one in SATURDAY:
            path = "/v1/matches/m/events?record=always"
            assert served.post(path, one).status_code == 201, one
        ahead = {**event("announcement", player="ana", what="two_fouls"), "seq": 40}
        assert served.post("/v1/matches/m/events", ahead).status_code == 202
        served.node.people.name("ana", "Ana Novak")
        yield served


def told(desk: Served, section: str) -> str:
    """Return the text of one section of the page, without its marks."""
    page = desk.get("/desk/m").text
    found = re.search(rf'<section[^>]*aria-labelledby="{section}".*?</section>', page, re.DOTALL)
    assert found is not None, section
    return re.sub(r" ([,;:)])", r"\1", " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()))


def test_every_result_stated_stands_beside_the_replayed_one(desk: Served) -> None:
    text = told(desk, "results")
    assert "replayed 5:1 Ana Novak" in text
    assert "claimed: score &lt;sheet&gt; 4 4:1" in text
    assert "score of ana 4, replayed 5" in text
    assert "signed: bor 9" in text
    assert "awarded 0:5 bor late ( board)" in text
    assert "<dd>confirmed</dd>" in desk.get("/desk/m").text


def test_fouls_and_decisions_have_clauses_and_who_recorded_them(desk: Served) -> None:
    audit = desk.get("/v1/matches/m/audit").json()
    text = told(desk, "incidents")
    for one in audit["incidents"]:
        for clause in one["clauses"]:
            assert text.count(clause["id"]) >= 2, "in the row, and with its words"
    assert "kind not recorded" in text
    owner = desk.house.tokens.check(desk.token)
    assert owner is not None
    assert f"referee token {owner.id} 1 Jan 2026, 11:00:00 UTC" in text


def test_what_was_changed_by_whom_when_why_and_with_which_effect(desk: Served) -> None:
    text = told(desk, "changed")
    assert re.search(
        r"7 correction of event 2 official token t-\w+ 1 Jan 2026, 11:00:00 UTC the &lt;film&gt; "
        r"score 3:1 → 5:1",
        text,
    ), text
    assert "open protests 6 → –" in text
    assert "awarded – → bor 0:5" in text


def test_protests_signatures_and_what_was_not_folded(desk: Served) -> None:
    protests = told(desk, "protests")
    assert "6 dismissed bor, against event 3, a rule; bor" in protests
    assert "decided in event 8, jury: seen" in protests
    audit = desk.get("/v1/matches/m/audit").json()
    signed = told(desk, "signed")
    assert "a statement without a signature" in signed
    assert audit["digest"] in signed
    assert f"rules version {audit['rules_version']}" in signed
    assert "digest_differs" in signed
    page = desk.get("/desk/m").text
    for title, items in (("Rejected", audit["rejected"]), ("Waiting", audit["waiting"])):
        assert f"<h2>{title}</h2>" in page
        assert items


def test_it_prints_without_what_only_a_screen_needs(desk: Served) -> None:
    page = desk.get("/desk/m").text
    before = page.index('<form id="correction"')
    assert page.rindex('class="screen-only"', 0, before) > page.rindex("</section>", 0, before)
    assert "data-prints" in page
    style = assets()["base.css"].body.decode()
    printed = style[style.index("@media print {") :]
    assert re.search(r"\.screen-only[^{]*\{ display: none", printed)
    assert "@page" in style


def test_a_match_without_anything_to_tell_says_so(desk: Served) -> None:
    desk.post("/v1/matches", opened("quiet"))
    page = desk.get("/desk/quiet").text
    for words in ("Nothing was changed.", "No signature is on the record."):
        assert words in page


def test_a_result_without_play_is_no_contradiction(desk: Served) -> None:
    desk.post("/v1/matches", opened("alone", players=["eva", "ivo"], breaker="eva"))
    claim = event("claim", score={"eva": 5, "ivo": 3}, source="sheet")
    assert desk.post("/v1/matches/alone/events?record=always", claim).status_code == 201
    assert "there is nothing to check the claim by" in desk.get("/desk/alone").text
    assert "/matches/alone" not in desk.get("/").text, "nobody is at a table"
    assert "/matches/alone" in desk.get("/matches").text
    line = "1 match holds a stated result alone"
    for path in ("/", "/desk"):
        page = desk.get(path).text
        assert line in page
        assert "/desk/alone" not in page
    assert 'href="/desk/alone"' in desk.get("/desk?unchecked=true").text
    assert "1 tekma ima samo naveden izid" in desk.get("/desk?lang=sl").text
