"""What a user says of a file: unknown headers, words, and what holds for every row."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from ingest.names import normalised

_FOLDER: Final = files("ingest") / "importers"


class BadMapping(ValueError):  # noqa: N818 - reads as what is wrong
    """A mapping file that cannot be used; the words say why."""


class Mapping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mapping file (TOML).

    ``headers``: our field to their header. ``words``: of a field, their word to ours.
    ``constants``: a field that holds for every row where the file has no such column.
    """

    format: str | None = None
    encoding: str | None = None
    delimiter: str | None = None
    headers: dict[str, str] = {}
    words: dict[str, dict[str, str]] = {}
    constants: dict[str, str | int | bool] = {}

    def constant(self, name: str, default: str = "") -> str:
        """Return a constant as text."""
        return str(self.constants.get(name, default))

    def with_format(self, name: str) -> Mapping:
        """Return the mapping with a format that is not to be told from content."""
        return msgspec.structs.replace(self, format=name)

    def with_constants(self, **given: str | int | None) -> Mapping:
        """Return the mapping with more constants; those given win over the file's."""
        told = {name: value for name, value in given.items() if value is not None}
        return msgspec.structs.replace(self, constants={**self.constants, **told})


def read_mapping(data: bytes) -> Mapping:
    """Return a mapping file; raises ``BadMapping``."""
    try:
        made = msgspec.toml.decode(data, type=Mapping)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
        raise BadMapping(str(error)) from error
    if made.delimiter is not None and len(made.delimiter) != 1:
        raise BadMapping(f"delimiter: {made.delimiter!r} is not one character; expected such as ;")
    unknown = sorted({*made.headers, *made.words, *made.constants} - {*fields()})
    if unknown:
        known = ", ".join(sorted(fields()))
        raise BadMapping(f"no such field: {', '.join(unknown)}; the fields are {known}")
    return made


@cache
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / name).read_text("utf-8"))


@cache
def fields() -> dict[str, dict[str, list[str]]]:
    """Return of every field its headers by language; the first of a language is written."""
    return _table("headers.toml")


@cache
def profiles() -> list[Mapping]:
    """Return the mappings we ship."""
    return [msgspec.convert(one, Mapping) for one in _table("profiles.toml").values()]


@cache
def header_fields() -> dict[str, str]:
    """Return of every header we know, normalised, the field it means."""
    return {
        normalised(header): name
        for name, by_language in fields().items()
        for headers in by_language.values()
        for header in (name, *headers)
    }


@cache
def words(name: str) -> dict[str, list[str]]:
    """Return of a field with a closed list of words each of ours with theirs."""
    found: dict[str, list[str]] = _table("words.toml")[name]
    return found


@cache
def known_words(name: str) -> dict[str, str]:
    """Return of every word we know of a field, normalised where it has letters, ours."""
    return {
        plain(theirs): ours for ours, listed in words(name).items() for theirs in (ours, *listed)
    }


@lru_cache(maxsize=8_192)
def plain(word: str) -> str:
    """Return a word as it is compared; a sign without letters stands for itself."""
    return normalised(word) or word.strip()
