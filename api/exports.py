"""Matches in other people's forms, with what those forms do not hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from api.node import Node
from api.reading import NoSuchMatch, records, stored
from ingest.exporters import clubcloud, sheet
from ingest.exporters.turns import Game, game_of

Form = Literal["csv", "xlsx", "clubcloud", "log"]
FORMS: Final = get_args(Form)
MEDIA_TYPES: Final[dict[Form, str]] = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "clubcloud": "text/csv; charset=utf-8",
    "log": "application/x-ndjson",
}
ENDINGS: Final[dict[Form, str]] = {
    "csv": "csv", "xlsx": "xlsx", "clubcloud": "csv", "log": "jsonl",
}  # fmt: skip


@dataclass(slots=True)
class Export:
    """A file, and of each match what it does not hold."""

    content: bytes
    lost: dict[str, list[str]] = field(default_factory=dict[str, list[str]])


def export(
    node: Node, matches: Sequence[str], form: Form, language: str, *, bom: bool = True
) -> Export:
    """Return matches in a form; raises ``NoSuchMatch`` and ``NoSheet``."""
    known = {match: stored(node, match) for match in matches}
    for match, found in known.items():
        if not found:
            raise NoSuchMatch(match)
    received = {match: records(found) for match, found in known.items()}
    if form == "log":
        hides = node.people.known()
        lines = [hides.clean_record(one.raw) for found in received.values() for one in found]
        return Export(b"".join(line + b"\n" for line in lines))
    if form == "clubcloud":
        rows = {match: clubcloud.result_of(match, found) for match, found in received.items()}
        lost = {match: result.lost for match, result in rows.items()}
        return Export(clubcloud.as_csv(result.row for result in rows.values()), lost)
    games = [game_of(match, found) for match, found in received.items()]
    written = sheet.rows(games, _names(node, games), language)
    content = sheet.as_workbook(written) if form == "xlsx" else sheet.as_csv(written, bom=bom)
    return Export(content, {game.match: game.lost for game in games if game.lost})


def _names(node: Node, games: Sequence[Game]) -> dict[str, str]:
    return node.people.shown(node, [player for game in games for player in game.players])
