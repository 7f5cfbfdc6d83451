"""Values as people write them: numbers, dates, names. What cannot be read is None, never 0."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, Literal, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_WHOLE: Final = re.compile(r"([+-]?\d{1,15})(?:[.,]0+)?")
_CLOCK: Final = re.compile(r"(?:(\d+):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,3}))?")
_NUMERIC: Final = re.compile(r"(\d{1,4})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{1,4})\.?")
_NO_YEAR: Final = re.compile(r"(\d{1,2})/(\d{1,2})")
NOON: Final = time(12)
"""A day alone is noon of Greenwich: the same day in every zone where cue sports are played."""

Precision = Literal["exact", "estimated", "day", "unknown"]


class When(NamedTuple):
    """An instant as the contract writes it, how far it may be trusted, and what was guessed."""

    at: str
    precision: Precision
    doubt: str | None = None


UNKNOWN: Final = When("2000-01-01T00:00:00Z", "unknown")


def whole(value: Any) -> int | None:  # noqa: ANN401 - a cell
    """Return a whole number: 125, ``125.0``, ``125,0``; None of anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 2**53 else None
    found = _WHOLE.fullmatch(str(value).strip().replace("\u00a0", ""))
    return int(found.group(1)) if found else None


def clock_seconds(text: str) -> float | None:
    """Return seconds of ``67:24`` (minutes) and ``1:07:24``; never read as a decimal."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None or int(found.group(3)) > 59:
        return None
    hours, minutes, seconds, fraction = found.groups()
    return int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{fraction or 0}")


def day(value: Any, year: int | None = None) -> tuple[date, bool] | None:  # noqa: ANN401 - a cell
    """Return a day, and whether the order of day and month was guessed.

    ``2026-05-09``, ``9.5.2026``, ``9. 5. 2026``, ``09/05/2026``; ``09/05`` (month first) needs the
    year in which a season begins.
    """
    if isinstance(value, datetime):
        return value.date(), False
    if isinstance(value, date):
        return value, False
    text = str(value).strip()
    if (found := _NO_YEAR.fullmatch(text)) and year is not None:
        month = int(found.group(1))
        return _day(year if month >= 8 else year + 1, month, int(found.group(2)), guessed=True)
    found = _NUMERIC.fullmatch(text)
    if found is None:
        return None
    one, two, three = map(int, found.groups())
    if one > 31:
        return _day(one, two, three, guessed=False)
    if three < 100:
        return _day(2000 + three, two, one, guessed=True)
    return _day(three, two, one, guessed="/" in text and one <= 12 and two <= 12)


def _day(year: int, month: int, number: int, *, guessed: bool) -> tuple[date, bool] | None:
    try:
        return date(year, month, number), guessed
    except ValueError:
        return None


def hour(value: Any) -> time | None:  # noqa: ANN401 - a cell
    """Return a time of day, ``18:30`` or ``18.30``."""
    if isinstance(value, datetime):
        return value.time()
    if isinstance(value, time):
        return value
    found = re.fullmatch(r"(\d{1,2})[:.](\d{2})(?::(\d{2}))?", str(value).strip())
    try:
        if found is None:
            return None
        hours, minutes, seconds = (int(part or 0) for part in found.groups())
        return time(hours, minutes, seconds)
    except ValueError:
        return None


def instant(text: str, zone: str = "") -> When | None:
    """Return an instant of ISO text; local time is of ``zone``. None of what is none."""
    try:
        read = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    if len(text.strip()) == len("2026-05-09"):
        return at_day(read.date())
    return local(read, zone)


def at_day(when: date) -> When:
    """Return a day without a time."""
    return When(_written(datetime.combine(when, NOON, UTC)), "day")


def local(when: datetime, zone: str) -> When:
    """Return a local time in its zone; one that happens twice, or never, is not trusted."""
    if when.tzinfo is not None:
        return When(_written(when), "exact")
    if not zone:
        return When(_written(when.replace(tzinfo=UTC)), "estimated", "no zone: taken as UTC")
    try:
        there = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: "Europe" is a folder of zones
        words = f"no such time zone as {zone}: taken as UTC"
        return When(_written(when.replace(tzinfo=UTC)), "estimated", words)
    first, second = when.replace(tzinfo=there), when.replace(tzinfo=there, fold=1)
    if first.utcoffset() != second.utcoffset():
        words = "the clock shows this time twice or never that day: it needs its offset"
        return When(_written(first), "estimated", words)
    return When(_written(first), "exact")


def _written(when: datetime) -> str:
    offset = when.utcoffset() or timedelta(0)
    text = when.isoformat(timespec="milliseconds" if when.microsecond else "seconds")
    return text.replace("+00:00", "Z") if not offset else text
