"""I-JSON, the JSON that means the same to everybody (RFC 7493), with the limits of the contract.

msgspec decodes fast and is lenient: the last of two equal names wins, and fields it does not know
are skipped unread. ``parse`` is the strict reading that leaves nothing unlooked at.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final, NoReturn, cast

from ingest.faults import Flaw

LONGEST: Final = 2_000
"""Characters of a string, names of fields included."""
DEEPEST: Final = 64
"""Objects and lists within each other; a bound of our own, so that no stack decides."""
EXACT: Final = 2**53 - 1
"""The greatest integer that every JSON reader keeps exact."""

BOM: Final = b"\xef\xbb\xbf"
_DIGITS: Final = len(str(EXACT))


def parse(raw: bytes) -> object:
    """Return the value of one JSON text, or raise ``Flaw``."""
    if raw.startswith(BOM):
        raise Flaw("", "starts with a byte order mark: save it as UTF-8 without BOM")
    try:
        value = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_int=_integer,
            parse_constant=_constant,
        )
    except UnicodeDecodeError as error:
        raise Flaw("", f"byte {error.start} is not UTF-8: save it as UTF-8") from error
    except json.JSONDecodeError as error:
        raise Flaw("", f"is not JSON: {error.msg} at character {error.pos}") from error
    except RecursionError as error:
        raise _too_deep("") from error
    _check(value, "", 0)
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of its pairs, refusing a name that occurs twice."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Flaw("", f"{json.dumps(twice)} stands twice in one object: keep one of the two")
    return fields


def _integer(digits: str) -> int:
    """Return an integer; one of very many digits stays what it is, too great."""
    return int(digits) if len(digits) <= _DIGITS + 1 else EXACT + 1


def _constant(name: str) -> NoReturn:
    """Refuse ``NaN`` and ``Infinity``, which Python's reader would take."""
    raise Flaw("", f"{name} is no JSON: leave out what was not measured")


def _too_deep(place: str) -> Flaw:
    return Flaw(place, f"is nested more than {DEEPEST} deep: make it flatter")


def _check(value: object, place: str, depth: int) -> None:
    """Refuse what I-JSON or the limits forbid in a value and everything within."""
    if isinstance(value, str):
        _check_text(value, place)
    elif isinstance(value, int):
        if abs(value) > EXACT:
            raise Flaw(place, "is an integer beyond 2^53-1: write it as text")
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise Flaw(place, "is a number too great for a JSON reader")
    elif isinstance(value, (dict, list)):
        if depth == DEEPEST:
            raise _too_deep("")
        _check_items(cast("dict[str, object] | list[object]", value), place, depth + 1)


def _check_items(value: dict[str, object] | list[object], place: str, depth: int) -> None:
    if isinstance(value, dict):
        for name, item in value.items():
            _check_text(name, place)
            _check(item, f"{place}.{name}" if place else name, depth)
    else:
        for index, item in enumerate(value):
            _check(item, f"{place}[{index}]", depth)


def _check_text(text: str, place: str) -> None:
    """Refuse a string that is too long or that no UTF-8 can hold."""
    if len(text) > LONGEST:
        raise Flaw(place, f"has {len(text)} characters; at most {LONGEST} are allowed")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise Flaw(place, "holds half of a surrogate pair: write the whole pair") from error
