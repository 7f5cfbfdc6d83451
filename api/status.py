"""How a data directory stands: positions, matches, and what waits or was refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pydantic import BaseModel

from api.node import Lag, Node, lags
from api.reading import Source
from domain.rulesets import RULES_VERSION
from ingest.log import LogError, Position

_COUNTS: Final = {
    "events": "SELECT count(*) FROM events",
    "waiting": "SELECT coalesce(sum(waiting), 0)::BIGINT FROM matches",
    "rejected": "SELECT coalesce(sum(rejected), 0)::BIGINT FROM matches",
    "duplicates": "SELECT count(*) FROM duplicates",
}
_OUTCOMES: Final = """
WITH asked AS (
    SELECT part, unnest(range(first, after)) AS place
    FROM (SELECT unnest(?) AS part, unnest(?) AS first, unnest(?) AS after)
)
SELECT 'taken', count(*) FROM asked JOIN events ON log_partition = part AND log_offset = place
UNION ALL
SELECT 'duplicate', count(*) FROM asked
JOIN duplicates ON log_partition = part AND log_offset = place
UNION ALL
SELECT reason, count(*) FROM asked
JOIN quarantine ON log_partition = part AND log_offset = place GROUP BY reason
"""
_OF_MATCHES: Final = """
SELECT match, status, waiting, rejected, errors, warnings, notes FROM matches
WHERE match IN (SELECT unnest(?)) ORDER BY match
"""


class Outcomes(BaseModel):
    """Which records and matches are asked about: spans (partition, first offset, offset after)."""

    spans: list[tuple[int, int, int]]
    matches: list[str]


def spans_of(positions: Sequence[Position]) -> list[tuple[int, int, int]]:
    """Put positions together as spans of neighbours."""
    spans: list[tuple[int, int, int]] = []
    for partition, offset in sorted(positions):
        if spans and spans[-1][0] == partition and spans[-1][2] == offset:
            spans[-1] = (partition, spans[-1][1], offset + 1)
        else:
            spans.append((partition, offset, offset + 1))
    return spans


def outcomes(source: Source, asked: Outcomes) -> dict[str, Any]:
    """Return what became of records, by outcome, and how the matches they belong to stand."""
    parts, first, after = ([span[place] for span in asked.spans] for place in range(3))
    counts = {str(name): count for name, count in source.rows(_OUTCOMES, (parts, first, after))}
    names = ("match", "status", "waiting", "rejected", "errors", "warnings", "notes")
    rows = source.rows(_OF_MATCHES, (asked.matches,))
    return {
        "taken": counts.pop("taken", 0),
        "duplicates": counts.pop("duplicate", 0),
        "quarantined": counts,
        "matches": [dict(zip(names, row, strict=True)) for row in rows],
    }


def status_of(node: Node) -> dict[str, Any]:
    """Return how the data directory of a node stands."""
    matches = node.rows("SELECT status, count(*) FROM matches GROUP BY 1 ORDER BY 1")
    reasons = node.rows("SELECT reason, count(*) FROM quarantine GROUP BY 1 ORDER BY 1")
    figures = {name: node.rows(query)[0][0] for name, query in _COUNTS.items()}
    lags, away = _lags(node)
    return {
        "position": ",".join(f"{part}:{end}" for part, end in sorted(node.reached().items())),
        "behind": None if away else sum(lag.behind or 0 for lag in lags),
        "trouble": away or node.trouble,
        "rules_version": RULES_VERSION,
        "matches": {str(status): count for status, count in matches},
        **figures,
        "quarantined": {str(reason): count for reason, count in reasons},
        "partitions": [{**lag._asdict(), "behind": lag.behind} for lag in lags],
    }


def _lags(node: Node) -> tuple[list[Lag], str | None]:
    """Return the lag by partition, and why its ends are not known where they are not."""
    try:
        return lags(node), None
    except LogError as error:
        return [Lag(part, end, None) for part, end in sorted(node.reached().items())], str(error)
