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
    off_table: tuple[str, ...] = ()
    grounds: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


Effect = tuple[int, tuple[str, ...], tuple[Finding, ...]]
"""Change of the score, the decisions it rests on, and findings."""


def penalise(game: StraightState, fault: Fault, *, opening: bool) -> Ruling:
    """Apply the penalty of a stroke with fouls; the balls that fell come back."""
    side, codes = fault.side, fault.codes
    game.foul_total[side] += 1
    run = game.run if fault.at_table else 0
    verdict: Verdict = "foul"
    if spotted := (*fault.pocketed, *fault.off_table):
        game.spot(spotted)
    if "deliberate_touch" in codes or "deliberate_stop" in codes:
        verdict = "deliberate_foul"
        points, decisions, findings = _deliberate(game, fault, opening=opening)
    elif opening and "break_foul" in codes:
        verdict = "break_foul"
        points, decisions, findings = _violation(game, fault)
    else:
        points, decisions, findings = _standard(game, fault, opening=opening)
    if game.score[side] < 0:
        decisions = (*decisions, "score.negative")
    return Ruling(
        verdict,
        fouls=codes,
        points=points_of(side, points),
        spotted=spotted,
        run=run,
        match_won_by=game.name(game.winner),
        clauses=game.cite(*(f"foul.{code}" for code in codes), *fault.grounds, *decisions),
        findings=(*fault.findings, *findings),
    )


def _standard(game: StraightState, fault: Fault, *, opening: bool) -> Effect:
    """Take off the foul and count it; the third in a row costs more and the offender breaks."""
    rules, side = game.rules, fault.side
    base = rules.foul_points
    if rules.standard_fouls_per_stroke == "each":
        base *= len(fault.codes)
    decisions = ("foul", "foul.spotted" if fault.pocketed else "foul.no_pot")
    if opening and fault.cue_gone:
        decisions = ("break.scratch", *decisions)
    third, findings = _is_third(game, fault)
    if third:
        points = rules.third_foul_extra_points + (base if rules.third_foul_keeps_base_point else 0)
        return -points, (*decisions, *_third(game, side, points)), findings
    game.score[side] -= base
    return -base, (*decisions, *_count(game, side, findings), *_hand_over(game, fault)), findings


def _is_third(game: StraightState, fault: Fault) -> tuple[bool, tuple[Finding, ...]]:
    """Tell whether a foul is the third in a row; without the announcement due it is not."""
    if fault.deemed_third:
        return True, ()
    if game.fouls[fault.side] < 2:
        return False, ()
    rules = game.rules
    if not rules.three_foul_warning_required or rules.unwarned_third_foul == "third":
        return True, ()
    if fault.at_table and game.two_fouls_said:
        return True, ()
    if fault.warned:
        note = "The score sheet holds no announcement; the third foul counted as announced."
        return True, (game.note("warning_not_recorded", note),)
    note = "Two fouls were not announced before the stroke: it counts as the second."
    return False, (game.note("third_foul_unwarned", note),)


def _count(game: StraightState, side: Side, findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """Count a foul that is not the third and return the decision."""
    second = game.fouls[side] > 0
    game.fouls[side] = 2 if second else 1
    return ("foul.unwarned" if findings else "foul.second" if second else "foul.counted",)


def _third(game: StraightState, side: Side, points: int) -> tuple[str, ...]:
    """Take off points and rack all balls for the offender to break.

    His count begins anew, the other's stays (D24b).
    """
    game.score[side] -= points
    game.fouls[side] = 0
    game.options = ()
    game.rebreaks = 0
    game.rack_all()
    game.start_turn(side)
    return ("foul.third",)


def _violation(game: StraightState, fault: Fault) -> Effect:
    """Take off a failed opening; the opponent accepts or orders another (D3 to D5, D10)."""
    rules, side = game.rules, fault.side
    points = rules.break_violation_points
    others = len(fault.codes) - 1
    decisions: tuple[str, ...] = ("break.violation",)
    counts = rules.break_violation_counts_as_foul
    if others and not rules.break_violation_absorbs_standard_fouls:
        each = rules.standard_fouls_per_stroke == "each"
        points += rules.foul_points * (others if each else 1)
        counts = True
    elif others:
        decisions = ("break.violation", "break.absorbs")
    if fault.pocketed:
        decisions = (*decisions, "foul.spotted")
    findings: tuple[Finding, ...] = ()
    if counts:
        third, findings = _is_third(game, fault)
        if third:
            points += rules.third_foul_extra_points
            return -points, (*decisions, *_third(game, side, points)), findings
        decisions = (*decisions, *_count(game, side, findings))
    game.score[side] -= points
    _offer_rebreak(game, fault)
    return -points, decisions, findings


def _deliberate(game: StraightState, fault: Fault, *, opening: bool) -> Effect:
    """Take off a deliberate foul; it counts and gives a choice where the text says (D12, D13)."""
    rules, side = game.rules, fault.side
    points = rules.deliberate_foul_points
    counts = rules.deliberate_foul_counts
    violated = opening and "break_foul" in fault.codes
    decisions = ("deliberate", "deliberate.counted" if counts else "deliberate.uncounted")
    if violated:
        decisions = (*decisions, "deliberate.break")
    if fault.pocketed:
        decisions = (*decisions, "foul.spotted")
    findings: tuple[Finding, ...] = ()
    if counts:
        third, findings = _is_third(game, fault)
        if third:
            points = _deliberate_third(game)
            decisions = (*decisions, "deliberate.third", *_third(game, side, points))
            return -points, decisions, findings
        decisions = (*decisions, *_count(game, side, findings))
    game.score[side] -= points
    if rules.deliberate_foul_option != "none":
        _offer_rebreak(game, fault, deliberate=True)
    elif violated:
        decisions = (*decisions, "break.choice")
        _offer_rebreak(game, fault)
    else:
        decisions = (*decisions, *_hand_over(game, fault))
    return -points, decisions, findings


def _deliberate_third(game: StraightState) -> int:
    """Return what a deliberate foul costs that is the third in a row (D13c, A8)."""
    rules = game.rules
    points, extra, base = (
        rules.deliberate_foul_points,
        rules.third_foul_extra_points,
        rules.foul_points,
    )
    if not rules.deliberate_stacks_with_third:
        return max(points, extra + (base if rules.third_foul_keeps_base_point else 0))
    return points + extra - (0 if rules.third_foul_keeps_base_point else base)


def _offer_rebreak(game: StraightState, fault: Fault, *, deliberate: bool = False) -> None:
    """Let the opponent accept the table or have the offender break again, unless all is over."""
    if game.turns_are_over():
        game.finish(game.leader())
        return
    if game.phase != "break":
        game.rebreaks = 0
    limit = game.rules.rebreak_limit
    spent = limit is not None and game.rebreaks >= limit and not deliberate
    game.offender = fault.side
    game.after = "deliberate" if deliberate else "choice"
    game.spotted_nearest = False
    cue_ball = "head" if deliberate or fault.cue_gone else "position"
    game.offer(1 - fault.side, ("accept",) if spent else ("accept", "rebreak"), cue_ball)


def _hand_over(game: StraightState, fault: Fault) -> tuple[str, ...]:
    """Give the table to the opponent with the cue ball where the foul leaves it."""
    if not fault.at_table:
        return ()
    if game.phase == "break":
        game.phase = "play"
    game.spotted_nearest = False
    game.cue_ball = "head" if fault.cue_gone else "position"
    game.start_turn(1 - fault.side)
    return ("foul.in_hand" if fault.cue_gone else "foul.position",)
