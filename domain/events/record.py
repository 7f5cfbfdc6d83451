"""What officials and signatories put on the record: ends, claims, corrections, awards."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import field

from domain.events.base import UNSET, Count, Event, Integer, Meta, Player, Seq, Text, Unset
from domain.vocabulary import CueBall, FoulCode, Group, ObjectBall


class MatchClosed(Event, frozen=True, kw_only=True, tag="match_closed"):
    """An end the rules cannot derive."""

    result: Literal["drawn", "abandoned", "forfeit", "walkover", "limit"]
    winner: Player | None = None


class Claim(Event, frozen=True, kw_only=True, tag="claim"):
    """A result somebody states; it is compared and changes nothing."""

    score: dict[Player, Integer] | None = None
    winner: Player | Unset | None = UNSET
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
    winner: Player | Unset | None = UNSET
    rules_version: Text | None = None
    signature: Text | None = None
    key: Text | None = None


class Correction(Event, frozen=True, kw_only=True, tag="correction"):
    """Puts other events in the place of an earlier one, or strikes it out with null.

    ``replacement`` (on the wire ``with``) holds bodies: a type and its fields without envelope.
    """

    corrects: Seq
    replacement: dict[str, Any] | list[dict[str, Any]] | None = field(name="with")
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
