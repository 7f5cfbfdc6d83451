"""Rulings that other rules change: kept in the data directory, and told in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from api.auth import write_private
from domain.events import encode_event as encode
from domain.rulesets import RULES_VERSION
from projections.changes import Change

WHAT: Final = {"rulings": "ruling", "matches": "result"}
"""What a row of each table is."""
SHOWN: Final = 5
"""Matches a line names."""


def summary(found: Sequence[Change]) -> str:
    """Return in one line how much changes, and where."""
    matches = sorted({change.key["match"] for change in found})
    if not matches:
        return "no ruling and no result changes"
    rulings = sum(change.table == "rulings" for change in found)
    results = len(found) - rulings
    named = ", ".join(matches[:SHOWN]) + (", ..." if len(matches) > SHOWN else "")
    return f"rulings {rulings}, results {results}, in matches {len(matches)}: {named}"


def as_rows(found: Sequence[Change]) -> list[dict[str, Any]]:
    """Return changes as JSON objects."""
    return [
        {"what": WHAT[change.table], **change.key}
        | {"before": change.before, "after": change.after}
        for change in found
    ]


def keep_changes(data: Path, version: str, found: Sequence[Change]) -> Path:
    """Write changes to a file of the data directory, an object a line, and return its path."""
    path = data / f"changed-{version}-{RULES_VERSION}.jsonl"
    write_private(path, "".join(f"{encode(row).decode()}\n" for row in as_rows(found)))
    return path


def told(values: Mapping[str, Any] | None) -> str:
    """Return the values of one side of a change in words."""
    if values is None:
        return "none"
    return ", ".join(f"{name} {_word(value)}" for name, value in values.items())


def _word(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "-"  # pyright: ignore[reportUnknownArgumentType]
    return "-" if value is None else str(value)
