"""Breaks: what the opening stroke of a rack came to."""

from __future__ import annotations

from analytics.dictionary import Request, Row, statistic
from analytics.selection import STROKE, count_if, counted, head

STRAIGHT = ("made", "legal", "breaking_foul", "foul")
OUTCOMES_STRAIGHT = {
    "made": "r.verdict = 'legal' AND r.balls > 0",
    "legal": "r.verdict = 'legal' AND r.balls = 0",
    "breaking_foul": "list_contains(r.fouls, 'break_foul')",
    "foul": "r.n_fouls > 0 AND NOT list_contains(r.fouls, 'break_foul')",
}
OUTCOMES_RACKS = {
    "won": "r.verdict = 'legal' AND r.rack_won_by = r.player",
    "made": "r.verdict = 'legal' AND r.rack_won_by IS NULL AND r.balls > 0",
    "dry": "r.verdict = 'legal' AND r.rack_won_by IS NULL AND r.balls = 0",
    "illegal": "r.verdict = 'illegal_break' OR (r.verdict = 'break_foul' "
    "AND NOT list_contains(r.fouls, 'scratch'))",
    "foul": "r.verdict NOT IN ('legal', 'illegal_break', 'break_foul') "
    "AND NOT list_contains(r.fouls, 'scratch')",
    "scratch": "r.verdict <> 'legal' AND list_contains(r.fouls, 'scratch')",
}
SUCCESS_RACKS = "r.verdict = 'legal' AND (r.rack_won_by = r.player OR r.balls > 0)"
HELD = "r.verdict = 'legal' AND r.balls = 0 AND r.next_balls = 0"
WITH_NEXT = (
    "(SELECT b.*, n.balls AS next_balls FROM rulings b LEFT JOIN innings n "
    "ON n.match = b.match AND n.inning = b.inning + 1 AND n.player = b.opponent "
    "AND n.discipline = '14.1') r"
)
"""Strokes of 14.1 with the balls of the opponent's inning after the turn."""


@statistic(
    "break-success",
    sort="rate",
    n="breaks",
    columns={
        "player": "player", "discipline": "discipline", "breaks": "opening breaks recorded",
        "success": "14.1: called ball made, or legal without; others: won, or a ball made",
        "rate": "success / breaks", "low": "95 % interval, lower bound",
        "high": "95 % interval, upper bound", "outcomes": "breaks by outcome",
        "held": "14.1: legal, and the opponent's next inning made nothing; else null",
    },
    unlock={
        "rows": "opening breaks recorded as strokes",
        "held": "14.1: no other discipline has it",
    },
)  # fmt: skip
def break_success(request: Request) -> list[Row]:
    """Outcomes of opening breaks, each break exactly one.

    14.1: called ball made, legal without a ball, breaking foul, other foul; success is the first
    two, `held` counts legal breaks after which the opponent's next inning made nothing. 8-, 9- and
    10-ball: won on the break, ball made and legal, dry and legal, illegal, foul (scratch apart);
    success is won or made. Only breaks recorded as strokes count.
    """
    return _breaks(request, OUTCOMES_STRAIGHT, "r.discipline = '14.1'", straight=True) + _breaks(
        request,
        OUTCOMES_RACKS,
        "r.discipline IN ('8-ball', '9-ball', '10-ball')",
        straight=False,
    )


def _breaks(request: Request, outcomes: dict[str, str], where: str, *, straight: bool) -> list[Row]:
    success = "r.verdict = 'legal'" if straight else SUCCESS_RACKS
    tests = {"breaks": "true", "success": success, **outcomes} | (
        {"held": HELD} if straight else {}
    )
    source = WITH_NEXT if straight else "rulings r"
    where = f"{STROKE} AND r.is_break AND {where}"
    return [
        {
            **head(player, discipline, tally),
            **tally.take("breaks", "success"),
            **tally.share("success", "breaks"),
            "outcomes": tally.take(*outcomes),
            "held": tally.sums["held"] if straight else None,
        }
        for (player, discipline), tally in counted(request, source, where, count_if(tests))
    ]
