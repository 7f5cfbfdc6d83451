"""Score sheets of 14.1 with a line an inning, CSV or Excel, in the language of the reader."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from domain import events as ev
from ingest.exporters.turns import Game
from ingest.importers.mapping import fields, words

LANGUAGES: Final = ("en", "sl", "pl", "lt")
COLUMNS: Final = (
    "own_match", "event", "round", "venue", "table", "date", "rules", "target",
    "player_a", "player_b", "inning", "made", "end", "fouls", "total", "own_a", "own_b",
)  # fmt: skip
DELIMITER: Final = ";"
Row = Sequence[str | int]


def header(name: str, language: str) -> str:
    """Return the header of a field in a language, the English one where there is no other."""
    by_language = fields()[name]
    return (by_language.get(language) or by_language["en"])[0].capitalize()


def rows(games: Sequence[Game], names: Mapping[str, str], language: str) -> Iterator[Row]:
    """Yield the headers and a row an inning; ``names`` of players, the id where there is none."""
    yield [header(name, language) for name in COLUMNS]
    for game in games:
        for number, turn in enumerate(game.turns, start=1):
            other = game.players[1 - game.players.index(turn.player)]
            yield [
                *_head(game),
                names.get(turn.player, turn.player),
                names.get(other, other),
                number,
                turn.made,
                _word(turn.end, language),
                " ".join(turn.fouls),
                turn.total,
                turn.player,
                other,
            ]


def _head(game: Game) -> Row:
    opening = game.opening
    labels = [getattr(opening, name) or "" for name in ("event", "round", "venue", "table")]
    target = opening.target if isinstance(opening.target, int) else ""
    return [game.match, *labels, _date(opening), opening.rules, target]


def _date(opening: ev.MatchOpened) -> str:
    """Return the day, or the instant where it is known; nothing where no time is."""
    if opening.at_precision == "unknown":
        return ""
    return opening.at[:10] if opening.at_precision == "day" else opening.at


def _word(end: str, language: str) -> str:
    """Return our word for the end of a turn in a language."""
    known = words("end").get(end)
    return known[LANGUAGES.index(language)] if known else end


def as_csv(made: Iterator[Row], *, bom: bool = True) -> bytes:
    """Return rows as CSV; a byte order mark tells Excel that it is UTF-8."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=DELIMITER).writerows(made)
    return text.getvalue().encode("utf-8-sig" if bom else "utf-8")


def as_workbook(made: Iterator[Row]) -> bytes:
    """Return rows as a workbook; text that looks like a formula stays text."""
    from openpyxl import Workbook  # noqa: PLC0415 - dear to import

    book: Any = Workbook(write_only=True)
    sheet = book.create_sheet("14.1")
    for row in made:
        sheet.append([_cell(sheet, value) for value in row])
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _cell(sheet: Any, value: str | int) -> Any:  # noqa: ANN401 - openpyxl has no types
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415 - as above
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE  # noqa: PLC0415 - as above

    if isinstance(value, int):
        return value
    cell = WriteOnlyCell(sheet, value=ILLEGAL_CHARACTERS_RE.sub("", value))
    cell.data_type = "s"
    return cell
