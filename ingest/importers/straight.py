"""A 14.1 match out of turns, however a sheet writes them down."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ingest.importers.mapping import Mapping, known_words, plain
from ingest.importers.opening import opening, timed, when
from ingest.importers.people import Side
from ingest.importers.port import Drafted, Job, Stated
from ingest.importers.report import Place
from ingest.importers.tables import Line, RowRefused

POINTS_OF_FOUL: Final = {"foul": 1, "deliberate_foul": 1, "break_foul": 2}
DEFAULT_TARGET: Final = 150
FORMAT: Final = "14.1"
SOURCE: Final = "score sheet"
_MARK: Final = re.compile(r"(\d{1,4})?\s*([^\d\s].*)?")


class Turn(NamedTuple):
    """One turn at the table: side 0 or 1, balls made, how it ended where that is said."""

    side: int
    made: int
    end: str | None
    place: Place
    fouls: tuple[str, ...] = ()


class Total(NamedTuple):
    """A score a sheet states after so many turns."""

    after: int
    side: int
    score: int
    place: Place


@dataclass(slots=True)
class Sheet:
    """A match as a sheet tells it."""

    line: Line
    players: tuple[Side, Side]
    turns: list[Turn] = field(default_factory=list[Turn])
    totals: list[Total] = field(default_factory=list[Total])

    def total(self, side: int, score: int | None, place: Place) -> None:
        """Note a stated score after the turns so far."""
        if score is not None:
            self.totals.append(Total(len(self.turns), side, score, place))


def read_mark(text: str, mapping: Mapping) -> tuple[int, str | None]:
    """Return balls and end of what stands for a turn: ``5``, ``3S``, ``F``; refuses the rest."""
    found = _MARK.fullmatch(text.strip())
    if found is None or not text.strip():
        raise RowRefused("no turn: write balls and a mark such as 5, 3S or 0F", value=text)
    balls, sign = found.groups()
    if sign is None:
        return int(balls), None
    ours = mapping.words.get("end", {}).get(sign) or known_words("end").get(plain(sign))
    if ours is None:
        words = "a mark that is not known: give its meaning in a mapping"
        raise RowRefused(words, value=text)
    return int(balls or 0), ours


def match_key(line: Line, players: Sequence[Side]) -> tuple[str, ...]:
    """Return what a match of a sheet is known by: its number, day, event, round and players."""
    parts = ("match", "event", "round", "date", "time")
    who = sorted(player.id for player in players)
    return (*(str(line.cell(name)) for name in parts), *who)


def draft(sheet: Sheet, source: str, job: Job) -> Drafted:
    """Return the events of a match; the first to play is who broke."""
    line, players = sheet.line, sheet.players
    own = line.text("own_match")
    made = Drafted(own or job.ids.match(FORMAT, source, *match_key(line, players)))
    made.named = [named for player in players for named in player.named()]
    at = when(line, job)
    target = line.whole("target")
    head = opening(line, players, "14.1", at, job)
    breaker = players[sheet.turns[0].side].id if sheet.turns else None
    if target is None:
        words = f"points to win are not said: {DEFAULT_TARGET} taken"
        job.report.once("guessed", words, line.place("target"))
    made.add(line.place(), "match_opened", **head, target=target, breaker=breaker)
    _add_turns(made, sheet, target or DEFAULT_TARGET, timed(at), job)
    return made


def _add_turns(
    made: Drafted, sheet: Sheet, target: int, at: dict[str, str | None], job: Job
) -> None:
    """Add turns and stated scores; the last of each side is a claim."""
    net = [0, 0]
    for turn in sheet.turns:
        end = _end(turn, net, target, job)
        net[turn.side] += turn.made - POINTS_OF_FOUL.get(end, 0)
        made.add(
            turn.place,
            "inning",
            player=sheet.players[turn.side].id,
            made=turn.made or None,
            end=end,
            fouls=list(turn.fouls) or None,
            **at,
        )
    last: dict[int, Total] = {total.side: total for total in sheet.totals}
    for total in sheet.totals:
        player = sheet.players[total.side].id
        # The facts are the opening and then the turns.
        made.stated.append(Stated(total.after + 1, player, total.score, total.place))
    if last:
        final = [last[side] for side in sorted(last)]
        score = {sheet.players[one.side].id: one.score for one in final}
        made.add(final[-1].place, "claim", score=score, source=SOURCE, **at)


def _end(turn: Turn, net: list[int], target: int, job: Job) -> str:
    """Return how a turn ended; where a sheet has no mark, a miss, or the end of the match."""
    if turn.end is not None:
        return turn.end
    if net[turn.side] + turn.made >= target:
        return "win"
    job.report.once("guessed", "turns without a mark for their end: taken as misses", turn.place)
    return "miss"
