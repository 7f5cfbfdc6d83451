"""What 8-ball, 9-ball and 10-ball share under the general rules of pool (LT-G).

``rules`` are their common parameters, ``state`` is the table, ``strokes`` judges a stroke and
``inning`` a turn summed up. A game adds which ball may be hit first, what counts as made, and what
becomes of its game ball.
"""

from __future__ import annotations

from domain.pool.inning import SummedTurns as PoolGame
from domain.pool.rules import PoolRules
from domain.pool.state import ANY, Balls, Stroke
from domain.pool.strokes import Clauses, Codes, Decisions

__all__ = ["ANY", "Balls", "Clauses", "Codes", "Decisions", "PoolGame", "PoolRules", "Stroke"]
