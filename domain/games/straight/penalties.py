"""14.1: what fouls cost, and who plays next (digest 4.4; D3 to D13c, D22 to D24)."""

from __future__ import annotations

from typing import NamedTuple

from domain.games.straight.game import StraightState, points_of
from domain.play import Side
from domain.rulings import Finding, Ruling, Verdict


class Fault(NamedTuple):
    """A stroke with fouls: who struck, the codes, and what else the penalty depends on."""

    side: Side
    codes: tuple[str, ...]
    cue_gone: bool = False
    deemed_third: bool = False
    at_table: bool = True
    warned: bool = False
    pocketed: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


def penalise(game: StraightState, fault: Fault, *, opening: bool) -> Ruling:
    """Apply the penalty of a stroke with fouls; the balls that fell come back."""
    side, codes = fault.side, fault.codes
    game.foul_total[side] += 1
    run = game.run if fault.at_table else 0
    verdict: Verdict = "foul"
    if "deliberate_touch" in codes or "deliberate_stop" in codes:
        verdict = "deliberate_foul"
        points, decisions, findings = _deliberate(game, fault, opening=opening)
    elif opening and "break_foul" in codes:
        verdict = "break_foul"
        points, decisions, findings = _violation(game, fault)
    else:
        points, decisions, findings = standard_foul(game, fault)
    return Ruling(
        verdict,
        fouls=codes,
        points=points_of(side, points),
        spotted=fault.pocketed,
        run=run,
        match_won_by=game.name(game.winner),
        clauses=game.cite(*(f"foul.{code}" for code in codes), *decisions, *spotting(fault)),
        findings=(*fault.findings, *findings),
    )


def spotting(fault: Fault) -> tuple[str, ...]:
    """Return the decision to spot the balls of a foul stroke, if any fell."""
    return ("foul.spotted",) if fault.pocketed else ()


Effect = tuple[int, tuple[str, ...], tuple[Finding, ...]]


def standard_foul(game: StraightState, fault: Fault) -> Effect:
    """Take off the foul and count it; the third in a row costs more and the offender breaks."""
    rules, side = game.rules, fault.side
    base = rules.foul_points
    if rules.standard_fouls_per_stroke == "each":
        base *= len(fault.codes)
    third, findings = _is_third(game, fault)
    if third:
        points = rules.third_foul_extra_points + (base if rules.third_foul_keeps_base_point else 0)
        game.score[side] -= points
        return -points, ("foul", *_third(game, side)), findings
    game.score[side] -= base
    decisions = ("foul", "foul.unwarned" if findings else "foul.counted")
    game.fouls[side] = min(game.fouls[side] + 1, 2)
    if fault.at_table:
        _hand_over(game, fault)
        if fault.cue_gone:
            decisions = (*decisions, "foul.in_hand")
    return -base, decisions, findings


def _is_third(game: StraightState, fault: Fault) -> tuple[bool, tuple[Finding, ...]]:
    """Tell whether a foul is the third in a row; without the announcement due it is not."""
    if fault.deemed_third:
        return True, ()
    if game.fouls[fault.side] < 2:
        return False, ()
    rules = game.rules
    if not rules.three_foul_warning_required or rules.unwarned_third_foul == "third":
        return True, ()
    if fault.warned:
        note = "The score sheet holds no announcement; the third foul counted as announced."
        return True, (game.note("warning_not_recorded", note),)
    if fault.at_table and game.two_fouls_said:
        return True, ()
    note = "Two fouls were not announced before the stroke: it counts as the second."
    return False, (game.note("third_foul_unwarned", note),)


def _third(game: StraightState, side: Side) -> tuple[str, ...]:
    """Rack all balls for the offender to break; his count begins anew, the other's stays (D24b)."""
    game.fouls[side] = 0
    game.options = ()
    game.rack_all()
    game.start_turn(side)
    return ("foul.third",)


def _violation(game: StraightState, fault: Fault) -> Effect:
    """Take off a failed opening; the opponent accepts or orders another (D3 to D5, D10)."""
    rules, side = game.rules, fault.side
    points = rules.break_violation_points
    others = [code for code in fault.codes if code != "break_foul"]
    decisions: tuple[str, ...] = ("break.violation",)
    counts = rules.break_violation_counts_as_foul
    if others and not rules.break_violation_absorbs_standard_fouls:
        points += rules.foul_points
        counts = True
    elif others:
        decisions = (*decisions, "break.absorbs")
    game.score[side] -= points
    if counts:
        game.fouls[side] = min(game.fouls[side] + 1, 2)
    _offer_rebreak(game, fault)
    return -points, decisions, ()


def _offer_rebreak(game: StraightState, fault: Fault, *, in_hand: bool = False) -> None:
    limit = game.rules.rebreak_limit
    spent = limit is not None and game.rebreaks >= limit
    game.offender = fault.side
    cue_ball = "head" if in_hand or fault.cue_gone else "position"
    game.offer(1 - fault.side, ("accept",) if spent else ("accept", "rebreak"), cue_ball)


def _deliberate(game: StraightState, fault: Fault, *, opening: bool) -> Effect:
    """Take off a deliberate foul; it counts and gives a choice where the text says (D12, D13)."""
    rules, side = game.rules, fault.side
    points = rules.deliberate_foul_points
    if not rules.deliberate_foul_counts:
        game.score[side] -= points
        if opening and "break_foul" in fault.codes:
            _offer_rebreak(game, fault)
            return -points, ("deliberate", "break.choice"), ()
        _hand_over(game, fault)
        return -points, ("deliberate",), ()
    third, findings = _is_third(game, fault)
    if third:
        base = 0 if rules.third_foul_keeps_base_point else rules.foul_points
        extra = rules.third_foul_extra_points
        stacked = points + extra - base
        points = stacked if rules.deliberate_stacks_with_third else max(points, extra)
        game.score[side] -= points
        return -points, ("deliberate", "deliberate.third", *_third(game, side)), findings
    game.score[side] -= points
    game.fouls[side] = min(game.fouls[side] + 1, 2)
    if rules.deliberate_foul_option == "none":
        _hand_over(game, fault)
    else:
        _offer_rebreak(game, fault, in_hand=True)
    return -points, ("deliberate", "foul.counted"), findings


def _hand_over(game: StraightState, fault: Fault) -> None:
    """Give the table to the opponent with the cue ball where the foul leaves it."""
    if game.phase == "break":
        game.phase = "play"
    game.cue_ball = "head" if fault.cue_gone else "position"
    game.start_turn(1 - fault.side)
