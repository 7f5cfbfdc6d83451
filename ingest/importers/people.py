"""Who plays: ids and names of both sides of a row, byes, and people of one name."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ingest.faults import IDENTIFIER
from ingest.importers.mapping import plain
from ingest.importers.port import Job
from ingest.importers.report import Place
from ingest.importers.tables import Line, RowRefused
from ingest.names import Named

_NOBODY: Final = re.compile(
    r"(?:^|\s)(?:bye|freilos|prost|wolny los|laisva)(?:\s*\d+)?$|^(?:unknown|tbd|n/?a|-)$",
    re.IGNORECASE,
)


class Side(NamedTuple):
    """One of the two: id, and the name that goes into the register."""

    id: str
    name: str

    def named(self) -> list[Named]:
        """Return what the register is to keep."""
        return [Named(self.id, self.name)] if self.name else []


def is_nobody(name: str) -> bool:
    """Tell whether a name stands for no person: a bye, or a place not yet filled."""
    return bool(_NOBODY.search(name.strip()))


def side(line: Line, which: str, job: Job, source: str) -> Side | None:
    """Return the player ``a`` or ``b`` of a row, None for a bye; refuses a row without one."""
    name, given = line.text(f"player_{which}"), line.text(f"id_{which}")
    own = line.text(f"own_{which}")
    if IDENTIFIER.fullmatch(own):
        return Side(own, "" if name == own else name)
    if is_nobody(name) or is_nobody(given):
        return None
    if not name and not given:
        raise RowRefused("no player", f"player_{which}")
    club = line.text(f"club_{which}")
    known_by_id = bool(given) and plain(given) != plain(name)
    if name and not known_by_id:
        note_namesakes(job, line.place(f"player_{which}"), name, club)
    return Side(job.ids.player(source, given, name, club), name)


def both(line: Line, job: Job, source: str) -> tuple[Side, Side] | None:
    """Return the players of a row, None where one of them is a bye."""
    one, two = side(line, "a", job, source), side(line, "b", job, source)
    if one is None or two is None:
        return None
    if one.id == two.id:
        words = "both sides are one person; two of one name need a club or an id each"
        raise RowRefused(words, "player_b", two.name or two.id)
    return one, two


def note_namesakes(job: Job, place: Place, name: str, club: str) -> None:
    """Say that one name stands with different clubs, or once without: taken as different people."""
    clubs: dict[str, set[str]] = job.notebook.setdefault("clubs", {})
    known = clubs.setdefault(plain(name), set())
    if known and plain(club) not in known:
        words = (
            "one name with several clubs: taken as several people; merge them where they are one"
        )
        job.report.once("guessed", words, place, name)
    known.add(plain(club))
