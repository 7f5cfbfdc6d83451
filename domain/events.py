"""The events of a match log, to the letter of the contract, as one tagged union.

This is the only module of the domain that knows msgspec. A field that was not recorded is ``None``
and is never held against a player. What a type cannot say by itself (an instant's form, two
different players) is checked where bytes become events, in ``ingest.wire``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec
from msgspec import Meta

Text = Annotated[str, Meta(max_length=2000)]
Identifier = Annotated[
    str,
    Meta(extra_json_schema={"pattern": "^[A-Za-z0-9._:-]{1,64}$"}),
]
Instant = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
Seq = Annotated[int, Meta(ge=1, le=1_000_000)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Integer = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
Number = Annotated[float, Meta(ge=0)]
Player = Annotated[str, Meta(min_length=1, max_length=2000)]

Numbered = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"]
Coloured = Literal["red", "yellow", "green", "brown", "blue", "pink", "black"]
ObjectBall = Literal[Numbered, Coloured, "?"]
Ball = Literal["cue", ObjectBall]
Pocket = Literal["HL", "HR", "SL", "SR", "FL", "FR"]
Discipline = Literal["14.1", "8-ball", "9-ball", "10-ball", "snooker"]
CueBall = Literal["position", "head", "anywhere", "D", "head_spot", "centre_spot"]
Group = Literal["solids", "stripes"]
FoulCode = Literal[
    "scratch", "no_contact", "wrong_ball_first", "no_rail", "ball_off_table", "break_foul",
    "kitchen_first", "bad_placement", "double_hit",
    "balls_moving", "no_foot", "touched_ball", "push_stroke", "cue_on_table", "out_of_turn",
    "deliberate_touch", "deliberate_stop", "unsporting", "unspecified", "other",
    "wrong_ball_potted", "successive_red", "struck_object_ball", "before_nomination", "outside_d",
]  # fmt: skip
Choice = Literal[
    "break", "give_break", "accept", "rebreak", "spot", "in_hand", "pass", "spot_nearest"
]
Penalty = Literal["warning", "foul", "points", "rack", "match", "disqualification"]


class Value(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An immutable value; other modules of the domain build theirs on it."""


class Event(Value, frozen=True, gc=False, kw_only=True, tag_field="type"):
    """What every event has: identity, place, time and who recorded it."""

    id: Identifier
    match: Identifier
    seq: Seq
    at: Instant
    by: Text | None = None
    at_precision: Literal["exact", "estimated", "day", "unknown"] = "exact"
    inferred: bool = False


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
    options: dict[str, Any] = {}
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
    nearest: Player | msgspec.UnsetType | None = msgspec.UNSET


class Toss(Event, frozen=True, kw_only=True, tag="toss"):
    """Who plays first, by lot or coin."""

    player: Player


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


class MatchClosed(Event, frozen=True, kw_only=True, tag="match_closed"):
    """An end the rules cannot derive."""

    result: Literal["drawn", "abandoned", "forfeit", "walkover", "limit"]
    winner: Player | None = None


class Claim(Event, frozen=True, kw_only=True, tag="claim"):
    """A result somebody states; it is compared and changes nothing."""

    score: dict[Player, Integer] | None = None
    winner: Player | msgspec.UnsetType | None = msgspec.UNSET
    rack: Annotated[int, Meta(ge=1)] | None = None
    frame_score: dict[Player, Integer] | None = None
    innings: Count | dict[Player, Count] | None = None
    high_run: Count | dict[Player, Count] | None = None
    fouls: Count | dict[Player, Count] | None = None
    balls_on_table: Count | None = None
    source: Text | None = None


class Signed(Event, frozen=True, kw_only=True, tag="signed"):
    """A signature over the digest after the event before it."""

    signer: Text
    role: Text
    digest: Text
    score: dict[Player, Integer] | None = None
    winner: Player | msgspec.UnsetType | None = msgspec.UNSET
    rules_version: Text | None = None
    signature: Text | None = None
    key: Text | None = None


class Correction(Event, frozen=True, kw_only=True, tag="correction"):
    """Puts other events in the place of an earlier one, or strikes it out with null.

    ``replacement`` (on the wire ``with``) holds bodies: a type and its fields without envelope.
    """

    corrects: Seq
    replacement: dict[str, Any] | list[dict[str, Any]] | None = msgspec.field(name="with")
    reason: Text | None = None
    group: Text | None = None


class OfficialRuling(Event, frozen=True, kw_only=True, tag="official_ruling"):
    """The codes that stand for an earlier stroke."""

    of: Seq
    fouls: tuple[FoulCode, ...]
    reason: Text | None = None


class PositionSet(Event, frozen=True, kw_only=True, tag="position_set"):
    """What the official put on the table or on the board; play goes on from there."""

    score: dict[Player, Integer] | None = None
    frame_score: dict[Player, Count] | None = None
    fouls: dict[Player, Annotated[int, Meta(ge=0, le=2)]] | None = None
    balls: tuple[ObjectBall, ...] | Annotated[int, Meta(ge=0, le=22)] | None = None
    reds: Annotated[int, Meta(ge=0, le=15)] | None = None
    groups: dict[Player, Group] | None = None
    at_table: Player | None = None
    cue_ball: CueBall | None = None
    phase: Literal["break", "play"] | None = None
    rack: Annotated[int, Meta(ge=1)] | None = None
    reason: Text | None = None


class Skipped(Event, frozen=True, kw_only=True, tag="skipped"):
    """Stands in for what happened and was not recorded, or was lost."""

    reason: Text | None = None


class Protest(Event, frozen=True, kw_only=True, tag="protest"):
    """A player's protest against an event."""

    player: Player
    of: Seq
    ground: Literal["fact", "rule", "eligibility", "conduct"]


class ProtestDecided(Event, frozen=True, kw_only=True, tag="protest_decided"):
    """The decision on an open protest."""

    protest: Seq
    outcome: Literal["upheld", "dismissed", "inadmissible"]
    instance: Text | None = None
    reason: Text | None = None


class Award(Event, frozen=True, kw_only=True, tag="award"):
    """A result given by decision; it stands beside the played one."""

    winner: Player | None
    score: dict[Player, Integer] | None = None
    reason: Text | None = None
    source: Text | None = None


AnyEvent = (
    MatchOpened | Lag | Toss | Shot | Inning | Rack | Decision | Announcement | Rerack | Settled
    | Void | Sanction | Stalemate | Timeout | Concession | MatchClosed | Claim | Signed
    | Correction | OfficialRuling | PositionSet | Skipped | Protest | ProtestDecided | Award
)  # fmt: skip
"""Every event of the contract."""

EVENT_TYPES: dict[str, type[Event]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(AnyEvent)
}
UNSET = msgspec.UNSET
V = TypeVar("V", bound=Value)
Malformed = msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError

decode_event = msgspec.json.Decoder(AnyEvent).decode
"""JSON bytes to an event; raises one of ``Malformed`` naming the field and what it expects."""

encode_event = msgspec.json.Encoder().encode
"""An event to compact JSON bytes; what equals its default is left out."""


def event_from(fields: dict[str, Any]) -> AnyEvent:
    """Make an event of a mapping, or raise ``msgspec.ValidationError``."""
    return msgspec.convert(fields, AnyEvent)


def value_from(fields: dict[str, Any], kind: type[V]) -> V:
    """Make a value of a mapping, refusing unknown types; raises ``msgspec.ValidationError``."""
    return msgspec.convert(fields, kind)


def with_fouls(shot: Shot, fouls: tuple[FoulCode, ...]) -> Shot:
    """Return the stroke as an official ruled it: exactly these fouls."""
    return msgspec.structs.replace(shot, fouls=fouls, ruled=True)


def with_ball(shot: Shot, ball: Potted) -> Shot:
    """Return the stroke with one more ball fallen."""
    return msgspec.structs.replace(shot, pocketed=(*shot.pocketed, ball))


def replaced(value: V, **changes: object) -> V:
    """Return a value with some of its fields changed."""
    return msgspec.structs.replace(value, **changes)
