"""What a benchmark tells: a table for people, the same figures for machines."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

Seconds = dict[str, list[float]]
"""Seconds of each path in every round."""


class Goal(NamedTuple):
    """What a figure is to be: at least what is asked or, where less is better, at most."""

    what: str
    asked: float
    found: float
    most: bool = False

    @property
    def met(self) -> bool:
        """Tell whether it is."""
        return self.found <= self.asked if self.most else self.found >= self.asked

    def told(self) -> tuple[str, str, str, str]:
        """Return it in words: what, how much is asked, what was found, whether it is met."""
        asked = f"{'at most' if self.most else 'at least'} {self.asked:g}"
        return self.what, asked, _shown(self.found), "met" if self.met else "missed"


@dataclass(slots=True)
class Report:
    """Figures of one kind: a row a path, the first column its name; ``notes`` say what to read."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    notes: Sequence[str] = ()
    goals: Sequence[Goal] = ()

    def told(self) -> dict[str, Any]:
        """Return the figures for machines."""
        goals = [{**one._asdict(), "met": one.met} for one in self.goals]
        return {**asdict(self), "goals": goals}

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
        for goal in self.goals:
            what, asked, found, word = goal.told()
            console.print(f"goal: {what}: {asked}, found {found}, {word}")
        console.print()


def judged(goals: Iterable[Goal]) -> Report:
    """Report which goals were met."""
    return Report("Goals", ("goal", "asked", "found", ""), [one.told() for one in goals])


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
    title: str,
    found: Seconds,
    items: Mapping[str, int],
    limit: str,
    notes: Sequence[str] = (),
    goals: Mapping[str, float] | None = None,
) -> Report:
    """Report microseconds an item, with their spread, and each rate as a share of the limit's.

    ``goals`` are the least shares of some paths.
    """
    each = {name: [one / items[name] * 1e6 for one in values] for name, values in found.items()}
    medians = {name: statistics.median(values) for name, values in each.items()}
    shares = {name: medians[limit] / median for name, median in medians.items()}
    rows = [
        (name, medians[name], f"{min(values):.2f}-{max(values):.2f}", shares[name])
        for name, values in each.items()
    ]
    asked = [Goal(f"{one}, of {limit}", least, shares[one]) for one, least in (goals or {}).items()]
    return Report(title, ("path", "us/item", "spread", f"of {limit}"), rows, notes, asked)
