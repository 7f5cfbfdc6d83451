"""Appending by the service: tried on the match, appended, read back from the log, then answered."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from api.auth import Known
from api.drafts import Draft, Numbering, draft, events_of, opening, split
from api.node import Node
from api.problems import Problem
from api.reading import recorders, records, stored
from api.rights import Past, check_events, check_match
from domain.contract import line_fields
from domain.events import MatchOpened
from domain.ledger import Item, Ledger, Received
from domain.replay import Line, Replay
from domain.replay import replay as replay_match
from ingest.log import LogError, NewRecord, Position

TRIES: Final = 5
"""Times a seq of ours is given again when another process took it first."""
LOCKS: Final = 256
"""Matches that share a lock wait for each other; more than enough of them."""
REMEMBERED_S: Final = 10.0
"""Seconds a failed append keeps the service from being ready."""
_OUTCOMES: Final = """
SELECT log_partition, log_offset, 'folded' FROM events WHERE match = ?
UNION ALL SELECT log_partition, log_offset, reason FROM quarantine WHERE match = ?
UNION ALL SELECT log_partition, log_offset, 'duplicate' FROM duplicates WHERE match = ?
"""
CONFLICTS: Final = ("id_conflict", "seq_conflict")


@dataclass(slots=True, frozen=True)
class Answer:
    """What became of what was posted: the status of HTTP, and an entry an event."""

    match: str
    entries: list[dict[str, Any]]
    status: int
    listed: bool = False


class Appender:
    """Appends events to matches; those of one match one request after the other."""

    def __init__(self, node: Node, patience_s: float) -> None:
        self._node = node
        self._patience_s = patience_s
        self._locks = [threading.Lock() for _ in range(LOCKS)]
        self._failed: tuple[float, str] | None = None

    def open(self, body: bytes, holder: Known, *, always: bool) -> Answer:
        """Append the opening of a match; raises ``Problem``."""
        raws, listed = split(body)
        if listed:
            raise Problem("malformed", "send one match_opened; its events go to its own address")
        first = opening(raws[0])
        event = first.received.event
        assert event is not None  # noqa: S101 - a draft is an event
        if not isinstance(event, MatchOpened):
            raise Problem("malformed", "type: expected match_opened")
        check_match(holder, event.match, self._node.people)
        with self._of(event.match):
            return self._append(event.match, [first.raw], holder, always=always)

    def append(self, match: str, body: bytes, holder: Known, *, always: bool) -> Answer:
        """Append events of a match that a token may write to; raises ``Problem``."""
        raws, listed = split(body)
        with self._of(match):
            answer = self._append(match, raws, holder, always=always)
        return replace(answer, listed=listed)

    def _of(self, match: str) -> threading.Lock:
        return self._locks[hash(match) % LOCKS]

    def _append(self, match: str, raws: Sequence[bytes], holder: Known, *, always: bool) -> Answer:
        for _ in range(TRIES):
            known = records(stored(self._node, match))
            ledger = _ledger(known)
            numbering = Numbering(ledger)
            drafts = [draft(raw, match, numbering) for raw in raws]
            self._check_rights(holder, match, known, drafts)
            tried = _try(match, known, drafts)
            if not always:
                _refuse(tried)
            fresh = [one for one in tried if one.outcome != "duplicate"]
            outcomes = self._send(match, fresh, holder.id)
            lost = [
                one
                for one in fresh
                if one.draft.numbered and outcomes[id(one)][0] == "seq_conflict"
            ]
            if not lost:
                return self._answer(match, tried, outcomes)
        raise Problem("outcome_unknown", "other writers took every seq; send the same ids again")

    def _check_rights(
        self, holder: Known, match: str, known: Sequence[Received], drafts: Sequence[Draft]
    ) -> None:
        def past() -> Past:
            lines, _ = _replayed(match, known)
            return Past(list(lines.values()), recorders(self._node, match))

        events = [one.received.event for one in drafts]
        check_events(holder, [event for event in events if event is not None], past)

    def _send(
        self, match: str, tried: Sequence[Tried], recorder: str
    ) -> dict[int, tuple[str, Position]]:
        """Append and read back; return what the log says became of each."""
        if not tried:
            return {}
        new = [NewRecord(match, one.draft.raw, recorder) for one in tried]
        positions = self._into_log(new)
        if not self._node.wait(positions, self._patience_s):
            words = "appended, and not read back in time; send the same id again"
            raise Problem("outcome_unknown", words)
        rows = self._node.rows(_OUTCOMES, (match, match, match))
        found = {Position(row[0], row[1]): str(row[2]) for row in rows}
        return {
            id(one): (found.get(position, "malformed"), position)
            for one, position in zip(tried, positions, strict=True)
        }

    def trouble(self) -> str | None:
        """Return why the last append failed, for a while: the next one may well succeed."""
        failed = self._failed
        if failed is None or time.monotonic() - failed[0] > REMEMBERED_S:
            return None
        return failed[1]

    def _into_log(self, new: Sequence[NewRecord]) -> list[Position]:
        try:
            positions = self._node.log.append(new)
        except LogError as error:
            self._failed = (time.monotonic(), str(error))
            raise
        self._failed = None
        return positions

    def _answer(
        self,
        match: str,
        tried: Sequence[Tried],
        outcomes: dict[int, tuple[str, Position]],
    ) -> Answer:
        """Answer from what the log now says."""
        lines, result = _replayed(match, records(stored(self._node, match)))
        entries: list[dict[str, Any]] = []
        for one in tried:
            outcome, position = outcomes.get(id(one), ("duplicate", None))
            entries.append(_entry(one.draft, outcome, position, lines, result))
        told = {entry["outcome"] for entry in entries}
        if told & set(CONFLICTS):
            return Answer(match, entries, 409)
        if told == {"duplicate"}:
            return Answer(match, entries, 200)
        return Answer(match, entries, 202 if told <= {"waiting", "duplicate"} else 201)


@dataclass(slots=True, frozen=True)
class Tried:
    """A draft as the match would take it."""

    draft: Draft
    outcome: str
    entry: dict[str, Any]


def _ledger(known: Sequence[Received]) -> Ledger:
    ledger = Ledger()
    for record in known:
        ledger.add(record)
    return ledger


def _replayed(match: str, known: Sequence[Received]) -> tuple[dict[int, Line], Replay]:
    lines: list[Line] = []
    result = replay_match(match, known, trace=lines.append)
    return {line.step.seq: line for line in lines}, result


def _try(match: str, known: Sequence[Received], drafts: Sequence[Draft]) -> list[Tried]:
    """Fold the match with the drafts after what it has; nothing is appended."""
    ledger = _ledger(known)
    outcomes: list[str] = []
    for one in drafts:
        outcome = ledger.add(one.received)
        outcomes.append(ledger.quarantined[-1].reason if outcome == "quarantined" else outcome)
    lines, result = _replayed(match, [*known, *events_of(drafts)])
    return [
        Tried(one, outcome, _entry(one, outcome, None, lines, result))
        for one, outcome in zip(drafts, outcomes, strict=True)
    ]


def _refuse(tried: Sequence[Tried]) -> None:
    """Raise the first problem there is, before anything is appended."""
    for one in tried:
        if one.outcome in CONFLICTS:
            words = f"nothing was appended; in the way is {one.entry.get('holder', {}).get('id')}"
            raise Problem(one.outcome, words, **one.entry)
        ruling = one.entry.get("ruling")
        if one.outcome == "accepted" and ruling and ruling["verdict"] == "rejected":
            words = f"{ruling['reason']}: {ruling['detail']}" if ruling["detail"] else ""
            raise Problem("rejected", words or str(ruling["reason"]), **one.entry)


def _entry(
    one: Draft, outcome: str, position: Position | None, lines: dict[int, Line], result: Replay
) -> dict[str, Any]:
    """Tell what became of an event; of a conflict, the record that is in its way."""
    event = one.received.event
    assert event is not None  # noqa: S101 - a draft is an event
    line = lines.get(event.seq)
    entry: dict[str, Any] = {"match": event.match, "seq": event.seq, "id": event.id}
    if outcome in CONFLICTS:
        holder = _holder(outcome, event.seq, event.id, result)
        return entry | {"outcome": outcome, "holder": _told(holder, lines, result)}
    entry["outcome"] = _became(line) if outcome in ("folded", "accepted") else outcome
    if position is not None:
        entry["position"] = f"{position.partition}:{position.offset}"
    return entry | ({} if line is None else _ruled(line, result))


def _became(line: Line | None) -> str:
    """Return what became of a record that took a place, by the names of the contract."""
    if line is None:
        return "waiting"
    return "rejected" if line.ruling.verdict == "rejected" else "folded"


def _ruled(line: Line, result: Replay) -> dict[str, Any]:
    fields = line_fields(result.match, line, result.players)
    return {"ruling": fields["ruling"], "state": fields["state"]}


def _holder(outcome: str, seq: int, event_id: str, result: Replay) -> Item:
    """Return the record that has the id, or the seq."""
    listed = [Item(one.event.seq, one.event.id, "") for one in result.accepted if one.event]
    for item in [*listed, *result.waiting]:
        if (item.id if outcome == "id_conflict" else item.seq) == (
            event_id if outcome == "id_conflict" else seq
        ):
            return item
    return Item(seq, None, "")


def _told(holder: Item, lines: dict[int, Line], result: Replay) -> dict[str, Any]:
    line = lines.get(holder.seq) if holder.seq is not None else None
    told: dict[str, Any] = {"seq": holder.seq, "id": holder.id}
    return told | ({} if line is None else {"ruling": _ruled(line, result)["ruling"]})
