"""14.1 sheets with a line a rack and a mark for each turn in it."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.importers import values
from ingest.importers.opening import source_of
from ingest.importers.people import Side, both
from ingest.importers.port import Job
from ingest.importers.straight import Sheet, Turn, read_mark
from ingest.importers.tables import Line, RowRefused, Table, taken

FOULS_IN_A_ROW = 3
"""Fouls after which the same player breaks the next triangle."""


def read_racks(table: Table, job: Job) -> Iterator[Sheet]:
    """Read a line a rack; rack 1 begins a match."""
    source = source_of(table, job)
    group: list[Line] = []
    for line in table.lines(remarks=False):
        if group and _begins(line):
            yield from _sheet(group, job, source)
            group = []
        group.append(line)
    if group:
        yield from _sheet(group, job, source)


def _begins(line: Line) -> bool:
    try:
        return line.whole("rack") == 1
    except RowRefused:
        return False


def _sheet(lines: list[Line], job: Job, source: str) -> Iterator[Sheet]:
    """Put the racks of a match together, unless one of them has to be refused."""
    players = taken(lines[0], lambda: _players(lines[0], job, source))
    if players is None:
        return
    sheet, starter = Sheet(lines[0], players), 0
    for line in lines:
        first, last = line is lines[0], line is lines[-1]
        try:
            starter = _breaker(line, sheet) if first else starter
            starter = _add_rack(sheet, line, starter, last=last)
            _add_totals(sheet, line, last=last)
        except RowRefused as refused:
            line.refuse(refused)
            return
    yield sheet


def _players(line: Line, job: Job, source: str) -> tuple[Side, Side]:
    players = both(line, job, source)
    if players is None:
        raise RowRefused("a bye has no racks", "player_b")
    return players


def _add_totals(sheet: Sheet, line: Line, *, last: bool) -> None:
    """Note the scores a rack ends with, but where a turn goes on: it has more than they count."""
    if last or (sheet.turns and sheet.turns[-1].end is not None):
        for index, which in enumerate("ab"):
            sheet.total(index, line.whole(f"total_{which}"), line.place(f"total_{which}"))


def _breaker(line: Line, sheet: Sheet) -> int:
    """Return who breaks: who a sheet names, else who has turns alone or more of them, else A."""
    named = line.text("breaker")
    if named:
        for index, which in enumerate("ab"):
            known = (which, which.upper(), sheet.players[index].name, line.text(f"id_{which}"))
            if named in known:
                return index
        raise RowRefused("the breaker is neither of the players", "breaker", named)
    return 1 if len(_marks(line, "b")) > len(_marks(line, "a")) else 0


def _marks(line: Line, which: str) -> list[str]:
    value = line.cell(f"turns_{which}")
    number = values.whole(value) if value != "" else None
    return [str(number)] if number is not None else str(value).replace(",", " ").split()


def _add_rack(sheet: Sheet, line: Line, starter: int, *, last: bool) -> int:
    """Add the turns of a rack in the order played; return who begins the next."""
    marks = (_marks(line, "a"), _marks(line, "b"))
    order = [starter if number % 2 == 0 else 1 - starter for number in range(sum(map(len, marks)))]
    if any(order.count(index) != len(marks[index]) for index in (0, 1)):
        words = "turns do not alternate: one side has too many, or the other began"
        raise RowRefused(words, "turns_b", f"{line.text('turns_a')} | {line.text('turns_b')}")
    taken = [0, 0]
    for number, index in enumerate(order):
        mark = marks[index][taken[index]]
        taken[index] += 1
        balls, end = read_mark(mark, line.table.mapping)
        place = line.place("turns_a" if index == 0 else "turns_b")
        _add_turn(sheet, Turn(index, balls, end, place), goes_on=number == 0)
    return starter if not order else _next(sheet, order[-1], last=last)


def _add_turn(sheet: Sheet, turn: Turn, *, goes_on: bool) -> None:
    """Add a turn, or the rest of one that began in the rack before."""
    before = sheet.turns[-1] if sheet.turns else None
    if goes_on and before is not None and before.side == turn.side and before.end is None:
        sheet.turns[-1] = before._replace(made=before.made + turn.made, end=turn.end)
        return
    sheet.turns.append(turn)


def _next(sheet: Sheet, player: int, *, last: bool) -> int:
    """Return who begins the next rack: who goes on, or who broke down three times in a row."""
    turn = sheet.turns[-1]
    if turn.end is None or last:
        return player
    mine = [one for one in sheet.turns if one.side == player][-FOULS_IN_A_ROW:]
    fouled = [one for one in mine if one.end == "foul" and one.made == 0]
    if len(fouled) == FOULS_IN_A_ROW:
        return player
    return 1 - player
