"""14.1 inning sheets in three layouts: a line an inning, a line a rack, a column an inning.

A line an inning: ``player``, ``made``, ``end``, perhaps ``total``. A line a rack: ``rack`` and the
turns of each side in it, parted by spaces, each balls and a mark (``5 3S 0F``); the last turn of a
rack goes on in the next unless a mark ends it. A column an inning: a line a player, the columns
headed 1, 2, 3 …
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, get_args

from domain.vocabulary import FoulCode
from ingest.importers import values
from ingest.importers.mapping import Mapping, plain
from ingest.importers.opening import source_of
from ingest.importers.people import Side, both, side
from ingest.importers.port import Drafted, Job
from ingest.importers.racks import read_racks
from ingest.importers.report import Place, Report
from ingest.importers.source import FORMULA, Source
from ingest.importers.straight import Sheet, Turn, draft, read_mark
from ingest.importers.tables import Line, RowRefused, Table, find_tables, note_unknown, taken

NAME: Final = "innings"
SAYS: Final = "14.1 inning sheets, CSV or Excel"
MOST_TURNS: Final = 20_000
"""Lines of one match, which is put together in memory."""
Reader = Callable[[Table, Job], Iterator[Sheet]]


def fits(source: Source, mapping: Mapping) -> bool:
    """Tell whether a sheet of a file has one of the three layouts."""
    if source.kind == "json":
        return False
    return any(_reader(table) for table in find_tables(source, mapping, Report()))


def read(source: Source, job: Job) -> Iterator[Drafted]:
    """Yield the matches of all sheets."""
    for table in find_tables(source, job.mapping, job.report):
        reader = _reader(table)
        if reader is None:
            job.report.note("left_out", "no inning sheet", table.place(table.header_row))
            continue
        note_unknown(table)
        name = source_of(table, job)
        for sheet in reader(table, job):
            made = taken(sheet.line, partial(draft, sheet, name, job))
            if made is not None:
                yield made


def _reader(table: Table) -> Reader | None:
    if table.has("player_a", "made"):
        return read_lines
    if table.has("turns_a", "turns_b"):
        return read_racks
    return read_columns if len(table.turns) >= 3 and table.has("player_a") else None


def read_lines(table: Table, job: Job) -> Iterator[Sheet]:
    """Read a line an inning; the lines of a match stand together."""
    source = source_of(table, job)
    for group in together(table):
        sheet = _sheet_of_lines(group, job, source)
        if sheet is not None:
            yield sheet


def together(table: Table) -> Iterator[list[Line]]:
    """Yield the lines of each match; a match that comes back later in the file is refused."""
    seen, group, key, again = set[int](), list[Line](), None, False
    for line in table.lines():
        mine = _group_key(line) or key
        if mine != key:
            if key is not None and not again:
                yield group
            group = group if key is None else []
            key, again = mine, hash(mine) in seen
            seen.add(hash(mine))
            if again:
                words = "the lines of a match do not stand together: sort the sheet by match"
                line.refuse(RowRefused(words, "match", line.text("match")))
        if len(group) < MOST_TURNS:
            group.append(line)
        elif not again:
            line.refuse(RowRefused(f"more than {MOST_TURNS} lines of one match", "match"))
            again = True
    if group and not again:
        yield group


def _group_key(line: Line) -> tuple[str, ...] | None:
    """Return what lines of one match share; without a number for it, also who plays.

    None where a formula hides it: the line is refused with the match it stands in.
    """
    shared = [line.cells[column] for column in _shared(line)]
    if {"match", "own_match"} & line.table.columns.keys() or not line.table.has("player_b"):
        return None if FORMULA in shared else tuple(map(str, shared))
    players = [line.raw(f"player_{one}") or line.raw(f"id_{one}") for one in "ab"]
    if FORMULA in (*shared, *players):
        return None
    return (*map(str, shared), *sorted(plain(str(one)) for one in players))


def _shared(line: Line) -> Iterator[int]:
    for name in ("own_match", "match", "event", "round", "date", "time"):
        column = line.table.columns.get(name)
        if column is not None and column < len(line.cells):
            yield column


def _sheet_of_lines(lines: list[Line], job: Job, source: str) -> Sheet | None:
    """Put the lines of a match together; None where one of them had to be refused."""
    sheet = taken(lines[0], lambda: Sheet(lines[0], _players(lines, job, source)))
    if sheet is None:
        return None
    good = True
    for line in lines:
        good = _add_line(sheet, line, job, source) and good
    return sheet if good else None


def _add_line(sheet: Sheet, line: Line, job: Job, source: str) -> bool:
    """Add the turn of a line and the score it states; tell whether it could be taken."""
    try:
        turn = _turn(sheet, line, job, source)
        sheet.turns.append(turn)
        sheet.total(turn.side, line.whole("total"), line.place("total"))
    except RowRefused as refused:
        line.refuse(refused)
        return False
    return True


def _turn(sheet: Sheet, line: Line, job: Job, source: str) -> Turn:
    player, made = side(line, "a", job, source), line.whole("made")
    ids = [one.id for one in sheet.players]
    if player is None or player.id not in ids:
        raise RowRefused("a third player in one match", "player_a", line.text("player_a"))
    if made is None or made < 0:
        raise RowRefused("balls made are not said", "made", line.text("made"))
    codes, fouled = _fouls(line)
    end = line.word("end") or ("foul" if fouled else None)
    return Turn(ids.index(player.id), made, end, line.place(), codes)


def _fouls(line: Line) -> tuple[tuple[str, ...], bool]:
    """Return the codes of the fouls of a turn, and whether there was one: a number, or codes."""
    told = line.text("fouls")
    if not told or told.lstrip("-").isdigit():
        return (), bool(told) and (line.whole("fouls") or 0) > 0
    codes = tuple(told.split())
    unknown = [code for code in codes if code not in get_args(FoulCode)]
    if unknown:
        raise RowRefused("neither a number nor codes of fouls", "fouls", told)
    return codes, True


def _players(lines: list[Line], job: Job, source: str) -> tuple[Side, Side]:
    """Return the two players: those of a line, or of the first two lines that differ."""
    line = lines[0]
    if line.table.has("player_b") or line.table.has("id_b"):
        players = both(line, job, source)
        if players is None:
            raise RowRefused("a bye has no innings", "player_b")
        return players
    one = side(line, "a", job, source)
    for other in lines[1:]:
        two = side(other, "a", job, source)
        if one is not None and two is not None and two.id != one.id:
            return one, two
    raise RowRefused("one player alone: a match has two", "player_a", line.text("player_a"))


def read_columns(table: Table, job: Job) -> Iterator[Sheet]:
    """Read a column an inning; two lines are a match, the player of the upper one breaks."""
    source = source_of(table, job)
    upper: Line | None = None
    for line in table.lines(remarks=False):
        if upper is None:
            upper = line
            continue
        pair, upper = (upper, line), None
        sheet = taken(line, partial(_sheet_of_columns, pair, job, source))
        if sheet is not None:
            yield sheet
    if upper is not None:
        upper.refuse(RowRefused("a line without its second player", "player_a"))


def _sheet_of_columns(pair: tuple[Line, Line], job: Job, source: str) -> Sheet:
    one, two = (side(line, "a", job, source) for line in pair)
    if one is None or two is None or one.id == two.id:
        raise RowRefused("a match has two players", "player_a", pair[1].text("player_a"))
    sheet = Sheet(pair[0], (one, two))
    for column in pair[0].table.turns:
        for index, line in enumerate(pair):
            value = line.cells[column] if column < len(line.cells) else None
            if value not in (None, ""):
                place = line.table.place(line.number, column)
                balls, end = read_mark(_mark(value, place), line.table.mapping)
                sheet.turns.append(Turn(index, balls, end, place))
    for index, line in enumerate(pair):
        sheet.total(index, line.whole("total"), line.place("total"))
    return sheet


def _mark(value: object, place: Place) -> str:
    if value is FORMULA:
        raise RowRefused(f"a formula is not computed: paste its value ({place.cell})")
    number = values.whole(value)
    return str(value if number is None else number)
