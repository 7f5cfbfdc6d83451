"""A page made of a template, in the reader's language, with headers that let nothing else in."""

from __future__ import annotations

import hashlib
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final, NamedTuple

from fastapi import Request
from fastapi.responses import HTMLResponse, StreamingResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from api.pages.languages import LANGUAGES, Forms, catalogue, negotiate
from api.pages.words import FACES, WORDS
from domain.clauses import find
from domain.events import encode_event as encode

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""What a page may load (Content-Security-Policy): files of this service, nothing inline."""
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Vary": "Accept-Language, Cookie",
    "Cache-Control": "no-cache",
}
THEMES: Final = ("auto", "light", "dark")
TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}


class Asset(NamedTuple):
    """A file of ours that pages load, read once."""

    body: bytes
    media: str
    tag: str


@cache
def assets() -> dict[str, Asset]:
    """Return the styles and scripts by name."""
    found: dict[str, Asset] = {}
    for entry in (files("api.pages") / "static").iterdir():
        media = next((kind for end, kind in TYPES.items() if entry.name.endswith(end)), None)
        if media is not None:
            body = entry.read_bytes()
            found[entry.name] = Asset(body, media, hashlib.sha256(body).hexdigest()[:20])
    return found


def language_of(request: Request) -> str:
    """Return the language a reader chose, or the one the browser asks for."""
    asked = request.query_params.get("lang") or request.cookies.get("lang")
    return negotiate(asked, request.headers.get("accept-language"))


@cache
def environment(language: str) -> Environment:
    """Return the templates of a language."""
    made = Environment(
        loader=PackageLoader("api.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    words = catalogue(language)
    made.install_gettext_translations(words, newstyle=True)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    forms = Forms(language)
    tools: dict[str, Any] = {
        "language": language,
        "languages": LANGUAGES,
        "themes": THEMES,
        "faces": FACES,
        "say": partial(say, language),
        "number": forms.number,
        "fixed": forms.fixed,
        "share": forms.share,
        "day": forms.day,
        "moment": forms.moment,
        "clause_words": _clause_words,
        "data": _data,
        "plain": _plain,
    }
    made.globals.update(tools)
    return made


def say(language: str, kind: str, code: object) -> str:
    """Return the word for a code of the contract in a language."""
    text = WORDS[kind].get(str(code), str(code))
    return translate(language, text)


def translate(language: str, text: str) -> str:
    """Return a text of ours in a language."""
    return catalogue(language).gettext(text)


def vocabulary(language: str, *kinds: str) -> dict[str, dict[str, str]]:
    """Return the words of some kinds for a script."""
    return {kind: {code: say(language, kind, code) for code in WORDS[kind]} for kind in kinds}


def _clause_words(clause: str) -> str:
    found = find(clause)
    return "" if found is None else found.paraphrase


def _plain(value: Any) -> str:  # noqa: ANN401 - whatever JSON can hold
    return value if isinstance(value, str) else encode(value).decode()


def _data(value: Any) -> str:  # noqa: ANN401 - whatever JSON can hold
    """Return a value as JSON that cannot end the element it stands in."""
    text = encode(value).decode()
    for sign, escape in (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")):
        text = text.replace(sign, escape)
    return text


def _common(request: Request) -> dict[str, Any]:
    """Return what every template may ask for."""
    theme = request.cookies.get("theme", "auto")
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return {"theme": theme if theme in THEMES else "auto", "here": here, "section": ""}


def fill(request: Request, template: str, **values: Any) -> str:  # noqa: ANN401 - of a template
    """Return a template filled in the reader's language."""
    found = environment(language_of(request)).get_template(template)
    return found.render(_common(request) | values)


def stream(request: Request, template: str, **values: Any) -> StreamingResponse:  # noqa: ANN401
    """Answer with a page a piece at a time: its head is there before what takes long is known.

    What takes long is a function among the values, which the template calls where it needs it.
    """
    found = environment(language_of(request)).get_template(template)
    parts = found.stream(_common(request) | values)
    parts.enable_buffering(40)
    return StreamingResponse(parts, 200, HEADERS, "text/html; charset=utf-8")


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:  # noqa: ANN401 - of a template
    """Answer with a page."""
    return HTMLResponse(fill(request, template, **values), status, HEADERS)
