"""Intervals of rates: strokes of one match are not independent, so matches are what is drawn.

From eight matches on a percentile bootstrap by match (2,000 draws, fixed seed), below that Wilson's
score interval over the pooled counts. Both at 95 %.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import sqrt
from typing import Any, Literal, NamedTuple

import numpy as np

ENOUGH_MATCHES = 8
DRAWS = 2_000
SEED = 20_261_201
Z = 1.959963984540054
"""Two-sided 95 % of the normal distribution."""
BLOCK = 1_000_000
"""Cells of the matrix of draws held in memory at once."""
KEPT = BLOCK // DRAWS
"""Matches up to which draws are kept for the next interval over as many."""
EXACT = 1 << 24
"""Up to here every whole number has its own place among floats of 32 bits."""

Draws = np.ndarray[Any, np.dtype[Any]]
Figures = np.ndarray[Any, np.dtype[np.float64]]
Places = np.ndarray[Any, np.dtype[np.intp]]

Method = Literal["bootstrap", "wilson"]


class Interval(NamedTuple):
    """The bounds of a rate (null without a denominator) and how they were found."""

    low: float | None
    high: float | None
    method: Method | None


NO_INTERVAL = Interval(None, None, None)


def wilson(successes: int, trials: int) -> Interval:
    """Return Wilson's score interval of a share of trials.

    Its lower bound is 0 where none succeeded and its upper 1 where all did, exactly: rounding would
    leave some 1e-17 there.
    """
    if trials <= 0:
        return NO_INTERVAL
    share = successes / trials
    spread = Z * Z / trials
    centre = (share + spread / 2) / (1 + spread)
    half = Z * sqrt((share * (1 - share) + spread / 4) / trials) / (1 + spread)
    low = centre - half if successes else 0.0
    high = centre + half if successes < trials else 1.0
    return Interval(low, high, "wilson")


def draws(matches: int) -> Iterator[Draws]:
    """Yield how often each of so many matches is drawn, a row a draw, ``DRAWS`` rows in all.

    The draws depend on the number of matches alone; up to ``KEPT`` matches they are kept, since
    making them costs more than all that is done with them.
    """
    if matches <= KEPT:
        yield _kept(matches)
    else:
        yield from _drawn(np.ones(matches))


@lru_cache(maxsize=64)
def _kept(matches: int) -> Draws:
    """Return the draws of few matches, in the smallest type that holds them."""
    (block,) = _drawn(np.ones(matches))
    return block.astype(np.min_scalar_type(block.max()))


def _drawn(times: Draws) -> Iterator[Draws]:
    """Yield how often each of some kinds of matches is drawn, of which there are so many each."""
    generator = np.random.default_rng(SEED)
    matches = times.sum()
    size = max(1, BLOCK // len(times))
    for start in range(0, DRAWS, size):
        yield generator.multinomial(int(matches), times / matches, size=min(size, DRAWS - start))


def interval(pairs: Iterable[tuple[int, int]], *, share: bool = True) -> Interval:
    """Return the interval of a rate from (numerator, denominator) of each match.

    Matches without a denominator say nothing. ``share`` tells that the rate is a share of trials,
    so that Wilson applies below eight matches; other ratios then have no interval.
    """
    figures = np.array([*pairs], dtype=np.float64).reshape(-1, 2).T
    return intervals(figures, np.zeros(figures.shape[1], dtype=np.intp), 1, share=share)[0]


def intervals(figures: Figures, of: Places, rates: int, *, share: bool = True) -> list[Interval]:
    """Return the intervals of so many rates, each as ``interval`` gives it.

    ``figures`` holds a numerator and a denominator, a row each, by match; ``of`` the number of the
    rate that each of these matches belongs to, from 0.
    """
    known = np.flatnonzero(figures[1] > 0)
    known = known[np.lexsort((*figures[::-1, known], of[known]))]
    figures, sizes = figures[:, known], np.bincount(of[known], minlength=rates)
    ends = np.cumsum(sizes)
    found = [NO_INTERVAL] * rates
    for size in np.unique(sizes[sizes > 0]).tolist():
        (alike,) = np.nonzero(sizes == size)
        # Rates over as many matches have the same draws; some at once, or the sums take much room.
        for some in np.split(alike, range(KEPT, len(alike), KEPT)):
            each = figures[:, ends[some, None] + np.arange(-size, 0)]
            for place, bounds in zip(some.tolist(), _bounded(each, share=share), strict=True):
                found[place] = bounds
    return found


def _bounded(figures: Figures, *, share: bool) -> Iterator[Interval]:
    """Yield the intervals of rates over equally many matches: numerator or not, rate, match."""
    if (matches := figures.shape[2]) >= ENOUGH_MATCHES:
        yield from _bootstrap(figures) if matches <= KEPT else map(_of_many, figures.swapaxes(0, 1))
        return
    for top, bottom in figures.sum(axis=2).T.tolist():
        trials = share and 0 <= top <= bottom
        yield wilson(int(top), int(bottom)) if trials else NO_INTERVAL


def _bootstrap(figures: Figures) -> Iterator[Interval]:
    """Yield the percentile intervals of sum over sum, whole matches drawn with replacement."""
    (block,) = draws(matches := figures.shape[2])
    # Sums of whole numbers are exact in the short type as well, and found in half the time.
    short = matches * np.abs(figures).max() < EXACT
    kind = np.float32 if short else np.float64
    tops, bottoms = (figures.astype(kind) @ block.T.astype(kind)).astype(np.float64)
    return _percentiles(tops / bottoms)


def _of_many(figures: Figures) -> Interval:
    """Return the same of one rate over many matches.

    To draw matches of one kind is to draw one of its many: the sums fall out alike.
    """
    kinds, times = np.unique(figures, axis=1, return_counts=True)
    tops, bottoms = np.concatenate([kinds @ block.T for block in _drawn(times)], axis=1)
    (found,) = _percentiles((tops / bottoms)[None])
    return found


def _percentiles(rates: Figures) -> Iterator[Interval]:
    """Yield the bounds that leave 2.5 % of the draws outside on either side, a row a rate.

    As ``np.percentile`` gives them, which costs twice the sorting.
    """
    ordered = np.sort(rates, axis=1)
    whole, part = divmod(0.025 * (rates.shape[1] - 1), 1)
    place = int(whole)
    lows = ordered[:, place] + part * (ordered[:, place + 1] - ordered[:, place])
    highs = ordered[:, -1 - place] - part * (ordered[:, -1 - place] - ordered[:, -2 - place])
    for low, high in zip(lows.tolist(), highs.tolist(), strict=True):
        yield Interval(low, high, "bootstrap")


def rate(top: int, bottom: int) -> float | None:
    """Return a rate, or None where nothing is in its denominator."""
    return top / bottom if bottom else None
