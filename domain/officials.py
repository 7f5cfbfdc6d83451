"""What officials put on the record: ends, positions, protests, awards (contract, section 2)."""

from __future__ import annotations

from domain.events import (
    Award,
    MatchClosed,
    PositionSet,
    Protest,
    ProtestDecided,
    Skipped,
)
from domain.game import Game
from domain.opening import objection_to_position, set_figures
from domain.play import NOBODY, Phase
from domain.rulings import Ruling

PENDING = ("choice", "lag", "lag_choice", "toss")
"""Phases in which somebody still has to say or show who plays."""


def close(game: Game, event: MatchClosed) -> Ruling:
    """End the match where the rules cannot: winner named, by score, or nobody."""
    winner = NOBODY
    if event.result == "limit":
        winner = game.leader()
    elif event.result in ("forfeit", "walkover"):
        winner = game.side(event.winner or "")
        if winner == NOBODY:
            return game.reject("unknown_player", f"{event.winner} is not in this match")
    game.closed_by = event.result
    game.finish(winner)
    return game.record(f"closed.{event.result}")


def set_position(game: Game, event: PositionSet) -> Ruling:
    """Put score, counters, balls and turn as the official has them; play goes on from there."""
    named = [event.at_table] if event.at_table else []
    for mapping in (event.score, event.frame_score, event.fouls, event.groups):
        named += list(mapping or ())
    if any(game.side(player) == NOBODY for player in named):
        return game.reject("unknown_player", "a player named is not in this match")
    refusal = objection_to_position(game, event)
    if refusal is not None:
        return refusal
    set_figures(game, event)
    before = game.phase
    game.put(event)
    if event.rack is not None:
        game.rack = event.rack
    if before != "finished":
        _resume(game, event, before)
    return game.record("position_set")


def _resume(game: Game, event: PositionSet, before: Phase) -> None:
    """End a pending choice, and start a turn when another player is put at the table.

    A lag or a lot goes on unless the official says who plays or what is played.
    """
    decider = game.turn
    if before in ("lag", "toss") and event.at_table is None and event.phase is None:
        return
    side = decider if event.at_table is None else game.side(event.at_table)
    if side == NOBODY:
        side = max(game.breaker, 0)
    if game.breaker == NOBODY:
        game.breaker = side
    pending = before in PENDING
    game.options = ()
    if side != decider or pending:
        game.start_turn(side)
    if game.phase != "finished":
        _set_phase(game, event, before)
        moved = pending and before != "toss" and side != decider
        _set_cue_ball(game, event, moved=moved)


def _set_phase(game: Game, event: PositionSet, before: Phase) -> None:
    """Put the phase; before a lag is decided nothing has been broken, unless balls were set."""
    if event.phase is not None:
        due = game.phase == "rerack" and event.phase == "play"
        game.phase = "rerack" if due else event.phase
    elif before in PENDING and game.phase != "rerack":
        unbroken = before in ("lag", "lag_choice") and event.balls is None
        game.phase = "break" if unbroken else "play"


def _set_cue_ball(game: Game, event: PositionSet, *, moved: bool) -> None:
    """Put the cue ball; what a choice would have given its decider he has."""
    if event.cue_ball is not None:
        game.cue_ball = event.cue_ball
        game.spotted_nearest = False
    elif game.phase == "break":
        game.cue_ball = game.BREAK_FROM
    elif game.cue_ball is None or moved:
        game.cue_ball = "position"


def skipped(game: Game, event: Skipped) -> Ruling:
    """Stand in for a lost event; the audit names the loss."""
    loss = game.note("lost_event", event.reason or "An event was not recorded.")
    return game.record("skipped", findings=(loss,))


def protest(game: Game, event: Protest) -> Ruling:
    """Open a protest; play goes on meanwhile."""
    if game.side(event.player) == NOBODY:
        return game.reject("unknown_player", f"{event.player} is not in this match")
    if event.of >= game.seq:
        return game.reject("bad_target", "a protest concerns an earlier event")
    if event.ground == "fact" and not game.fact_protests:
        note = game.note("protest_inadmissible", "a fact is not open to protest here")
        return game.record("protest", findings=(note,))
    game.protests.append(game.seq)
    return game.record("protest")


def decide_protest(game: Game, event: ProtestDecided) -> Ruling:
    """Close an open protest."""
    if event.protest not in game.protests:
        return game.reject("bad_target", f"no protest is open at seq {event.protest}")
    game.protests.remove(event.protest)
    return game.record("protest_decided")


def award(game: Game, event: Award) -> Ruling:
    """Put a result given by decision beside the played one."""
    named = [*(event.score or ()), *([event.winner] if event.winner else [])]
    if any(game.side(player) == NOBODY for player in named):
        return game.reject("unknown_player")
    game.awarded = {
        "winner": event.winner,
        "score": event.score,
        "reason": event.reason,
        "source": event.source,
    }
    return game.record("award")
