"""What every event and value of the log is made of; with its neighbours the only msgspec here."""

from __future__ import annotations

from typing import Annotated, Literal

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


UNSET = msgspec.UNSET
Unset = msgspec.UnsetType
