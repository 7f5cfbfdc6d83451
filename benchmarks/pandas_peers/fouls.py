"""Fouls in pandas: how often and of which kind, over all and month by month."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

import numpy as np

from benchmarks.pandas_peers.frames import (
    KEY,
    Answer,
    Frame,
    Tables,
    answer_of,
    bounds,
    by_match,
    pd,
    rows,
    summed,
)

APART = ["deliberate_touch", "deliberate_stop", "unsporting"]
MONTHS: Final = [
    (date(year, month, 1), date(year, month, 28))
    for year, month in [*((2025, m) for m in range(9, 13)), *((2026, m) for m in range(1, 6))]
]
"""The months asked for, each as a first and a last day."""
COLUMNS = (
    "player discipline matches strokes innings fouls per_stroke per_stroke_low per_stroke_high "
    "per_inning per_inning_low per_inning_high by_code"
)


def foul_rates(t: Tables) -> Answer:
    """Return fouls a stroke and an inning, and how many of each code."""
    mine = t.counted(t.standing)
    return answer_of(rows(_told(mine, KEY), COLUMNS, "per_stroke"), mine)


def foul_rates_by_month(t: Tables) -> list[Answer]:
    """Return the same for each month, all months at one go."""
    known = t.matches.first_ms.notna()
    at = pd.to_datetime(t.matches.first_ms[known], unit="ms").dt.normalize()
    months = pd.Series(np.nan, t.matches.match)
    for number, (first, last) in enumerate(MONTHS):
        inside = at.between(pd.Timestamp(first), pd.Timestamp(last))
        months[t.matches.match[known][inside]] = number
    mine = t.counted(t.standing)
    mine = mine.assign(month=months.to_numpy()[mine.match.cat.codes])
    mine = mine[mine.month.notna()]
    told = _told(mine, ["month", *KEY])
    used = mine.groupby("month").match.nunique()
    return [
        Answer(rows(told.xs(number), COLUMNS, "per_stroke"), used[number])
        if number in used.index
        else Answer([], 0)
        for number in range(len(MONTHS))
    ]


def _told(mine: Frame, key: Sequence[str]) -> Frame:
    codes = mine.loc[mine.n_fouls > 0, [*key, "fouls"]].explode("fouls")
    apart = codes.index[codes.fouls.isin(APART)]
    foul = (mine.n_fouls > 0) & ~mine.index.isin(apart)
    stroke = mine.kind == "shot"
    begun = ~mine[["match", "inning"]].where(~mine.out_of_turn).duplicated() & ~mine.out_of_turn
    tests = {"strokes": stroke, "stroke_fouls": foul & stroke, "fouls": foul, "innings": begun}
    counts = by_match(mine, tests, key)
    told = summed(counts, key)
    told["matches"] = counts.groupby(level=list(key), observed=True).size()
    told["per_stroke"] = told.stroke_fouls / told.strokes
    told["per_stroke_low"], told["per_stroke_high"] = bounds(counts, "stroke_fouls", "strokes", key)
    told["per_inning"] = told.fouls / told.innings
    low, high = bounds(counts, "fouls", "innings", key, share=False)
    return told.assign(per_inning_low=low, per_inning_high=high, by_code=_by_code(codes, told, key))


def _by_code(codes: Frame, told: Frame, key: Sequence[str]) -> list[dict[str, int]]:
    found: dict[Any, dict[str, int]] = {name: {} for name in told.index}
    sizes = codes.groupby([*key, "fouls"], observed=True).size()
    for (*name, code), number in sizes.items():
        found[tuple(name)][code] = number
    return [*found.values()]
