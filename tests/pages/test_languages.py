"""The catalogues: complete, current, with every plural form; figures as readers write them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from api.pages.catalogues import path_of, updated
from api.pages.languages import LANGUAGES, Forms, catalogue
from api.pages.rendering import assets, environment
from api.pages.script_words import DESK, SCORER, SHEET
from tests.api.serving import Served

TRANSLATED = [language for language in LANGUAGES if language != "en"]
PLACES = re.compile(r"%\(\w+\)[sd]")
ENGLISH = {"routes.html"}
"""The reference of the routes, which is of one language like the routes themselves."""


def messages(language: str) -> Iterator[Message]:
    with path_of(language).open("rb") as file:
        yield from (message for message in read_po(file, locale=language) if message.id)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_holds_what_the_pages_say_and_no_more(language: str) -> None:
    kept = path_of(language).read_bytes()
    assert updated(language) == kept, "run: python -m api.pages.catalogues"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_with_its_places(language: str) -> None:
    forms = {catalogue(language).plural(count) for count in range(200)}
    for message in messages(language):
        english = message.id if isinstance(message.id, str) else message.id[0]
        texts = [message.string] if isinstance(message.string, str) else list(message.string or ())
        assert len(texts) == (1 if isinstance(message.id, str) else len(forms)), english
        for text in texts:
            assert text, english
            assert sorted(PLACES.findall(text)) == sorted(PLACES.findall(english)), english
            if PLACES.search(english):
                assert "%" not in PLACES.sub("", text).replace("%%", ""), english


@pytest.mark.parametrize(
    ("language", "counts"),
    [
        ("sl", {1: "tekma", 2: "tekmi", 3: "tekme", 5: "tekem", 101: "tekma", 102: "tekmi"}),
        ("pl", {1: "mecz", 2: "mecze", 5: "meczów", 12: "meczów", 22: "mecze", 25: "meczów"}),
        ("lt", {1: "susitikimas", 2: "susitikimai", 10: "susitikimų", 21: "susitikimas"}),
        ("en", {1: "match", 2: "matches", 21: "matches"}),
    ],
)
def test_counts_take_their_form_the_slovene_dual_too(language: str, counts: dict[int, str]) -> None:
    words = catalogue(language)
    for count, form in counts.items():
        text = words.ngettext("%(num)d match", "%(num)d matches", count) % {"num": count}
        assert text == f"{count} {form}"


def test_figures_and_days_are_written_as_their_readers_do() -> None:
    slovene, lithuanian, english = Forms("sl"), Forms("lt"), Forms("en")
    assert (slovene.number(4321), english.number(4321)) == ("4.321", "4,321")
    assert slovene.fixed(1.5) == "1,50"
    assert slovene.share(0.125) == "12,5\N{NO-BREAK SPACE}%"
    assert lithuanian.number(-17) == "\N{MINUS SIGN}17"
    assert slovene.day("2020-05-09T01:00:00+02:00") == "8. maj 2020"
    assert english.day("2020-05-09") == "9 May 2020"


def bare(name: str) -> str:
    """Return what a template says outside tags and expressions."""
    made = environment("en")
    source, _, _ = made.loader.get_source(made, name)  # pyright: ignore[reportOptionalMemberAccess]
    source = re.sub(r"{% block body %}.*?{% endblock %}", "", source)  # the class of the page
    said = [text if kind == "data" else "\0" for _, kind, text in made.lex(source)]
    text = re.sub(r"<(script|style|code)\b.*?</\1>", "", "".join(said), flags=re.DOTALL)
    labels = re.findall(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"', text)
    return " ".join([re.sub(r"<[^>]*>", " ", text), *labels])


def test_a_template_says_nothing_that_cannot_be_translated() -> None:
    kept = {"cuelog", "JSON", "Lines", "CSV"}
    names = set(environment("en").list_templates()) - ENGLISH
    assert len(names) > 20
    left = {name: set(re.findall(r"[^\W\d_]{2,}", bare(name))) - kept for name in names}
    assert {name: words for name, words in left.items() if words} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path", ["/", "/score", "/sheet/new", "/imports", "/players/trump", "/desk"]
)
def test_a_page_speaks_the_readers_language(shown: Served, language: str, path: str) -> None:
    text = shown.get(path, headers={"Accept-Language": language}).text
    assert f'<html lang="{language}"' in text
    assert catalogue(language).gettext("Players") in text


@pytest.mark.parametrize(
    ("words", "scripts"),
    [
        (SCORER, ("score.js", "pad.js", "trouble.js")),
        (SHEET, ("sheet.js",)),
        (DESK, ("desk.js",)),
    ],
)
def test_every_word_of_a_script_is_said_by_it(
    words: dict[str, str], scripts: tuple[str, ...], shown: Served
) -> None:
    said = "".join(assets()[name].body.decode() for name in scripts)
    said += shown.get("/sheet/new").text if "sheet.js" in scripts else ""
    templates = ("record", "preview", "second", "new")
    assert [n for n in words if f"ui.{n}" not in said and n not in templates] == []
    assert set(re.findall(r"\bui\.(\w+)", said)) <= set(words)
