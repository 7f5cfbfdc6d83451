"""The list of matches, for the service and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from api.paging import cursor_of, place_of
from api.reading import Source

_COLUMNS = (
    "match", "discipline", "rules", "player1", "player2", "score1", "score2", "target1", "target2",
    "status", "winner", "result", "is_awarded", "awarded_winner", "events", "waiting", "rejected",
    "errors", "warnings", "notes", "opened_ms", "opened_precision",
    "event", "round",
)  # fmt: skip
_ORDER = "coalesce(opened_ms, -9000000000000)"


class Filter(NamedTuple):
    """Which matches are listed."""

    player: str | None = None
    discipline: str | None = None
    rules: str | None = None
    event: str | None = None
    status: str | None = None
    unchecked: bool | None = None
    """Whether a result is stated of which no play was recorded."""


def list_matches(
    source: Source, asked: Filter, limit: int, cursor: str | None = None
) -> tuple[list[dict[str, Any]], str | None]:
    """Return a page of matches, the latest opened first, and the cursor of the next."""
    tests, values = ["true"], list[Any]()
    if asked.player is not None:
        tests.append("? IN (player1, player2)")
        values.append(asked.player)
    for column in ("discipline", "rules", "event", "status"):
        if (value := getattr(asked, column)) is not None:
            tests.append(f"{column} = ?")
            values.append(value)
    if asked.unchecked is not None:
        tests.append("unchecked > 0" if asked.unchecked else "unchecked = 0")
    if (place := place_of(cursor, (int, str))) is not None:
        tests.append(f"({_ORDER} < ? OR ({_ORDER} = ? AND match > ?))")
        values += [place[0], place[0], place[1]]
    query = (
        f"SELECT {', '.join(_COLUMNS)}, {_ORDER} FROM matches WHERE {' AND '.join(tests)} "  # noqa: S608
        f"ORDER BY {_ORDER} DESC, match LIMIT ?"
    )
    rows = source.rows(query, [*values, limit + 1])
    items = [_item(row) for row in rows[:limit]]
    if len(rows) <= limit:
        return items, None
    return items, cursor_of(rows[limit - 1][-1], items[-1]["match"])


def _item(row: Sequence[Any]) -> dict[str, Any]:
    """Return a match as it is listed: maps by player instead of sides."""
    found = dict(zip(_COLUMNS, row, strict=False))
    players = [found.pop("player1"), found.pop("player2")]
    score = (found.pop("score1"), found.pop("score2"))
    target = (found.pop("target1"), found.pop("target2"))
    known = players[0] is not None
    awarded = {"winner": found.pop("awarded_winner")} if found.pop("is_awarded") else None
    if not awarded:
        found.pop("awarded_winner", None)
    return {
        "match": found.pop("match"),
        "discipline": found.pop("discipline"),
        "rules": found.pop("rules"),
        "players": players if known else None,
        "score": dict(zip(players, score, strict=True)) if known else None,
        "target": dict(zip(players, target, strict=True)) if known else None,
        **found,
        "awarded": awarded,
    }
