"""Fold the steps of a match in order, taking back what void and settled balls take back.

Whether a stroke may be taken back later is known beforehand in a full replay: only then the state
is copied before it. Who folds live folds the whole match again when such an event arrives.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from domain import events as ev
from domain.corrections import Step
from domain.game import Game
from domain.match import NOT_OPEN, Match
from domain.rulings import Points, Ruling, finding

TAKES_BACK = (ev.Void, ev.Settled)
KEEPS_STROKE = (ev.Decision, ev.Announcement)
OFFICIAL = (
    ev.Correction, ev.OfficialRuling, ev.PositionSet, ev.Skipped, ev.ProtestDecided, ev.Award,
)  # fmt: skip
RESTORED_AFTER_S = 5.0
STRUCK = Ruling("recorded")
BAD_TARGET = Ruling("rejected", "bad_target", detail="that event cannot be corrected or ruled on")


class Fold:
    """One match being folded; ``fold`` returns the ruling of each step in turn."""

    __slots__ = ("_before", "_last", "_last_points", "match")

    def __init__(self) -> None:
        self.match = Match()
        self._last: ev.Shot | None = None
        self._last_points: Points = (0, 0)
        self._before: Game | None = None

    def fold(self, step: Step, *, keep: bool = False, verified: bool = False) -> Ruling:
        """Fold the next step; ``keep`` copies the state first, for a stroke to be taken back."""
        event = step.event
        if step.struck:
            return STRUCK
        if type(event) is ev.Shot:
            before = self.match.snapshot() if keep else None
            ruling = self.match.apply(event)
            if ruling.verdict != "rejected":
                self._last, self._last_points, self._before = event, ruling.points, before
            return ruling
        if step.bad_target:
            return BAD_TARGET if self.match.game else NOT_OPEN
        if isinstance(event, TAKES_BACK) and self._may_take_back(event):
            return self._take_back(event)
        ruling = self.match.apply(event)
        if ruling.verdict != "rejected" and not isinstance(event, KEEPS_STROKE):
            self._last = None
        if isinstance(event, OFFICIAL) and not verified and ruling.verdict != "rejected":
            return _unverified(ruling, step.seq)
        return ruling

    def _may_take_back(self, event: ev.Void | ev.Settled) -> bool:
        game = self.match.game
        if game is None or game.phase == "finished":
            return False
        game.seq = event.seq
        return self._last is not None or _restored(event)

    def _take_back(self, event: ev.Void | ev.Settled) -> Ruling:
        """Void the last stroke, or rule it again with a ball that belongs to it (Z22)."""
        game, last = self.match.game, self._last
        assert game is not None  # noqa: S101 - _may_take_back has seen it
        if isinstance(event, ev.Settled) and not event.affected:
            if _restored(event) or last is None:
                return self.match.seen(event, game.record("settled.restored"))
            return self._rule_again(event, game, last)
        before = self._go_back(event.seq)
        taken = self._last_points
        self._last = None
        decision = "void" if isinstance(event, ev.Void) else "settled.affected"
        return self.match.seen(event, before.record(decision, points=(-taken[0], -taken[1])))

    def _rule_again(self, event: ev.Settled, after: Game, last: ev.Shot) -> Ruling:
        self._go_back(event.seq)
        amended = ev.replaced(
            ev.with_ball(last, ev.Potted(event.ball, event.pocket)),
            seq=event.seq, at=event.at, at_precision=event.at_precision,
        )  # fmt: skip
        again = self.match.apply(amended)
        if again.verdict == "rejected":
            self.match.game = after
            return after.reject(again.reason or "not_due", again.detail)
        before, self._last, self._last_points = self._last_points, amended, again.points
        game = self.match.game
        assert game is not None  # noqa: S101
        return Ruling(
            "recorded",
            fouls=again.fouls,
            points=(again.points[0] - before[0], again.points[1] - before[1]),
            pocketed=again.pocketed,
            spotted=again.spotted,
            run=again.run,
            rack_won_by=again.rack_won_by,
            match_won_by=again.match_won_by,
            clauses=(*game.cite("settled.counts"), *again.clauses),
            findings=again.findings,
        )

    def _go_back(self, seq: int) -> Game:
        assert self._before is not None  # noqa: S101 - fold() keeps it where it is needed
        self.match.restore(self._before)
        game = self.match.game
        assert game is not None  # noqa: S101 - restored just now
        game.seq = seq
        return game


def _restored(event: ev.Void | ev.Settled) -> bool:
    """Tell whether a settled ball is put back, so that nothing changes (LT-G-SET-1)."""
    return (
        isinstance(event, ev.Settled)
        and not event.affected
        and (event.seconds is None or event.seconds > RESTORED_AFTER_S)
    )


def _unverified(ruling: Ruling, seq: int) -> Ruling:
    note = finding("unverified_official", seq, "No proof of an official's right.")
    return ev.replaced(ruling, findings=(*ruling.findings, note))


def last_taking_back(steps: Sequence[Step]) -> int:
    """Return the index of the last step that may take a stroke back, or -1."""
    for index in range(len(steps) - 1, -1, -1):
        if isinstance(steps[index].event, TAKES_BACK):
            return index
    return -1


def is_verified(step: Step, verified: Container[int]) -> bool:
    """Tell whether who answers for a step proved an official's right, given by ``seq`` who did."""
    return (step.seq if step.right is None else step.right) in verified


def fold_steps(
    steps: Sequence[Step], fold: Fold | None = None, verified: Container[int] = ()
) -> Iterator[tuple[Step, Ruling]]:
    """Fold all steps of a match in order; the state is copied only where it may be needed.

    ``verified`` tells which ``seq`` came with proof of an official's right.
    """
    fold = fold or Fold()
    last = last_taking_back(steps)
    for index, step in enumerate(steps):
        proved = is_verified(step, verified)
        yield step, fold.fold(step, keep=index < last, verified=proved)
