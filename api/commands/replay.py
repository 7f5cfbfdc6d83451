"""``cuelog replay``: records in; rulings, state, lists and findings out (contract, section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from api.commands.find import NO_FILE, read_at
from api.commands.place import HERE, Place
from api.files import Files, Placed, read_files
from api.printing import print_json, progress
from api.refusal import Refused, complain
from api.replayed import Replayed
from api.whatif_answer import BadChange, change_of, may_leave_out, option_of, what_if
from domain.contract import line_fields, replay_fields
from domain.replay import Line, Replay, by_match
from domain.replay import replay as replay_match
from domain.whatif import Change


@Parameter(name="*")
@dataclass(frozen=True)
class How:
    """What of the replay is printed."""

    trace: Annotated[bool, Parameter(negative=())] = False
    """One JSON object a line for each event: its ruling, and the state after it."""
    json: Annotated[bool, Parameter(negative=())] = False
    """One JSON object a match: lists, digest, state and findings."""
    rulings: Annotated[bool, Parameter(negative=())] = False
    """A table of all rulings with the clauses they rest on."""


@Parameter(name="*", negative=())
@dataclass(frozen=True)
class Instead:
    """What to replay otherwise."""

    rules: str | None = None
    """Under another rule text."""
    option: tuple[str, ...] = ()
    """With another value of a parameter of the rules, as name=value; again for more."""
    without: int | None = None
    """Without the correction or the official ruling that has this seq."""

    def change(self) -> Change | None:
        """Return the change asked for, None where nothing was."""
        try:
            return change_of(self.rules, dict(map(option_of, self.option)), self.without)
        except BadChange as error:
            raise Refused(str(error)) from error


def replay(
    *files: str,
    how: How = How(),
    as_of: int | None = None,
    known_at: str | None = None,
    instead: Instead = Instead(),
    place: Place = HERE,
) -> int:
    """Replay match logs, and print who stands where, by which rulings, and what is wrong.

    The exit status is 0 when all folded; 1 when something was rejected, quarantined or waiting, or
    a claim differs from the replay; 2 when nothing could be replayed.

    Parameters
    ----------
    files
        Files of JSON Lines, - for standard input. Without any, what is in the log of --log.
    how
        What to print.
    as_of
        Replay what has a seq up to this one alone.
    known_at
        Replay what was in the log at a position such as 0:41, or had been received by an instant
        such as 2026-05-09T18:00:00Z.
    instead
        What to replay otherwise, to show where the two first part.
    place
        Where the data is.
    """
    if (how.json + how.trace + how.rulings) > 1:
        raise Refused("take one of --json, --trace and --rulings")
    change = instead.change()
    if files and known_at is not None:
        raise Refused(NO_FILE)
    found = read_files(files) if files else _read_log(place, known_at)
    for problem in found.problems:
        complain(problem)
    if instead.without is not None and not may_leave_out(found.records, instead.without):
        words = "is no correction and no official ruling: only these can be left out"
        raise Refused(f"--without {instead.without}: seq {instead.without} {words}")
    replays = _replays(found, as_of, change, lines=not how.json)
    shown = list(_printed(replays, how, as_of))
    return _status(shown, found)


def _replays(
    found: Files, as_of: int | None, change: Change | None, *, lines: bool
) -> Iterator[Replayed]:
    """Replay match by match; the bar counts records. ``lines`` keeps each event's state."""
    matches = by_match(found.records)
    for match, records in progress(matches, len(found.records), "replaying"):
        placed = [record for record in records if isinstance(record, Placed)]
        kept: list[Line] = []
        trace = kept.append if lines else None
        result = replay_match(match, placed, as_of=as_of, trace=trace, change=change)
        parted = None if change is None else what_if(match, placed, change)
        yield Replayed(placed, result, kept, parted)


def _printed(replays: Iterable[Replayed], how: How, as_of: int | None) -> Iterator[Replay]:
    """Print each replay as it comes, tables when all have come; yield the results."""
    if how.trace or how.json:
        for one in replays:
            (_print_trace if how.trace else _print_object)(one)
            yield one.result
        return
    from api.replay_tables import print_replays

    kept = list(replays)
    print_replays(kept, as_of, rulings=how.rulings)
    yield from (one.result for one in kept)


def _print_trace(one: Replayed) -> None:
    for line in one.lines:
        print_json(line_fields(one.result.match, line, one.result.players))


def _print_object(one: Replayed) -> None:
    fields = replay_fields(one.result)
    print_json(fields if one.what_if is None else {**fields, "what_if": one.what_if})


def _status(results: Sequence[Replay], found: Files) -> int:
    if not any(result.events for result in results):
        if not found.problems:
            complain("nothing could be replayed: no record took a seq; see what was quarantined")
        return 2
    return 0 if all(result.clean() for result in results) and not found.problems else 1


def _read_log(place: Place, known_at: str | None) -> Files:
    if place.log is None and known_at is None:
        raise Refused("name at least one file, - for standard input, or a log with --log URL")
    return read_at(place, known_at)
