"""The fold of one match: what every event does, whatever the discipline."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from domain import events as ev
from domain.claims import compare_claim, compare_signature
from domain.conduct import concede, sanction, timeout
from domain.game import Game
from domain.lag import judge_lag
from domain.officials import (
    award,
    close,
    decide_protest,
    protest,
    set_position,
    skipped,
)
from domain.opening import open_match
from domain.play import NOBODY
from domain.rulings import Ruling
from domain.stated import Stated
from domain.watch import Watch

NOT_OPEN = Ruling("rejected", "not_open", detail="the match has not been opened")
NOT_PLAY = frozenset({"lag", "lag_choice", "toss", "finished"})
AFTER_END = frozenset(
    {ev.Claim, ev.Signed, ev.Correction, ev.OfficialRuling, ev.PositionSet, ev.Skipped}
    | {ev.Protest, ev.ProtestDecided, ev.Award}
)


class Match:
    """One match being folded event by event, in place."""

    __slots__ = ("_watch", "game", "opening", "stated")

    def __init__(self) -> None:
        self.game: Game | None = None
        self.opening: ev.MatchOpened | None = None
        self.stated = Stated()
        self._watch = Watch()

    def apply(self, event: ev.AnyEvent) -> Ruling:
        """Fold the next event and return its ruling; a rejected one changes nothing."""
        game = self.game
        if game is None:
            return self._open(event) if isinstance(event, ev.MatchOpened) else NOT_OPEN
        game.seq = event.seq
        if type(event) is ev.Shot and (game.phase == "play" or game.phase not in NOT_PLAY):
            ruling = game.shot(event)
            if ruling.reason is None:
                self.stated.played = True
        elif game.phase == "finished":
            ruling = self._after_end(game, event)
        else:
            ruling = self.stated.look(event, HANDLERS[type(event)](game, event))
        found = self._watch.look(event, ruling, game)
        return ev.replaced(ruling, findings=(*ruling.findings, *found)) if found else ruling

    def seen(self, event: ev.AnyEvent, ruling: Ruling) -> Ruling:
        """Add to the ruling of an event judged elsewhere what an auditor should see of it."""
        game = self.game
        found = self._watch.look(event, ruling, game) if game is not None else ()
        return ev.replaced(ruling, findings=(*ruling.findings, *found)) if found else ruling

    def _after_end(self, game: Game, event: ev.AnyEvent) -> Ruling:
        """Answer what may still be said when the match is over; it was won before."""
        if type(event) not in AFTER_END:
            return game.reject("match_over", "the match is finished")
        ruling = self.stated.look(event, HANDLERS[type(event)](game, event))
        return ev.replaced(ruling, match_won_by=None) if ruling.match_won_by else ruling

    def state(self) -> dict[str, Any] | None:
        """Return the state after the last event, or None while the match is not open."""
        return None if self.game is None else self.game.view()

    def snapshot(self) -> Game | None:
        """Return a copy of the state that later events do not change."""
        return None if self.game is None else snapshot(self.game)

    def restore(self, saved: Game) -> None:
        """Go back to a state saved before."""
        self.game = snapshot(saved)

    def _open(self, event: ev.MatchOpened) -> Ruling:
        self.game, ruling = open_match(event)
        if self.game is not None:
            self.opening = event
            self._watch.look(event, ruling, self.game)
        return ruling


def snapshot(game: Game) -> Game:
    """Copy a state, its lists too."""
    saved = copy(game)
    for kind in type(game).__mro__:
        for name in getattr(kind, "__slots__", ()):
            value: object = getattr(saved, name)
            if isinstance(value, list):
                setattr(saved, name, list(value))  # pyright: ignore[reportUnknownArgumentType]
    return saved


def _not_due(game: Game, event: ev.AnyEvent) -> Ruling:
    return game.reject("not_due", f"{type(event).__name__} does not fit the phase {game.phase}")


def _shot(game: Game, event: ev.Shot) -> Ruling:
    reason = "choice_pending" if game.phase == "lag_choice" else "not_due"
    return game.reject(reason, f"{event.player} cannot play in the phase {game.phase}")


def _inning(game: Game, event: ev.Inning) -> Ruling:
    if game.phase in NOT_PLAY:
        return game.reject("choice_pending" if game.phase == "lag_choice" else "not_due")
    return game.inning_event(event)


def _lag(game: Game, event: ev.Lag) -> Ruling:
    named = [*event.players, *([event.nearest] if isinstance(event.nearest, str) else [])]
    if any(game.side(player) == NOBODY for player in named):
        return game.reject("unknown_player")
    if game.phase != "lag":
        return _not_due(game, event)
    result = judge_lag(event, game.players)
    if result.winner != NOBODY:
        game.phase = "lag_choice"
        game.turn = result.winner
        game.options = ("break", "give_break")
    findings = (
        (game.note("lag_nearest_differs", result.contradiction),) if result.contradiction else ()
    )
    return game.record(*result.decisions, findings=findings)


def _toss(game: Game, event: ev.Toss) -> Ruling:
    side = game.side(event.player)
    if side == NOBODY:
        return game.reject("unknown_player")
    return game.toss_event(side)


def _decision(game: Game, event: ev.Decision) -> Ruling:
    side = game.side(event.player)
    if side == NOBODY:
        return game.reject("unknown_player")
    if event.choice == "spot_nearest":
        return game.spot_nearest(event) if side == game.turn else game.reject("not_decider")
    if game.phase not in ("choice", "lag_choice"):
        return game.reject("not_offered", "no choice is open")
    if side != game.turn:
        return game.reject("not_decider", f"{game.name(game.turn)} decides")
    if event.choice not in game.options:
        return game.reject("not_offered", f"open: {', '.join(game.options)}")
    if game.phase == "lag_choice":
        breaker = side if event.choice == "break" else 1 - side
        game.breaker = breaker
        game.break_off(breaker)
        return game.record("lag.choice")
    return game.decide(event)


def _announcement(game: Game, event: ev.Announcement) -> Ruling:
    side = game.side(event.player)
    if side == NOBODY:
        return game.reject("unknown_player")
    if event.ball is not None and event.ball not in game.known_balls():
        return game.reject("ball_not_on_table")
    if side == game.turn:
        match event.what:
            case "two_fouls":
                game.two_fouls_said = game.two_fouls_said or game.fouls[side] == 2
            case "over_head_string":
                game.over_line_said = True
            case "frozen":
                game.frozen_said = True
    return game.record(f"announced.{event.what}")


HANDLERS: dict[type, Callable[[Game, Any], Ruling]] = {
    ev.MatchOpened: _not_due,
    ev.Lag: _lag,
    ev.Toss: _toss,
    ev.Shot: _shot,
    ev.Inning: _inning,
    ev.Rack: lambda game, event: game.rack_event(event),
    ev.Decision: _decision,
    ev.Announcement: _announcement,
    ev.Rerack: lambda game, event: game.rerack_event(event),
    ev.Settled: _not_due,
    ev.Void: _not_due,
    ev.Sanction: sanction,
    ev.Stalemate: lambda game, _: game.stalemate_event(),
    ev.Timeout: timeout,
    ev.Concession: concede,
    ev.MatchClosed: close,
    ev.Claim: compare_claim,
    ev.Signed: compare_signature,
    ev.Correction: lambda game, _: game.record("correction"),
    ev.OfficialRuling: lambda game, _: game.record("official_ruling"),
    ev.PositionSet: set_position,
    ev.Skipped: skipped,
    ev.Protest: protest,
    ev.ProtestDecided: decide_protest,
    ev.Award: award,
}
"""What each kind of event does. ``void``, ``settled`` and corrections take back what was folded:
``domain.fold`` judges them, and only an undue one comes here."""
