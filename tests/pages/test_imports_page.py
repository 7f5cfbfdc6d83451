"""The page of imports as a plain form sends it: rights, a try, a refusal, an import, its files."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest

from api.pages.imports import EXAMPLE, NOTES
from api.reports import HELD_AT_MOST, LASTS_S, Reports
from ingest.importers.mapping import read_mapping
from tests.api.serving import Served, serving
from tests.ingest.import_cases import GOLDEN

SHEET = GOLDEN / "lines-cp1250" / "turniej.csv"
ODD = GOLDEN / "clubcloud" / "result.csv"
HTML = {"Accept": "text/html"}
HEAVIEST = 240_000
"""Bytes of a page beside some 60,000 of styles and scripts."""
EVIL = "<script>alert(1)<b> šđčćž łąę ųūž.csv"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:  # noqa: ANN401 - a generator
    with serving(tmp_path_factory.mktemp("imports") / "data", reading="token") as served:
        yield served


def send(served: Served, *files: tuple[str, bytes], token: str | None = None, **told: str) -> Any:  # noqa: ANN401
    """Send the form as a browser without scripts does: fields in order, the token first."""
    given = {"token": served.token if token is None else token, **told}
    parts: list[Any] = [(name, (None, value)) for name, value in given.items()]
    parts += [("file", one) for one in files] + [("mapping", ("", b""))]
    return served.client.post("/imports", files=parts, headers=HTML)


def on_record(served: Served) -> Any:  # noqa: ANN401 - a count
    return served.node.rows("SELECT count(*) FROM events")[0][0]


def of(path: Path) -> tuple[str, bytes]:
    return path.name, path.read_bytes()


def report(served: Served, text: str, suffix: str) -> Any:  # noqa: ANN401 - a response
    found = re.search(rf'href="(/imports/[\w-]+\.{suffix})"', text)
    assert found is not None
    return served.client.get(found[1], headers=served.headers)


def test_a_try_is_what_is_meant_and_appends_nothing(house: Served) -> None:
    before = on_record(house)
    answered = send(house, of(SHEET))
    assert answered.status_code == 200
    assert 'data-state="tried"' in answered.text
    assert "not UTF-8: read as cp1250" in answered.text
    assert on_record(house) == before


def test_a_refusal_tells_the_cell_and_what_to_do(house: Served) -> None:
    before = on_record(house)
    answered = send(house, of(SHEET), of(ODD), do="import")
    assert answered.status_code == 422
    assert 'data-state="refused"' in answered.text
    row = re.search(r'<tr class="refused">.*?</tr>', answered.text)
    assert row is not None
    cells = re.sub(r"<[^>]+>", " ", row[0]).split()
    assert cells == [
        "refused",
        "3",
        "E3",
        *["both", "sides", "are", "one", "person"],
        "90003",
        ODD.name,
        "1",
    ]
    assert "say in a mapping file what they mean" in answered.text
    assert on_record(house) == before


def test_an_import_links_its_matches_with_their_state(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as served:
        imported(served)


def imported(house: Served) -> None:
    answered = send(house, of(SHEET), of(ODD), do="import", partial="true")
    assert answered.status_code == 200
    assert 'data-state="imported"' in answered.text
    assert "11 events are in the log now." in answered.text
    states = house.get("/v1/matches").json()["items"]
    assert len(states) == 3
    for one in states:
        assert f'href="/matches/{one["match"]}"' in answered.text
        assert f'href="/desk/{one["match"]}"' in answered.text
    assert "<bdi>Bartek Żuk</bdi>" in answered.text
    again = send(house, of(SHEET), do="import").text
    assert "0 events are in the log now." in again
    assert 'class="tag">finished' not in again


def test_only_an_officials_token_is_let_in_and_before_any_file(house: Served) -> None:
    scorer = house.house.tokens.new("scorer", ("*",), None, None)[1]
    for token, status in (("", 401), ("cuelog_x", 401), (scorer, 403)):
        answered = send(house, of(SHEET), token=token)
        assert answered.status_code == status
        assert "data-state" in answered.text
        assert '<dl class="facts"' not in answered.text
    # A field before the token, and a first part that is long, are not waited for.
    first = [("file", of(SHEET)), ("token", (None, house.token))]
    assert house.client.post("/imports", files=first, headers=HTML).status_code == 401
    long = [("token", (None, "x" * 2_000)), ("file", of(SHEET))]
    assert house.client.post("/imports", files=long, headers=HTML).status_code == 401
    # What a browser adds by itself, as for a page of somebody else's, is no right.
    sent = {**HTML, "Cookie": f"token={house.token}"}
    foreign = house.client.post("/imports", files={"file": of(SHEET)}, headers=sent,
                                auth=("anybody", house.token))  # fmt: skip
    assert foreign.status_code == 401


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"year": "99"}, "year: Input should be greater"),
        ({"format": "tea"}, "no format is called tea"),
    ],
)
def test_a_field_that_cannot_be_is_named_on_the_form(
    house: Served, told: dict[str, str], words: str
) -> None:
    answered = send(house, of(SHEET), **told)
    assert answered.status_code == 400
    assert words in answered.text
    assert 'id="import"' in answered.text


def test_a_form_without_a_file_or_with_a_bad_mapping_says_so(house: Served) -> None:
    assert "no file" in send(house, ("", b"")).text
    parts = [("token", (None, house.token)), ("file", of(SHEET))]
    bad = [*parts, ("mapping", ("m.toml", b"[headers]\nball = 'x'"))]
    answered = house.client.post("/imports", files=bad, headers=HTML)
    assert answered.status_code == 400
    assert "no such field: ball" in answered.text
    assert "player_a" in read_mapping(EXAMPLE.encode()).headers


def test_what_is_said_of_the_files_is_taken_and_kept_on_the_form(house: Served) -> None:
    text = "date;player a;player b;score a;score b\n9/5;Ana;Bor;5;3\n"
    told = {"discipline": "9-ball", "rules": "LT", "year": "2026", "target": "5", "zone": ""}
    answered = send(house, ("r.csv", text.encode()), **told)
    assert 'data-state="tried"' in answered.text
    assert '<option value="9-ball" selected>' in answered.text
    assert 'value="2026"' in answered.text
    assert "without a year" not in answered.text


def test_text_of_a_file_and_its_name_stay_text(house: Served) -> None:
    rows = "player a;player b;score a;score b;status\n<script>x()</script>;Žan;<b>;3;=1+1\n"
    answered = send(house, (EVIL, rows.encode()))
    assert "<script>alert" not in answered.text
    assert "&lt;script&gt;" in answered.text
    assert "šđčćž łąę ųūž.csv" in answered.text
    assert "default-src 'none'" in answered.headers["content-security-policy"]


def test_a_long_report_is_a_light_page_and_whole_files(house: Served) -> None:
    head = "player a;player b;score a;score b;date\n"
    rows = [f"A{number};{'<' * 90};x{'<' * 90};{number}.5;31.31.2026\n" for number in range(1_500)]
    name = "<" * 150 + ".csv"
    answered = send(house, (name, (head + "".join(rows)).encode()))
    assert len(answered.content) < HEAVIEST
    whole = report(house, answered.text, "json").json()
    assert answered.text.count('<tr class="refused"') == NOTES < len(whole["notes"])
    assert "the file has more" in answered.text
    listed = report(house, answered.text, "csv")
    assert listed.headers["content-type"].startswith("text/csv")
    read = list(csv.DictReader(io.StringIO(listed.content.decode("utf-8-sig"))))
    assert len(read) == len(whole["notes"])
    assert read[0]["file"] == name


def test_a_report_is_read_by_its_address_alone_and_not_for_ever(house: Served) -> None:
    assert house.client.get("/imports/none.csv", headers=house.headers).status_code == 404
    now = [0.0]
    kept = Reports(lambda: now[0])
    keys = [kept.keep({"number": number}) for number in range(HELD_AT_MOST + 1)]
    assert (kept.get(keys[0]), kept.get(keys[1])) == (None, {"number": 1})
    now[0] = LASTS_S
    assert kept.get(keys[-1]) is None
