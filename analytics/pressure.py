"""The same strokes where most is at stake: the last tenth of the target, deciding racks."""

from __future__ import annotations

from typing import Final

from analytics.dictionary import Request, Row
from analytics.selection import STROKE, count_if, counted

LAST_TENTH: Final = 10
"""14.1: the striker's score was at least nine tenths of the target."""
STAKED: Final = f"""
(SELECT s.*, CASE WHEN s.discipline = '14.1'
    THEN CASE WHEN t.player1 = s.player THEN t.target1 ELSE t.target2 END
        <= s.score * {LAST_TENTH} / ({LAST_TENTH} - 1.0)
    ELSE coalesce(k.is_decider, false) END AS staked
 FROM rulings s JOIN matches t ON t.match = s.match
 LEFT JOIN racks k ON k.match = s.match AND k.rack = s.rack) r
"""
"""Strokes with whether they were played in the last tenth, or in a deciding rack or frame."""
TESTS: Final = {
    "strokes": "true",
    "attempts": "r.attack",
    "made": "r.attack AND r.made AND r.verdict = 'legal'",
    "fouls": "r.n_fouls > 0",
}


def pressure(request: Request) -> dict[str, list[Row]]:
    """Return by discipline the strokes of one player under pressure and all others.

    Under pressure are, in 14.1, strokes at nine tenths of the target or more; elsewhere those of a
    deciding rack or frame.
    """
    found: dict[str, list[Row]] = {}
    for staked in (True, False):
        where = f"{STROKE} AND {'' if staked else 'NOT '}r.staked"
        for (_, discipline), tally in counted(request, STAKED.strip(), where, count_if(TESTS)):
            found.setdefault(discipline, []).append(
                {
                    "under_pressure": staked,
                    **tally.take(*TESTS),
                    **_prefixed("accuracy", tally.share("made", "attempts", "accuracy")),
                    **_prefixed("fouls", tally.share("fouls", "strokes", "fouls_per_stroke")),
                }
            )
    return found


def _prefixed(prefix: str, share: Row) -> Row:
    return {
        f"{prefix}_{name}" if name in ("low", "high") else name: value
        for name, value in share.items()
    }
