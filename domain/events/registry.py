"""What belongs to no match: who is who, which keys count, who may write, whose name is erased.

The registry is a log of its own; it holds ids, never names.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from domain.events.base import Identifier, Instant, Player, Text, Value

Role = Literal["viewer", "scorer", "official", "admin"]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Entry(Value, frozen=True, gc=False, kw_only=True, tag_field="type"):
    """What every entry of the registry has."""

    id: Identifier
    at: Instant
    by: Text | None = None


class Merged(Entry, frozen=True, kw_only=True, tag="players_merged"):
    """Two ids are one person: what ``player`` did counts for ``into``."""

    player: Player
    into: Player
    reason: Text | None = None


class Unmerged(Entry, frozen=True, kw_only=True, tag="players_unmerged"):
    """A merge was mistaken; it is undone exactly."""

    merge: Identifier
    reason: Text | None = None


class Alias(Entry, frozen=True, kw_only=True, tag="player_alias"):
    """Another id a source uses for a player, such as a number in a league's file."""

    player: Player
    source: Text
    alias: Text


class KeyRegistered(Entry, frozen=True, kw_only=True, tag="key_registered"):
    """A public Ed25519 key (hex) of a player, an official, or the log itself."""

    key: Identifier
    holder: Player
    role: Literal["player", "official", "log"]
    public: Hex32


class KeyRevoked(Entry, frozen=True, kw_only=True, tag="key_revoked"):
    """A key no longer counts from here on."""

    key: Identifier
    reason: Text | None = None


class Assigned(Entry, frozen=True, kw_only=True, tag="scorer_assigned"):
    """A token may write to a match."""

    match: Identifier
    recorder: Identifier


class Released(Entry, frozen=True, kw_only=True, tag="scorer_released"):
    """A token may write to a match no longer."""

    match: Identifier
    recorder: Identifier


class Erased(Entry, frozen=True, kw_only=True, tag="name_erased"):
    """The name of a player was erased and is shown nowhere, whatever a log says."""

    player: Player


AnyEntry = Merged | Unmerged | Alias | KeyRegistered | KeyRevoked | Assigned | Released | Erased
"""Every entry of the registry."""

ENTRY_TYPES: dict[str, type[Entry]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(AnyEntry)
}

decode_entry = msgspec.json.Decoder(AnyEntry).decode
"""JSON bytes to an entry; raises what ``decode_event`` raises."""

encode_entry = msgspec.json.Encoder().encode
"""An entry to compact JSON bytes."""


def entry_schema() -> dict[str, Any]:
    """Return the JSON Schema of an entry."""
    return msgspec.json.schema(AnyEntry)
