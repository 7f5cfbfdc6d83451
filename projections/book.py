"""What one match writes into the tables: strokes, turns, racks and running figures.

A book is kept while a match is folded, event by event, and copies nothing. Its lists are the rows
since they were last taken; the open turn and rack are rows as they stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from domain import events as ev
from domain.game import Game
from domain.play import NOBODY
from domain.rulings import Finding, Ruling
from projections import strokes as st
from projections.innings import InningRow, Turn, ending_by, ending_of
from projections.racks import Racks

ATTACKS: Final = frozenset({"ball", "nominated"})
FACTS: Final = st.CALL | st.CONTACT | st.CUSHION | st.TIMED


def _pair() -> list[int]:
    return [0, 0]


@dataclass(slots=True)
class Figures:
    """Figures of a match, by side where there are two; the open turn is not in them."""

    points: list[int] = field(default_factory=_pair)
    outside: list[int] = field(default_factory=_pair)
    balls: list[int] = field(default_factory=_pair)
    turns: list[int] = field(default_factory=_pair)
    fouls: list[int] = field(default_factory=_pair)
    best: list[int] = field(default_factory=_pair)
    by_shots: int = 0
    by_sums: int = 0
    rejected: int = 0
    facts: Counter[int] = field(default_factory=Counter[int])
    severities: Counter[str] = field(default_factory=Counter[str])

    def add(self, turn: Turn) -> None:
        """Count a turn."""
        side = turn.side
        self.points[side] += turn.points
        self.points[1 - side] += turn.points_opponent
        self.balls[side] += turn.balls
        self.turns[side] += 1
        self.fouls[side] += turn.fouls
        self.best[side] = max(self.best[side], turn.run)
        self.by_shots += not turn.summed
        self.by_sums += turn.summed


@dataclass(slots=True)
class Book:
    """One match being written down."""

    discipline: str = ""
    strokes: list[st.StrokeRow] = field(default_factory=list[st.StrokeRow])
    innings: list[InningRow] = field(default_factory=list[InningRow])
    racks: Racks = field(default_factory=Racks)
    findings: list[Finding] = field(default_factory=list[Finding])
    figures: Figures = field(default_factory=Figures)
    turn: Turn | None = None
    restart: str | None = None
    noted: int = 0
    signed: bool = False
    end: str | None = None
    first_at: str | None = None
    last_at: str | None = None

    def stroke(self, game: Game, was: st.Before, shot: ev.Shot, ruling: Ruling) -> None:
        """Write down a stroke that was ruled and is not taken back."""
        at = st.place(game, was, shot.player)
        side, rack, inning, count, score, against, flags = at
        flags |= self.noted | st.recorded(shot) | st.outcome(game, at, shot.player, ruling)
        self.noted = 0
        call = st.call_of(shot)
        if not flags & st.BREAK and (call in ATTACKS or self._any_ball(call)):
            flags |= st.ATTACK
        if rack != self.racks.now.rack:
            self.racks.turn(game, "racked", until=rack)
        self.figures.facts[flags & FACTS] += 1
        number = None
        if flags & st.OUT_OF_TURN:
            self._outside(ruling)
            self.figures.fouls[side] += 1
        else:
            flags |= self._begin(shot, (side, rack, inning, count, score, against, flags))
            number = self._count(shot, ruling, call, flags)
        at = side, rack, inning, count, score, against, flags
        self.strokes.append(st.shot_row(shot, at, ruling, was[5], number))
        self._move_on(game, ruling, call, scored=flags & st.MADE != 0, third=flags & st.THIRD)

    def void(self, game: Game, was: st.Before, shot: ev.Shot, ruling: Ruling) -> None:
        """Write down a stroke that is taken back later: a row, and no other trace."""
        side, rack, inning, count, score, against, flags = st.place(game, was, shot.player)
        flags |= st.recorded(shot) | st.VOID
        at = side, rack, inning, count, score, against, flags
        self.strokes.append(st.shot_row(shot, at, ruling, was[5], None))

    def inning(self, game: Game, was: st.Before, event: ev.Inning, ruling: Ruling) -> None:
        """Write down a turn summed up; it may have gone through several racks."""
        side, rack, inning, count, score, against, flags = st.place(game, was, event.player)
        balls = st.balls_made(event)
        flags |= self.noted | st.INNING | (st.INFERRED if event.inferred else 0)
        flags |= st.MADE if balls else 0
        self.noted = 0
        if rack != self.racks.now.rack:
            self.racks.turn(game, "racked", until=rack)
        if self.discipline == "14.1" and st.third_in_sum(count, balls, game.rack - rack, ruling):
            flags |= st.THIRD
        flags |= self._begin(event, (side, rack, inning, count, score, against, flags))
        number = self._count(event, ruling, event.end, flags, balls)
        at = side, rack, inning, count, score, against, flags
        self.strokes.append(st.inning_row(event, at, ruling, was[5], number))
        won = game.score[side] >= game.target[side]
        self.racks.now.through = True
        self._move_on(game, ruling, event.end, scored=won, third=flags & st.THIRD)
        self.racks.now.through = False

    def other(self, game: Game, event: ev.AnyEvent, ruling: Ruling) -> None:
        """Write down what an accepted event did that is no stroke."""
        note = NOTES.get(type(event))
        how = None if note is None else note(self, game, event)
        self._outside(ruling)
        turn, finished = self.turn, game.phase == "finished"
        if finished and self.end is None:
            self.end = ENDS.get(type(event), game.closed_by)
        if turn is not None and (game.inning != turn.inning or game.phase in st.BETWEEN):
            self.end_turn(ending_by(self.end, finished=finished, closed_by=game.closed_by))
        if len(game.racks) > self.racks.over:
            self.racks.turn(game, how or ENDS.get(type(event)) or "played")

    def heard(self, event: ev.AnyEvent, ruling: Ruling) -> None:
        """Note what every event has: its time, and what an auditor should see."""
        if event.at_precision in st.PRECISE:
            self.first_at = self.first_at or event.at
            self.last_at = event.at
        if ruling.findings:
            self.findings += ruling.findings
            self.figures.severities.update(found.severity for found in ruling.findings)
        if ruling.verdict == "rejected":
            self.figures.rejected += 1

    def _any_ball(self, call: str) -> bool:
        return call == "none" and self.discipline == "9-ball"

    def _begin(self, event: ev.Shot | ev.Inning, at: st.Place) -> int:
        """Begin a turn if the stroke is its first; return flags why its player breaks again."""
        side, number, inning, count, _, _, flags = at
        if self.turn is not None:
            if self.turn.inning == inning:
                return 0
            self.end_turn("stopped")
        straight = self.discipline == "14.1" and 2 <= count <= st.FULL
        self.turn = Turn(
            inning,
            side,
            number,
            event.seq,
            event.at if event.at_precision in st.PRECISE else None,
            paired=self.restart is None,
            in_hand=flags & st.IN_HAND != 0,
            is_break=flags & st.BREAK != 0,
            rack_ball=st.FULL + 1 - count if straight else None,
        )
        rack = self.racks.now
        if rack.push_out_by != NOBODY and rack.push_out_answer is None:
            rack.push_out_answer = "accept"
        restart, self.restart = self.restart, None
        return st.RESTART[restart]

    def _count(
        self, event: ev.Shot | ev.Inning, ruling: Ruling, call: str, flags: int, balls: int = 0
    ) -> int:
        """Count a stroke in its turn and rack and return its number in the turn."""
        turn, rack, seq = self.turn, self.racks.now, event.seq
        assert turn is not None  # noqa: S101 - _begin has begun it
        side, points = turn.side, ruling.points
        turn.strokes += 1
        if turn.strokes == 1:
            made = flags & st.MADE != 0
            turn.scored_at_once = made
            turn.safety_at_once = call == "safety" and not (ruling.fouls or made)
        turn.last_seq = seq
        turn.summed = turn.summed or flags & st.INNING != 0
        turn.balls += balls or len(ruling.pocketed)
        turn.points += points[side]
        turn.points_opponent += points[1 - side]
        turn.run = ruling.run
        turn.fouls += bool(ruling.fouls)
        turn.inferred = turn.inferred or event.inferred
        rack.last(seq, turn.inning, side)
        rack.strokes += not flags & st.INNING
        return turn.strokes

    def _move_on(self, game: Game, ruling: Ruling, call: str, *, scored: bool, third: int) -> None:
        """End the turn and the rack if the stroke did."""
        turn, rack = self.turn, self.racks.now
        if turn is not None and (game.inning != turn.inning or game.phase in st.BETWEEN):
            if call == "push_out" and game.phase == "choice":
                rack.push_out_by = turn.side
            player = game.players[turn.side]
            self.end_turn(ending_of(ruling, call, player, scored=scored))
        if third:
            self.restart = "third_foul"
        if len(game.racks) > self.racks.over:
            how = "racked" if self.discipline == "14.1" else "played"
            self.racks.turn(game, how, last="third_foul" if third else None)

    def end_turn(self, ending: str) -> None:
        """Close the open turn."""
        turn = self.turn
        if turn is not None:
            self.innings.append(turn.row(ending))
            self.figures.add(turn)
            self.turn = None

    def _outside(self, ruling: Ruling) -> None:
        """Count a penalty that belongs to no turn."""
        for side in (0, 1):
            self.figures.points[side] += ruling.points[side]
            self.figures.outside[side] += ruling.points[side]


def _opened(book: Book, game: Game, event: ev.AnyEvent) -> None:
    del game
    if isinstance(event, ev.MatchOpened):
        book.discipline = event.discipline


def _decided(book: Book, game: Game, event: ev.AnyEvent) -> str | None:
    del game
    if not isinstance(event, ev.Decision):
        return None
    rack = book.racks.now
    if event.choice == "rebreak":
        book.restart = "rebreak"
        rack.rebreaks += 1
        return "rebreak"
    if event.choice in {"accept", "pass"} and rack.push_out_answer is None:
        rack.push_out_answer = event.choice if rack.push_out_by != NOBODY else None
    return None


def _reracked(book: Book, game: Game, event: ev.AnyEvent) -> str:
    del game, event
    book.noted |= st.BREAK_SHOT
    return "racked"


def _timed_out(book: Book, game: Game, event: ev.AnyEvent) -> None:
    del game, event
    book.noted |= st.AFTER_TIMEOUT


def _signed(book: Book, game: Game, event: ev.AnyEvent) -> None:
    del game, event
    book.signed = True


def _summed(book: Book, game: Game, event: ev.AnyEvent) -> None:
    if isinstance(event, ev.Rack):
        book.racks.sum_up(event, game)


def _placed(book: Book, game: Game, event: ev.AnyEvent) -> None:
    rack = book.racks.now
    rack.rack = game.rack
    if isinstance(event, ev.PositionSet) and event.balls is not None:
        rack.full = False


NOTES: Final[dict[type, Callable[[Book, Game, ev.AnyEvent], str | None]]] = {
    ev.MatchOpened: _opened,
    ev.Decision: _decided,
    ev.Rerack: _reracked,
    ev.Timeout: _timed_out,
    ev.Signed: _signed,
    ev.Rack: _summed,
    ev.PositionSet: _placed,
}
"""What the kinds of events leave in a book; a text tells how the rack ended, if it did."""
ENDS: Final[dict[type, str]] = {
    ev.Concession: "concession",
    ev.Sanction: "sanction",
    ev.Stalemate: "stalemate",
}
"""How an event ends a match or a rack."""
