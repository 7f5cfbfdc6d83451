"""The rule texts as data: parameters with their provenance, and what each decision rests on.

A file a discipline and text. A parameter says where its value stands (``text``: a clause) or why
it is the default where the text is silent (``default``). ``cites`` maps the decisions of a game to
the clauses and readings behind them. Read once from the package; nothing here names a nation.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from domain.events import Value

Cites = Mapping[str, tuple[str, ...]]
"""Decision to the ids of the clauses and readings it rests on."""

RULES_VERSION = "2026.12.2"
"""Changes whenever a ruling may change; every row and answer carries it."""


class Parameter(Value, frozen=True):
    """A value (none: no limit) and its source: a clause, or why it is the default."""

    value: Any = None
    text: str | None = None
    default: str | None = None


class RuleText(Value, frozen=True):
    """One rule text for one discipline."""

    text: str
    edition: str
    discipline: str
    parameters: dict[str, Parameter]
    cites: dict[str, tuple[str, ...]]

    def values(self) -> dict[str, Any]:
        """Return the parameters' values by name."""
        return {name: parameter.value for name, parameter in self.parameters.items()}


@cache
def rule_texts() -> Mapping[tuple[str, str], RuleText]:
    """Return every rule text by discipline and text."""
    sources = {
        entry.name.removesuffix(".toml"): tomllib.loads(entry.read_text(encoding="utf-8"))
        for entry in files(__name__).iterdir()
        if entry.name.endswith(".toml")
    }
    texts = [_read(data, sources) for data in sources.values() if "discipline" in data]
    return {(text.discipline, text.text): text for text in texts}


def rule_text(discipline: str, text: str) -> RuleText | None:
    """Return the text for the discipline, or None when there is none."""
    return rule_texts().get((discipline, text))


def _read(data: dict[str, Any], sources: Mapping[str, dict[str, Any]]) -> RuleText:
    """Make a text of its file and of the files it extends; its own words come last."""
    cites: dict[str, tuple[str, ...]] = {}
    for source in (*(sources[name] for name in data["extends"]), data):
        cites |= {decision: tuple(ids) for decision, ids in source["cites"].items()}
    return RuleText(
        text=data["text"],
        edition=data["edition"],
        discipline=data["discipline"],
        parameters={name: Parameter(**entry) for name, entry in data["parameters"].items()},
        cites=cites,
    )
