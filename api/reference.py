"""The clause register as the commands and the service show it."""

from __future__ import annotations

from typing import Any

from domain.clauses import Clause, Status, register


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
