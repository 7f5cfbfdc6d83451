"""How a match is opened and who breaks first."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import field

from domain.events.base import (
    UNSET,
    Count,
    Event,
    Integer,
    Meta,
    Number,
    Player,
    Text,
    Unset,
    Value,
)
from domain.vocabulary import CueBall, Discipline, Group, ObjectBall


class Person(Value, frozen=True):
    """A player as an object; a name on the wire is shown, and is a finding."""

    id: Player
    name: Text | None = None
    country: Text | None = None


class Start(Value, frozen=True):
    """The position when recording began, or a handicap; every part may be absent."""

    score: dict[Player, Integer] | None = None
    frame_score: dict[Player, Count] | None = None
    fouls: dict[Player, Annotated[int, Meta(ge=0, le=2)]] | None = None
    balls: tuple[ObjectBall, ...] | Annotated[int, Meta(ge=0, le=22)] | None = None
    reds: Annotated[int, Meta(ge=0, le=15)] | None = None
    groups: dict[Player, Group] | None = None
    at_table: Player | None = None
    breaker: Player | None = None
    phase: Literal["break", "play"] = "break"
    cue_ball: CueBall | None = None


class MatchOpened(Event, frozen=True, kw_only=True, tag="match_opened"):
    """Opens the match; always ``seq`` 1."""

    discipline: Discipline
    rules: Text
    players: tuple[Player | Person, Player | Person]
    edition: Text | None = None
    target: Annotated[int, Meta(ge=1)] | dict[Player, Annotated[int, Meta(ge=1)]] | None = None
    best_of: Annotated[int, Meta(ge=1)] | None = None
    breaks: Literal["alternate", "winner"] = "alternate"
    breaker: Player | None = None
    reds: Literal[15, 10, 6] = 15
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    event: Text | None = None
    round: Text | None = None
    venue: Text | None = None
    table: Text | None = None
    referee: Text | None = None
    start: Start | None = None


class LagBall(Value, frozen=True):
    """What one player's lag ball did; ``foot_cushion`` counts contacts."""

    late: bool = False
    foot_cushion: Count | None = None
    side_cushion: bool = False
    crossed_centre: bool = False
    pocketed: bool = False
    off_table: bool = False
    distance_mm: Number | None = None


class Lag(Event, frozen=True, kw_only=True, tag="lag"):
    """One attempt at the lag; ``nearest`` is null where the referee cannot tell."""

    players: dict[Player, LagBall]
    nearest: Player | Unset | None = UNSET


class Toss(Event, frozen=True, kw_only=True, tag="toss"):
    """Who plays first, by lot or coin."""

    player: Player
