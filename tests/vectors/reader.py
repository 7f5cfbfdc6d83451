"""Reads the conformance vectors and compares a replay with what they expect.

Compared by subset, as their README has it: only the keys given; ``fouls``, ``options``, ``balls``
and ``spotted`` as sets; null and empty alike. Findings and clauses named are there among others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

HERE = Path(__file__).parent
FOLDERS = ("14.1", "pool", "snooker", "replay")
SETS = frozenset({"fouls", "options", "balls", "spotted"})
LISTS = ("rejected", "quarantined", "waiting", "duplicates")

Fields = dict[str, Any]


@dataclass(slots=True)
class Expected:
    """What one line expects: of an event's line in the trace, or of a whole replay."""

    line: int
    fields: Fields
    seq: int | None = None
    id: str | None = None
    part: int | None = None
    as_of: int | None = None


@dataclass(slots=True)
class Vector:
    """One file: the records in log order, and what they are expected to yield."""

    path: Path
    name: str
    words: str
    records: list[bytes] = field(default_factory=list[bytes])
    events: list[Expected] = field(default_factory=list[Expected])
    replays: list[Expected] = field(default_factory=list[Expected])

    def log(self) -> bytes:
        """Return the records as a ``.jsonl`` file."""
        return b"\n".join(self.records) + b"\n"


def paths(*folders: str) -> list[Path]:
    """Return the files of some folders, in order."""
    return [path for folder in folders for path in sorted((HERE / folder).glob("*.jsonl"))]


def read(path: Path) -> Vector:
    """Read one vector; its events are handed over verbatim."""
    first, *lines = path.read_text("utf-8").rstrip("\n").split("\n")
    head = json.loads(first)
    vector = Vector(path, head["vector"], head["words"])
    last: Fields = {}
    for number, text in enumerate(lines, start=2):
        fields: Fields = json.loads(text)
        if "raw" in fields:
            vector.records.append(fields["raw"].encode("utf-8", "surrogatepass"))
        elif "expect" in fields:
            vector.events.append(_expected(number, fields, last))
        elif "expect_replay" in fields:
            told = Expected(number, fields["expect_replay"], as_of=fields.get("as_of"))
            vector.replays.append(told)
        else:
            vector.records.append(text.encode())
            last = fields
    return vector


def _expected(number: int, fields: Fields, last: Fields) -> Expected:
    asserted = dict(fields["expect"])
    part = asserted.pop("part", fields.get("part"))
    return Expected(number, asserted, last["seq"], last["id"], part)


def trace_differences(vector: Vector, trace: Sequence[Fields]) -> list[str]:
    """Compare the lines of a trace with what the vector expects of its events."""
    return [
        f"line {expected.line}: {words}"
        for expected in vector.events
        for words in _line_differences(expected, trace)
    ]


def _line_differences(expected: Expected, trace: Sequence[Fields]) -> Iterator[str]:
    found = [
        line
        for line in trace
        if line["seq"] == expected.seq
        and line["id"] == expected.id
        and expected.part in (None, line.get("part"))
    ]
    if not found:
        yield f"seq {expected.seq} has no line in the trace"
        return
    yield from differences(expected.fields, found[-1])


def replay_differences(expected: Expected, replayed: Fields) -> list[str]:
    """Compare one object of ``cuelog replay --json`` with what the vector expects of it."""
    rest = dict(expected.fields)
    found: list[str] = []
    for name in LISTS:
        if (items := rest.pop(name, None)) is not None:
            found += _item_differences(name, items, replayed[name])
    absent = set(rest.pop("findings_absent", ()))
    codes = {finding["code"] for finding in replayed["findings"]}
    found += [f"finding {code} is there" for code in sorted(absent & codes)]
    found += differences(rest, replayed)
    return [f"line {expected.line}: {words}" for words in found]


def _item_differences(name: str, expected: list[Fields], got: list[Fields]) -> list[str]:
    if len(expected) != len(got):
        return [f"{name}: expected {expected}, got {got}"]
    pairs = zip(expected, got, strict=True)
    return [words for item, other in pairs for words in differences(item, other, name)]


def differences(expected: object, got: object, place: str = "") -> list[str]:
    """Return where ``got`` lacks what is expected."""
    name = place.rpartition(".")[2]
    if not _told(expected) and not _told(got):
        return []
    if isinstance(expected, dict):
        return _map_differences(cast("Fields", expected), got, place)
    if isinstance(expected, list) and isinstance(got, list):
        return _list_differences(name, cast("list[Any]", expected), cast("list[Any]", got), place)
    return [] if expected == got else [f"{place}: expected {expected}, got {got}"]


def _told(value: object) -> bool:
    return value is not None and value not in ([], {})


def _map_differences(expected: Fields, got: object, place: str) -> list[str]:
    if not isinstance(got, dict):
        return [f"{place}: expected {expected}, got {got}"]
    fields = cast("Fields", got)
    return [
        words
        for name, value in expected.items()
        for words in differences(value, fields.get(name), f"{place}.{name}" if place else name)
    ]


def _list_differences(name: str, expected: list[Any], got: list[Any], place: str) -> list[str]:
    if name == "findings":
        missing = [item for item in expected if all(differences(item, other) for other in got)]
    elif name == "clauses":
        missing = [item for item in expected if item not in got]
    elif name in SETS:
        missing = [] if sorted(expected) == sorted(got) else expected
    else:
        missing = [] if expected == got else expected
    return [f"{place}: expected {missing}, got {got}"] if missing else []
