"""A figure of a player against the field: where it lies among those of all other players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import numpy as np

from analytics.dictionary import Row

ENOUGH: Final = 30
"""How much the n of a player must be to belong to the field, where no filter says another."""

Better = Literal["higher", "lower"]


class Figure(NamedTuple):
    """A figure of the profile: its statistic and columns, and which way is better."""

    statistic: str
    column: str
    low: str | None
    high: str | None
    n: str
    better: Better = "higher"


FIGURES: Final = (
    Figure("averages", "average", "low", "high", "innings"),
    Figure("averages", "scoreless", None, None, "innings", "lower"),
    Figure("accuracy", "rate", "low", "high", "attempts"),
    Figure("break-success", "rate", "low", "high", "breaks"),
    Figure("break-shots", "rate", "low", "high", "shots"),
    Figure("safeties", "rate", "low", "high", "answered"),
    Figure("conversion", "rate", "low", "high", "chances"),
    Figure("foul-rates", "per_stroke", "per_stroke_low", "per_stroke_high", "strokes", "lower"),
    Figure("foul-rates", "per_inning", "per_inning_low", "per_inning_high", "innings", "lower"),
    Figure("rack-results", "win_rate", "low", "high", "racks"),
    Figure("snooker-breaks", "highest", None, None, "breaks"),
    Figure("ratings", "rating", None, None, "games"),
)
"""What a profile compares; in this order."""


def against(figure: Figure, player: str, rows: Sequence[Row], min_n: int) -> Row | None:
    """Return a player's figure among all rows of its statistic and discipline, or None.

    The field are the others whose n reaches ``min_n``. The percentile is the share of them whom the
    figure is better than, those level counted half, from 0 to 100; its bounds are the percentiles
    of the bounds of the interval.
    """
    mine = next((row for row in rows if row["player"] == player), None)
    if mine is None or mine[figure.column] is None:
        return None
    others = [
        row[figure.column]
        for row in rows
        if row["player"] != player and row[figure.n] >= min_n and row[figure.column] is not None
    ]
    low, high = _bounds(figure, mine)
    return {
        "statistic": figure.statistic,
        "figure": figure.column,
        "value": mine[figure.column],
        "low": low,
        "high": high,
        "n": mine[figure.n],
        "better": figure.better,
        "field": _field(others, mine[figure.column], (low, high), figure.better),
    }


def _bounds(figure: Figure, row: Row) -> tuple[float | None, float | None]:
    if figure.column == "rating" and row["standard_error"] is not None:
        half = 1.959963984540054 * row["standard_error"]
        return row["rating"] - half, row["rating"] + half
    low = None if figure.low is None else row[figure.low]
    return low, None if figure.high is None else row[figure.high]


def _field(
    others: Sequence[float], value: float, bounds: tuple[float | None, float | None], better: Better
) -> Row | None:
    if not others:
        return None
    low, high = sorted(
        (None if one is None else percentile(others, one, better) for one in bounds),
        key=lambda one: (one is None, one or 0),
    )
    quarters = np.percentile(np.asarray(others, dtype=np.float64), [25, 50, 75])
    return {
        "players": len(others),
        "percentile": percentile(others, value, better),
        "percentile_low": low,
        "percentile_high": high,
        **dict(zip(("lower_quartile", "median", "upper_quartile"), quarters.tolist(), strict=True)),
    }


def percentile(others: Sequence[float], value: float, better: Better) -> float:
    """Return the share of others that a value is better than, those level counted half, in %."""
    below = sum(other < value for other in others) + sum(other == value for other in others) / 2
    share = below if better == "higher" else len(others) - below
    return 100 * share / len(others)
