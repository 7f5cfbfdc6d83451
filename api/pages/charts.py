"""Charts of a match as points of an SVG: the race of the scores, and the runs of both players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from api.shown import Shown

WIDTH: Final = 720
RACE: Final = 220
RUNS: Final = 130
LEFT: Final = 40
RIGHT: Final = 12
EDGE: Final = 14


class Tick(NamedTuple):
    """A line of the grid: where it lies and what it says."""

    at: float
    label: int


class Bar(NamedTuple):
    """A run: its rectangle, whose it is, how many, and the turn."""

    x: float
    y: float
    width: float
    height: float
    side: int
    run: int
    inning: int


class Charts(NamedTuple):
    """What the template draws; ``lines`` are the points of each player's steps."""

    width: int
    race: int
    runs: int
    left: int
    right: int
    lines: tuple[str, str]
    ends: tuple[tuple[float, float], tuple[float, float]]
    ticks: list[Tick]
    targets: list[Tick]
    bars: list[Bar]
    middle: float
    best: int


def charts_of(shown: Shown) -> Charts | None:
    """Return the charts of a match, or None while there is nothing to draw."""
    players = shown.players
    steps = _steps(shown)
    if players is None or len(steps) < 2:
        return None
    targets = [value for value in (shown.row["target1"], shown.row["target2"]) if value]
    top = max([*targets, *(max(step) for step in steps), 1])
    bottom = min(0, *(min(step) for step in steps))

    def across(index: float, count: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * index / max(count, 1)

    def down(value: float) -> float:
        return EDGE + (RACE - 2 * EDGE) * (top - value) / (top - bottom)

    lines, ends = list[str](), list[tuple[float, float]]()
    for side in (0, 1):
        path, before = list[str](), None
        for index, step in enumerate(steps):
            x, y = across(index, len(steps) - 1), down(step[side])
            if before is not None and before != y:
                path.append(f"{x:.1f},{before:.1f}")
            path.append(f"{x:.1f},{y:.1f}")
            before = y
        lines.append(" ".join(path))
        ends.append((across(1, 1), down(steps[-1][side])))
    bars, best = _bars(shown)
    return Charts(
        WIDTH,
        RACE,
        RUNS,
        LEFT,
        WIDTH - RIGHT,
        (lines[0], lines[1]),
        (ends[0], ends[1]),
        [Tick(down(value), value) for value in _grid(bottom, top)],
        [Tick(down(value), value) for value in sorted(set(targets))],
        bars,
        RUNS / 2,
        best,
    )


def _steps(shown: Shown) -> list[tuple[int, int]]:
    """Return the score after each event that may change it, from the first on."""
    players = shown.players
    if players is None:
        return []
    scores: list[tuple[int, int]] = []
    for line in shown.lines:
        if line.state is not None and not line.step.struck:
            score = line.state["score"]
            now = (score[players[0]], score[players[1]])
            if line.ruling.verdict != "recorded" or not scores or scores[-1] != now:
                scores.append(now)
    return scores


def _bars(shown: Shown) -> tuple[list[Bar], int]:
    """Return the runs, those of the first player upwards."""
    rows = sorted(shown.innings, key=lambda row: row["inning"])
    best = max((row["run"] for row in rows), default=0)
    room = (WIDTH - LEFT - RIGHT) / max(len(rows), 1)
    bars: list[Bar] = []
    for place, row in enumerate(rows):
        height = (RUNS / 2 - EDGE) * row["run"] / max(best, 1)
        if row["run"]:
            y = RUNS / 2 - height if row["side"] == 0 else RUNS / 2
            x = LEFT + room * place
            wide = max(min(room * 0.8, 22), 0.8)
            bars.append(Bar(x, y, wide, height, row["side"], row["run"], row["inning"]))
    return bars, best


def _grid(bottom: int, top: int) -> Sequence[int]:
    """Return some four round values between two."""
    span = top - bottom
    step = next(
        unit * size
        for size in (1, 10, 100, 1000, 10_000, 100_000, 10**9)
        for unit in (1, 2, 5)
        if unit * size * 5 >= span
    )
    first = -(-bottom // step) * step
    return range(first, top + 1, step)
