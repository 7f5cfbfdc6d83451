"""Matches that need a look: errors, records not folded, protests, players in two places at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from analytics.identities import Merged
from analytics.overlaps import Overlap, overlaps
from api.node import Node
from domain.rulings import FINDINGS

COLUMNS: Final = (
    "match", "event", "discipline", "players", "score", "status", "stands", "errors", "warnings",
    "rejected", "quarantined", "waiting", "open_protests", "findings",
)  # fmt: skip
_MATCHES: Final = """
SELECT m.match, m.event, m.discipline, m.player1, m.player2, m.score1, m.score2, m.status,
    m.standing, m.errors, m.warnings, m.rejected, coalesce(q.records, 0), m.waiting,
    m.open_protests, coalesce(f.codes, [])
FROM matches m
LEFT JOIN (SELECT match, count(*) AS records FROM quarantine GROUP BY match) q USING (match)
LEFT JOIN (
    SELECT match, list(DISTINCT code ORDER BY code) AS codes FROM findings
    WHERE severity <> 'note' GROUP BY match
) f USING (match)
WHERE ($1 IS NULL OR m.event = $1) AND (
    m.status = 'not_open' OR m.errors + m.warnings + m.rejected + m.waiting + m.open_protests > 0
    OR q.records > 0 OR m.match IN (SELECT unnest($2))
)
ORDER BY m.match
"""
_COUNT: Final = "SELECT count(*) FROM matches WHERE $1 IS NULL OR event = $1"
_UNREADABLE: Final = """
SELECT count(*) FROM quarantine WHERE match IS NULL OR match NOT IN (SELECT match FROM matches)
"""
GRAVE: Final = ("errors", "rejected", "quarantined", "waiting", "open_protests", "warnings")
"""What makes a match worth a look, gravest first; besides, that it was never opened."""


def doubtful(node: Node, event: str | None = None) -> dict[str, Any]:
    """Return the matches that need a look, gravest first, with the pairs that overlap.

    Warnings count, notes do not. ``unreadable`` counts records in quarantine of no known match.
    """
    crossing = overlaps(Merged(node, node.people.known().identities))
    by_match: dict[str, list[Overlap]] = defaultdict(list)
    for pair in crossing:
        by_match[pair.match].append(pair)
        by_match[pair.other].append(pair)
    rows = [_row(row) for row in node.rows(_MATCHES, (event, list(by_match)))]
    for row in rows:
        pairs = by_match[row["match"]]
        row["findings"] += sorted({pair.code for pair in pairs})
        row["warnings"] += len(pairs)
    items = sorted(rows, key=_gravest_first)
    named = {row["match"] for row in rows}
    return {
        "event": event,
        "matches": node.rows(_COUNT, (event,))[0][0],
        "unreadable": 0 if event else node.rows(_UNREADABLE)[0][0],
        "items": items,
        "overlaps": [
            {"code": pair.code, "severity": FINDINGS[pair.code].severity, "who": pair.who}
            | {"matches": [pair.match, pair.other], "from_ms": pair.from_ms, "to_ms": pair.to_ms}
            for pair in crossing
            if {pair.match, pair.other} & named
        ],
    }


def _row(row: tuple[Any, ...]) -> dict[str, Any]:
    match, event, discipline, one, two, score1, score2, *rest = row
    known = one is not None
    values = [
        match, event, discipline, [one, two] if known else None,
        {one: score1, two: score2} if known else None, *rest,
    ]  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))


def _gravest_first(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return (*(-row[name] for name in GRAVE), row["match"])
