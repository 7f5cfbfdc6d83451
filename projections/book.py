"""What one match writes into the tables: strokes, turns, racks and running figures.

A book is kept while a match is folded, event by event, and copies nothing. Its lists are the rows
since they were last taken; the open turn and rack are rows as they stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from domain import events as ev
from domain.game import Game
from domain.games.snooker.balls import COLOURS
from domain.games.snooker.state import SnookerState
from domain.play import NOBODY
from domain.rulings import Finding, Ruling
from domain.standing import signed_as_it_stands
from projections import strokes as st
from projections.innings import InningRow, Turn, ending_by, ending_of
from projections.racks import RackNow, Racks, is_decider


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
    facts: Counter[str] = field(default_factory=Counter[str])
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
    """One match being written down.

    The open turn and rack have added up the strokes before ``turn_from`` and ``rack_from`` of the
    list; the others are added up when they end, or when the list is taken.
    """

    discipline: str = ""
    frames: bool = False
    """Whether points are counted in a rack: snooker's frames."""
    strokes: list[st.Struck] = field(default_factory=list[st.Struck])
    innings: list[InningRow] = field(default_factory=list[InningRow])
    racks: Racks = field(default_factory=Racks)
    findings: list[Finding] = field(default_factory=list[Finding])
    figures: Figures = field(default_factory=Figures)
    turn: Turn | None = None
    turn_from: int = 0
    rack_from: int = 0
    number: int = 0
    apart: bool = False
    """Whether the list holds strokes that belong to no turn."""
    sums: bool = False
    """Whether the list holds turns summed up."""
    restart: str | None = None
    noted: int = 0
    signed: bool = False
    confirmed: bool = False
    """Whether a signature covers the result as it stands."""
    end: str | None = None

    def stroke(
        self, game: Game, was: st.Before, shot: ev.Shot, ruling: Ruling, part: int | None = None
    ) -> None:
        """Note a stroke that was ruled and is not taken back."""
        phase, side, inning = was[0], was[1], was[2]
        extra, self.noted = self.noted, 0
        if phase == "choice":
            inning += 1
        elif phase == "rerack":
            self._end_racks(game, "racked", until=was[3] + 1)
        number = None
        if shot.player != game.players[side]:
            extra |= st.OUT_OF_TURN
            self.apart = True
            self._outside(ruling)
            self.figures.fouls[1 - side] += 1
        else:
            if self.turn is None or self.turn.inning != inning:
                extra |= self._begin(game, shot, was, inning)
            self.number = number = self.number + 1
        if self.frames:
            self._look(game)
        over = game.inning != inning or game.phase in st.BETWEEN
        if over:
            extra |= st.outcome(game, was, shot.player, ruling)
        self.strokes.append((shot, ruling, part, number, over, extra, *was))
        if over or len(game.racks) > self.racks.over:
            self._move_on(game, ruling, shot.call, extra)

    def void(
        self, game: Game, was: st.Before, shot: ev.Shot, ruling: Ruling, part: int | None = None
    ) -> None:
        """Note a stroke that is taken back later: a row, and no other trace."""
        self.apart = True
        extra = st.VOID if shot.player == game.players[was[1]] else st.VOID | st.OUT_OF_TURN
        self.strokes.append((shot, ruling, part, None, True, extra, *was))

    def inning(
        self,
        game: Game,
        was: st.Before,
        event: ev.Inning,
        ruling: Ruling,
        part: int | None = None,
    ) -> None:
        """Note a turn summed up; it may have gone through several racks."""
        phase, _, inning, rack, count, *_ = was
        extra, self.noted = self.noted | st.INNING, 0
        if phase == "choice":
            inning += 1
        elif phase == "rerack":
            rack += 1
            count = st.FULL
            self._end_racks(game, "racked", until=rack)
        balls = st.balls_made(event, ruling)
        extra |= st.MADE if balls else 0
        if self.discipline == "14.1" and st.third_in_sum(count, balls, game.rack - rack, ruling):
            extra |= st.THIRD
        if self.turn is None or self.turn.inning != inning:
            extra |= self._begin(game, event, was, inning)
        self.number += 1
        self.strokes.append((event, ruling, part, self.number, True, extra, *was))
        self.racks.now.through = self.sums = True
        won = ruling.match_won_by == event.player and any(
            score >= target for score, target in zip(game.score, game.target, strict=True)
        )
        self._move_on(game, ruling, event.end, extra if won else extra & ~st.MADE)
        self.racks.now.through = False

    def other(self, game: Game, event: ev.AnyEvent, ruling: Ruling) -> None:
        """Write down what an accepted event did that is no stroke."""
        if type(event) in RACK_EVENTS:
            self._absorb_rack()
        self.confirmed = signed_as_it_stands(self.confirmed, event, ruling.findings)
        note = NOTES.get(type(event))
        how = None if note is None else note(self, game, event)
        self._outside(ruling)
        turn, finished = self.turn, game.phase == "finished"
        if finished and self.end is None:
            self.end = ENDS.get(type(event), game.closed_by)
        if turn is not None and (game.inning != turn.inning or game.phase in st.BETWEEN):
            self.end_turn(ending_by(self.end, finished=finished, closed_by=game.closed_by))
        if len(game.racks) > self.racks.over:
            self._end_racks(game, how or ENDS.get(type(event)) or "played")

    def heard(self, ruling: Ruling) -> None:
        """Note what an auditor should see."""
        if ruling.findings:
            self.findings += ruling.findings
            self.figures.severities.update(found.severity for found in ruling.findings)
        if ruling.verdict == "rejected":
            self.figures.rejected += 1

    def close(self) -> None:
        """Add up what is open, since the lists are about to be taken."""
        self._absorb_turn()
        self._absorb_rack()

    def clear(self) -> None:
        """Empty the lists, which have been taken."""
        self.strokes, self.innings, self.racks.rows, self.findings = [], [], [], []
        self.turn_from = self.rack_from = 0
        self.apart = self.sums = False

    def _look(self, game: Game) -> None:
        if isinstance(game, SnookerState) and len(game.racks) == self.racks.over:
            self.racks.now.look(game)

    def _begin(self, game: Game, event: ev.Shot | ev.Inning, was: st.Before, inning: int) -> int:
        """Begin a turn; return flags that tell why its player breaks again."""
        phase, side, _, rack, count, cue_ball, *_ = was
        if self.turn is not None:
            self.end_turn("stopped")
        due = phase == "rerack"
        ball = st.FULL + 1 - (st.FULL if due else count)
        whole = _whole(game, count) if isinstance(event, ev.Shot) else None
        self.turn = Turn(
            inning,
            side,
            rack + due,
            event.seq,
            event.at if event.at_precision in st.PRECISE else None,
            paired=self.restart is None,
            in_hand=cue_ball in st.HANDS,
            is_break=phase == "break",
            rack_ball=ball if self.discipline == "14.1" and 1 <= ball < st.FULL else None,
            clearance=False if whole is not None else None,
            whole=bool(whole),
        )
        self.turn_from, self.number = len(self.strokes), 0
        self.racks.now.answered()
        restart, self.restart = self.restart, None
        return st.RESTART[restart]

    def _since(self, start: int) -> Sequence[st.Struck]:
        """Return the strokes of turns from an index of the list on."""
        strokes = self.strokes[start:]
        if not self.apart:
            return strokes
        return [struck for struck in strokes if not struck[5] & (st.OUT_OF_TURN | st.VOID)]

    def _absorb_turn(self) -> None:
        if self.turn is not None:
            self.turn.absorb(self._since(self.turn_from))
            self.turn_from = len(self.strokes)

    def _absorb_rack(self) -> None:
        strokes = self._since(self.rack_from)
        sums = sum(struck[5] & st.INNING for struck in strokes) if self.sums else 0
        self.racks.now.absorb(strokes, sums)
        self.rack_from = len(self.strokes)

    def _move_on(self, game: Game, ruling: Ruling, call: object, flags: int) -> None:
        """End the turn and the rack if the stroke did."""
        turn = self.turn
        if turn is not None and (game.inning != turn.inning or game.phase in st.BETWEEN):
            if call == "push_out" and game.phase == "choice":
                self.racks.now.push_out_by = turn.side
            player = game.players[turn.side]
            self.end_turn(ending_of(ruling, call, player, scored=flags & st.MADE != 0))
        third = flags & st.THIRD != 0
        if third:
            self.restart = "third_foul"
        if len(game.racks) > self.racks.over:
            how = "racked" if self.discipline == "14.1" else "played"
            self._end_racks(game, how, last="third_foul" if third else None)

    def _end_racks(self, game: Game, how: str, *, last: str | None = None, until: int = 0) -> None:
        self._absorb_rack()
        self.racks.turn(game, how, last=last, until=until)

    def end_turn(self, ending: str) -> None:
        """Close the open turn."""
        self._absorb_turn()
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


def _whole(game: Game, balls: int) -> bool | None:
    """Tell whether so many balls are all of a frame; None where no frames are played."""
    return balls == game.full_reds + len(COLOURS) if isinstance(game, SnookerState) else None


def _opened(book: Book, game: Game, event: ev.AnyEvent) -> None:
    if isinstance(event, ev.MatchOpened):
        book.discipline = event.discipline
        book.frames = event.discipline == "snooker"
        book.racks.now = RackNow(game.rack, decider=is_decider(game))


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
        book.racks.summed += 1
        book.racks.now.sum_up(event, game)


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
RACK_EVENTS: Final = frozenset({ev.Rack, ev.PositionSet})
ENDS: Final[dict[type, str]] = {
    ev.Concession: "concession",
    ev.Sanction: "sanction",
    ev.Stalemate: "stalemate",
}
"""How an event ends a match or a rack."""
