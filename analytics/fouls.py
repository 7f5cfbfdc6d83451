"""Fouls: how often, and of which kind."""

from __future__ import annotations

from collections import Counter, defaultdict

from analytics.dictionary import Request, Row, statistic
from analytics.selection import count_if, counted, head, select

APART = "list_has_any(r.fouls, ['deliberate_touch', 'deliberate_stop', 'unsporting'])"
"""Deliberate fouls and conduct are apart: they are in ``by_code``, not in the rates."""
STANDS = "NOT r.void AND NOT r.inferred"
COUNTS = {
    **count_if(
        {
            "strokes": "r.kind = 'shot'",
            "stroke_fouls": f"r.kind = 'shot' AND r.n_fouls > 0 AND NOT {APART}",
            "fouls": f"r.n_fouls > 0 AND NOT {APART}",
        }
    ),
    "innings": "count(DISTINCT CASE WHEN NOT r.out_of_turn THEN r.inning END)",
}


@statistic(
    "foul-rates",
    sort="per_stroke",
    n="strokes",
    columns={
        "player": "player", "discipline": "discipline", "matches": "matches used",
        "strokes": "strokes recorded as strokes", "innings": "innings",
        "fouls": "strokes with a foul, breaking fouls too; deliberate ones and conduct apart",
        "per_stroke": "fouls of recorded strokes / strokes",
        "per_stroke_low": "95 % interval, lower bound",
        "per_stroke_high": "95 % interval, upper bound",
        "per_inning": "fouls / innings", "per_inning_low": "95 % interval, lower bound",
        "per_inning_high": "95 % interval, upper bound",
        "by_code": "fouls by code; a stroke with three codes counts in three",
    },
    unlock={
        "rows": "strokes, or innings summed up",
        "per_stroke": "strokes recorded one by one",
    },
)  # fmt: skip
def foul_rates(request: Request) -> list[Row]:
    """Fouls / strokes and fouls / innings, breaking fouls included and given apart by code.

    A stroke with three codes is one foul in the rates and three in the breakdown. Deliberate fouls
    and conduct are in the breakdown alone. Strokes are those recorded as strokes; innings summed
    up count in the second rate only.
    """
    codes = _codes(request)
    rows: list[Row] = []
    for (player, discipline), tally in counted(request, "rulings r", STANDS, COUNTS):
        stroke = tally.interval("stroke_fouls", "strokes")
        inning = tally.interval("fouls", "innings", share=False)
        rows.append(
            {
                **head(player, discipline, tally),
                "matches": len(tally.matches),
                **tally.take("strokes", "innings", "fouls"),
                "per_stroke": tally.rate("stroke_fouls", "strokes"),
                "per_stroke_low": stroke.low,
                "per_stroke_high": stroke.high,
                "per_inning": tally.rate("fouls", "innings"),
                "per_inning_low": inning.low,
                "per_inning_high": inning.high,
                "by_code": dict(sorted(codes[player, discipline].items())),
            }
        )
    return rows


def _codes(request: Request) -> dict[tuple[str, str], Counter[str]]:
    columns = "r.player, r.discipline, r.fouls, count(*)"
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    where = f"{STANDS} AND r.n_fouls > 0"
    for player, discipline, codes, strokes in select(
        request, columns, "rulings r", where, "GROUP BY ALL"
    ):
        for code in codes:
            found[player, discipline][code] += strokes
    return found
