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
from ingest.checks import check
from ingest.faults import Flaw, explain
from ingest.importers.ids import event_id
from ingest.importers.port import Drafted
from ingest.importers.report import Place, Report
from ingest.names import Named

BY: Final = "import"
"""Who recorded what an import writes: ``import.`` and the name of the format."""
_DIFFERS: Final = "claim_differs"
_PLAYED: Final = (ev.Inning, ev.Rack, ev.Shot)


@dataclass(slots=True)
class Assembled:
    """A match as events from ``seq`` 1 on, the place of each, and whose names were met."""

    match: str
    events: list[ev.AnyEvent]
    places: list[Place]
    named: list[Named]


def assemble(drafted: Drafted, by: str, report: Report) -> Assembled | None:
    """Return the events of a match, None where one of them is no event of the contract."""
    made = Assembled(drafted.match, [], [], drafted.named)
    for seq, (body, place) in enumerate(drafted.facts, start=1):
        envelope = {"id": "i", "match": drafted.match, "seq": seq, "by": f"{BY}.{by}"}
        try:
            # Through JSON: ten times as fast as converting, and what will stand in the log.
            event = ev.decode_event(ev.encode_event({**body, **envelope}))
            check(event)
        except (Flaw, msgspec.ValidationError) as error:
            flaw = error if isinstance(error, Flaw) else explain(error, str(body["type"]))
            report.note("refused", f"{body['type']}: {flaw}", place)
            return None
        made.events.append(ev.replaced(event, id=event_id(event)))
        made.places.append(place)
    _judge(made, report)
    report.matches += 1
    report.events += len(made.events)
    return made


def _judge(made: Assembled, report: Report) -> None:
    """Replay a match and note what the rules refuse and which stated figures they do not yield."""
    played = any(isinstance(event, _PLAYED) for event in made.events)
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
            elif finding.severity == "error":
                report.note("contradictory", f"{finding.code}: {finding.detail}", place)


def raws(events: Sequence[ev.AnyEvent]) -> list[bytes]:
    """Return events as records."""
    return [ev.encode_event(event) for event in events]
