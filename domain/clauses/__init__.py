"""The clause register: what a ruling may cite, as data.

It lists every clause of the rule texts, and every reading, decision and outside rule that settles
what they leave open, so that an auditor can see what each verdict rests on.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

TEXTS: Final = ("SI", "PL", "LT-14.1", "LT-G", "LT-8", "LT-9", "LT-10", "LT-S", "readings")


class Status(StrEnum):
    """What the engine makes of a clause."""

    RULED = "ruled"  # rulings are derived from it
    REFEREE = "referee"  # the referee judges it; only his call is in the log
    NOT_IN_LOG = "not_in_log"  # procedure, equipment, geometry, or a rule we do not apply
    TODO = "todo"


class Kind(StrEnum):
    """Where a clause comes from."""

    CLAUSE = "clause"  # a rule text
    READING = "reading"  # how a doubtful or damaged clause is read
    DECISION = "decision"  # what holds where texts differ or are silent
    OUTSIDE = "outside"  # a rule of WPA or WPBSA
    CONTRACT = "contract"  # a section of the log contract


@dataclass(frozen=True, slots=True)
class Clause:
    """One entry of the register."""

    id: str
    text: str
    language: str  # of the original; the paraphrase is English
    section: str  # as the original prints it, or its line
    paraphrase: str
    status: Status
    kind: Kind = Kind.CLAUSE
    question: str = ""  # what a reading or an outside rule answers
    concerns: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()


@cache
def register() -> Mapping[str, Clause]:
    """Every clause by its canonical id, text by text in the order printed."""
    clauses = [clause for text in TEXTS for clause in _read(text)]
    return MappingProxyType({clause.id: clause for clause in clauses})


def find(clause_id: str) -> Clause | None:
    """Look a clause up by its id or a synonym of it."""
    return register().get(_synonyms().get(clause_id, clause_id))


def canonical(clause_id: str) -> str:
    """Give the id under which a clause is listed, whichever of its ids is asked for."""
    if clause := find(clause_id):
        return clause.id
    raise KeyError(clause_id)


@cache
def _synonyms() -> Mapping[str, str]:
    return {synonym: clause.id for clause in register().values() for synonym in clause.synonyms}


def _read(text: str) -> list[Clause]:
    table = tomllib.loads((files(__name__) / f"{text}.toml").read_text("utf-8"))
    return [_clause(table, entry) for entry in table["clause"]]


def _clause(table: dict[str, Any], entry: dict[str, Any]) -> Clause:
    return Clause(
        id=entry["id"],
        text=table["text"],
        language=table["language"],
        section=entry["section"],
        paraphrase=entry["paraphrase"],
        status=Status(entry["status"]),
        kind=Kind(entry.get("kind", Kind.CLAUSE)),
        question=entry.get("question", ""),
        concerns=tuple(entry.get("concerns", ())),
        synonyms=tuple(entry.get("synonyms", ())),
    )
