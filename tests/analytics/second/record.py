"""The record as plain rows, and how the figures of a player are summed: nothing of the product."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from projections.schema import TABLES
from tests.analytics.played import Stored

Row = dict[str, Any]
NOT_PLAYED = ("walkover", "forfeit", "abandoned")
RACK_GAMES = ("8-ball", "9-ball", "10-ball")


@dataclass(frozen=True)
class Record:
    """Rows of the matches that count, in the order of play."""

    matches: dict[str, Row]
    strokes: list[Row]
    innings: list[Row]
    racks: list[Row]

    def sides(self) -> Iterator[tuple[str, str, int, Row]]:
        """Return every match once for each player: player, opponent, side, match."""
        for match in self.matches.values():
            yield match["player1"], match["player2"], 1, match
            yield match["player2"], match["player1"], 2, match

    def shots(self, *disciplines: str) -> list[Row]:
        """Return strokes recorded as strokes that stand."""
        return [
            row
            for row in self.strokes
            if row["kind"] == "shot"
            and not row["inferred"]
            and (not disciplines or row["discipline"] in disciplines)
        ]

    def turns(self, *disciplines: str) -> list[list[Row]]:
        """Return the strokes of each turn, those out of turn left out."""
        found: dict[tuple[str, int], list[Row]] = defaultdict(list)
        for row in self.strokes:
            if row["discipline"] in disciplines and not row["out_of_turn"]:
                found[row["match"], row["inning"]].append(row)
        return list(found.values())


def record(source: Stored) -> Record:
    """Read the record of a store."""
    matches = {
        row["match"]: row
        for row in _rows(source, "matches")
        if row["result"] not in NOT_PLAYED and row["player1"] is not None
    }

    def kept(table: str, *order: str) -> list[Row]:
        rows = [row for row in _rows(source, table) if row["match"] in matches]
        return sorted(rows, key=lambda row: tuple(row[name] for name in ("match", *order)))

    strokes = [row for row in kept("rulings", "seq", "part") if not row["void"]]
    return Record(matches, strokes, kept("innings", "inning"), kept("racks", "rack"))


def _rows(source: Stored, table: str) -> list[Row]:
    names = [column.name for column in TABLES[table].columns]
    columns = ", ".join(f'"{name}"' for name in names)
    found = source.rows(f"SELECT {columns} FROM {table}")  # noqa: S608 - names of the schema
    return [dict(zip(names, row, strict=True)) for row in found]


def following(rows: Iterable[Row]) -> Iterator[tuple[Row, Row | None]]:
    """Return each row with the next of its match."""
    held: Row | None = None
    for row in rows:
        if held is not None:
            yield held, row if row["match"] == held["match"] else None
        held = row
    if held is not None:
        yield held, None


def attack(row: Row) -> bool:
    """Tell whether a stroke tried to pocket a ball: one called, in 9-ball any."""
    aimed = row["call"] in ("ball", "nominated") or (row["discipline"], row["call"]) == (
        "9-ball",
        "none",
    )
    return aimed and row["phase"] != "break"


def each(_: Row) -> bool:
    """Count every row."""
    return True


def tally(
    rows: Iterable[Row], key: tuple[str, ...], **tests: Callable[[Row], int | None]
) -> dict[tuple[Any, ...], Row]:
    """Sum tests over rows by key."""
    found: dict[tuple[Any, ...], Row] = {}
    for row in rows:
        place = tuple(row[name] for name in key)
        counts = found.setdefault(place, dict.fromkeys(tests, 0))
        for name, test in tests.items():
            counts[name] += int(test(row) or 0)
    return found


def named(
    found: dict[tuple[Any, ...], Row], key: tuple[str, ...], **rates: tuple[str, str]
) -> list[Row]:
    """Return tallies as rows, with shares of two of their sums."""
    rows: list[Row] = []
    for place, counts in found.items():
        shares = {name: counts[a] / counts[b] for name, (a, b) in rates.items() if counts[b]}
        rows.append(dict(zip(key, place, strict=True)) | counts | shares)
    return rows
