"""The parameters of 14.1; their values stand in the rule texts (domain/rulesets)."""

from __future__ import annotations

from typing import Annotated, Literal

from domain.events import Meta, Value

Limit = Annotated[int, Meta(ge=0)]


class StraightRules(Value, frozen=True):
    """What the texts of 14.1 differ in; points are given as they are taken off."""

    target_score: Annotated[int, Meta(ge=1)]
    first_breaker_by: Literal["record", "lag_choice"]
    break_object_balls_to_cushion: Limit
    break_requires_cue_ball_to_cushion: bool
    pocketed_counts_as_cushion_on_break: bool
    break_violation_points: Limit
    break_violation_counts_as_foul: bool
    rebreak_limit: Limit | None
    break_violation_absorbs_standard_fouls: bool
    foul_points: Limit
    standard_fouls_per_stroke: Literal["one", "each"]
    third_foul_extra_points: Limit
    third_foul_keeps_base_point: bool
    three_foul_warning_required: bool
    unwarned_third_foul: Literal["third", "stays_second"]
    counter_reset_on: Literal["any_foul_free_stroke", "pot_only"]
    deliberate_foul_points: Limit
    deliberate_foul_counts: bool
    deliberate_stacks_with_third: bool
    deliberate_foul_option: Literal["accept_in_hand_or_rebreak", "none"]
    unsportsmanlike_default: Literal["referee", "match_loss"]
    no_rail_waived_by: Literal["any_ball", "called_ball"]
    near_cushion_safety_limit: Limit | None
    near_cushion_limit_when_on_foul: Limit | None
    near_cushion_breach_after_foul: Literal["deemed_third", "standard"]
    frozen_ball_needs_declaration: bool
    extra_balls_score: bool
    cap_score_at_target: bool
    cue_ball_when_15_rerack_after_double_pot: Literal["in_hand", "in_place_unless_in_rack"]
    rerack_interference_table: Literal["wpa_2008"]
    in_hand_area: Literal["behind_head_string"]
    behind_string_nearest_ball: Literal["on_request", "mandatory"]
    in_hand_placement_foul_needs_warning: bool
    timeouts_per_player: Limit
    timeout_seconds: Limit
    rack_corner_balls: Literal["1 right, 2 left"] | None
    fact_protests: bool = True
    """Whether a protest may be about a fact."""
    inning_limit: Annotated[int, Meta(ge=1)] | None = None
    """Turns each player has at most."""
