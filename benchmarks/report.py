"""What a benchmark tells: a table for people, the same figures for machines."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

Seconds = dict[str, list[float]]
"""Seconds of each path in every round."""


@dataclass(slots=True)
class Report:
    """Figures of one kind: a row a path, the first column its name; ``notes`` say what to read."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    notes: Sequence[str] = ()

    def told(self) -> dict[str, Any]:
        """Return the figures for machines."""
        return asdict(self)

    def show(self, console: Console) -> None:
        """Print the table."""
        table = Table(title=self.title, title_justify="left")
        for number, column in enumerate(self.columns):
            table.add_column(column, justify="right" if number else "left")
        for row in self.rows:
            table.add_row(*map(_shown, row))
        console.print(table)
        for note in self.notes:
            console.print(note)
        console.print()


def _shown(cell: object) -> str:
    if not isinstance(cell, float):
        return f"{cell:,}" if isinstance(cell, int) else str(cell)
    return f"{cell:,.0f}" if abs(cell) >= 1_000 else f"{cell:.3g}"


def interleaved(
    paths: Mapping[str, Callable[[], object]],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
) -> Seconds:
    """Run every path once a round, in turn; the first round only warms up."""
    found: Seconds = {name: [] for name in paths}
    for number in range(rounds + 1):
        for name, path in paths.items():
            gc.collect()
            begin = clock()
            path()
            if number:
                found[name].append(clock() - begin)
    return found


def p95(values: Sequence[float]) -> float:
    """Return the value that 95 of 100 do not exceed, the worst of fewer than twenty."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def compared(
    title: str, found: Seconds, items: Mapping[str, int], limit: str, notes: Sequence[str] = ()
) -> Report:
    """Report microseconds an item, with their spread, and each rate as a share of the limit's."""
    least = statistics.median(found[limit]) / items[limit]
    rows: list[Sequence[object]] = []
    for name, values in found.items():
        each = [value / items[name] * 1e6 for value in values]
        spread = f"{min(each):.2f}-{max(each):.2f}"
        median = statistics.median(each)
        rows.append((name, median, spread, least * 1e6 / median))
    return Report(title, ("path", "us/item", "spread", f"of {limit}"), rows, notes)
