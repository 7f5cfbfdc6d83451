"""The audit report of a match: every result stated, every foul and decision, every protest.

What an official needs on Monday to say whether Saturday's result stands, from one replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from domain import events as ev
from domain.clauses import find
from domain.contract import points_by_player
from domain.replay import Line, Replay
from domain.standing import Standing, signed_as_it_stands, standing

FOULS: Final = frozenset({"foul", "break_foul", "illegal_break", "deliberate_foul"})
DECISIONS: Final = (
    ev.Decision, ev.Sanction, ev.OfficialRuling, ev.PositionSet, ev.Skipped, ev.Void, ev.Settled,
    ev.Stalemate, ev.Concession, ev.MatchClosed, ev.Award, ev.ProtestDecided,
)  # fmt: skip
"""What somebody decided: it changes the match, or says that it does not."""


@dataclass(slots=True, frozen=True)
class Incident:
    """A foul, a penalty or a decision: what was ruled, and the clauses it rests on."""

    seq: int
    part: int | None
    type: str
    player: str | None
    by: str | None
    at: str
    verdict: str
    fouls: tuple[str, ...]
    points: dict[str, int]
    said: dict[str, Any]
    clauses: list[dict[str, str]]


@dataclass(slots=True)
class Protested:
    """A protest and what became of it."""

    seq: int
    player: str
    of: int
    ground: str
    by: str | None
    at: str
    state: str = "open"
    decided: dict[str, Any] | None = None


@dataclass(slots=True)
class Report:
    """What the replay of a match tells an auditor; findings and lists are those of the replay."""

    opening: ev.MatchOpened | None = None
    stands: Standing = "open"
    signed: bool = False
    claims: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    incidents: list[Incident] = field(default_factory=list[Incident])
    protests: list[Protested] = field(default_factory=list[Protested])


def report(result: Replay, lines: Iterable[Line]) -> Report:
    """Return the report of a replay, given its lines in fold order."""
    told = Report()
    for line in lines:
        if line.step.struck or line.ruling.verdict == "rejected":
            continue
        _note(told, line, result.players)
    state = result.state
    if state is not None:
        told.stands = standing(
            finished=state["status"] == "finished",
            awarded=state["awarded"],
            protests=state["protests"],
            signed=told.signed,
        )
    return told


def _note(told: Report, line: Line, players: tuple[str, str] | None) -> None:
    event, ruling = line.step.event, line.ruling
    told.signed = signed_as_it_stands(told.signed, event, ruling.findings)
    if isinstance(event, ev.MatchOpened):
        told.opening = event
    elif isinstance(event, ev.Claim):
        told.claims.append(_claim(line, event))
    elif isinstance(event, ev.Protest):
        told.protests.append(_protest(line, event))
    elif isinstance(event, ev.ProtestDecided):
        _decide(told.protests, event)
    if ruling.fouls or ruling.verdict in FOULS or isinstance(event, DECISIONS):
        told.incidents.append(_incident(line, players))


def _claim(line: Line, event: ev.Claim) -> dict[str, Any]:
    codes = ("claim_differs", "proof_sum", "balls_not_conserved")
    differs = [found.detail for found in line.ruling.findings if found.code in codes]
    return {"seq": event.seq, "by": event.by, **_said(event), "differs": differs}


def _protest(line: Line, event: ev.Protest) -> Protested:
    found = Protested(event.seq, event.player, event.of, event.ground, event.by, event.at)
    if any(one.code == "protest_inadmissible" for one in line.ruling.findings):
        found.state = "inadmissible"
    return found


def _decide(protests: Sequence[Protested], event: ev.ProtestDecided) -> None:
    for one in protests:
        if one.seq == event.protest:
            one.state = event.outcome
            names = ("instance", "reason", "by", "at")
            one.decided = {"seq": event.seq} | {name: getattr(event, name) for name in names}


def _incident(line: Line, players: tuple[str, str] | None) -> Incident:
    event, ruling = line.step.event, line.ruling
    stroke = isinstance(event, (ev.Shot, ev.Inning))
    return Incident(
        line.step.seq,
        line.step.part,
        ev.type_of(event),
        getattr(event, "player", None),
        event.by,
        event.at,
        ruling.verdict,
        ruling.fouls,
        points_by_player(ruling.points, players),
        {} if stroke else _said(event),
        [clause_words(one) for one in ruling.clauses],
    )


def _said(event: ev.AnyEvent) -> dict[str, Any]:
    """Return the facts of an event whose type is told elsewhere."""
    return {name: value for name, value in ev.facts_of(event).items() if name != "type"}


def clause_words(clause_id: str) -> dict[str, str]:
    """Return a clause with what it says in our words, and what a reading answers."""
    clause = find(clause_id)
    if clause is None:
        return {"id": clause_id, "words": ""}
    words = f"{clause.question} {clause.paraphrase}" if clause.question else clause.paraphrase
    return {"id": clause_id, "words": words}
