"""14.1 runs: the list of runs, and how long a run survives."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import exp, log, sqrt
from typing import Final, NamedTuple

import numpy as np

from analytics.dictionary import MATCHES, Request, Row, statistic
from analytics.intervals import ENOUGH_MATCHES, Z, draws
from analytics.selection import select

RUN = "i.discipline = '14.1' AND NOT i.inferred"
MISSED = ("miss", "foul", "break_foul", "deliberate_foul")
"""Endings of a run by the player's own failure; all others say only how long it was at least."""


COLUMNS: Final = {
    "player": "i.player",
    "discipline": "i.discipline",
    "rules": "i.rules",
    "match": "i.match",
    "rack": "i.rack",
    "inning": "i.inning",
    "run": "i.run",
    "open": "i.open",
    "at": "strftime(make_timestamp_ms(i.at_ms), '%Y-%m-%dT%H:%M:%S.%gZ')",
}
"""The columns of ``high-runs``; instants as RFC 3339 in UTC."""
BEST: Final = (
    "QUALIFY row_number() OVER (PARTITION BY i.player ORDER BY i.run DESC, i.match, i.inning) = 1"
)


@statistic(
    "high-runs",
    sort="run",
    ordered=True,
    n="run",
    columns={
        "player": "player", "discipline": "14.1", "rules": "rule text", "match": "match",
        "rack": "rack in which the run began", "inning": "turn in the match",
        "run": "balls legally pocketed in the inning, across re-racks",
        "open": "the match or its record ended during the run (+)",
        "at": "when the inning began, where known",
    },
    unlock={
        "rows": "14.1 innings in which a ball was made, by strokes or summed up",
        "at": "`at` of the inning, exact or estimated",
    },
)  # fmt: skip
def high_runs(request: Request) -> list[Row]:
    """Most balls legally pocketed in one inning, across re-racks, in balls.

    A foul that ends the run takes nothing off it, and the foul stroke's own balls do not count.
    One row a run; with `best`, the best of each player.
    """
    where = f"{RUN} AND i.run > 0"
    order = f"{BEST if request.best else ''} ORDER BY i.run DESC, i.player, i.match, i.inning"
    found = select(request, ", ".join(COLUMNS.values()), "innings i", where, order)
    return [dict(zip(COLUMNS, row, strict=True)) for row in found]


class Run(NamedTuple):
    """A run that was an attempt: its match, its balls, and whether a failure ended it."""

    match: str
    balls: int
    failed: bool


def attempts(request: Request) -> dict[str, list[Run]]:
    """Return the runs of each player that were attempts; a safety at once is none."""
    columns = "i.player, i.match, i.run, i.ending"
    where = f"{RUN} AND NOT (i.run = 0 AND (i.safety_at_once OR i.ending = 'safety'))"
    runs: dict[str, list[Run]] = defaultdict(list)
    for player, match, balls, ending in select(request, columns, "innings i", where):
        runs[player].append(Run(match, balls, ending in MISSED))
    return runs


@statistic(
    "run-survival",
    sort="k",
    ascending=True,
    n="at_risk",
    columns={
        "player": "player", "k": "length of run", "at_risk": "attempts at the k-th ball",
        "ended": "of these, failed", "censored": "runs of k balls that ended otherwise",
        "survival": "share of runs of at least k balls (Kaplan-Meier)",
        "low": "95 % interval, lower bound", "high": "95 % interval, upper bound",
    },
    unlock={
        "rows": "14.1 innings, by strokes or summed up",
        "low": "runs that failed at one length and went on at another",
        "high": "runs that failed at one length and went on at another",
    },
)  # fmt: skip
def run_survival(request: Request) -> list[Row]:
    """S(k) = share of runs of at least k balls among runs that were attempts, Kaplan-Meier.

    An inning that was a safety at once is no attempt. A run ended by a miss or a foul is an event
    at the ball it failed at; one ended by the match, a limit, a concession or by choosing a safety
    is censored: it is not at risk at the ball it did not try. Intervals by match from eight
    matches on, below that log-log Greenwood. One row a player and k.
    """
    return [
        row for player, runs in sorted(attempts(request).items()) for row in _curve(player, runs)
    ]


def _curve(player: str, runs: list[Run]) -> list[Row]:
    longest = max(run.balls for run in runs) + 1
    bands = _bands(runs, longest)
    used = tuple({run.match for run in runs})
    failed = Counter(run.balls + 1 for run in runs if run.failed)
    stopped = Counter(run.balls for run in runs if not run.failed)
    at_risk, survival, spread = len(runs) - stopped[0], 1.0, 0.0
    rows: list[Row] = []
    for k in range(1, longest + 1):
        if at_risk <= 0:
            break
        ended = failed[k]
        survival *= 1 - ended / at_risk
        if at_risk > ended:
            spread += ended / (at_risk * (at_risk - ended))
        low, high = bands[k] if bands is not None else _greenwood(survival, spread)
        figures = {"k": k, "at_risk": at_risk, "ended": ended, "censored": stopped[k]}
        shown = {"survival": survival, "low": low, "high": high}
        rows.append({"player": player, **figures, **shown, MATCHES: used})
        at_risk -= ended + stopped[k]
    return rows


def _greenwood(survival: float, spread: float) -> tuple[float | None, float | None]:
    """Return the log-log interval of a survival; none where it is 0 or 1."""
    if not 0 < survival < 1:
        return None, None
    half = Z * sqrt(spread) / log(survival)
    return survival ** exp(-half), survival ** exp(half)


def _bands(runs: list[Run], longest: int) -> dict[int, tuple[float, float]] | None:
    """Return the percentile interval of every S(k), whole matches drawn with replacement."""
    matches = sorted({run.match for run in runs})
    if len(matches) < ENOUGH_MATCHES:
        return None
    place = {match: index for index, match in enumerate(matches)}
    risk = np.zeros((len(matches), longest + 1))
    ended = np.zeros((len(matches), longest + 1))
    for run in runs:
        tried = run.balls + 1 if run.failed else run.balls
        risk[place[run.match], 1 : tried + 1] += 1
        if run.failed:
            ended[place[run.match], tried] += 1
    blocks = [(block @ risk, block @ ended) for block in draws(len(matches))]
    at_risk, failed = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
    hazard = np.divide(failed, at_risk, out=np.zeros_like(failed), where=at_risk > 0)
    low, high = np.percentile(np.cumprod(1 - hazard, axis=1), [2.5, 97.5], axis=0)
    return {k: (float(low[k]), float(high[k])) for k in range(1, longest + 1)}
