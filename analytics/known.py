"""What the registry says of people: who counts for whom, and whose name is shown no more."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from domain.registry import Registry
from ingest.log import ReadableLog
from ingest.registry import entries

WITHHELD: Final = b'{"withheld":"a record that names somebody whose name is erased"}'
"""What stands for a record that cannot be read, and may hold an erased name."""
_MAY_NAME: Final = (b"name", b"\\")
"""What a record with a name has one of: the key as it is, or written with escapes."""


@dataclass(slots=True, frozen=True)
class Known:
    """What the registry said when it was looked at."""

    erased: frozenset[str]
    identities: Mapping[str, str]

    def whole(self, player: str) -> str:
        """Return the id a player counts for."""
        return self.identities.get(player, player)

    def hides(self, player: object) -> bool:
        """Tell whether the name of a player is erased."""
        return isinstance(player, str) and player in self.erased

    def clean(self, value: Any) -> Any:  # noqa: ANN401 - whatever JSON can hold
        """Return a JSON value without the names of erased players."""
        if isinstance(value, dict):
            given: dict[str, Any] = value  # pyright: ignore[reportUnknownVariableType]
            hidden = self.hides(given.get("id")) and "name" in given
            return {
                key: None if hidden and key == "name" else self.clean(part)
                for key, part in given.items()
            }
        if isinstance(value, (list, tuple)):
            return [self.clean(part) for part in value]  # pyright: ignore[reportUnknownVariableType]
        return value

    def clean_record(self, raw: bytes) -> bytes:
        """Return the bytes of a record, others than received where they held an erased name."""
        if not self.erased or not any(part in raw for part in _MAY_NAME):
            return raw
        try:
            value: Any = json.loads(raw)
            cleaned = self.clean(value)
        except (ValueError, RecursionError):
            text = raw.decode("utf-8", "replace")
            return WITHHELD if any(player in text for player in self.erased) else raw
        if cleaned == value:
            return raw
        return json.dumps(cleaned, ensure_ascii=False, separators=(",", ":")).encode()


def known_from(log: ReadableLog) -> Known:
    """Return what the registry in a log says."""
    registry = Registry()
    for _, entry in entries(log, {}):
        registry.apply(entry)
    return known_of(registry)


def known_of(registry: Registry) -> Known:
    """Hide the names of a person whose name is erased under every id that counts for it now."""
    identities = registry.identities()
    persons = {identities.get(player, player) for player in registry.erased}
    merged = {player for player, into in identities.items() if into in persons}
    return Known(frozenset(registry.erased | persons | merged), identities)
