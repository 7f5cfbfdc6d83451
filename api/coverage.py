"""The clause coverage table of the README: ``python -m api.coverage`` prints it."""

from __future__ import annotations

import sys
from collections import Counter

from domain.clauses import Kind, Status, register

TITLES = {
    "SI": "14.1, Slovenian", "PL": "14.1, Polish", "LT-14.1": "14.1, Lithuanian",
    "LT-G": "pool in general, Lithuanian", "LT-8": "8-ball, Lithuanian",
    "LT-9": "9-ball, Lithuanian", "LT-10": "10-ball, Lithuanian", "LT-S": "snooker, Lithuanian",
}  # fmt: skip
SHOWN = (Status.RULED, Status.REFEREE, Status.NOT_IN_LOG, Status.TODO)


def coverage() -> str:
    """Return how many clauses of each text are ruled, the referee's, not in a log, or to do."""
    counts: Counter[tuple[str, Status]] = Counter(
        (clause.text, clause.status) for clause in register().values() if clause.kind is Kind.CLAUSE
    )
    lines = ["| text | ruled | referee | not in a log | to do |", "|---|--:|--:|--:|--:|"]
    for text, title in TITLES.items():
        figures = " | ".join(str(counts[text, status]) for status in SHOWN)
        lines.append(f"| {title} (`{text}`) | {figures} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(coverage())
