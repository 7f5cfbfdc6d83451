"""The clause register as the commands and the service show it."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from domain.clauses import Clause, Kind, Status, register


def clause_fields(clause: Clause) -> dict[str, Any]:
    """Return a clause as plain data."""
    return {
        "id": clause.id,
        "kind": str(clause.kind),
        "text": clause.text,
        "language": clause.language,
        "section": clause.section,
        "status": str(clause.status),
        "question": clause.question or None,
        "paraphrase": clause.paraphrase,
        "concerns": list(clause.concerns),
        "synonyms": list(clause.synonyms),
    }


def clause_rows(text: str | None = None, status: Status | None = None) -> list[Clause]:
    """Return the clauses of a text, of a status, of both, or all."""
    return [
        clause
        for clause in register().values()
        if text in (None, clause.text) and status in (None, clause.status)
    ]


class Coverage(NamedTuple):
    """How many clauses of a text there are of each status."""

    text: str
    ruled: int
    referee: int
    not_in_log: int
    todo: int


def coverage() -> list[Coverage]:
    """Count the clauses of each rule text by status; readings and decisions are not clauses."""
    counts: dict[str, Counter[Status]] = {}
    for clause in register().values():
        if clause.kind is Kind.CLAUSE:
            counts.setdefault(clause.text, Counter())[clause.status] += 1
    return [Coverage(text, *(found[status] for status in Status)) for text, found in counts.items()]


def coverage_table() -> str:
    """Return the coverage of the rule texts as a table of the README."""
    lines = ["| text | ruled | referee | not in the log |", "|---|--:|--:|--:|"]
    lines += [
        f"| {one.text} | {one.ruled} | {one.referee} | {one.not_in_log} |" for one in coverage()
    ]
    return "\n".join(lines)
