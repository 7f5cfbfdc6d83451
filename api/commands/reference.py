"""``cuelog schema``, ``reasons`` and ``clauses``: what the code knows, for people and machines."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter
from rich.text import Text

from api.advice import REJECTED, UNFOLDED
from api.codes import reason_tables
from api.commands.place import HERE, Place
from api.printing import print_json, show, table
from api.reference import clause_fields, clause_rows
from api.refusal import Refused
from domain.clauses import Clause, Status, find, register
from domain.events import event_schema
from domain.rulings import FINDINGS

Json = Annotated[bool, Parameter(negative=(), help="Print JSON, for machines.")]


def schema(*, json: Json = True, place: Place = HERE) -> None:
    """Print the JSON Schema of the events of a match log; it is JSON in any case."""
    del json, place
    print_json(event_schema())


def asyncapi(*, json: Json = True, place: Place = HERE) -> None:
    """Print the Kafka topics as an AsyncAPI 3 document; it is JSON in any case."""
    from ingest.asyncapi import asyncapi as made

    del json, place
    print_json(made())


def reasons(*, json: Json = False, place: Place = HERE) -> None:
    """Print every reason and every finding: what it means, and what to do."""
    del place
    if json:
        print_json(reason_tables())
        return
    for title, entries in (("Rejected", REJECTED), ("Not folded", UNFOLDED)):
        told = [(code, entry.meaning, entry.remedy) for code, entry in entries.items()]
        show(table(("reason", "meaning", "what to do"), told, title), "")
    rows = [(code, kind.severity, kind.meaning, kind.remedy) for code, kind in FINDINGS.items()]
    show(table(("finding", "severity", "meaning", "what to do"), rows, "Findings"))


def clauses(
    clause: str | None = None,
    *,
    text: str | None = None,
    status: Status | None = None,
    json: Json = False,
    place: Place = HERE,
) -> None:
    """Print the clause register, or one clause.

    Parameters
    ----------
    clause
        Id of a clause or reading, or a synonym of it.
    text
        List one text only: SI, PL, LT-14.1, LT-G, LT-8, LT-9, LT-10, LT-S, readings.
    status
        List clauses of one status only.
    json
        Print JSON, for machines.
    place
        Where the data is.
    """
    del place
    if clause is not None:
        _print_clause(clause, json=json)
        return
    listed = clause_rows(text, status)
    if not listed:
        raise Refused("no clause is both; texts: " + ", ".join(_texts()))
    if json:
        print_json([clause_fields(entry) for entry in listed])
        return
    rows = [(entry.id, entry.status, entry.section, entry.paraphrase) for entry in listed]
    show(table(("id", "status", "section", "says"), rows))


def _texts() -> list[str]:
    return list(dict.fromkeys(entry.text for entry in register().values()))


def _print_clause(name: str, *, json: bool) -> None:
    entry = find(name)
    if entry is None:
        raise Refused(f"no clause has the id {name}; `cuelog clauses` lists them all")
    if json:
        print_json(clause_fields(entry))
        return
    show(*(Text(f"{label:<11}{value}") for label, value in _told(entry) if value))


def _told(entry: Clause) -> list[tuple[str, Any]]:
    return [
        ("id", entry.id),
        ("text", f"{entry.text}, section {entry.section} ({entry.language})"),
        ("kind", entry.kind),
        ("status", entry.status),
        ("question", entry.question),
        ("says", entry.paraphrase),
        ("concerns", ", ".join(entry.concerns)),
        ("synonyms", ", ".join(entry.synonyms)),
    ]
