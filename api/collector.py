"""Python's collector of cycles, for a process that keeps much and makes few of them.

A service keeps thousands of matches and makes large answers, neither of them in cycles. Left as
it is, the collector looks through all of them again and again: a fifth of the time of a statistic
of many rows, and pauses of a tenth of a second while strokes come in.
"""

from __future__ import annotations

import gc
from typing import Final

SELDOM: Final = (20_000, 20, 20)
"""New objects until the youngest are looked through, and how often that is until older ones are."""


def collect_seldom() -> None:
    """Leave alone what is there, for as long as the process lives, and look at the rest seldom."""
    gc.freeze()
    gc.set_threshold(*SELDOM)
