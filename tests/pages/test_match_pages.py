"""The first page, the list, and the page of a match: what they show, and that nothing gets in."""

from __future__ import annotations

import re

import pytest

from api.pages.languages import negotiate
from ingest.log import NewRecord
from tests.api.serving import Served, inning, opened
from tests.pages.conftest import HOSTILE

HEAVIEST = 300_000
STRAIGHT = "14.1-sample-urbanfly"
SNOOKER = "snooker-2020-10-26-trump-milkins"
PAGES = (
    "/",
    "/matches",
    "/matches?discipline=snooker&status=finished",
    f"/matches/{STRAIGHT}",
    f"/matches/{STRAIGHT}?as_of=20&rules=SI",
    f"/matches/{SNOOKER}",
    f"/matches/{STRAIGHT}/print",
    f"/matches/{SNOOKER}/print",
    f"/matches/{STRAIGHT}/strokes/20",
    "/clauses/PL-1b",
    "/docs",
    "/score",
    f"/score/{STRAIGHT}",
    "/sheet/new",
    "/players",
    "/players?q=TRUMP",
    "/players/trump",
    "/players/player-1",
    "/leaderboards",
    "/leaderboards/averages?discipline=14.1&min_n=1",
    "/leaderboards/high-runs?best=true",
    "/leaderboards/snooker-breaks",
    "/events",
    "/desk",
    "/desk/quarantine",
    f"/desk/{SNOOKER}",
)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_light_and_lets_nothing_else_in(shown: Served, path: str) -> None:
    answer = shown.get(path)
    assert answer.status_code == 200
    assert len(answer.content) < HEAVIEST
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "://" not in re.sub(r"cuelog [^<]*", "", answer.text)
    assert " style=" not in answer.text
    assert " onclick=" not in answer.text


def test_the_sheet_holds_every_inning_and_its_total(shown: Served) -> None:
    text = shown.get(f"/matches/{STRAIGHT}").text
    sheet = text[text.index('class="sheet"') : text.index("Strokes and rulings")]
    rows = shown.get(f"/v1/matches/{STRAIGHT}/innings?limit=500").json()["items"]
    assert sheet.count('class="turn"') == len(rows)
    totals = [int(one) for one in re.findall(r'class="total">(-?\d+)<', sheet)]
    assert totals[-2:] == [70, 56] or totals[-2:] == [56, 70]


def test_as_of_and_another_text_show_what_the_routes_say(shown: Served) -> None:
    state = shown.get(f"/v1/matches/{STRAIGHT}?as_of=40&rules=SI").json()["state"]
    text = shown.get(f"/matches/{STRAIGHT}?as_of=40&rules=SI").text
    head = text[text.index('class="scoreline"') : text.index("</dl>")]
    assert re.findall(r"<dd>(-?\d+)", head) == [str(one) for one in state["score"].values()]


def test_a_correction_is_told_before_and_after(hostile: Served) -> None:
    assert hostile.post("/v1/matches/h0/events", inning("p0", 3, id="i2")).status_code == 201
    correction = {
        "id": "c3", "type": "correction", "at": "2026-01-01T10:02:00Z", "corrects": 2,
        "reason": HOSTILE[0],
        "with": {"type": "inning", "player": "p0", "made": 5, "end": "safety"},
    }  # fmt: skip
    assert hostile.post("/v1/matches/h0/events", correction).status_code == 201
    text = hostile.get("/matches/h0").text
    told = text[text.index('id="corrections"') : text.index('id="strokes"')]
    assert "<b>3</b>" in told
    assert "<b>5</b>" in told
    assert "4324–-17" in told
    assert "4326–-17" in told


@pytest.mark.parametrize(
    "path",
    ["/", "/matches", "/matches/h0", "/matches/h2", "/matches/h2/print", "/live/h0", "/score",
     "/live/h2?overlay=true", "/score/h0", "/players", "/players/p2", "/events", "/desk/h0",
     "/desk/quarantine", "/matches/h0/strokes/1"],
)  # fmt: skip
def test_what_people_write_stays_text(hostile: Served, path: str) -> None:
    broken = [NewRecord("h0", f'{{"id": "{HOSTILE[0]}"'.encode())]
    assert hostile.node.wait(hostile.node.log.append(broken), 10)
    text = hostile.get(path).text
    assert "<script>alert" not in text
    assert any(part in text for part in ("&lt;script&gt;alert", "\\u003cscript", "n" * 200))


def test_every_download_of_a_match_is_there(shown: Served) -> None:
    text = shown.get(f"/matches/{STRAIGHT}").text
    offered = re.findall(r'<li><a href="([^"]+)"', text[text.index('id="downloads"') :])
    assert len(offered) == 3
    for path in offered:
        answer = shown.get(path)
        assert answer.status_code == 200, path
        assert STRAIGHT in answer.text or path.endswith(".csv"), path
    assert len(shown.get(offered[0]).text.splitlines()) == 94


def test_a_federation_files_who_won_by_which_text_and_who_says_so(shown: Served) -> None:
    text = shown.get(f"/matches/{SNOOKER}/print").text
    for part in ("Record of a match", "Trump", "Won by", "played", "text LT", 'class="digest">'):
        assert part in text, part
    assert text.count("<span></span><bdi>") == 3  # lines to sign on
    assert "BF breaking foul" in shown.get(f"/matches/{STRAIGHT}/print").text


def test_scores_of_four_digits_and_below_zero_are_shown(hostile: Served) -> None:
    text = hostile.get("/live/h2").text
    assert ">4,321<" in text
    assert ">-17<" in text


@pytest.mark.parametrize(
    ("precision", "shown"),
    [
        ("unknown", "date not known"),
        ("day", "1 Jan 2000"),
        ("exact", "1 Jan 2000"),
    ],
)
def test_a_date_is_told_as_far_as_it_is_known(hostile: Served, precision: str, shown: str) -> None:
    match, player = f"when-{precision}", f"w-{precision}"
    at = {"at": "2000-01-01T12:34:00Z", "at_precision": precision}
    body = opened(match, **at, players=[player, "bor"], breaker="bor", event=match)
    assert hostile.post("/v1/matches", body).status_code == 201
    paths = ("/matches", f"/matches/{match}", f"/matches/{match}/print", f"/players/{player}")
    for path in (*paths, f"/events/{match}", "/events"):
        text = hostile.get(path).text
        assert shown in text, path
    own = [hostile.get(path).text for path in paths[1:]]
    assert ("1 Jan 2000" in "".join(own)) is (precision != "unknown")
    assert ("12:34" in "".join(own)) is (precision == "exact")


def test_a_stroke_in_a_fragment_is_no_whole_page(shown: Served) -> None:
    text = shown.get(f"/matches/{STRAIGHT}/strokes/20?fragment=true").text
    assert "<html" not in text
    assert "PL-1b" in text


def test_rulings_are_a_table_for_spreadsheets(shown: Served) -> None:
    answer = shown.get(f"/matches/{STRAIGHT}/rulings.csv")
    lines = answer.text.splitlines()
    assert lines[0].startswith("seq,part,type,player")
    assert len(lines) == 95


@pytest.mark.parametrize(
    ("asked", "accepted", "language"),
    [
        ("sl", "pl", "sl"),
        (None, "pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        (None, "de, lt;q=0.7, en;q=0.3", "lt"),
        ("xx", "fr", "en"),
        (None, None, "en"),
        (None, "sl;q=nonsense", "sl"),
    ],
)
def test_the_language_is_the_one_asked_for(
    asked: str | None, accepted: str | None, language: str
) -> None:
    assert negotiate(asked, accepted) == language


@pytest.mark.parametrize(
    ("back", "place"),
    [
        ("/matches?a=b", "/matches?a=b"),
        ("//elsewhere.example/", "/"),
        ("http://x", "/"),
        ("/\\x", "/"),
    ],
)
def test_settings_lead_back_to_a_page_of_ours_alone(shown: Served, back: str, place: str) -> None:
    answer = shown.get(
        "/settings", params={"lang": "en", "theme": "dark", "back": back}, follow_redirects=False
    )
    assert (answer.status_code, answer.headers["location"]) == (303, place)
    assert "theme=dark" in answer.headers["set-cookie"]


def test_styles_and_scripts_are_ours_and_revalidated(shown: Served) -> None:
    first = shown.get("/static/base.css")
    assert first.headers["content-type"].startswith("text/css")
    again = shown.get("/static/base.css", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert shown.get("/static/none.css").status_code == 404
