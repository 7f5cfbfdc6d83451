"""Ids that are the same whenever a file is imported again, and say nothing of a person.

A person known to a file by name alone gets an id keyed with a secret of the data directory: the
same name gives the same id there, and nobody without the key can find the name by trying names.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from domain.events import AnyEvent, encode_event
from domain.registry import alias_id
from ingest.faults import IDENTIFIER
from ingest.names import normalised

KEY_BYTES: Final = 32
_DIGITS: Final = 20
"""Hexadecimal digits of an id: 80 bits, so that no two of a million people share one."""


def squeezed(text: str) -> str:
    """Return text in NFC, with single spaces and without NBSP, as it is kept and shown."""
    return " ".join(unicodedata.normalize("NFC", text).split())


@dataclass(slots=True, frozen=True)
class Ids:
    """Makes ids; ``key`` is the secret of the data directory."""

    key: bytes

    def player(self, source: str, given: str, name: str = "", club: str = "") -> str:
        """Return the id of a person: the one a source gives, else one of name and club.

        An id that cannot be told from the name is not taken as one.
        """
        return _player(self.key, source, given, name, club)

    def match(self, source: str, *parts: str) -> str:
        """Return the id of a match from what names it in its source."""
        return f"{source}-{_hidden(self.key, 'match', source, *map(squeezed, parts))}"


@lru_cache(maxsize=8_192)
def _player(key: bytes, source: str, given: str, name: str, club: str) -> str:
    made = alias_id(source, given)
    if given and IDENTIFIER.fullmatch(made) and normalised(given) != normalised(name):
        return made
    return f"p-{_hidden(key, 'player', normalised(name or given), normalised(club))}"


def _hidden(key: bytes, *parts: str) -> str:
    message = "\x1f".join(parts).encode()
    return hmac.new(key, message, hashlib.sha256).hexdigest()[:_DIGITS]


def event_id(event: AnyEvent) -> str:
    """Return an id made of all an event says, so that the same row gives the same record."""
    return f"i-{hashlib.sha256(encode_event(event)).hexdigest()[:_DIGITS]}"
