"""Matches that need a look: errors, records not folded, protests, players in two places at once.

A stated result of which no play was recorded differs from the replay by the letter, and nothing can
check it: such matches are counted apart, and need a look only for something else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from analytics.identities import Merged
from analytics.overlaps import Overlap, overlaps
from api.node import Node
from domain.rulings import FINDINGS
from domain.stated import FROM_CLAIMS

COLUMNS: Final = (
    "match", "event", "discipline", "players", "score", "status", "stands", "errors", "warnings",
    "rejected", "quarantined", "waiting", "open_protests", "unchecked", "claim_sources", "findings",
)  # fmt: skip
_JUDGED: Final = """
WITH judged AS (
    SELECT m.* REPLACE (
            m.errors - m.unchecked AS errors, m.warnings - m.unchecked_warnings AS warnings
        ),
        coalesce(q.records, 0) AS quarantined,
        m.status = 'not_open' OR m.rejected + m.waiting + m.open_protests + quarantined > 0
            OR m.errors - m.unchecked + m.warnings - m.unchecked_warnings > 0
            OR m.match IN (SELECT unnest($2)) AS needs_a_look
    FROM matches m
    LEFT JOIN (SELECT match, count(*) AS records FROM quarantine GROUP BY match) q USING (match)
    WHERE $1 IS NULL OR m.event = $1
)
"""
_MATCHES: Final = f"""{_JUDGED}
SELECT m.match, m.event, m.discipline, m.player1, m.player2, m.score1, m.score2, m.status,
    m.standing, m.errors, m.warnings, m.rejected, m.quarantined, m.waiting,
    m.open_protests, m.unchecked, m.claim_sources, coalesce(list_filter(
        f.codes, lambda code: m.unchecked = 0 OR NOT list_contains($3, code)), [])
FROM judged m
LEFT JOIN (
    SELECT match, list(DISTINCT code ORDER BY code) AS codes FROM findings
    WHERE severity <> 'note' GROUP BY match
) f USING (match)
WHERE m.needs_a_look = $4 AND (m.needs_a_look OR m.unchecked > 0)
ORDER BY m.match
"""  # noqa: S608 - words of ours
_UNCHECKED: Final = f"""{_JUDGED}
SELECT count(*), count(*) FILTER (claim_sources > 1) FROM judged
WHERE unchecked > 0 AND NOT needs_a_look
"""  # noqa: S608 - words of ours
_COUNT: Final = "SELECT count(*) FROM matches WHERE $1 IS NULL OR event = $1"
_UNREADABLE: Final = """
SELECT count(*) FROM quarantine WHERE match IS NULL OR match NOT IN (SELECT match FROM matches)
"""
GRAVE: Final = ("errors", "rejected", "quarantined", "waiting", "open_protests", "warnings")
"""What makes a match worth a look, gravest first; besides, that it was never opened."""


def doubtful(node: Node, event: str | None = None, *, unchecked: bool = False) -> dict[str, Any]:
    """Return the matches that need a look, gravest first, with the pairs that overlap.

    Warnings count, notes do not. ``unreadable`` counts records in quarantine of no known match.
    ``unchecked`` counts the matches besides whose stated result nothing on record can check, and
    of these the ones of which several sources state the same; when asked for, it lists them.
    """
    crossing = overlaps(Merged(node, node.people.known().identities))
    by_match: dict[str, list[Overlap]] = defaultdict(list)
    for pair in crossing:
        by_match[pair.match].append(pair)
        by_match[pair.other].append(pair)
    asked = (event, list(by_match), FROM_CLAIMS)
    rows = [_row(row) for row in node.rows(_MATCHES, (*asked, True))]
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
        "unchecked": _unchecked(node, asked, listed=unchecked),
        "overlaps": [
            {"code": pair.code, "severity": FINDINGS[pair.code].severity, "who": pair.who}
            | {"matches": [pair.match, pair.other], "from_ms": pair.from_ms, "to_ms": pair.to_ms}
            for pair in crossing
            if {pair.match, pair.other} & named
        ],
    }


def _unchecked(node: Node, asked: tuple[Any, ...], *, listed: bool) -> dict[str, Any]:
    matches, agreed = node.rows(_UNCHECKED, asked[:2])[0]
    items = [_row(row) for row in node.rows(_MATCHES, (*asked, False))] if listed else None
    return {"matches": matches, "agreed": agreed, "items": items}


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
