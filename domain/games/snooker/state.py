"""The table and the score of a snooker frame: what is on, what falls, what comes back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from domain.events import MatchOpened, PositionSet, Start
from domain.games.snooker.balls import (
    ALL_COLOURS,
    BIT,
    BLACK,
    COLOURS,
    LOWEST,
    NO_COLOUR,
    colours_of,
)
from domain.games.snooker.rules import SnookerRules
from domain.play import NOBODY, Side
from domain.racks import RackGame
from domain.rulings import NO_POINTS, Points
from domain.table import UNKNOWN
from domain.vocabulary import CueBall

Balls = tuple[str, ...]
COLOUR = "colour"
"""What is on after a red: the colour the player nominates."""

DECISIVE_LEAD = 7
"""What the black alone can make up; a greater lead cannot be caught (R-46)."""


@dataclass(slots=True)
class SnookerState(RackGame):
    """The running frame. Points without their balls (a coarse log) make its table unknown.

    ``count`` and ``reds`` are then UNKNOWN and ``colours`` empty, for the rest of the frame.
    """

    BREAK_FROM: ClassVar[CueBall] = "D"

    rules: SnookerRules = field(kw_only=True)
    frame: list[int] = field(default_factory=lambda: [0, 0])
    full_reds: int = 15
    reds: int = 15
    colours: int = ALL_COLOURS
    colour_due: bool = False
    """Whether a red has just been potted, so that any colour is on (LT-S-TURN-5)."""
    respotted: bool = False
    """Whether the black was brought back for a level frame (LT-S-END-3)."""

    def set_race(self, event: MatchOpened) -> None:
        """Take over race and reds of the match, then the position recording began with."""
        RackGame.set_race(self, event)
        self.full_reds = event.reds if event.reds != 15 else self.rules.reds
        self.set_balls()
        if event.start is not None:
            self.put(event.start)

    def set_rack(self) -> None:
        """Begin a frame: all balls on their spots, no points."""
        self.frame[:] = NO_POINTS
        self.set_balls()

    def set_balls(self) -> None:
        """Put all balls on their spots; the points of the frame stay."""
        self.reds = self.full_reds
        self.colours = ALL_COLOURS
        self.count = self.full_reds + len(COLOURS)
        self.colour_due = self.respotted = False

    def put(self, position: Start | PositionSet) -> None:
        """Put points, reds and colours as an official or the start of the record has them."""
        for side, player in enumerate(self.players):
            if position.frame_score and player in position.frame_score:
                self.frame[side] = position.frame_score[player]
        if isinstance(position, PositionSet) and self.phase != "finished":
            if position.score:
                self.number_rack()
            if position.phase == "break":
                self.set_balls()
        self._put_balls(position.balls, position.reds)

    def _put_balls(self, balls: Balls | int | None, reds: int | None) -> None:
        """Put the balls listed, or so many as are left when balls fall in order; reds as said.

        A colour is free only while all six are there (LT-S-TURN-8).
        """
        if balls is None and reds is None:
            return
        if balls is None:
            colours = ALL_COLOURS if reds or self.reds == UNKNOWN else self.colours
        elif isinstance(balls, int):
            colours = ALL_COLOURS & ~(ALL_COLOURS >> min(balls, len(COLOURS)))
            reds = max(balls - len(COLOURS), 0) if reds is None else reds
        else:
            colours = sum(BIT[ball] for ball in balls if ball != "red")
            reds = balls.count("red") if reds is None else reds
        self.reds, self.colours = reds or 0, colours
        self.count = self.reds + colours.bit_count()
        self.colour_due = self.colour_due and colours == ALL_COLOURS
        self.respotted = self.respotted and self.last_black()

    def forget_table(self) -> None:
        """Know no more what is on the table and what is on, for the rest of the frame."""
        self.reds = self.count = UNKNOWN
        self.colours = 0
        self.colour_due = False

    def start_turn(self, side: Side) -> None:
        """Begin a turn: on a red while there is one, else on the lowest colour (R-42)."""
        self.colour_due = False
        RackGame.start_turn(self, side)

    def ball_on(self) -> str | None:
        """Return ``red``, ``colour`` or the colour due in order; None where it is not known."""
        if self.colour_due:
            return COLOUR
        if self.reds > 0:
            return "red"
        return LOWEST.get(self.colours)

    def last_black(self) -> bool:
        """Tell whether nothing but the black is left (LT-S-END-2)."""
        return self.colours == BLACK and self.reds == 0

    def take_reds(self, number: int) -> None:
        """Take reds from the table; they never come back (LT-S-SPOT-1)."""
        if self.reds != UNKNOWN:
            self.reds -= number
            self.count -= number

    def take_colour(self, colour: str) -> None:
        """Take a colour potted in its order from the table for good (LT-S-TURN-8, R-35)."""
        self.colours &= ~BIT[colour]
        self.count -= 1

    def put_back(self, gone: Balls) -> Balls:
        """Leave the reds among balls gone off the table and return the colours, now spotted."""
        self.take_reds(gone.count("red"))
        return tuple(ball for ball in gone if BIT.get(ball, NO_COLOUR) != NO_COLOUR)

    def score_points(self, side: Side, points: int) -> None:
        """Count points of a pot in the frame and in the break."""
        self.frame[side] += points
        self.run += points

    def frame_leader(self) -> Side:
        """Return who leads in the frame, or NOBODY when level."""
        first, second = self.frame
        return NOBODY if first == second else 0 if first > second else 1

    def frame_over(self) -> bool:
        """Tell whether pots have ended the frame: no ball left, or a lead the black cannot catch.

        The second only where the competition says so (R-46, Z10).
        """
        if self.reds or self.colours & ~BLACK:
            return False
        if not self.colours:
            return True
        lead = abs(self.frame[0] - self.frame[1])
        return self.rules.last_black_lead_ends and lead > DECISIVE_LEAD

    def end_frame(self, how: str) -> tuple[Side, tuple[str, ...]]:
        """Give the frame to the leader, or bring the black back for a level one.

        Returns the winner and the decisions it rests on; ``how`` names what ended the frame.
        """
        winner = self.frame_leader()
        if winner == NOBODY:
            self._respot_black()
            return NOBODY, ("frame.level",)
        how = "frame.respotted" if self.respotted else how
        self.win_rack(winner)
        return winner, (how, "frame.winner", *self.match_decisions())

    def _respot_black(self) -> None:
        """Spot the black alone; who plays it first, from the D, is drawn by lot (Z19)."""
        self.close_run()
        self.reds, self.colours, self.count = 0, BLACK, 1
        self.colour_due, self.respotted = False, True
        self.phase = "toss"
        self.turn = NOBODY
        self.options = ()
        self.cue_ball = "D"

    def rack_points(self) -> Points:
        """Return the points of both in the running frame."""
        return self.frame[0], self.frame[1]

    def rack_change(self, side: Side) -> Points:
        """Return no change: a frame won is not counted in points."""
        del side
        return NO_POINTS

    def view(self) -> dict[str, Any]:
        """Return the state as the contract has it; in hand is always in the D."""
        known = self.reds != UNKNOWN
        return RackGame.view(self) | {
            "frame_score": self.by_player(self.frame),
            "cue_ball": "D" if self.cue_ball == "head" else self.cue_ball,
            "balls_on_table": self.count if known else None,
            "balls": ["red"] * self.reds + colours_of(self.colours) if known else None,
            "on": self.ball_on() if known and self.phase != "finished" else None,
            "reds": self.reds if known else None,
        }
