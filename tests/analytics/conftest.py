"""Tables filled by hand: the few columns a case is about, the rest as a plain record has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb
import pytest

from projections.schema import BIT, TABLES, create_statement

DEFAULTS: dict[str, dict[str, Any]] = {
    "matches": {
        "discipline": "14.1", "rules": "PL", "player1": "ana", "player2": "bor",
        "status": "finished", "result": "played", "score1": 0, "score2": 0, "start1": 0,
        "start2": 0, "points1": 0, "points2": 0, "other_points1": 0, "other_points2": 0,
        "first_ms": 0, "reds": 15,
    },
    "innings": {
        "discipline": "14.1", "rules": "PL", "rack": 1, "balls": 0, "points": 0,
        "points_opponent": 0, "run": 0, "ending": "miss", "open": False, "fouls": 0,
        "is_shots": True, "paired": True, "started_in_hand": False, "first_is_break": False,
        "safety_at_once": False, "scored_at_once": False, "inferred": False, "strokes": 1,
    },
    "rulings": {
        "part": 0, "kind": "shot", "discipline": "14.1", "rules": "PL", "rack": 1, "inning": 1,
        "inferred": False, "phase": "play", "is_break": False, "is_break_shot": False,
        "call": "ball", "made": False, "attack": True, "verdict": "legal", "fouls": [],
        "n_fouls": 0, "points": 0, "points_opponent": 0, "balls": 0, "run": 0,
        "third_foul": False, "out_of_turn": False, "void": False, "after_timeout": False,
    },
    "racks": {
        "discipline": "9-ball", "rules": "LT", "how": "played", "is_open": False,
        "is_decider": False, "strokes": 5, "first_inning": 1, "last_inning": 1, "rebreaks": 0,
        "break_players": [], "break_points": [],
    },
    "positions": {},
}  # fmt: skip
OTHER = {"ana": "bor", "bor": "ana"}


FLAG_OF = {
    "is_break": "break", "is_break_shot": "break_shot", "third_foul": "third", "made": "made",
    "attack": "attack", "inferred": "inferred", "in_hand": "in_hand", "void": "void",
    "after_timeout": "after_timeout", "out_of_turn": "out_of_turn",
}  # fmt: skip


def with_flags(row: dict[str, Any]) -> dict[str, Any]:
    """Put the computed columns of a stroke into the bits they are computed of."""
    bits = [bit for name, bit in FLAG_OF.items() if row.get(name)]
    bits += ["inning"] if row["kind"] == "inning" else []
    computed = {column.name for column in TABLES["rulings"].columns if column.computed}
    kept = {name: value for name, value in row.items() if name not in computed}
    return kept | {"flags": sum(BIT[bit] for bit in bits)}


class Tables:
    """The tables of a store in memory, as a source of statistics."""

    def __init__(self) -> None:
        self.connection = duckdb.connect(":memory:")
        for table in TABLES.values():
            self.connection.execute(create_statement(table)).fetchall()

    def put(self, table: str, *rows: dict[str, Any]) -> None:
        for row in rows:
            full = DEFAULTS[table] | row
            if "player" in full and "opponent" not in full:
                full["opponent"] = OTHER[full["player"]]
            if table == "rulings":
                full = with_flags(full)
            columns = ", ".join(f'"{name}"' for name in full)
            marks = ", ".join("?" for _ in full)
            self.connection.execute(
                f"INSERT INTO {table} ({columns}) VALUES ({marks})",  # noqa: S608
                list(full.values()),
            ).fetchall()

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return self.connection.execute(query, list(values)).fetchall()


@pytest.fixture
def tables() -> Tables:
    filled = Tables()
    filled.put("positions", {"log_partition": 0, "next_offset": 7})
    return filled
