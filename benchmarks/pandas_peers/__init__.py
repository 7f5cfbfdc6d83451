"""Every statistic in pandas, from tables already in memory: what a careful analyst would write.

Each gives the rows of ``analytics``, every column, of the matches that count, in the same order, as
records, and how many matches they are of. In favour of pandas: the tables are in memory, in the
order of play and free of void strokes; ids are categories that all tables share; and that an answer
says what is under protest and what would unlock a figure is left out. Intervals and the fit of
ratings are the same code on both sides, though an interval at a time here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from benchmarks.pandas_peers import form, fouls, racks, record, snooker, straight, strokes
from benchmarks.pandas_peers.fouls import MONTHS, foul_rates_by_month
from benchmarks.pandas_peers.frames import Answer, Rows, Tables

PEERS: Final[dict[str, Callable[[Tables], Answer]]] = {
    "accuracy": strokes.accuracy, "averages": straight.averages,
    "break-shots": straight.break_shots, "break-success": strokes.break_success,
    "conversion": strokes.conversion, "form": form.form, "foul-points": snooker.foul_points,
    "foul-rates": fouls.foul_rates, "head-to-head": record.head_to_head,
    "high-runs": straight.high_runs, "push-outs": racks.push_outs,
    "rack-completion": straight.rack_completion, "rack-results": racks.rack_results,
    "ratings": record.ratings, "run-hazard": straight.run_hazard,
    "run-survival": straight.run_survival, "safeties": strokes.safeties,
    "snooker-breaks": snooker.snooker_breaks, "stroke-times": strokes.stroke_times,
}  # fmt: skip
"""The peer of every statistic."""

__all__ = ["MONTHS", "PEERS", "Answer", "Rows", "Tables", "foul_rates_by_month"]
