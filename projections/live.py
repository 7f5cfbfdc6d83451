"""One match being followed: who took which place, the fold so far, and what it writes down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from domain import events as ev
from domain.corrections import Step, plan
from domain.fold import (
    RESTORED_AFTER_S,
    TAKES_BACK,
    Fold,
    fold_steps,
    is_verified,
    last_taking_back,
)
from domain.ledger import Ledger, Outcome, Received, digest
from domain.rulings import Ruling, Verdict, finding
from projections.book import Book
from projections.strokes import before, flags, recorded

REFOLD: Final = frozenset({ev.Correction, ev.OfficialRuling, ev.PositionSet, *TAKES_BACK})
"""Events after which a match is folded again from its first event, and its rows replaced."""


@dataclass(slots=True)
class Live:
    """A match in memory.

    ``folded`` is the last ``seq`` folded. ``stored`` tells whether the store has rows of it,
    ``whole`` whether all of them are to be replaced; otherwise only those that go on.
    """

    match: str
    ledger: Ledger = field(default_factory=Ledger)
    fold: Fold = field(default_factory=Fold)
    book: Book = field(default_factory=Book)
    folded: int = 0
    stored: bool = False
    whole: bool = False
    named: bool = False
    """The store has its opening."""
    going_on: Mapping[str, tuple[Any, ...]] = field(default_factory=dict[str, tuple[Any, ...]])
    """The stored rows the next event may change, by table: the open turn and rack, the match."""

    @classmethod
    def load(cls, match: str, records: Sequence[Received], verified: Sequence[bool]) -> Live:
        """Bring back a match from its records in log order; the store has its rows."""
        live = cls(match)
        for record, proved in zip(records, verified, strict=True):
            live.ledger.add(record, verified=proved)
        live.advance()
        book = live.book
        book.figures.facts.update(recorded(flags(book.discipline, one) for one in book.strokes))
        live.taken()
        return live

    def add(self, record: Received) -> Outcome:
        """Take a record; nothing is folded yet."""
        return self.ledger.add(record)

    def advance(self) -> None:
        """Fold what has come, up to the first gap."""
        ledger = self.ledger
        while self.folded + 1 < ledger.next_seq:
            event = ledger.taken[self.folded + 1].event
            if event is None or type(event) in REFOLD:
                self._refold()
                return
            self.folded += 1
            match = self.fold.match
            game = match.game
            if type(event) is ev.Shot and game is not None:
                was = before(game, frames=self.book.frames)
                ruling = match.apply(event)
                if ruling.findings or ruling.verdict == "rejected":
                    self.book.heard(ruling)
                if ruling.verdict != "rejected":
                    self.book.stroke(game, was, event, ruling)
            else:
                self._step(Step(event.seq, event.id, event))

    def taken(self) -> None:
        """Note that the store has all rows of the book, and empty its lists."""
        book = self.book
        book.close()
        book.clear()
        self.stored, self.whole = True, False
        self.named = self.fold.match.opening is not None

    def _step(self, step: Step, *, keep: bool = False, silent: bool = False) -> Ruling:
        """Fold a step and write it down; a silent one is taken back later."""
        match = self.fold.match
        was = None if match.game is None else before(match.game, frames=self.book.frames)
        verified = is_verified(step, self.ledger.verified)
        ruling = self.fold.fold(step, keep=keep, verified=verified)
        event, game = step.event, match.game
        if isinstance(event, ev.Signed) and ruling.verdict != "rejected":
            ruling = self._with_digest(event, ruling)
        self.book.heard(ruling)
        if game is None or silent or step.struck or ruling.verdict == "rejected":
            return ruling
        if isinstance(event, ev.Shot) and was is not None:
            self.book.stroke(game, was, event, ruling, step.part)
        elif isinstance(event, ev.Inning) and was is not None:
            self.book.inning(game, was, event, ruling, step.part)
        else:
            self.book.other(game, event, ruling)
        return ruling

    def _with_digest(self, signed: ev.Signed, ruling: Ruling) -> Ruling:
        """Add a finding where the digest signed is not that of the events before."""
        expected = digest(self.ledger.records()[: signed.seq - 1]).hex()
        if signed.digest == expected:
            return ruling
        words = f"signed {signed.digest}, replayed {expected}"
        note = finding("digest_differs", signed.seq, words)
        return ev.replaced(ruling, findings=(*ruling.findings, note))

    def _refold(self) -> None:
        """Fold the match anew, as corrected and with what was taken back left out."""
        self.fold, self.book, self.whole = Fold(), Book(), True
        steps = plan(self.ledger.events())
        last = last_taking_back(steps)
        spans = _spans(steps) if last >= 0 else {}
        index = 0
        while index < len(steps):
            span = spans.get(index)
            if span is None:
                self._step(steps[index], keep=index < last)
                index += 1
            else:
                self._taken_back(steps[index : span.end + 1], span)
                index = span.end + 1
        self.folded = self.ledger.next_seq - 1

    def _taken_back(self, steps: Sequence[Step], span: _Span) -> None:
        """Fold a stroke with what followed until it was taken back or ruled again."""
        match, shot = self.fold.match, steps[0].event
        if not isinstance(shot, ev.Shot) or match.game is None:
            return
        was = before(match.game, frames=self.book.frames)
        ruling = self._step(steps[0], keep=True, silent=True)
        if span.void:
            self.book.void(match.game, was, shot, ruling, steps[0].part)
        for step in steps[1:]:
            again = self._step(step, keep=True, silent=True)
            if isinstance(step.event, ev.Settled) and _amends(step.event) and not span.void:
                shot = ev.with_ball(shot, ev.Potted(step.event.ball, step.event.pocket))
                ruling = _amended(ruling, again)
        if not span.void:
            self.book.stroke(match.game, was, shot, ruling, steps[0].part)


@dataclass(slots=True, frozen=True)
class _Span:
    """From a stroke to the event that took it back, or to the last that added a ball to it."""

    end: int
    void: bool


def _spans(steps: Sequence[Step]) -> dict[int, _Span]:
    """Return what was taken back or ruled again, by the index of the stroke."""
    spans: dict[int, _Span] = {}
    last = -1
    for index, (step, ruling) in enumerate(fold_steps(steps)):
        event = step.event
        if step.struck or ruling.verdict == "rejected":
            continue
        if isinstance(event, ev.Shot):
            last = index
        elif isinstance(event, ev.Void) or (isinstance(event, ev.Settled) and event.affected):
            spans[last] = _Span(index, void=True)
        elif isinstance(event, ev.Settled) and _amends(event):
            spans[last] = _Span(index, void=False)
    return spans


def _amends(event: ev.Settled) -> bool:
    """Tell whether a ball that settled belongs to the stroke before (Z22)."""
    return not event.affected and event.seconds is not None and event.seconds <= RESTORED_AFTER_S


def _amended(before: Ruling, again: Ruling) -> Ruling:
    """Return the ruling of a stroke with one more ball; the settled ball's tells the change."""
    verdict: Verdict = "legal"
    if again.fouls:
        verdict = before.verdict if before.fouls == again.fouls else "foul"
    points = before.points[0] + again.points[0], before.points[1] + again.points[1]
    return ev.replaced(again, verdict=verdict, points=points)
