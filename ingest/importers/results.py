"""Results and leagues in tables: claims without strokes, racks and frames where rows are those.

A row is a match: ``player_a``, ``player_b``, ``score_a``, ``score_b``. With ``unit = "frame"`` a
row is a frame, and the rows of two players of one fixture are a match. With teams and no players a
row is a fixture; what its frames give is a second claim when both files are imported together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from ingest.importers.fixtures import BY_FRAMES, FRAME, Fixtures, fixture_of, read_frames
from ingest.importers.mapping import Mapping
from ingest.importers.opening import discipline_of, opening, source_of, timed, when
from ingest.importers.people import Side, both, is_nobody
from ingest.importers.port import Drafted, Job
from ingest.importers.report import Report
from ingest.importers.source import Source
from ingest.importers.tables import Line, RowRefused, find_tables, note_unknown, taken

NAME: Final = "results"
SAYS: Final = "results and leagues, CSV or Excel"
FORMAT: Final = "result"
NOT_PLAYED: Final = {
    "scheduled": "not played yet",
    "bye": "a bye is no match",
    "void": "cancelled or void",
}


def fits(source: Source, mapping: Mapping) -> bool:
    """Tell whether a sheet of a file has scores of two sides."""
    if source.kind == "json":
        return False
    return any(table.has("score_a", "score_b") for table in find_tables(source, mapping, Report()))


def read(source: Source, job: Job) -> Iterator[Drafted]:
    """Yield the matches of all sheets."""
    for table in find_tables(source, job.mapping, job.report):
        if not table.has("score_a", "score_b"):
            job.report.note("left_out", "no scores of two sides", table.place(table.header_row))
            continue
        note_unknown(table)
        if table.fixed.get("unit") == FRAME:
            yield from read_frames(table, job)
            continue
        name = source_of(table, job)
        for line in table.lines():
            made = taken(line, partial(_draft, line, name, job))
            if made is not None:
                yield made


def _draft(line: Line, source: str, job: Job) -> Drafted | None:
    """Return the match of a row, None where none was played."""
    status = _status(line)
    if status in NOT_PLAYED:
        job.report.once("left_out", NOT_PLAYED[status], line.place("status"), status)
        return None
    players = _sides(line, job, source)
    if players is None:
        job.report.once("left_out", NOT_PLAYED["bye"], line.place())
        return None
    discipline = discipline_of(line)
    made = Drafted(job.ids.match(FORMAT, source, *_key(line, players)))
    made.named = [named for player in players for named in player.named()]
    at = when(line, job)
    scores = _scores(line)
    race = _race(line, discipline, scores, job)
    head = opening(line, players, discipline, at, job)
    made.add(line.place(), "match_opened", **head, **race)
    _add_result(made, line, players, status, scores, timed(at), job)
    _check_target(line, race.get("target"), scores, job)
    if line.text("note"):
        place = line.place("note")
        job.report.note("left_out", "a remark, kept here alone", place, line.text("note"))
    if line.table.has("team_a", "team_b"):
        _add_frames(made, line, players, timed(at), job)
        Fixtures.of(job).stated(line, scores)
    return made


def _status(line: Line) -> str:
    """Return what became of a match; without a word for it, what its scores say."""
    told = line.word("status")
    if told is not None:
        return told
    for which in "ab":
        name = line.text(f"player_{which}")
        if name and is_nobody(name):
            return "bye"
    filled = [line.text(f"score_{which}") for which in "ab"]
    return "played" if any(filled) else "scheduled"


def _sides(line: Line, job: Job, source: str) -> tuple[Side, Side] | None:
    """Return the two sides: players, or the teams of a fixture."""
    if line.table.has("team_a", "team_b") and not (
        line.table.has("player_a") or line.table.has("id_a")
    ):
        teams = (line.text("team_a"), line.text("team_b"))
        if not all(teams):
            raise RowRefused("a fixture has two teams", "team_a")
        one, two = (Side(job.ids.match("team", source, team), team) for team in teams)
        return one, two
    return both(line, job, source)


def _key(line: Line, players: tuple[Side, Side]) -> tuple[str, ...]:
    number = line.text("match")
    if number:
        return (number, line.text("event"))
    parts = ("event", "season", "division", "round", "date", "time")
    return (*(str(line.cell(name)) for name in parts), *sorted(one.id for one in players))


def _scores(line: Line) -> tuple[int | None, int | None]:
    return line.whole("score_a"), line.whole("score_b")


def _race(
    line: Line, discipline: str, scores: tuple[int | None, int | None], job: Job
) -> dict[str, Any]:
    """Return what is played for: as said, else the winner's score."""
    target, best_of = line.whole("target"), line.whole("best_of")
    if target is None and best_of is None:
        target = max(score or 0 for score in scores) or (None if discipline == "14.1" else 1)
        words = "what is played for is not said: the greater score taken"
        job.report.once("guessed", words, line.place("target"), target)
    return {"target": target, "best_of": best_of}


def _add_result(
    made: Drafted,
    line: Line,
    players: tuple[Side, Side],
    status: str,
    scores: tuple[int | None, int | None],
    at: dict[str, str | None],
    job: Job,
) -> None:
    """Add what a row states: a walkover or a break-off, and the claim of scores and figures."""
    winner = _winner(line, players, scores, job)
    if status == "walkover":
        if winner is None:
            raise RowRefused("a walkover, and who has it is not said", "winner")
        made.add(line.place("status"), "match_closed", result="walkover", winner=winner, **at)
        return
    if status == "abandoned":
        made.add(line.place("status"), "match_closed", result="abandoned", **at)
        winner = None
    ids = [player.id for player in players]
    told = {name: _pair(line, name, ids) for name in ("innings", "high_run")}
    given = {one: score for one, score in zip(ids, scores, strict=True) if score is not None}
    made.add(
        line.place("score_a"),
        "claim",
        score=given or None,
        winner=winner,
        source=FORMAT,
        **told,
        **at,
    )


def _add_frames(
    made: Drafted, line: Line, players: tuple[Side, Side], at: dict[str, str | None], job: Job
) -> None:
    """Add what the frames of a fixture give: the log itself then says where the two disagree.

    The frames are matches of their players, whose racks must not count once more for the teams.
    """
    given = Fixtures.of(job).frames.get(fixture_of(line))
    if given is not None:
        score = dict(zip((one.id for one in players), given.won, strict=True))
        made.add(given.place, "claim", score=score, source=BY_FRAMES, **at)


def _pair(line: Line, name: str, ids: list[str]) -> dict[str, int] | None:
    figures = {one: line.whole(f"{name}_{which}") for one, which in zip(ids, "ab", strict=True)}
    return {one: figure for one, figure in figures.items() if figure is not None} or None


def _winner(
    line: Line,
    players: tuple[Side, Side],
    scores: tuple[int | None, int | None],
    job: Job,
) -> str | None:
    """Return the winner a row names, else who has more; a name against the scores is noted."""
    one, two = scores
    better = None if one is None or two is None or one == two else int(two > one)
    named = line.text("winner")
    if not named:
        return None if better is None else players[better].id
    for index, which in enumerate("ab"):
        known = (players[index].name, line.text(f"id_{which}"), which.upper(), str(index + 1))
        if named in known:
            if better is not None and better != index:
                words = "the winner named has the lower score"
                job.report.note("contradictory", words, line.place("winner"), named)
            return players[index].id
    raise RowRefused("the winner is neither side", "winner", named)


def _check_target(
    line: Line, target: int | None, scores: tuple[int | None, int | None], job: Job
) -> None:
    """Note scores a race cannot end with; they are kept as stated."""
    for which, score in zip("ab", scores, strict=True):
        if target is not None and score is not None and score > target:
            words = f"more than the {target} played for"
            job.report.note("contradictory", words, line.place(f"score_{which}"), score)
