"""What holds of every import, whatever the file."""

from __future__ import annotations

from collections.abc import Sequence

from domain.events import MatchOpened, encode_event
from ingest.importers.assemble import Assembled
from ingest.importers.report import Report
from ingest.wire import receive_all

A_ROW_A_MATCH = {"cuescore", "snooker.org", "clubcloud", "results"}
"""Formats of which a row is a match, or is said not to be one."""
NO_MATCH = ("a bye is no match", "not played yet", "cancelled or void", "a row of headers")


def check(made: Sequence[Assembled], report: Report) -> None:
    """Assert that an import made whole matches, and that its report accounts for every row."""
    for match in made:
        assert isinstance(match.events[0], MatchOpened)
        assert [event.seq for event in match.events] == list(range(1, len(match.events) + 1))
        assert {event.match for event in match.events} == {match.match}
        assert len(match.places) == len(match.events)
        assert all(one.fault is None for one in receive_all([*map(encode_event, match.events)]))
    assert report.matches == len(made)
    assert report.events == sum(len(match.events) for match in made)
    assert sum(report.counts.values()) >= len(report.notes)
    if not made:
        assert report.notes, "nothing was made of the file and nothing is said"
    if {*report.formats.values()} <= A_ROW_A_MATCH and "frames" not in str(report.formats):
        assert report.rows == len(made) + rows_not_taken(report)


def rows_not_taken(report: Report) -> int:
    """Return how many rows the report says were refused, or are no match."""
    return sum(
        note.times
        for note in report.notes
        if (note.kind == "refused" and note.place.row) or note.words in NO_MATCH
    )
