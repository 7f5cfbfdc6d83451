"""The sheet of a match as players know it from paper, made of its turns and racks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from analytics.endings import MARKS
from api.shown import Row, Shown

TO_RACK: Final = 14
"""Balls of a rack of 14.1 that are made before the next is set."""
NOTABLE: Final = {"snooker": 20}
"""From how many points on a break is told in a frame's line."""


class Cell(NamedTuple):
    """A turn on the sheet: what was made, its mark, how it ended, and the score after it."""

    inning: int
    made: str
    mark: str
    ending: str
    run: int
    total: int | None
    seq: int
    last_seq: int


class PairRow(NamedTuple):
    """A line of a 14.1 sheet: the rack it begins in, and a turn of each."""

    number: int
    rack: int
    begins_rack: bool
    cells: tuple[list[Cell], list[Cell]]


class RackRow(NamedTuple):
    """A line of a sheet by rack or frame: its row, score after it, its turns and best breaks."""

    row: Row
    score: tuple[int, int] | None
    cells: list[tuple[int, Cell]]
    breaks: list[tuple[int, int]]


def made(row: Row, discipline: str) -> str:
    """Return the balls of a turn; of 14.1 with a stroke where a new rack was set: ``9/14/2``."""
    balls: int = row["balls"] if discipline != "snooker" else row["points"]
    if discipline != "14.1" or balls < 2:
        return str(balls)
    first: int | None = row["first_rack_ball"]
    left = TO_RACK + 1 - first if first else TO_RACK
    parts: list[int] = []
    while balls > left:
        parts.append(left)
        balls, left = balls - left, TO_RACK
    return "/".join(map(str, [*parts, balls]))


def cell_of(shown: Shown, row: Row, states: Mapping[int, Mapping[str, Any]]) -> Cell:
    """Return a turn as a cell."""
    discipline = str(shown.row["discipline"])
    state = states.get(row["last_seq"], {})
    score = state.get("score")
    side: int = row["side"]
    player = shown.players[side] if shown.players else ""
    return Cell(
        row["inning"],
        made(row, discipline),
        MARKS.get(row["ending"], ""),
        row["ending"],
        row["run"],
        None if score is None else score.get(player),
        row["first_seq"],
        row["last_seq"],
    )


def pair_rows(shown: Shown) -> list[PairRow]:
    """Return a 14.1 sheet: turns in pairs from the one who broke, each with its total."""
    states, rows = shown.states(), list[PairRow]()
    last_side, rack = -1, 0
    for row in sorted(shown.innings, key=lambda one: one["inning"]):
        cell = cell_of(shown, row, states)
        side: int = row["side"]
        begins = row["rack"] != rack
        if not rows or _new_line(rows, side, last_side, paired=row["paired"]):
            rows.append(PairRow(len(rows) + 1, row["rack"], begins, ([], [])))
        rows[-1].cells[side].append(cell)
        last_side, rack = side, row["rack"]
    return rows


def _new_line(rows: Sequence[PairRow], side: int, last_side: int, *, paired: bool) -> bool:
    """Tell whether a turn begins a line; breaking again stays on the line of the turn before."""
    if side == last_side:
        return paired
    return bool(rows[-1].cells[side])


def rack_rows(shown: Shown) -> list[RackRow]:
    """Return a sheet by rack or frame."""
    states, players = shown.states(), shown.players or ("", "")
    least = NOTABLE.get(str(shown.row["discipline"]), 0)
    rows: list[RackRow] = []
    for rack in shown.racks:
        turns = [row for row in shown.innings if row["rack"] == rack["rack"]]
        cells: list[tuple[int, Cell]] = [
            (row["side"], cell_of(shown, row, states)) for row in turns
        ]
        breaks: list[tuple[int, int]] = [
            (side, cell.run) for side, cell in cells if least and cell.run >= least
        ]
        stated: list[int] = rack["break_points"] or []
        breaks += zip(map(players.index, rack["break_players"] or ()), stated, strict=True)
        score = (states.get(rack["last_seq"] or 0) or {}).get("score")
        after = None if score is None else (score[players[0]], score[players[1]])
        rows.append(RackRow(rack, after, cells, breaks))
    return rows
