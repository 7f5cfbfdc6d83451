"""Games simulated by pooltool: its events become the facts of our strokes.

Contacts, cushions and pockets are taken; its ruling, its turns and its score are not, since those
are ours to derive. Where its rules pass the table to the other player and the texts do not, the
strokes that follow are rejected as played by who is not at the table: the report says which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, cast

import msgspec

from ingest.faults import explain
from ingest.importers.mapping import Mapping
from ingest.importers.port import Drafted, Job
from ingest.importers.report import Place
from ingest.importers.source import Source
from ingest.importers.values import UNKNOWN

NAME: Final = "pooltool"
SAYS: Final = "simulated games of pooltool, JSON"
DISCIPLINES: Final = {"EIGHTBALL": "8-ball", "NINEBALL": "9-ball", "SNOOKER": "snooker"}
Hole = Literal["lb", "rb", "lc", "rc", "lt", "rt"]
POCKETS: Final[dict[Hole, str]] = {
    "lb": "HL",
    "rb": "HR",
    "lc": "SL",
    "rc": "SR",
    "lt": "FL",
    "rt": "FR",
}
"""Its bottom is the end one breaks from, its top the foot."""
CUE: Final = ("cue", "white")
_CUSHION: Final = ("ball_linear_cushion", "ball_circular_cushion")
Fields = dict[str, Any]


class Happening(NamedTuple):
    """What happened in a stroke, when, and to which two: balls, or a ball and what it met."""

    kind: str
    at: float
    one: str
    two: str


class Stroke(msgspec.Struct):
    """A stroke as it writes it; what is its ruling is not read."""

    n: int
    player: str
    events: list[Happening]
    pocketed: list[tuple[str, Hole]]
    called: tuple[str, Hole] | None = None
    ball_in_hand: str | None = None


class Game(msgspec.Struct):
    """A game as it writes it."""

    game: str
    shots: list[Stroke]
    seed: int | str | None = None
    engine: str | None = None


def fits(source: Source, mapping: Mapping) -> bool:
    """Tell whether JSON is games with shots and their events."""
    del mapping
    if source.kind != "json":
        return False
    data = source.json()
    games = cast("list[Any]", data) if isinstance(data, list) else []
    return bool(games) and all(isinstance(game, dict) and "shots" in game for game in games)


def read(source: Source, job: Job) -> Iterator[Drafted]:
    """Yield the games, each a match to one."""
    for number, fields in enumerate(cast("list[Fields]", source.json())):
        place = Place(source.name, f"[{number}]")
        discipline = DISCIPLINES.get(str(fields.get("game")))
        if discipline is None:
            job.report.note("refused", "no game of ours", place, fields.get("game"))
            continue
        try:
            game = msgspec.convert(fields, Game)
        except msgspec.ValidationError as error:
            job.report.note("refused", f"no game of {NAME}: {explain(error)}", place)
            continue
        yield _draft(game, discipline, place, job)


def _draft(game: Game, discipline: str, place: Place, job: Job) -> Drafted:
    shots = game.shots
    made = Drafted(job.ids.match(NAME, game.game, str(game.seed), str(game.engine)))
    at = {"at": UNKNOWN.at, "at_precision": UNKNOWN.precision}
    made.add(
        place,
        "match_opened",
        discipline=discipline,
        rules="LT",
        players=[player_id("A"), player_id("B")],
        target=1,
        breaker=player_id(shots[0].player) if shots else None,
        event=f"{NAME}:{game.engine}",
        **at,
    )
    for before, shot in zip([None, *shots], shots, strict=False):
        job.report.rows += 1
        where = Place(place.file, f"{place.sheet}.shots", shot.n)
        if discipline == "8-ball" and before and before is shots[0] and _scratched(before):
            # The one choice there is (contract, section 5); its own game asks for none.
            player = player_id(shot.player)
            made.add(where, "decision", player=player, choice="in_hand", **at)
        made.add(where, "shot", **stroke(shot), **at)
    return made


def _scratched(shot: Stroke) -> bool:
    return any(name in CUE for name, _ in shot.pocketed)


def player_id(name: str) -> str:
    """Return the id of a simulated player."""
    return f"{NAME}:{name}"


def ball(name: str) -> str:
    """Return our name of a ball: all reds are red, the white is the cue ball."""
    if name in CUE:
        return "cue"
    return "red" if name.startswith("red") else name


def stroke(shot: Stroke) -> Fields:
    """Return the facts of a stroke."""
    first = first_contact(shot.events)
    after = shot.events[first + 1 :] if first is not None else []
    called = shot.called
    return {
        "player": player_id(shot.player),
        "call": {"ball": ball(called[0]), "pocket": POCKETS[called[1]]} if called else None,
        "pocketed": [{"ball": ball(one), "pocket": POCKETS[hole]} for one, hole in shot.pocketed]
        or None,
        "first_contact": [] if first is None else [ball(_other(shot.events[first]))],
        "cue_to_cushion": any(_touches_cushion(event) and event.one in CUE for event in after),
        "balls_to_cushion": len(
            {event.one for event in after if _touches_cushion(event)}
            - {*CUE}
            - {one for one, _ in shot.pocketed}
        ),
        "in_hand": {} if shot.ball_in_hand not in (None, "none") else None,
    }


def first_contact(events: Sequence[Happening]) -> int | None:
    """Return the event in which the cue ball first touches another."""
    return next(
        (
            index
            for index, event in enumerate(events)
            if event.kind == "ball_ball" and (event.one in CUE or event.two in CUE)
        ),
        None,
    )


def _other(event: Happening) -> str:
    return event.two if event.one in CUE else event.one


def _touches_cushion(event: Happening) -> bool:
    return event.kind in _CUSHION
