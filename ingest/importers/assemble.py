"""Drafts become events with ids and places, checked against the contract and replayed once.

The replay says what the rules make of a sheet: an event a rule rejects, or a stated score they do
not yield, is contradictory and stands in the report with its cell. Nothing is mended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from domain import events as ev
from domain.corrections import plan
from domain.fold import fold_steps
from domain.opening import player_ids
from domain.stated import PLAYED
from ingest.checks import check
from ingest.faults import Flaw, explain
from ingest.importers.ids import event_id
from ingest.importers.port import Drafted, Fact, Stated
from ingest.importers.report import Place, Report
from ingest.names import Named

BY: Final = "import"
"""Who recorded what an import writes: ``import.`` and the name of the format."""
_DIFFERS: Final = "claim_differs"
_DISAGREES: Final = "claims_disagree"
"""Left to who drafts two claims of a match: he knows the place of both."""


@dataclass(slots=True)
class Assembled:
    """A match as events from ``seq`` 1 on, the place of each, and whose names were met."""

    match: str
    events: list[ev.AnyEvent]
    places: list[Place]
    named: list[Named]


def assemble(drafted: Drafted, by: str, report: Report) -> Assembled | None:
    """Return the events of a match, None where one of them is no event of the contract."""
    made = _events(drafted, by, report)
    if made is None:
        return None
    differing = _differing(drafted, made) if drafted.stated else []
    if differing:
        made = _events(_with_claims(drafted, differing), by, report)
        if made is None:
            return None
    _judge(made, report)
    report.matches += 1
    report.events += len(made.events)
    return made


def _events(drafted: Drafted, by: str, report: Report) -> Assembled | None:
    made = Assembled(drafted.match, [], [], drafted.named)
    for seq, (body, place) in enumerate(drafted.facts, start=1):
        envelope = {"id": "i", "match": drafted.match, "seq": seq, "by": f"{BY}.{by}"}
        try:
            # Through JSON: many times as fast as converting, and what will stand in the log.
            event = ev.decode_event(ev.encode_event({**body, **envelope}))
            check(event)
        except (Flaw, msgspec.ValidationError) as error:
            flaw = error if isinstance(error, Flaw) else explain(error, str(body["type"]))
            report.note("refused", f"{body['type']}: {flaw}", place)
            return None
        made.events.append(ev.replaced(event, id=event_id(event)))
        made.places.append(place)
    return made


def _differing(drafted: Drafted, made: Assembled) -> list[Stated]:
    """Return the running scores from which on the sheet is off by another figure than before."""
    waiting, off = list(reversed(drafted.stated)), dict[str, int]()
    score = dict.fromkeys(_players(made), 0)
    found: list[Stated] = []
    for number, (_, ruling) in enumerate(fold_steps(plan(made.events)), start=1):
        for player, points in zip(score, ruling.points, strict=True):
            score[player] += points
        while waiting and waiting[-1].after == number:
            stated = waiting.pop()
            now = stated.score - score.get(stated.player, 0)
            if now != off.get(stated.player, 0):
                found.append(stated)
            off[stated.player] = now
    last = {stated.player: stated for stated in drafted.stated}
    return [stated for stated in found if stated is not last[stated.player]]


def _players(made: Assembled) -> tuple[str, ...]:
    opening = made.events[0]
    return player_ids(opening) if isinstance(opening, ev.MatchOpened) else ()


def _with_claims(drafted: Drafted, stated: Sequence[Stated]) -> Drafted:
    """Put claims of running scores behind the facts after which they are stated."""
    facts = list(drafted.facts)
    at = {name: value for name, value in facts[0].body.items() if name in ("at", "at_precision")}
    for one in reversed(stated):
        claim = {"type": "claim", "score": {one.player: one.score}, "source": "score sheet", **at}
        facts.insert(one.after, Fact(claim, one.place))
    return Drafted(drafted.match, facts, named=drafted.named)


def _judge(made: Assembled, report: Report) -> None:
    """Replay a match and note what the rules refuse and which stated figures they do not yield."""
    played = any(isinstance(event, PLAYED) for event in made.events)
    for step, ruling in fold_steps(plan(made.events)):
        place = made.places[step.seq - 1]
        if ruling.verdict == "rejected":
            words = f"{step.event.__struct_config__.tag} rejected: {ruling.reason} {ruling.detail}"
            report.note("contradictory", words.strip(), place)
        for finding in ruling.findings:
            if finding.code == _DIFFERS:
                # A result without strokes is all there is: nothing contradicts it.
                if played:
                    report.note("contradictory", f"stated otherwise: {finding.detail}", place)
            elif finding.severity == "error" and finding.code != _DISAGREES:
                report.note("contradictory", f"{finding.code}: {finding.detail}", place)
