"""The languages of the pages: catalogues, and numbers, days and order as their readers write them.

Catalogues are read from their source (``locale/*.po``), so there is nothing to compile.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from babel import Locale
from babel.dates import format_date, format_datetime
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent, get_minus_sign_symbol
from babel.support import Translations

LANGUAGES: Final = {
    "en": "English",
    "sl": "slovenščina",
    "pl": "polski",
    "lt": "lietuvių",
}
"""Languages by code, each named by itself."""
DEFAULT: Final = "en"


@cache
def catalogue(language: str) -> Translations:
    """Return the translations of a language; English is the language of the source."""
    source = files("api.pages") / "locale" / f"{language}.po"
    if language == DEFAULT:
        return Translations()
    compiled = BytesIO()
    with source.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return Translations(compiled, domain="pages")


def negotiate(asked: str | None, accepted: str | None) -> str:
    """Return the language asked for, else the one accepted most, else English."""
    if asked in LANGUAGES:
        return asked
    wishes: list[tuple[float, str]] = []
    for part in (accepted or "").split(","):
        tag, _, quality = part.strip().partition(";q=")
        code = tag.partition("-")[0].lower()
        weight = float(quality) if quality.replace(".", "", 1).isdigit() else 1.0
        if code in LANGUAGES and weight > 0:
            wishes.append((-weight, code))
    return min(wishes, default=(0.0, DEFAULT), key=lambda wish: wish[0])[1]


class Forms:
    """Figures and days as the readers of a language write them."""

    def __init__(self, language: str) -> None:
        self.locale = Locale.parse("en_GB" if language == DEFAULT else language)

    def number(self, value: float | None, digits: int = 2) -> str:
        """Return a number with at most so many decimals, and a dash for none."""
        if value is None:
            return "–"
        pattern = "#,##0" + (f".{'#' * digits}" if digits and isinstance(value, float) else "")
        return self._written(value, pattern)

    def fixed(self, value: float | None, digits: int = 2) -> str:
        """Return a number with exactly so many decimals, for columns."""
        if value is None:
            return "–"
        return self._written(value, f"#,##0.{'0' * digits}")

    def share(self, value: float | None) -> str:
        """Return a share of one in per cent, with one decimal."""
        if value is None:
            return "–"
        plain = format_percent(value, "0.0%", locale=self.locale)
        return plain.replace("%", "\N{NO-BREAK SPACE}%") if self.locale.language != "en" else plain

    def day(self, at: float | str | None) -> str:
        """Return the day of an instant (RFC 3339, or ms of Unix time) in UTC, or of a day."""
        if at is None:
            return ""
        if isinstance(at, str):
            known = datetime.fromisoformat(at)
            known = known.astimezone(UTC) if known.tzinfo else known
        else:
            known = datetime.fromtimestamp(at / 1000, UTC)
        return format_date(known.date(), "medium", locale=self.locale)

    def moment(self, at: str | None) -> str:
        """Return day and time of an instant (RFC 3339) in UTC."""
        if at is None:
            return ""
        known = datetime.fromisoformat(at)
        return f"{format_datetime(known, 'medium', tzinfo=UTC, locale=self.locale)} UTC"

    def _written(self, value: float, pattern: str) -> str:
        # A pattern of our own has the sign of ASCII, whatever the readers write.
        plain = format_decimal(value, pattern, locale=self.locale)
        return plain.replace("-", get_minus_sign_symbol(self.locale), 1)
