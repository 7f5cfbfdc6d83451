"""The replay of one match: its records in, rulings, state, lists, digest and findings out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain import events as ev
from domain.corrections import Step, plan
from domain.fold import Fold, fold_steps
from domain.ledger import EMPTY_DIGEST, Item, Ledger, Received, digest
from domain.opening import player_ids
from domain.rulings import Finding, Ruling, finding


@dataclass(slots=True, frozen=True)
class Line:
    """One folded event with its ruling and the state after it."""

    step: Step
    ruling: Ruling
    state: dict[str, Any] | None


@dataclass(slots=True)
class Replay:
    """What a replay of a match yields (contract, section 3)."""

    match: str
    players: tuple[str, str] | None = None
    events: int = 0
    rejected: list[Item] = field(default_factory=list[Item])
    quarantined: list[Item] = field(default_factory=list[Item])
    waiting: list[Item] = field(default_factory=list[Item])
    duplicates: list[Item] = field(default_factory=list[Item])
    accepted: list[Received] = field(default_factory=list[Received])
    state: dict[str, Any] | None = None
    findings: list[Finding] = field(default_factory=list[Finding])
    unchecked: bool = False
    """Whether nothing was recorded that the claims which differ could be checked by."""

    def digest(self) -> str:
        """Return the digest of the records folded; computed when asked for, as it is dear."""
        return digest(self.accepted).hex()

    def clean(self) -> bool:
        """Tell whether all folded and no claim differs."""
        differs = any(found.code == "claim_differs" for found in self.findings)
        return not (self.rejected or self.quarantined or self.waiting or differs)


def replay(
    match: str,
    records: Iterable[Received],
    *,
    as_of: int | None = None,
    trace: Callable[[Line], None] | None = None,
    change: Callable[[ev.AnyEvent], ev.AnyEvent | None] | None = None,
) -> Replay:
    """Replay the records of one match, given in log order.

    ``as_of`` keeps what has a ``seq`` up to it alone; ``trace`` receives each line in fold order;
    ``change`` asks what if: it puts another event in the place of one, or with None leaves out
    what it says while its place stays taken.
    """
    ledger = Ledger()
    for record in records:
        if as_of is None or _known(record, as_of):
            ledger.add(record)
    accepted = ledger.records()
    result = Replay(
        match,
        events=len(accepted),
        accepted=accepted,
        quarantined=ledger.quarantined,
        waiting=ledger.waiting(),
        duplicates=ledger.duplicates,
    )
    events = ledger.events()
    steps = plan(events) if change is None else _changed(events, change)
    _fold(result, steps, ledger, trace)
    return result


def _known(record: Received, as_of: int) -> bool:
    if record.event is not None:
        return record.event.seq <= as_of
    seq = record.fault.seq if record.fault is not None else None
    return seq is None or seq <= as_of


def _changed(
    events: list[ev.AnyEvent], change: Callable[[ev.AnyEvent], ev.AnyEvent | None]
) -> list[Step]:
    """Plan the events as changed; what is left out keeps its place as a struck step."""
    kept = [change(event) for event in events]
    silent = {event.seq for event, now in zip(events, kept, strict=True) if now is None}
    stand_in = [now or ev.as_skipped(event) for event, now in zip(events, kept, strict=True)]
    return [
        ev.replaced(step, struck=True) if step.seq in silent else step for step in plan(stand_in)
    ]


def _fold(
    result: Replay,
    steps: Sequence[Step],
    ledger: Ledger,
    trace: Callable[[Line], None] | None,
) -> None:
    fold = Fold()
    signed = any(isinstance(step.event, ev.Signed) for step in steps)
    digests = _digests(result.accepted) if signed else None
    for step, folded in fold_steps(steps, fold, ledger.verified):
        ruling = folded
        if digests is not None and isinstance(step.event, ev.Signed):
            ruling = _with_digest(ruling, step.event, digests[step.seq - 1])
        if ruling.verdict == "rejected":
            result.rejected.append(Item(step.seq, step.id, ruling.reason or "", ruling.detail))
        result.findings += ruling.findings
        if trace is not None:
            trace(Line(step, ruling, fold.match.state()))
    result.state = fold.match.state()
    result.unchecked = bool(fold.match.stated.unchecked(fold.match.game))
    if fold.match.opening is not None:
        result.players = player_ids(fold.match.opening)


def _digests(accepted: Sequence[Received]) -> list[str]:
    """Return the digest before each event, in order of ``seq``."""
    running, digests = EMPTY_DIGEST, list[str]()
    for record in accepted:
        digests.append(running.hex())
        running = digest((record,), running)
    return digests


def _with_digest(ruling: Ruling, signed: ev.Signed, expected: str) -> Ruling:
    if ruling.verdict == "rejected" or signed.digest == expected:
        return ruling
    note = finding("digest_differs", signed.seq, f"signed {signed.digest}, replayed {expected}")
    return ev.replaced(ruling, findings=(*ruling.findings, note))


def by_match(records: Iterable[Received]) -> Iterator[tuple[str, list[Received]]]:
    """Group records by match in order of first appearance; what names none goes to an only one."""
    groups: dict[str, list[Received]] = {}
    lost: list[Received] = []
    for record in records:
        match = match_of(record)
        groups.setdefault(match, []).append(record) if match is not None else lost.append(record)
    if lost:
        only = next(iter(groups)) if len(groups) == 1 else "?"
        groups[only] = [*groups.get(only, []), *lost]
    yield from groups.items()


def match_of(record: Received) -> str | None:
    """Return the match a record names, as far as it can be read."""
    if record.event is not None:
        return record.event.match
    return getattr(record.fault, "match", None)
