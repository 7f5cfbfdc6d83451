"""Games simulated by pooltool: its events become the facts of our strokes.

Contacts, cushions and pockets are taken; its ruling, its turns and its score are not, since those
are ours to derive. Where its rules pass the table to the other player and the texts do not, the
strokes that follow are rejected as played by who is not at the table: the report says which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from ingest.importers.mapping import Mapping
from ingest.importers.port import Drafted, Job
from ingest.importers.report import Place
from ingest.importers.source import Source
from ingest.importers.values import UNKNOWN

NAME: Final = "pooltool"
SAYS: Final = "simulated games of pooltool, JSON"
DISCIPLINES: Final = {"EIGHTBALL": "8-ball", "NINEBALL": "9-ball", "SNOOKER": "snooker"}
POCKETS: Final = {"lb": "HL", "rb": "HR", "lc": "SL", "rc": "SR", "lt": "FL", "rt": "FR"}
"""Its bottom is the end one breaks from, its top the foot."""
CUE: Final = ("cue", "white")
_CUSHION: Final = ("ball_linear_cushion", "ball_circular_cushion")
Fields = dict[str, Any]


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
    for number, game in enumerate(cast("list[Fields]", source.json())):
        place = Place(source.name, f"[{number}]")
        discipline = DISCIPLINES.get(str(game.get("game")))
        if discipline is None:
            job.report.note("refused", "no game of ours", place, game.get("game"))
            continue
        yield _draft(game, discipline, place, job)


def _draft(game: Fields, discipline: str, place: Place, job: Job) -> Drafted:
    shots = cast("list[Fields]", game.get("shots") or [])
    made = Drafted(
        job.ids.match(NAME, *(str(game.get(name)) for name in ("game", "seed", "engine")))
    )
    breaker = player_id(str(shots[0]["player"])) if shots else None
    at = {"at": UNKNOWN.at, "at_precision": UNKNOWN.precision}
    made.add(
        place,
        "match_opened",
        discipline=discipline,
        rules="LT",
        players=[player_id("A"), player_id("B")],
        target=1,
        breaker=breaker,
        event=f"{NAME}:{game.get('engine')}",
        **at,
    )
    for before, shot in zip([None, *shots], shots, strict=False):
        job.report.rows += 1
        where = Place(place.file, f"{place.sheet}.shots", int(shot["n"]))
        if discipline == "8-ball" and before is shots[0] and _scratched(before):
            # The one choice there is (contract, section 5); its own game asks for none.
            player = player_id(str(shot["player"]))
            made.add(where, "decision", player=player, choice="in_hand", **at)
        made.add(where, "shot", **stroke(shot), **at)
    return made


def _scratched(shot: Fields | None) -> bool:
    pocketed = cast("list[list[str]]", shot["pocketed"] if shot is not None else [])
    return any(name in CUE for name, _ in pocketed)


def player_id(name: str) -> str:
    """Return the id of a simulated player."""
    return f"{NAME}:{name}"


def ball(name: str) -> str:
    """Return our name of a ball: all reds are red, the white is the cue ball."""
    if name in CUE:
        return "cue"
    return "red" if name.startswith("red") else name


def stroke(shot: Fields) -> Fields:
    """Return the facts of a stroke."""
    events = cast("list[list[Any]]", shot["events"])
    pocketed = cast("list[list[str]]", shot["pocketed"])
    first = first_contact(events)
    after = events[first + 1 :] if first is not None else []
    called = cast("list[str] | None", shot.get("called"))
    return {
        "player": player_id(str(shot["player"])),
        "call": {"ball": ball(called[0]), "pocket": POCKETS[called[1]]} if called else None,
        "pocketed": [{"ball": ball(one), "pocket": POCKETS[hole]} for one, hole in pocketed]
        or None,
        "first_contact": [] if first is None else [ball(_other(events[first]))],
        "cue_to_cushion": any(_touches_cushion(event) and event[2] in CUE for event in after),
        "balls_to_cushion": len(
            {event[2] for event in after if _touches_cushion(event)}
            - {*CUE}
            - {one for one, _ in pocketed}
        ),
        "in_hand": {} if shot.get("ball_in_hand") not in (None, "none") else None,
    }


def first_contact(events: Sequence[list[Any]]) -> int | None:
    """Return the event in which the cue ball first touches another."""
    return next(
        (
            index
            for index, event in enumerate(events)
            if event[0] == "ball_ball" and (event[2] in CUE or event[3] in CUE)
        ),
        None,
    )


def _other(event: list[Any]) -> str:
    return str(event[3] if event[2] in CUE else event[2])


def _touches_cushion(event: list[Any]) -> bool:
    return event[0] in _CUSHION
