"""Rows of a match as the tables hold them: their stored columns, in order."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from domain import events as ev
from projections import strokes as st
from projections.innings import InningRow
from projections.live import Live
from projections.matches import MATCH_FIELDS, match_row
from projections.racks import RackRow

EPOCH: Final = datetime.fromisoformat("1970-01-01T00:00:00Z")
MILLISECOND: Final = timedelta(milliseconds=1)
INSTANTS: Final = frozenset(map(MATCH_FIELDS.index, ("opened", "first", "last")))
Row = tuple[Any, ...]


class Shared(NamedTuple):
    """What all rows of a match share."""

    match: str
    discipline: str | None
    rules: str | None
    players: tuple[str | None, str | None]


def shared(live: Live) -> Shared:
    """Return what the rows of a match share."""
    opening, game = live.fold.match.opening, live.fold.match.game
    players = (None, None) if game is None else game.players
    if opening is None:
        return Shared(live.match, None, None, players)
    return Shared(live.match, opening.discipline, opening.rules, players)


def instant(at: str | None) -> int | None:
    """Return an RFC 3339 instant as milliseconds of Unix time."""
    return None if at is None else (datetime.fromisoformat(at) - EPOCH) // MILLISECOND


def ruling_row(of: Shared, struck: st.Struck) -> Row:
    """Return the row of a stroke, or of a turn summed up."""
    event, ruling, part, number, _, extra, phase, turn, inning, rack, count, cue, *_ = struck
    side = 1 - turn if extra & st.OUT_OF_TURN else turn
    other = 1 - side
    due = phase == "rerack"
    scores, frame, points = struck[12:14], struck[14] or (None, None), ruling.points
    seconds = event.duration_s if isinstance(event, ev.Shot) else None
    return (
        of.match, event.seq, part, of.players[side], of.players[other], of.discipline, of.rules,
        rack + due, inning + (phase == "choice"), number,
        instant(event.at) if event.at_precision in st.PRECISE else None,
        st.called(event), ruling.verdict, ruling.fouls, points[side], points[other],
        st.balls_made(event, ruling), ruling.run,
        "D" if cue == "head" and of.discipline == "snooker" else cue,
        ruling.rack_won_by, ruling.match_won_by,
        None if seconds is None else round(seconds * 1000),
        scores[side], scores[other], frame[side], frame[other], st.FULL if due else count,
        st.flags(of.discipline, struck), ruling.clauses,
    )  # fmt: skip


def inning_row(of: Shared, row: InningRow) -> Row:
    """Return the row of a turn."""
    inning, side, rack, *figures, at, ball, clearance = row
    player, opponent = of.players if side == 0 else of.players[::-1]
    return (
        of.match, inning, player, opponent, of.discipline, of.rules, rack, *figures, instant(at),
        ball, clearance,
    )  # fmt: skip


def rack_row(of: Shared, row: RackRow) -> Row:
    """Return the row of a rack."""
    return (of.match, row[0], of.discipline, of.rules, *row[1:])


def stored_match(live: Live) -> Row:
    """Return the row of a match."""
    row = match_row(live)
    return tuple(instant(one) if at in INSTANTS else one for at, one in enumerate(row))
