"""The corrections desk: what events would change, told as JSON; nothing is appended."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from api.drafts import Numbering, draft, events_of, split
from domain import events as ev
from domain.contract import finding_fields, item_fields, ruling_fields
from domain.history import Version, versions
from domain.ledger import Ledger, Received
from domain.preview import Preview, Recorded, preview
from domain.replay import Line, Replay
from domain.ways_out import ways_out
from domain.whatif import ending
from ingest.wire import receive


def preview_of(match: str, known: Sequence[Received], body: bytes) -> dict[str, Any]:
    """Return the effect of events as posted: one, or a list; raises ``Problem``.

    Fields of the envelope that are left out are filled in as appending does.
    """
    ledger = Ledger()
    for record in known:
        ledger.add(record)
    numbering = Numbering(ledger)
    drafts = [draft(raw, match, numbering) for raw in split(body)[0]]
    added = events_of(drafts)
    found = preview(Recorded.of(match, known), added)
    events = [one.event for one in added if one.event is not None]
    ways = ways_out(found, events, _record)
    return {
        "match": match,
        **_effect(found),
        "ways_out": [
            {
                "way": way.name,
                "events": [json.loads(ev.encode_event(event)) for event in way.events],
                **_effect(way.effect),
            }
            for way in ways
        ],
    }


def _record(event: ev.AnyEvent) -> Received:
    return receive(ev.encode_event(event)).proved()


def _effect(found: Preview) -> dict[str, Any]:
    before, after = found.before, found.after
    return {
        "before": _ending(before),
        "after": _ending(after),
        "added": [_told(line, after) for line in found.added],
        "changed": [
            {
                "seq": one.seq,
                "before": [_told(line, before) for line in one.before],
                "after": [_told(line, after) for line in one.after],
            }
            for one in found.changed
        ],
        "newly_rejected": [item_fields(item) for item in found.newly_rejected],
        "newly_accepted": [item_fields(item) for item in found.newly_accepted],
        "findings_new": [finding_fields(one) for one in found.findings_new],
        "findings_gone": [finding_fields(one) for one in found.findings_gone],
        "not_folded": [
            item_fields(item)
            for item in (*after.quarantined, *after.waiting)
            if item not in (*before.quarantined, *before.waiting)
        ],
    }


def _ending(end: Replay) -> dict[str, Any]:
    state = end.state or {}
    names = ("frame_score", "awarded", "protests", "inning")
    return ending(end) | {name: state.get(name) for name in names}


def _told(line: Line, end: Replay) -> dict[str, Any]:
    told: dict[str, Any] = {"seq": line.step.seq}
    if line.step.part is not None:
        told["part"] = line.step.part
    told["type"] = ev.type_of(line.step.event)
    if line.step.struck:
        told["struck"] = True
    return told | {"ruling": ruling_fields(line.ruling, end.players)}


def history_of(match: str, known: Sequence[Received]) -> list[dict[str, Any]]:
    """Return the versions of the result of a match."""
    return [_version(one) for one in versions(match, known)]


def _version(one: Version) -> dict[str, Any]:
    return asdict(one) | {"changed": one.changed}
