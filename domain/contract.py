"""Rulings and replays in the form the contract gives them."""

from __future__ import annotations

from typing import Any

from domain.events import type_of
from domain.ledger import Item
from domain.replay import Line, Replay
from domain.rulings import Finding, Points, Ruling

Players = tuple[str, str]


def ruling_fields(ruling: Ruling, players: Players | None) -> dict[str, Any]:
    """Return a ruling as the contract's section 3 has it."""
    fields: dict[str, Any] = {
        "verdict": ruling.verdict,
        "fouls": list(ruling.fouls),
        "points": points_by_player(ruling.points, players),
        "pocketed": list(ruling.pocketed),
        "spotted": list(ruling.spotted),
        "run": ruling.run,
        "rack_won_by": ruling.rack_won_by,
        "match_won_by": ruling.match_won_by,
        "clauses": list(ruling.clauses),
        "findings": [finding_fields(found) for found in ruling.findings],
    }
    if ruling.reason is not None:
        fields |= {"reason": ruling.reason, "detail": ruling.detail}
    return fields


def points_by_player(points: Points, players: Players | None) -> dict[str, int]:
    """Return a pair of changes as a map by player."""
    return {} if players is None else {players[0]: points[0], players[1]: points[1]}


def finding_fields(found: Finding) -> dict[str, Any]:
    """Return a finding as a map."""
    return {
        "code": found.code,
        "severity": found.severity,
        "seq": found.seq,
        "detail": found.detail,
    }


def line_fields(match: str, line: Line, players: Players | None) -> dict[str, Any]:
    """Return one line of a trace."""
    step = line.step
    fields: dict[str, Any] = {"match": match, "seq": step.seq}
    if step.part is not None:
        fields["part"] = step.part
    fields |= {"id": step.id, "type": type_of(step.event)}
    if step.struck:
        fields["struck"] = True
    fields["ruling"] = ruling_fields(line.ruling, players)
    fields["state"] = line.state
    return fields


def replay_fields(result: Replay) -> dict[str, Any]:
    """Return a whole replay as one object."""
    return {
        "match": result.match,
        "events": result.events,
        "rejected": [item_fields(item) for item in result.rejected],
        "quarantined": [item_fields(item) for item in result.quarantined],
        "waiting": [item_fields(item) for item in result.waiting],
        "duplicates": [item_fields(item) for item in result.duplicates],
        "digest": result.digest(),
        "state": result.state,
        "findings": [finding_fields(found) for found in result.findings],
    }


def item_fields(item: Item) -> dict[str, Any]:
    """Return a listed record as a map."""
    fields: dict[str, Any] = {"seq": item.seq, "id": item.id, "reason": item.reason}
    return fields | ({"detail": item.detail} if item.detail else {})
