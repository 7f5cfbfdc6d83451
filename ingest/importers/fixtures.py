"""Frames of a league: matches of two players in a fixture, and what a fixture's result says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from ingest.importers.breaks import Breaks
from ingest.importers.opening import discipline_of, opening, source_of, timed, when
from ingest.importers.people import Side, both
from ingest.importers.port import Drafted, Job
from ingest.importers.report import Place
from ingest.importers.tables import Line, RowRefused, Table, taken

FORMAT = "frames"
FRAME = "frame"
"""The unit of a file whose rows are frames."""
BY_FRAMES = "frames of the fixture"
"""The source of what the frames of a fixture give, as a claim beside its result."""
MOST = 100_000
"""Fixtures of which results and frames are compared; the others are imported unseen."""
Key = tuple[str, ...]
_FIXTURE = ("event", "season", "division", "round", "date", "team_a", "team_b")


def fixture_of(line: Line) -> Key:
    """Return what names a fixture: day, season, division and teams."""
    return tuple(str(line.raw(name)) for name in _FIXTURE)


class Result(NamedTuple):
    """Frames won by each side, where that stands, and for frames what their rows say."""

    won: tuple[int, int]
    place: Place
    rows: int = 0


@dataclass(slots=True)
class Fixtures:
    """What the files of one import say of the same fixtures."""

    results: dict[Key, Result] = field(default_factory=dict[Key, Result])
    frames: dict[Key, Result] = field(default_factory=dict[Key, Result])

    @staticmethod
    def of(job: Job) -> Fixtures:
        """Return those of an import."""
        made: Fixtures = job.notebook.setdefault("fixtures", Fixtures())
        return made

    def stated(self, line: Line, scores: tuple[int | None, int | None]) -> None:
        """Note the result of a fixture."""
        one, two = scores
        if one is not None and two is not None and len(self.results) < MOST:
            self.results[fixture_of(line)] = Result((one, two), line.place("score_a"))

    def compare(self, job: Job) -> None:
        """Note fixtures whose frames do not give the stated result, once all files are read."""
        for key, stated in self.results.items():
            given = self.frames.get(key)
            if given is not None and given.won != stated.won:
                words = "the frames of the fixture give {}-{}, the result says {}-{}"
                told = words.format(*given.won, *stated.won)
                job.report.note("contradictory", f"{told} ({given.place.words()})", stated.place)
        if self.results and self.frames:
            for key in self.frames.keys() - self.results.keys():
                place = self.frames[key].place
                job.report.once("contradictory", "frames of a fixture without a result", place)
            for key in self.results.keys() - self.frames.keys():
                place = self.results[key].place
                job.report.once("left_out", "a result of a fixture without frames", place)


class Frame(NamedTuple):
    """A frame of a fixture."""

    line: Line
    players: tuple[Side, Side]
    scores: tuple[int, int]


def read_frames(table: Table, job: Job) -> Iterator[Drafted]:
    """Yield a match for every two players of a fixture; its rows stand together."""
    source = source_of(table, job)
    group: list[Frame] = []
    for line in table.lines():
        frame = taken(line, partial(_frame, line, job, source))
        if frame is None:
            continue
        if group and fixture_of(group[0].line) != fixture_of(line):
            yield from _matches(group, job, source)
            group = []
        group.append(frame)
    if group:
        yield from _matches(group, job, source)


def _frame(line: Line, job: Job, source: str) -> Frame | None:
    players = both(line, job, source)
    if players is None:
        job.report.once("left_out", "a bye is no frame", line.place())
        return None
    one, two = line.whole("score_a"), line.whole("score_b")
    if one is None or two is None:
        raise RowRefused("a frame without its score", "score_a" if one is None else "score_b")
    return Frame(line, players, (one, two))


def _matches(group: list[Frame], job: Job, source: str) -> Iterator[Drafted]:
    frames = _without_doubles(group, job)
    by_pair: dict[tuple[str, str], list[Frame]] = {}
    for frame in frames:
        one, two = frame.players
        by_pair.setdefault((one.id, two.id), []).append(frame)
    won = [sum(one.scores[side] > one.scores[1 - side] for one in frames) for side in (0, 1)]
    rows = hash(tuple(sorted(tuple(map(str, frame.line.cells)) for frame in frames)))
    result = Result((won[0], won[1]), frames[0].line.place(), rows)
    known = Fixtures.of(job).frames
    key = fixture_of(frames[0].line)
    if key in known and known[key].rows == rows:
        words = "the same fixture with the same rows again: taken once"
        job.report.note("contradictory", words, frames[0].line.place())
        return
    if key in known:
        words = "the rows of a fixture do not stand together: sort the file"
        frames[0].line.refuse(RowRefused(words, "date"))
        return
    if len(known) < MOST:
        known[key] = result
    for pair in by_pair.values():
        made = taken(pair[0].line, partial(_match, pair, job, source))
        if made is not None:
            yield made


def _without_doubles(group: list[Frame], job: Job) -> list[Frame]:
    """Leave out rows that stand twice in a fixture."""
    seen, kept = set[tuple[str, ...]](), list[Frame]()
    for frame in group:
        row = tuple(str(cell) for cell in frame.line.cells)
        if row in seen:
            job.report.note("contradictory", "the same row twice: taken once", frame.line.place())
            continue
        seen.add(row)
        kept.append(frame)
    return kept


def _match(frames: list[Frame], job: Job, source: str) -> Drafted:
    line, players = frames[0].line, frames[0].players
    ids = [player.id for player in players]
    made = Drafted(job.ids.match(FORMAT, source, *fixture_of(line), *ids))
    made.named = [named for player in players for named in player.named()]
    at = when(line, job)
    head = opening(line, players, discipline_of(line), at, job)
    made.add(line.place(), "match_opened", **head, best_of=len(frames))
    breaks = Breaks.of(job)
    for number, frame in enumerate(frames, start=1):
        score = dict(zip(ids, frame.scores, strict=True))
        one, two = frame.scores
        if one == two:
            words = "a frame with level scores has no winner: kept as a claim"
            job.report.note("contradictory", words, frame.line.place("score_a"), f"{one}-{two}")
            claimed = {"rack": number, "frame_score": score, "source": FORMAT}
            made.add(frame.line.place(), "claim", **claimed, **timed(at))
            continue
        made.add(
            frame.line.place(),
            "rack",
            winner=ids[int(two > one)],
            score=score,
            breaks=breaks.of_frame(line, ids, frame.scores, only=len(frames) == 1) or None,
            **timed(at),
        )
    return made
