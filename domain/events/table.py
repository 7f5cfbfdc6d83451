"""What happens at the table: strokes, turns, racks, decisions, announcements."""

from __future__ import annotations

from typing import Literal

from domain.events.base import Count, Event, Number, Player, Text, Value
from domain.vocabulary import Ball, Choice, FoulCode, ObjectBall, Penalty, Pocket


class Call(Value, frozen=True):
    """The ball and pocket named before the stroke, or the colour nominated."""

    ball: ObjectBall
    pocket: Pocket | None = None


class Potted(Value, frozen=True):
    """A ball that fell and stayed down."""

    ball: Ball
    pocket: Pocket | None = None


class InHand(Value, frozen=True):
    """Facts of a stroke with the cue ball in hand."""

    over_line: bool = False
    contact_behind_line: bool = False
    crossed_first: bool = False
    touched: bool = False


class CloseBall(Value, frozen=True):
    """A close ball the referee could not judge; ``follow`` in ball diameters."""

    undecided: bool = False
    follow: Number = 0.0


class Shot(Event, frozen=True, kw_only=True, tag="shot"):
    """One stroke, as it was seen."""

    player: Player
    call: Call | Literal["ball", "safety", "push_out"] | None = None
    made: bool | None = None
    pocketed: tuple[Potted, ...] = ()
    off_table: tuple[Ball, ...] = ()
    first_contact: tuple[ObjectBall, ...] | None = None
    cue_to_cushion: bool | None = None
    balls_to_cushion: Count | None = None
    contact_state: Literal["frozen", "near"] | None = None
    only_near_cushion: bool = False
    in_hand: InHand | None = None
    close_ball: CloseBall | None = None
    fouls: tuple[FoulCode, ...] | None = None
    ruled: bool = False
    duration_s: Number | None = None
    layout: dict[Ball, tuple[float, float]] | None = None


InningEnd = Literal[
    "miss", "safety", "foul", "break_foul", "deliberate_foul", "push_out", "break", "win"
]


class Inning(Event, frozen=True, kw_only=True, tag="inning"):
    """A turn at the table summed up, as score sheets have it."""

    player: Player
    end: InningEnd
    made: Count | tuple[ObjectBall, ...] = 0
    points: Count | None = None
    fouls: tuple[FoulCode, ...] = ()
    foul_points: Count | None = None
    off_table: tuple[Ball, ...] = ()
    at_end: Literal["frame_won"] | None = None


class Break(Value, frozen=True):
    """A snooker break of a frame summed up."""

    player: Player
    points: Count


class Rack(Event, frozen=True, kw_only=True, tag="rack"):
    """A whole rack or frame summed up."""

    winner: Player
    breaker: Player | None = None
    score: dict[Player, Count] | None = None
    foul_points: dict[Player, Count] | None = None
    breaks: tuple[Break, ...] = ()
    duration_s: Number | None = None
    how: (
        Literal["break_and_run", "golden_break", "run_out", "eight_lost", "three_fouls", "forfeit"]
        | None
    ) = None


class Decision(Event, frozen=True, kw_only=True, tag="decision"):
    """A choice the rules give a player."""

    player: Player
    choice: Choice
    ball: ObjectBall | None = None


class Announcement(Event, frozen=True, kw_only=True, tag="announcement"):
    """What the referee said before a stroke."""

    player: Player
    what: Literal["two_fouls", "over_head_string", "frozen"]
    ball: ObjectBall | None = None


class Rerack(Event, frozen=True, kw_only=True, tag="rerack"):
    """14.1: where cue ball and fifteenth ball lay when the rack was due."""

    cue_ball: Literal["rack", "head_spot", "elsewhere"] = "elsewhere"
    fifteenth: Literal["rack", "kitchen", "kitchen_on_head_spot", "head_spot", "elsewhere"] = (
        "elsewhere"
    )


class Settled(Event, frozen=True, kw_only=True, tag="settled"):
    """A ball that fell by itself, ``seconds`` after it had stopped."""

    ball: ObjectBall
    pocket: Pocket | None = None
    seconds: Number | None = None
    affected: bool | None = None


class Void(Event, frozen=True, kw_only=True, tag="void"):
    """The last stroke does not count and is played again."""

    reason: Text | None = None


class Sanction(Event, frozen=True, kw_only=True, tag="sanction"):
    """A penalty for conduct; without ``penalty`` the default of the text."""

    player: Player
    conduct: (
        Literal[
            "distracting", "moving_balls", "abnormal_stroke", "playing_on",
            "practising", "marking", "equipment", "other",
        ]
        | None
    ) = None  # fmt: skip
    penalty: Penalty | None = None
    points: Count | None = None


class Stalemate(Event, frozen=True, kw_only=True, tag="stalemate"):
    """No progress is possible."""


class Timeout(Event, frozen=True, kw_only=True, tag="timeout"):
    """A player's time-out."""

    player: Player
    stage: Literal["start", "end"]
    opponent_active: bool = False


class Concession(Event, frozen=True, kw_only=True, tag="concession"):
    """A player gives up a rack or the match."""

    player: Player
    of: Literal["rack", "match"]
