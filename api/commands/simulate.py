"""``cuelog simulate``: seasons nobody played, for trials, notebooks and measuring."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.text import Text

from api.cli import STDIN
from api.printing import count, print_json, progress, show, table
from api.refusal import Refused
from domain.vocabulary import Discipline
from ingest.log import LogError, NewRecord, open_log
from ingest.simulate import DISCIPLINES, SIMULATOR, TARGETS, Detail, Season, drawn_field, play

Json = Annotated[bool, Parameter(negative=(), help="Print JSON, for machines.")]
Some = Annotated[int, Parameter(validator=Number(gte=1))]
Couple = Annotated[int, Parameter(validator=Number(gte=2))]
Games = Annotated[tuple[Discipline, ...], Parameter(name="--discipline", negative=())]
Write = Callable[[str, Sequence[bytes]], None]
LOGS: Final = ("sqlite:", "kafka:")
AT_ONCE: Final = 2_000
"""Records appended to a log at once."""
SLOW: Final = 50
"""Matches from which on a progress bar is worth its line."""


def simulate(
    out: str,
    *,
    seed: int = 1,
    players: Couple = 20,
    matches: Some = 100,
    discipline: Games = DISCIPLINES,
    target: Some | None = None,
    detail: Detail = "strokes",
    json: Json = False,
) -> None:
    """Simulate a season through the rules, marked as simulated in every event.

    The same seed gives the same bytes. `cuelog ingest OUT` takes the file in; a log is appended to
    directly, and sending a season again does no harm.

    Parameters
    ----------
    out
        File to make, - for standard output, or a log: sqlite:PATH or kafka://host:port/topic.
    seed
        What all is drawn from.
    players
        How many players there are.
    matches
        How many matches they play.
    discipline
        14.1, 8-ball, 9-ball, 10-ball or snooker; may be given several times, all by default.
    target
        Points (14.1), racks or frames to win instead of those usual.
    detail
        Every stroke, or turns and racks as score sheets have them.
    json
        Print JSON, for machines.
    """
    targets: Mapping[str, int] = (
        TARGETS if target is None else dict.fromkeys(map(str, DISCIPLINES), target)
    )
    season = Season(drawn_field(players, seed), seed, matches, discipline, targets, detail)
    with _opened(out) as write:
        told = _written(progress(play(season), matches, "simulating", least=SLOW), season, write)
    if json:
        print_json({"out": out, "seed": seed, "events": told})
    elif out != STDIN:
        events = count(sum(told.values()), "event")
        show(Text(f"{out}: {events} of {count(matches, 'match', 'matches')}, nobody played them"))
        show(table(("discipline", "events"), list(told.items())))


def _written(matches: Iterable[list[bytes]], season: Season, write: Write) -> dict[str, int]:
    """Write matches one by one; return the events of each discipline."""
    told = Counter[str]()
    for number, records in enumerate(matches):
        write(season.name(number), records)
        told[season.disciplines[number % len(season.disciplines)]] += len(records)
    return dict(told)


@contextmanager
def _opened(out: str) -> Generator[Write]:
    """Give what writes the records of a match to where they are wanted."""
    if out.startswith(LOGS):
        with _log(out) as write:
            yield write
        return
    if out == STDIN:
        yield lambda _, records: _lines(sys.stdout.buffer.write, records)
        return
    path = Path(out)
    if path.exists():
        raise Refused(f"{out} exists; name another file, or remove it first")
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            yield lambda _, records: _lines(file.write, records)
        part.replace(path)
    except OSError as error:
        raise Refused(f"{out} cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


def _lines(write: Callable[[bytes], object], records: Sequence[bytes]) -> None:
    write(b"\n".join(records) + b"\n")


@contextmanager
def _log(url: str) -> Generator[Write]:
    """Give what appends to a log, in batches, with the simulator as who sent the records."""
    waiting: list[NewRecord] = []
    try:
        log = open_log(url)
    except LogError as error:
        raise Refused(str(error)) from error

    def write(match: str, records: Sequence[bytes]) -> None:
        waiting.extend(NewRecord(match, raw, SIMULATOR) for raw in records)
        if len(waiting) >= AT_ONCE:
            log.append(waiting)
            waiting.clear()

    try:
        yield write
        log.append(waiting)
    except LogError as error:
        raise Refused(f"{error}; run it again, what was appended stays and does no harm") from error
    finally:
        log.close()
