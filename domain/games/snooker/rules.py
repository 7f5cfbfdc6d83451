"""The parameters of snooker; their values stand in the rule text (domain/rulesets)."""

from __future__ import annotations

from typing import Annotated, Literal

from domain.events import Meta, Value

Limit = Annotated[int, Meta(ge=0)]


class SnookerRules(Value, frozen=True, kw_only=True):
    """What a competition may set; free ball and miss are not in the text and have no switch.

    Race and order of breaks are no parameters: ``match_opened`` gives them itself.
    """

    reds: Literal[15, 10, 6]
    """Reds of a frame where ``match_opened`` does not ask for fewer."""
    first_breaker_by: Literal["record", "lag_choice"]
    seven_point_codes: bool
    """Whether the offences printed without a value cost seven."""
    black_decider: Literal["respot", "rack"]
    """How a level frame goes on: the black is spotted again, or a ``rack`` event names a winner."""
    last_black_lead_ends: bool
    unsportsmanlike_default: Literal["referee", "match_loss"]
    timeout_quota: Limit
    timeout_seconds: Limit | None
    fact_protests: bool = True
    """Whether a protest may be about a fact."""
    inning_limit: Annotated[int, Meta(ge=1)] | None = None
    """Turns each player has at most."""
