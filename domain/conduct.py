"""Time-outs, concessions and the referee's penalties for conduct, alike in every discipline."""

from __future__ import annotations

from datetime import datetime

from domain.events import Concession, Sanction, Timeout
from domain.game import Game
from domain.play import NOBODY, Side
from domain.rulings import Finding, Ruling


def timeout(game: Game, event: Timeout) -> Ruling:
    """Start or end a time-out (LT-G-TO-1 to LT-G-TO-6)."""
    side = game.side(event.player)
    if side == NOBODY:
        return game.reject("unknown_player", f"{event.player} is not in this match")
    if event.stage == "start":
        refusal = _objection(game, side)
        if refusal is not None:
            return refusal
        game.timeouts[side] += 1
        game.timeout_of = side
        game.opponent_active = False
        game.timeout_since = event.at if event.at_precision == "exact" else ""
    elif game.timeout_of != side:
        return game.reject("not_due", f"{event.player} has no time-out running")
    else:
        game.timeout_of = NOBODY
    findings = _overrun(game, event) if event.stage == "end" else ()
    if not event.opponent_active:
        return game.record("timeout", findings=findings)
    findings += _busy(game, 1 - side)
    return game.record("timeout", "timeout.opponent", findings=findings)


def _busy(game: Game, opponent: Side) -> tuple[Finding, ...]:
    """Debit an opponent who busied himself, once a time-out; note one who had none left (TO-4)."""
    if game.opponent_active:
        return ()
    game.opponent_active = True
    game.timeouts[opponent] += 1
    if game.timeouts[opponent] <= game.timeout_quota():
        return ()
    words = f"{game.name(opponent)} busied himself and had used his own time-out before."
    return (game.note("timeout_beyond_quota", words),)


def _overrun(game: Game, event: Timeout) -> tuple[Finding, ...]:
    """Note a time-out that took longer than the text allows, where both times are exact."""
    limit, since = game.timeout_seconds(), game.timeout_since
    if limit is None or not since or event.at_precision != "exact":
        return ()
    lasted = (datetime.fromisoformat(event.at) - datetime.fromisoformat(since)).total_seconds()
    if lasted <= limit:
        return ()
    return (game.note("timeout_overrun", f"{lasted:.0f} s of {limit} s allowed"),)


def _objection(game: Game, side: Side) -> Ruling | None:
    quota = game.timeout_quota()
    if game.timeouts[side] >= quota:
        return game.reject("quota", f"{quota} a player in a match")
    if not game.timeout_window():
        return game.reject("not_due", "a time-out is taken only when the balls are finished")
    if side != game.turn:
        return game.reject("not_at_table", "only the player next to play may take one")
    return None


def concede(game: Game, event: Concession) -> Ruling:
    """Give up the match, or the rack where racks are played (WPA-1.11)."""
    side = game.side(event.player)
    if side == NOBODY:
        return game.reject("unknown_player", f"{event.player} is not in this match")
    if event.of == "rack":
        return game.concede_rack(side)
    game.finish(1 - side)
    return game.record("concession")


def sanction(game: Game, event: Sanction) -> Ruling:
    """Apply a penalty for conduct; where none is named, the default of the text."""
    side = game.side(event.player)
    if side == NOBODY:
        return game.reject("unknown_player", f"{event.player} is not in this match")
    penalty = event.penalty or game.default_penalty()
    act = f"conduct.{event.conduct or 'other'}"
    match penalty:
        case None:
            return game.reject("penalty_missing", "this text leaves the penalty to the referee")
        case "warning":
            return game.record(act, "sanction.warning")
        case "match" | "disqualification":
            game.finish(1 - side)
            default = ("sanction.default",) if event.penalty is None else ()
            return game.record(act, *default, f"sanction.{penalty}")
        case _:
            return game.sanctioned(side, event)
