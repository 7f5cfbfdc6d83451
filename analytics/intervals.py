"""Intervals of rates: strokes of one match are not independent, so matches are what is drawn.

From eight matches on a percentile bootstrap by match (2,000 draws, fixed seed), below that Wilson's
score interval over the pooled counts. Both at 95 %.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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

Draws = np.ndarray[Any, np.dtype[Any]]

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


def bootstrap(pairs: Sequence[tuple[int, int]]) -> Interval:
    """Return the percentile interval of sum over sum, whole matches drawn with replacement."""
    figures = np.asarray(pairs, dtype=np.float64)
    if len(pairs) > KEPT:
        # To draw matches of one kind is to draw one of its many: the sums fall out alike.
        figures, times = np.unique(figures, axis=0, return_counts=True)
        blocks = _drawn(times)
    else:
        blocks = draws(len(pairs))
    rates: list[np.ndarray[tuple[int], np.dtype[np.float64]]] = []
    for block in blocks:
        tops, bottoms = (block @ figures).T
        rates.append(tops[bottoms > 0] / bottoms[bottoms > 0])
    low, high = np.percentile(np.concatenate(rates), [2.5, 97.5])
    return Interval(float(low), float(high), "bootstrap")


def interval(pairs: Iterable[tuple[int, int]], *, share: bool = True) -> Interval:
    """Return the interval of a rate from (numerator, denominator) of each match.

    Matches without a denominator say nothing. ``share`` tells that the rate is a share of trials,
    so that Wilson applies below eight matches; other ratios then have no interval.
    """
    known = sorted((top, bottom) for top, bottom in pairs if bottom > 0)
    if not known:
        return NO_INTERVAL
    if len(known) >= ENOUGH_MATCHES:
        return bootstrap(known)
    top, bottom = (sum(column) for column in zip(*known, strict=True))
    if not share or not 0 <= top <= bottom:
        return NO_INTERVAL
    return wilson(top, bottom)


def rate(top: int, bottom: int) -> float | None:
    """Return a rate, or None where nothing is in its denominator."""
    return top / bottom if bottom else None
