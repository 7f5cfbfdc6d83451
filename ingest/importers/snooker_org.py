"""Matches as snooker.org gives them: frame scores as free text with breaks in brackets.

``82-60 (MJW 56), 22-71 (50)<br/>72-0 (71)``: scores of the first and the second player; breaks are
of the winner of the frame unless initials say otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NamedTuple

from ingest.importers import values
from ingest.importers.mapping import Mapping
from ingest.importers.opening import timed
from ingest.importers.port import Drafted, Job
from ingest.importers.report import Report
from ingest.importers.source import Source
from ingest.importers.tables import Line, RowRefused, find_tables, taken
from ingest.importers.values import UNKNOWN

NAME: Final = "snooker.org"
SAYS: Final = "matches of snooker.org, CSV"
HEADERS: Final = {
    "match": "id", "event": "eventId", "round": "round", "id_a": "player1Id", "score_a": "score1",
    "id_b": "player2Id", "score_b": "score2", "winner": "winnerId", "date": "startDate",
}  # fmt: skip
_SCORE: Final = re.compile(r"(\d{1,3})\s*-\s*(\d{1,3})\s*,?\s*((?:\([^()]*\)\s*)*)")
_BREAK: Final = re.compile(r"(?:([A-Za-z][\w'. ]{0,40}?)\s+)?(\d{1,3})(?:\s+([A-Za-z][\w'.]*))?")
_MARKUP: Final = re.compile(r"<[^>]*>|\s+")
_LABEL: Final = re.compile(r"(?:\b\w{1,20}\s{1,9})?session\s*\d*\s*:", re.IGNORECASE)


class Frame(NamedTuple):
    """A frame: scores, and breaks with the initials that stand beside them, or none."""

    scores: tuple[int, int]
    breaks: tuple[tuple[str, int], ...]


def _mapped(mapping: Mapping) -> Mapping:
    return Mapping(headers={**HEADERS, "note": "frameScores"}, constants=mapping.constants)


def fits(source: Source, mapping: Mapping) -> bool:
    """Tell whether a table has the columns of snooker.org."""
    if source.kind == "json":
        return False
    tables = find_tables(source, _mapped(mapping), Report())
    return any(table.columns.keys() >= {*HEADERS, "note"} for table in tables)


def read(source: Source, job: Job) -> Iterator[Drafted]:
    """Yield the matches."""
    for table in find_tables(source, _mapped(job.mapping), job.report):
        for line in table.lines():
            made = taken(line, partial(_draft, line, job))
            if made is not None:
                yield made


def _draft(line: Line, job: Job) -> Drafted | None:
    numbers = [line.text("id_a"), line.text("id_b")]
    scores = [line.whole("score_a") or 0, line.whole("score_b") or 0]
    winner, at = line.text("winner"), values.instant(line.text("date")) or UNKNOWN
    if not line.text("match") or not all(numbers) or numbers[0] == numbers[1]:
        raise RowRefused("a match has a number and two players", "match", line.text("match"))
    if winner in ("", "0"):
        job.report.once("left_out", "not played yet", line.place())
        return None
    if winner not in numbers:
        raise RowRefused("the winner is neither player", "winner", winner)
    ids = [job.ids.player(NAME, number) for number in numbers]
    made = Drafted(job.ids.match(NAME, line.text("match")))
    made.add(
        line.place(),
        "match_opened",
        discipline="snooker",
        rules="LT",
        players=ids,
        target=max(1, *scores),
        event=f"{NAME}:{line.text('event')}",
        round=line.text("round") or None,
        **timed(at),
    )
    _add_played(made, line, ids, scores, job)
    return made


def _add_played(made: Drafted, line: Line, ids: list[str], scores: list[int], job: Job) -> None:
    at = timed(values.instant(line.text("date")) or UNKNOWN)
    winner = ids[[line.text("id_a"), line.text("id_b")].index(line.text("winner"))]
    if _walked_over(line):
        made.add(line.place(), "match_closed", result="walkover", winner=winner, **at)
        return
    frames = _frames(line, job)
    owners = initials_of(frames)
    for number, frame in enumerate(frames, start=1):
        _add_frame(made, line, ids, frame, number, owners, job)
    claimed = {"score": dict(zip(ids, scores, strict=True)), "winner": winner}
    made.add(line.place("score_a"), "claim", **claimed, source=NAME, **at)


def _walked_over(line: Line) -> bool:
    flags = {"walkover1", "walkover2"}
    heads = [index for index, head in enumerate(line.table.heads) if head in flags]
    return any(
        str(line.cells[index]).strip().lower() in ("true", "1")
        for index in heads
        if index < len(line.cells)
    )


def _frames(line: Line, job: Job) -> list[Frame]:
    text = line.text("note")
    frames, left = read_frames(text)
    if left:
        words = "words among the frame scores that say no score" if frames else "no frame scores"
        job.report.note("guessed", words, line.place("note"), left)
    return frames


def read_frames(text: str) -> tuple[list[Frame], str]:
    """Return the frames of free text, and what of it is no score."""
    plain = _LABEL.sub(" ", _MARKUP.sub(" ", text))
    frames: list[Frame] = []
    for found in _SCORE.finditer(plain):
        breaks = tuple(
            (" ".join((one.group(1) or one.group(3) or "").split()), int(one.group(2)))
            for one in _BREAK.finditer(found.group(3))
        )
        frames.append(Frame((int(found.group(1)), int(found.group(2))), breaks))
    left = " ".join(_SCORE.sub(" ", plain).replace(",", " ").split())
    return frames, left


def initials_of(frames: list[Frame]) -> dict[str, int]:
    """Return whose initials are whose, by breaks only one of the two can have made.

    Else initials are of the loser of the frame, since the winner needs none; two initials in one
    frame are of both, the first player's first.
    """
    sure: dict[str, int] = {}
    likely: dict[str, int] = {}
    for frame in frames:
        named = {who for who, _ in frame.breaks if who}
        for who, points in frame.breaks:
            able = [side for side in (0, 1) if frame.scores[side] >= points]
            if who and len(able) == 1:
                sure[who] = able[0]
            elif who and len(named) == 1:
                likely.setdefault(who, int(frame.scores[0] > frame.scores[1]))
    found = likely | sure
    for frame in frames:
        names = [who for who, _ in frame.breaks if who]
        for place, who in enumerate(names if len({*names}) == 2 else ()):
            other = next((found[one] for one in names if one != who and one in found), None)
            found.setdefault(who, place if other is None else 1 - other)
    return found


def _add_frame(
    made: Drafted,
    line: Line,
    ids: list[str],
    frame: Frame,
    number: int,
    owners: dict[str, int],
    job: Job,
) -> None:
    at = timed(values.instant(line.text("date")) or UNKNOWN)
    at["at_precision"] = "day"
    score = dict(zip(ids, frame.scores, strict=True))
    if frame.scores[0] == frame.scores[1]:
        words = "a frame with level scores has no winner: kept as a claim"
        job.report.note("contradictory", words, line.place("note"), frame.scores)
        made.add(line.place("note"), "claim", rack=number, frame_score=score, source=NAME, **at)
        return
    winner = int(frame.scores[1] > frame.scores[0])
    place, breaks = line.place("note"), list[dict[str, Any]]()
    for (_, points), side in zip(frame.breaks, _sides(frame, owners, winner), strict=True):
        if points > frame.scores[side]:
            words = "a break of more points than its player has in the frame: left out"
            told = f"frame {number}: {frame.scores[0]}-{frame.scores[1]} ({points})"
            job.report.note("contradictory", words, place, told)
            continue
        breaks.append({"player": ids[side], "points": points})
    made.add(place, "rack", winner=ids[winner], score=score, breaks=breaks or None, **at)


def _sides(frame: Frame, owners: dict[str, int], winner: int) -> list[int]:
    """Return who made each break: by initials, else the winner as far as his score goes."""
    sides, left = list[int](), list(frame.scores)
    for who, points in frame.breaks:
        side = owners.get(who, winner) if who else winner
        if not who and points > left[side] and points <= left[1 - side]:
            side = 1 - side
        left[side] -= points
        sides.append(side)
    return sides
