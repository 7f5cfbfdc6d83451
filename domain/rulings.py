"""What a fold says about each event: the ruling, its findings, and the tables of their codes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

from domain.events import Value

Verdict = Literal[
    "legal", "foul", "break_foul", "illegal_break", "deliberate_foul", "recorded", "rejected"
]
Severity = Literal["error", "warning", "note"]
Points = tuple[int, int]
"""Change of the score of the first and of the second player."""

NO_POINTS: Points = (0, 0)


class Finding(Value, frozen=True):
    """Something an auditor should see, at the event with that ``seq``."""

    code: str
    severity: Severity
    seq: int | None
    detail: str


class Ruling(Value, frozen=True):
    """The answer to one event; ``points``, in the order of the players, and ids of clauses."""

    verdict: Verdict
    reason: str | None = None
    fouls: tuple[str, ...] = ()
    points: Points = NO_POINTS
    pocketed: tuple[str, ...] = ()
    spotted: tuple[str, ...] = ()
    run: int = 0
    rack_won_by: str | None = None
    match_won_by: str | None = None
    clauses: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    detail: str = ""


class Kind(Value, frozen=True):
    """A kind of finding: how grave it is, what it means and what an official can do."""

    severity: Severity
    meaning: str
    remedy: str


_CODES = tomllib.loads(files("domain").joinpath("codes.toml").read_text(encoding="utf-8"))

REASONS: Mapping[str, str] = MappingProxyType(_CODES["reasons"])
"""Why an event is rejected: code to meaning."""

FINDINGS: Mapping[str, Kind] = MappingProxyType(
    {code: Kind(**kind) for code, kind in _CODES["findings"].items()}
)
"""Every kind of finding: code to severity, meaning and remedy."""


def finding(code: str, seq: int | None, detail: str) -> Finding:
    """Make a finding of a known code with the severity of its kind."""
    return Finding(code, FINDINGS[code].severity, seq, detail)
