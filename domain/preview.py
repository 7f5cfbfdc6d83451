"""What an official's events would change, before they are on record.

The match is replayed with them and without: what is told is how its result changes, every ruling
that becomes another, and every later event that would no longer fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from domain.ledger import Item, Received
from domain.replay import Line, Replay, replay
from domain.rulings import Finding, Ruling

Lines = dict[int, list[Line]]
"""The lines of a replay by ``seq``; a list of bodies in the place of an event gives several."""


@dataclass(slots=True, frozen=True)
class Changed:
    """An event on record that would be ruled otherwise: its lines before and after."""

    seq: int
    before: list[Line]
    after: list[Line]


@dataclass(slots=True, frozen=True)
class Recorded:
    """A match as it is on record: its records, what they yield, and the lines of that."""

    match: str
    records: list[Received]
    result: Replay
    lines: Lines

    @classmethod
    def of(cls, match: str, records: Iterable[Received]) -> Recorded:
        """Replay the records of a match."""
        known = list(records)
        lines: Lines = {}

        def keep(line: Line) -> None:
            lines.setdefault(line.step.seq, []).append(line)

        return cls(match, known, replay(match, known, trace=keep), lines)


@dataclass(slots=True, frozen=True)
class Preview:
    """The effect of events on a match; ``added`` are the lines of the events themselves."""

    recorded: Recorded
    after: Replay
    added: list[Line]
    changed: list[Changed]
    newly_rejected: list[Item]
    newly_accepted: list[Item]
    findings_new: list[Finding]
    findings_gone: list[Finding]

    @property
    def before(self) -> Replay:
        """Return what the match yields without the events."""
        return self.recorded.result


def preview(recorded: Recorded, added: Sequence[Received]) -> Preview:
    """Return the effect of appending events to the records of a match.

    ``added`` stand after all others in the log; one that would wait or be quarantined has no line.
    """
    would_be = Recorded.of(recorded.match, [*recorded.records, *added])
    before, after = recorded.result, would_be.result
    own = {one.event.seq for one in added if one.event is not None} - recorded.lines.keys()
    return Preview(
        recorded,
        after,
        [line for seq in sorted(own) for line in would_be.lines.get(seq, [])],
        [
            Changed(seq, lines, would_be.lines[seq])
            for seq, lines in recorded.lines.items()
            if not same_lines(lines, would_be.lines[seq])
        ],
        _without(after.rejected, before.rejected, own),
        _without(before.rejected, after.rejected, own),
        _fewer(after.findings, before.findings),
        _fewer(before.findings, after.findings),
    )


def same_lines(one: Sequence[Line], other: Sequence[Line]) -> bool:
    """Tell whether an event is ruled the same in two replays, whatever the state around it."""
    return [_said(line) for line in one] == [_said(line) for line in other]


def _said(line: Line) -> tuple[object, ...]:
    ruling: Ruling = line.ruling
    return (
        type(line.step.event), line.step.struck, ruling.verdict, ruling.reason,
        frozenset(ruling.fouls), ruling.points, ruling.pocketed, ruling.spotted, ruling.run,
        ruling.rack_won_by, ruling.match_won_by,
    )  # fmt: skip


def _without(items: Sequence[Item], others: Sequence[Item], own: set[int]) -> list[Item]:
    """Return items of events on record whose ``seq`` is in no other item."""
    there = {item.seq for item in others}
    return [item for item in items if item.seq not in there and item.seq not in own]


def _fewer(findings: Sequence[Finding], others: Sequence[Finding]) -> list[Finding]:
    """Return findings that are not among the others, each as often as it is missing there."""
    left, more = list(others), list[Finding]()
    for found in findings:
        if found in left:
            left.remove(found)
        else:
            more.append(found)
    return more
