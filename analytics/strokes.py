"""Strokes: safeties and their answers, accuracy, conversion of ball in hand, time taken."""

from __future__ import annotations

from analytics.dictionary import MATCHES, Request, Row, statistic
from analytics.selection import ASKED, STROKE, count_if, counted, head, select, used

ANSWERED = f"""
(SELECT s.match, s.player, s.opponent, s.discipline, s.rack, s.call, s.n_fouls, s.made,
    s.kind = 'shot' AND NOT s.inferred AS is_stroke,
    lead(s.player) OVER w AS answer_by, lead(s.rack) OVER w AS answer_rack,
    lead(s.kind = 'shot' AND NOT s.inferred) OVER w AS answer_is_stroke,
    lead(s.n_fouls) OVER w AS answer_fouls, lead(s.call) OVER w AS answer_call,
    lead(s.balls) OVER w AS answer_balls
 FROM rulings s WHERE NOT s.void AND s.discipline <> '9-ball' AND s.match IN {ASKED}
    AND (s.call = 'safety' OR s.stroke IS NULL OR s.stroke = 1)
 WINDOW w AS (PARTITION BY s.match ORDER BY s.seq, s.part)) r
"""
"""Safeties with what the next stroke of the match was; no more than needed, for all is sorted.

A legal safety at which the player does not go on ends the turn: what comes next is the first stroke
of one, or out of turn, which has no number.
"""

OUTCOMES = {
    "forced_foul": "r.answer_fouls > 0",
    "no_pot": "r.answer_fouls = 0 AND r.answer_balls = 0 AND r.answer_call <> 'safety'",
    "returned": "r.answer_fouls = 0 AND r.answer_call = 'safety'",
    "failed": "r.answer_fouls = 0 AND r.answer_balls > 0 AND r.answer_call <> 'safety'",
}
LIMIT_MS = 30_000


@statistic(
    "safeties",
    sort="rate",
    n="answered",
    columns={
        "player": "player", "discipline": "discipline",
        "answered": "legal declared safeties the opponent answered with a recorded stroke",
        "forced_foul": "the answer was a foul", "no_pot": "an attack that made nothing",
        "returned": "a legal safety", "failed": "the opponent scored",
        "rate": "(forced_foul + no_pot) / answered", "low": "95 % interval, lower bound",
        "high": "95 % interval, upper bound",
    },
    unlock={
        "rows": "declared safeties (`call`: `safety`) and the strokes that answer them",
    },
)  # fmt: skip
def safeties(request: Request) -> list[Row]:
    """Each declared safety the opponent answered has exactly one outcome; success is the first two.

    A fouled safety is a foul, not a safety. In 9-ball nothing is declared, so it has no row.
    """
    tests = {
        "answered": "true",
        **OUTCOMES,
        "success": f"({OUTCOMES['forced_foul']}) OR ({OUTCOMES['no_pot']})",
    }
    where = (
        "r.is_stroke AND r.call = 'safety' AND r.n_fouls = 0 AND NOT r.made AND r.answer_is_stroke "
        "AND r.answer_by = r.opponent AND r.answer_rack = r.rack"
    )
    return [
        {
            **head(player, discipline, tally),
            **tally.take("answered", *OUTCOMES),
            **tally.share("success", "answered"),
        }
        for (player, discipline), tally in counted(
            request, ANSWERED.strip(), where, count_if(tests)
        )
    ]


@statistic(
    "accuracy",
    sort="rate",
    n="attempts",
    columns={
        "player": "player", "discipline": "discipline", "attempts": "attacking strokes",
        "made": "of these, the called ball (9-ball: any) legally pocketed",
        "rate": "made / attempts", "low": "95 % interval, lower bound",
        "high": "95 % interval, upper bound",
    },
    unlock={
        "rows": "attacking strokes, recorded one by one",
    },
)  # fmt: skip
def accuracy(request: Request) -> list[Row]:
    """Called balls (9-ball: any) legally pocketed / attacking strokes.

    Opening breaks, safeties and push-outs are left out; the 14.1 break shot into a new rack is an
    attack; a ball pocketed with a foul is an attempt failed.
    """
    tests = {"attempts": "true", "made": "r.made AND r.verdict = 'legal'"}
    return [
        {
            **head(player, discipline, tally),
            **tally.take("attempts", "made"),
            **tally.share("made", "attempts"),
        }
        for (player, discipline), tally in counted(
            request, "rulings r", f"{STROKE} AND r.attack", count_if(tests)
        )
    ]


@statistic(
    "conversion",
    sort="rate",
    n="chances",
    columns={
        "player": "player", "discipline": "discipline",
        "chances": "innings that began with ball in hand, breaks left out",
        "scored": "of these, the first stroke scored", "rate": "scored / chances",
        "low": "95 % interval, lower bound", "high": "95 % interval, upper bound",
        "points": "made in these innings: points, in rack games balls",
    },
    unlock={
        "rows": "innings that began with ball in hand, recorded stroke by stroke",
    },
)  # fmt: skip
def conversion(request: Request) -> list[Row]:
    """Innings after ball in hand: the share that scored at once, and what was made after it.

    Only innings recorded as strokes count; the ball in hand of a break is none.
    """
    points = "CASE WHEN i.discipline IN ('14.1', 'snooker') THEN i.points ELSE i.balls END"
    counts = {
        **count_if({"chances": "true", "scored": "i.scored_at_once"}),
        "points": f"CAST(sum({points}) AS BIGINT)",
    }
    where = "i.is_shots AND NOT i.inferred AND i.started_in_hand AND NOT i.first_is_break"
    return [
        {
            **head(player, discipline, tally),
            **tally.take("chances", "scored", "points"),
            **tally.share("scored", "chances"),
        }
        for (player, discipline), tally in counted(request, "innings i", where, counts)
    ]


@statistic(
    "stroke-times",
    sort="mean_ms",
    n="n",
    columns={
        "player": "player", "discipline": "discipline", "n": "strokes with a time",
        "mean_ms": "mean time a stroke", "median_ms": "median time a stroke",
        "over_limit": "share of strokes over 30 s",
    },
    unlock={
        "rows": "`duration_s` of strokes",
    },
)  # fmt: skip
def stroke_times(request: Request) -> list[Row]:
    """Mean and median of the time from the end of the stroke before, in milliseconds.

    Strokes after a time-out are left out. The limit is 30 seconds.
    """
    each = request.filters.min_n > 1
    columns = (
        "r.player, r.discipline, count(*), CAST(sum(r.duration_ms) AS BIGINT), "
        f"median(r.duration_ms), count(*) FILTER (r.duration_ms > {LIMIT_MS}), "
        + ("list(DISTINCT r.match)" if each else "[]")
    )
    where = f"{STROKE} AND r.duration_ms IS NOT NULL AND NOT r.after_timeout"
    rows = [
        {
            "player": player,
            "discipline": discipline,
            "n": n,
            "mean_ms": total / n,
            "median_ms": middle,
            "over_limit": over / n,
            MATCHES: tuple(matches),
        }
        for player, discipline, n, total, middle, over, matches in select(
            request, columns, "rulings r", where, "GROUP BY ALL"
        )
    ]
    if rows and not each:
        rows[0][MATCHES] = used(request, "rulings r", where)
    return rows
