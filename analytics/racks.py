"""Racks of 8-, 9- and 10-ball: who wins them, and how; push-outs."""

from __future__ import annotations

from analytics.dictionary import MATCHES, Request, Row, statistic
from analytics.selection import ASKED, count_if, counted, head, select

FINISHED = "r.discipline IN ('8-ball', '9-ball', '10-ball') AND r.winner IS NOT NULL"
SIDES = f"""
(SELECT s.*, coalesce(s.breaker = s.player, false) AS broke, s.winner = s.player AS won FROM (
 SELECT r.*, unnest([p.player1, p.player2]) AS player, unnest([p.player2, p.player1]) AS opponent,
    g.golden,
    coalesce(b.first_is_break AND (b.strokes = 1 OR (b.strokes IS NULL AND b.balls = 0)), false)
        AND r.last_inning > r.first_inning AS passed
 FROM racks r
 JOIN matches p ON p.match = r.match
 LEFT JOIN innings b ON b.match = r.match AND b.inning = r.first_inning
 LEFT JOIN (SELECT match, rack, true AS golden FROM rulings
            WHERE is_break AND NOT void AND verdict = 'legal' AND rack_won_by = player) g
        ON g.match = r.match AND g.rack = r.rack
 WHERE {FINISHED} AND r.match IN {ASKED}) s) r
"""
"""Finished racks, once for each player; ``passed``: the break stroke passed the table."""

GOLDEN = "(r.golden OR r.how = 'golden_break')"
BREAK_AND_RUN = (
    "r.won AND r.broke AND NOT coalesce(r.golden, false) AND (r.how = 'break_and_run' OR "
    "(r.how = 'played' AND r.first_inning = r.last_inning AND r.rebreaks = 0 "
    "AND coalesce(r.push_out_answer, '') <> 'pass'))"
)
RUN_OUT_CHANCE = "NOT r.broke AND (r.passed OR r.how = 'run_out')"
TESTS = {
    "racks": "true",
    "won": "r.won",
    "breaks": "r.broke",
    "breaker_won": "r.broke AND r.won",
    "break_and_runs": BREAK_AND_RUN,
    "run_outs": f"{RUN_OUT_CHANCE} AND r.won AND (r.how = 'run_out' "
    "OR (r.how = 'played' AND r.last_inning = r.first_inning + 1))",
    "run_out_chances": RUN_OUT_CHANCE,
    "golden_breaks": f"r.won AND r.broke AND {GOLDEN}",
    "deciders": "r.is_decider",
    "deciders_won": "r.is_decider AND r.won",
}


@statistic(
    "rack-results",
    sort="win_rate",
    n="racks",
    columns={
        "player": "player", "discipline": "discipline", "racks": "racks finished",
        "won": "racks won", "win_rate": "won / racks", "low": "95 % interval, lower bound",
        "high": "95 % interval, upper bound", "breaks": "racks the player broke",
        "breaker_won": "of these, won",
        "break_and_runs": "won in the inning that began with the break; golden breaks apart",
        "run_outs": "won in the first inning after a break that passed the table",
        "run_out_chances": "racks in which the opponent's break passed the table",
        "golden_breaks": "won on the break", "deciders": "racks at hill-hill",
        "deciders_won": "of these, won",
    },
    unlock={
        "rows": "finished racks of 8-, 9- or 10-ball",
    },
)  # fmt: skip
def rack_results(request: Request) -> list[Row]:
    """Racks won, with breaks, break and runs, run outs, golden breaks and deciders.

    A break and run is won on the table by the breaker in the inning that began with the break: no
    concession or sanction, no push-out passed back, no re-break.
    """
    return [
        {
            **head(player, discipline, tally),
            **tally.take(*TESTS),
            **tally.share("won", "racks", "win_rate"),
        }
        for (player, discipline), tally in counted(request, SIDES.strip(), "true", count_if(TESTS))
    ]


PUSHED = f"""
(SELECT r.match, r.discipline, r.push_out_answer, r.winner, r.push_out_by AS player,
    CASE r.push_out_by WHEN p.player1 THEN p.player2 ELSE p.player1 END AS opponent
 FROM racks r JOIN matches p ON p.match = r.match
 WHERE {FINISHED} AND r.push_out_by IS NOT NULL) r
"""
"""Finished racks with a push-out, as who played it has them."""
PUSHES = count_if(
    {
        "played": "true",
        "accepted": "r.push_out_answer = 'accept'",
        "passed": "r.push_out_answer = 'pass'",
        "won": "r.winner = r.player",
    }
) | {MATCHES: "list(DISTINCT r.match)"}


@statistic(
    "push-outs",
    sort="played",
    n="played",
    columns={
        "player": "player", "discipline": "discipline", "played": "push-outs in finished racks",
        "accepted": "the opponent played on", "passed": "the opponent passed it back",
        "won": "racks won after it",
    },
    unlock={
        "rows": "push-outs (`call`: `push_out`) in finished racks",
    },
)  # fmt: skip
def push_outs(request: Request) -> list[Row]:
    """Push-outs played, how they were answered, and the racks won after them."""
    columns = ", ".join(("r.player", "r.discipline", *PUSHES.values()))
    names = ("player", "discipline", *PUSHES)
    found = select(request, columns, PUSHED.strip(), "true", "GROUP BY ALL")
    return [dict(zip(names, row, strict=True)) for row in found]
