"""Brings the catalogues up to the texts of the pages: ``python -m api.pages.catalogues``.

New texts get empty translations, and texts that are gone go; what translators wrote stays.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from api.pages.languages import DEFAULT, LANGUAGES

HERE: Final = Path(__file__).parent
METHODS: Final = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
OPTIONS: Final = {"**/templates/**.html": {"newstyle_gettext": "true", "silent": "false"}}
KEYWORDS: Final = {**DEFAULT_KEYWORDS, "mark": None}


def extracted() -> Catalog:
    """Return the texts of all pages, in order."""
    found = Catalog(charset="utf-8")
    texts = extract_from_dir(HERE, METHODS, OPTIONS, keywords=KEYWORDS)
    for _, _, message, _, context in sorted(texts, key=lambda text: (text[0], text[1])):
        found.add(message, context=context)
    return found


def path_of(language: str) -> Path:
    """Return where the catalogue of a language is."""
    return HERE / "locale" / f"{language}.po"


def updated(language: str) -> bytes:
    """Return the catalogue of a language as it ought to be."""
    with path_of(language).open("rb") as file:
        kept = read_po(file, locale=language)
    kept.update(extracted(), no_fuzzy_matching=True)
    kept.obsolete.clear()
    written = BytesIO()
    write_po(written, kept, no_location=True, omit_header=False, sort_output=False, width=100)
    lines = written.getvalue().decode().splitlines(keepends=True)
    head = ('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By', '"Last-Translator',
            '"Language-Team', '"Project-Id-Version', '"Report-Msgid', "#")  # fmt: skip
    return "".join(line for line in lines if not line.startswith(head)).lstrip().encode()


def main() -> None:
    """Write the catalogues."""
    for language in LANGUAGES:
        if language != DEFAULT:
            path_of(language).write_bytes(updated(language))
            sys.stdout.write(f"{path_of(language).name}\n")


if __name__ == "__main__":
    main()
