"""The parameters the pool games of racks share; their values stand in the rule texts."""

from __future__ import annotations

from typing import Annotated, Literal

from domain.events import Meta, Value

Limit = Annotated[int, Meta(ge=0)]


class PoolRules(Value, frozen=True, kw_only=True):
    """What a competition may set in 8-, 9- and 10-ball alike.

    Race and order of breaks are no parameters: ``match_opened`` gives them itself.
    """

    first_breaker_by: Literal["record", "lag_choice"]
    three_foul_rule: bool
    three_foul_scope: Literal["rack", "match"]
    three_foul_warning_required: bool
    timeout_quota: Limit
    timeout_seconds: Limit
    referee_mode: Literal["as_recorded", "referee", "player"]
    no_rail_waived_by: Literal["any_ball", "called_ball"]
    fact_protests: bool = True
    """Whether a protest may be about a fact."""
    inning_limit: Annotated[int, Meta(ge=1)] | None = None
    """Turns each player has at most."""
