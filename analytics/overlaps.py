"""Findings across matches: a player, or a table, in two matches at one time.

Computed when asked, over the times of whole matches: first to last event with an exact or estimated
time. Ids merged into one are one player. Matches that only touch do not overlap.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from analytics.dictionary import Source

_PAIRS: Final = """
SELECT * FROM (WITH spans AS (
    SELECT match, player1, player2, venue, table_label, first_ms, last_ms, event
    FROM matches WHERE first_ms IS NOT NULL AND last_ms > first_ms
), busy AS (
    SELECT 'player_in_two_matches' AS code, unnest([player1, player2]) AS who, spans.* FROM spans
    UNION ALL
    SELECT 'table_in_two_matches', concat_ws(' ', venue, table_label), spans.* FROM spans
    WHERE table_label IS NOT NULL
)
SELECT one.code, one.who, one.match, other.match,
    greatest(one.first_ms, other.first_ms), least(one.last_ms, other.last_ms)
FROM busy one JOIN busy other
    ON one.code = other.code AND one.who = other.who AND one.match < other.match
    AND one.first_ms < other.last_ms AND other.first_ms < one.last_ms
) ORDER BY ALL
"""


@dataclass(slots=True, frozen=True)
class Overlap:
    """Two matches at one time: what both have, and from when to when (ms, Unix time)."""

    code: str
    who: str
    match: str
    other: str
    from_ms: int
    to_ms: int


def overlaps(source: Source) -> list[Overlap]:
    """Return every pair of matches that share a player or a table at one time."""
    return [Overlap(*row) for row in source.rows(_PAIRS)]
