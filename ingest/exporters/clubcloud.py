"""Results in the form ClubCloud takes: a row a match, semicolons, no headers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from domain import events as ev
from domain.opening import player_ids
from domain.replay import Line, Received, replay
from ingest.exporters.turns import Game, NoSheet, game_of
from ingest.importers.clubcloud import LABEL, NAME, ZONE

_PREFIX: Final = f"{NAME}:"
_HELD: Final = {
    "type", "id", "match", "seq", "by", "at", "at_precision", "discipline", "rules", "players",
    "target", "round", "event",
}  # fmt: skip
Row = list[str | int]
Pair = tuple[int | str, int | str]


class Result(NamedTuple):
    """A row, and what of the match it does not hold."""

    row: Row
    lost: list[str]


class _Figures(NamedTuple):
    """What a row states of both."""

    score: Pair
    innings: Pair
    high_run: Pair


def result_of(match: str, records: Sequence[Received]) -> Result:
    """Return the row of a match; raises ``NoSheet``."""
    lines: list[Line] = []
    replay(match, records, trace=lines.append)
    opening = lines[0].step.event if lines else None
    if not isinstance(opening, ev.MatchOpened):
        raise NoSheet(f"{match} is not open: there is nothing to write")
    players = player_ids(opening)
    if not all(player.startswith(_PREFIX) for player in players):
        words = "a row has pass numbers; the players of the match have none (ids clubcloud:NUMBER)"
        raise NoSheet(f"{match}: {words}")
    figures = _stated(lines, players) or _played(match, records, opening)
    group = (opening.round or "").split(LABEL)
    row: Row = [*(group[place] if place < len(group) else "" for place in range(3))]
    row += [player.removeprefix(_PREFIX) for player in players]
    row += [*figures.score, *figures.innings, *figures.high_run, *_day_and_time(opening)]
    return Result(row, _lost(lines, opening))


def as_csv(rows: Iterable[Row]) -> bytes:
    """Return rows as the form has them."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=";", lineterminator="\n").writerows(rows)
    return text.getvalue().encode("utf-8")


def _stated(lines: Sequence[Line], players: tuple[str, str]) -> _Figures | None:
    """Return the figures of the last claim of a score."""
    claims = [one for line in lines if isinstance(one := line.step.event, ev.Claim) and one.score]
    if not claims:
        return None
    claim = claims[-1]
    score, innings, runs = (
        _pair(value, players) for value in (claim.score, claim.innings, claim.high_run)
    )
    return _Figures(score, innings, runs)


def _pair(value: int | Mapping[str, int] | None, players: tuple[str, str]) -> Pair:
    if not isinstance(value, Mapping):
        return "", ""
    return value.get(players[0], ""), value.get(players[1], "")


def _played(match: str, records: Sequence[Received], opening: ev.MatchOpened) -> _Figures:
    """Return the figures of a match played in the log."""
    if opening.discipline != "14.1":
        raise NoSheet(f"{match} states no result, and of {opening.discipline} none is counted here")
    game = game_of(match, records)
    if not game.turns:
        raise NoSheet(f"{match} states no result; the form holds results alone")
    one, two = game.players
    score = (game.score[one], game.score[two])
    return _Figures(score, *zip(_counted(game, one), _counted(game, two), strict=True))


def _counted(game: Game, player: str) -> tuple[int, int]:
    mine = [turn.made for turn in game.turns if turn.player == player]
    return len(mine), max(mine, default=0)


def _day_and_time(opening: ev.MatchOpened) -> tuple[str, str]:
    """Return day and time as they are in Germany."""
    if opening.at_precision == "unknown":
        return "", ""
    there = datetime.fromisoformat(opening.at).astimezone(ZoneInfo(ZONE))
    exact = opening.at_precision != "day"
    return f"{there:%d.%m.%Y}", f"{there:%H:%M}" if exact else ""


def _lost(lines: Sequence[Line], opening: ev.MatchOpened) -> list[str]:
    """Return what a row does not hold."""
    found = ["discipline, rule text, points to win and the event: the form has none of them"]
    if any(isinstance(line.step.event, (ev.Inning, ev.Shot, ev.Rack)) for line in lines):
        found.append("innings, strokes and racks: the form has results alone")
    if {name for name, value in ev.fields_of(opening).items() if value not in ({}, None)} - _HELD:
        found.append("of the opening: who breaks, table, referee, start and options")
    if any(not isinstance(line.step.event, (ev.MatchOpened, ev.Claim)) for line in lines[1:]):
        found.append("how the match ended, and what officials did")
    return found
