"""The turns of a 14.1 match: those a sheet had, or put together out of strokes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from domain import events as ev
from domain.opening import player_ids
from domain.replay import Line, Received, replay

CLAIMED_BY: Final = "score sheet"
_OPENING_HELD: Final = {
    "type", "id", "match", "seq", "by", "at", "at_precision", "discipline", "rules", "players",
    "target", "breaker", "event", "round", "venue", "table",
}  # fmt: skip
_INNING_HELD: Final = {
    "type", "id", "match", "seq", "by", "at", "at_precision", "player", "made", "end", "fouls",
}  # fmt: skip


class NoSheet(ValueError):  # noqa: N818 - reads as what is the case
    """A match that this form cannot hold at all: why."""


@dataclass(slots=True)
class Turn:
    """A turn: player, balls made, how it ended, codes of its fouls, and the score after it."""

    player: str
    made: int
    end: str
    fouls: tuple[str, ...] = ()
    total: int = 0


@dataclass(slots=True)
class Game:
    """A match as a sheet shows it; ``lost`` says what the sheet does not hold."""

    match: str
    opening: ev.MatchOpened
    players: tuple[str, str]
    turns: list[Turn] = field(default_factory=list[Turn])
    score: dict[str, int] = field(default_factory=dict[str, int])
    lost: list[str] = field(default_factory=list[str])


def game_of(match: str, records: Sequence[Received]) -> Game:
    """Return the turns of a match; raises ``NoSheet``."""
    lines: list[Line] = []
    result = replay(match, records, trace=lines.append)
    opening = next((line.step.event for line in lines if _is_opening(line)), None)
    if not isinstance(opening, ev.MatchOpened) or result.players is None or result.state is None:
        raise NoSheet(f"{match} is not open: there is nothing to write")
    if opening.discipline != "14.1":
        raise NoSheet(f"{match} is {opening.discipline}; an inning sheet is of 14.1")
    made = Game(match, opening, player_ids(opening), score=result.state["score"])
    _add_turns(made, lines)
    made.lost = _lost(made, lines)
    return made


def _is_opening(line: Line) -> bool:
    return isinstance(line.step.event, ev.MatchOpened) and line.ruling.verdict != "rejected"


def _stands(line: Line) -> bool:
    return line.ruling.verdict != "rejected" and not line.step.struck


def _add_turns(made: Game, lines: Sequence[Line]) -> None:
    number, before = None, 0
    for line in filter(_stands, lines):
        event, state = line.step.event, line.state or {}
        if isinstance(event, ev.Inning):
            balls = event.made if isinstance(event.made, int) else len(event.made)
            made.turns.append(Turn(event.player, balls, event.end, event.fouls))
        elif isinstance(event, ev.Shot):
            if number != before or not made.turns or made.turns[-1].player != event.player:
                made.turns.append(Turn(event.player, 0, "miss"))
            number = before
            _add_stroke(made.turns[-1], event, line)
        if made.turns and state.get("score"):
            made.turns[-1].total = state["score"][made.turns[-1].player]
        before = state.get("inning", before)


def _add_stroke(turn: Turn, shot: ev.Shot, line: Line) -> None:
    turn.made += sum(ball != "cue" for ball in line.ruling.pocketed)
    verdict = line.ruling.verdict
    turn.fouls = (*turn.fouls, *line.ruling.fouls)
    if verdict != "legal":
        turn.end = verdict
    elif line.ruling.match_won_by == shot.player:
        turn.end = "win"
    else:
        turn.end = "safety" if shot.call == "safety" else "miss"


# -- what is lost ---------------------------------------------------------------------------------


def _lost(made: Game, lines: Sequence[Line]) -> list[str]:
    """Return what of a match a sheet with a line an inning does not hold."""
    found = [words for words, applies in _CHECKS if applies(made, lines)]
    kinds = Counter(_kind(line) for line in lines if not _is_held(made, lines, line))
    others = [f"{count} {kind}" for kind, count in sorted(kinds.items()) if kind != "shot"]
    return found + ([f"events without a place on a sheet: {', '.join(others)}"] if others else [])


def _kind(line: Line) -> str:
    return str(type(line.step.event).__struct_config__.tag)


def _is_held(made: Game, lines: Sequence[Line], line: Line) -> bool:
    event = line.step.event
    if isinstance(event, (ev.MatchOpened, ev.Inning)):
        return _stands(line)
    return line is lines[-1] and _is_final_claim(made, event)


def _is_final_claim(made: Game, event: ev.AnyEvent) -> bool:
    """Tell whether an event is the claim that the totals of a sheet come back as."""
    if not isinstance(event, ev.Claim) or event.source != CLAIMED_BY:
        return False
    told = set(ev.fields_of(event)) - {"at_precision", "by"}
    played = {turn.player for turn in made.turns}
    totals = {player: made.score[player] for player in made.players if player in played}
    held = {"type", "id", "match", "seq", "at", "score", "source"}
    return told == held and event.score == totals


def _has_shots(_: Game, lines: Sequence[Line]) -> bool:
    return any(isinstance(line.step.event, ev.Shot) for line in lines)


def _has_corrections(_: Game, lines: Sequence[Line]) -> bool:
    kinds = (ev.Correction, ev.OfficialRuling)
    return any(isinstance(line.step.event, kinds) or line.step.struck for line in lines)


def _opening_has_more(made: Game, _: Sequence[Line]) -> bool:
    fields: dict[str, Any] = ev.fields_of(made.opening)
    more = {name for name, value in fields.items() if value not in ({}, None)} - _OPENING_HELD
    people = [one for one in made.opening.players if isinstance(one, ev.Person)]
    first = made.turns[0].player if made.turns else None
    unheld = made.opening.breaker != first or not isinstance(made.opening.target, int)
    return bool(more or people or unheld) or made.opening.at_precision == "estimated"


def _innings_have_more(_: Game, lines: Sequence[Line]) -> bool:
    innings = [line.step.event for line in lines if isinstance(line.step.event, ev.Inning)]
    return any(
        set(ev.fields_of(one)) - _INNING_HELD or not isinstance(one.made, int) for one in innings
    )


def _times_differ(made: Game, lines: Sequence[Line]) -> bool:
    at = (made.opening.at, made.opening.at_precision)
    kinds = (ev.Inning, ev.Claim)
    played = [line.step.event for line in lines if isinstance(line.step.event, kinds)]
    return any((one.at, one.at_precision) != at for one in played)


def _has_no_claim(made: Game, lines: Sequence[Line]) -> bool:
    return bool(made.turns) and not _is_final_claim(made, lines[-1].step.event)


Check = Callable[[Game, Sequence[Line]], bool]
_CHECKS: Final[tuple[tuple[str, Check], ...]] = (
    ("strokes as turns alone: no calls, pockets, contacts and times", _has_shots),
    ("corrections and rulings: what stands alone", _has_corrections),
    (
        "of the opening: options, start, referee, unequal or no target, who breaks",
        _opening_has_more,
    ),
    ("of innings: which balls, and balls off the table", _innings_have_more),
    ("the time of each event: that of the opening for all", _times_differ),
    ("no final claim stands in the log: the totals come back as one", _has_no_claim),
)
