"""The records of a match out of the tables, and what a replay of them says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from domain.contract import line_fields
from domain.ledger import Item
from domain.replay import Line, Replay
from domain.replay import replay as replay_match
from domain.rulesets import RULES_VERSION, rule_texts
from domain.whatif import under
from ingest.log import Position
from ingest.wire import Received, receive_all

_RECORDS = """
SELECT log_partition, log_offset, seq, id, raw, received_ms, verified, NULL, NULL
FROM events WHERE match = ?
UNION ALL
SELECT log_partition, log_offset, seq, id, raw, NULL, false, reason, detail
FROM quarantine WHERE match = ?
UNION ALL
SELECT log_partition, log_offset, seq, id, NULL, NULL, false, NULL, NULL
FROM duplicates WHERE match = ?
ORDER BY 1, 2
"""
_RECORDERS = "SELECT seq, recorder FROM events WHERE match = ?"
REFUSED = frozenset({"wrong_key", "wrong_partition", "unverified_official"})
"""Reasons that the bytes of a record do not tell; all others come up again when it is read."""
_CUT = """
SELECT log_partition, max(log_offset) FROM events WHERE received_ms <= ? GROUP BY 1
"""


class Source(Protocol):
    """Where the tables are."""

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        ...


class NoSuchMatch(LookupError):  # noqa: N818 - reads as what is wrong
    """No record of the log names the match."""


class BadView(ValueError):  # noqa: N818 - as above
    """A way of looking at a match that cannot be understood: its name and what was expected."""


@dataclass(slots=True, frozen=True)
class Stored:
    """A record of a match and where it stands; a duplicate has no bytes of its own."""

    position: Position
    seq: int | None
    id: str | None
    received: Received | None
    received_ms: int | None


@dataclass(slots=True, frozen=True)
class View:
    """How a match is looked at: as of a ``seq``, as known at a position or time, by other rules."""

    as_of: int | None = None
    known_at: str | None = None
    rules: str | None = None


NOW = View()


@dataclass(slots=True, frozen=True)
class Cut:
    """A moment of the log: up to and with a position, or what had been received by a time."""

    position: Position | None = None
    received_ms: int | None = None

    @classmethod
    def of(cls, known_at: str) -> Cut:
        """Read ``0:41`` or an instant; raises ``BadView``."""
        partition, colon, offset = known_at.partition(":")
        if colon and _number(partition) and _number(offset):
            return cls(position=Position(int(partition), int(offset)))
        try:
            time = datetime.fromisoformat(known_at)
        except ValueError as error:
            words = (
                "expected a position such as 0:41, or an instant such as 2026-05-09T18:00:00+02:00"
            )
            raise BadView(f"known_at: {words}") from error
        if time.tzinfo is None:
            raise BadView("known_at: an instant needs its offset, such as +02:00 or Z")
        return cls(received_ms=int(time.timestamp() * 1000))

    def holds(self, position: Position, received_ms: int) -> bool:
        """Tell whether a record was in the log then."""
        if self.position is None:
            return self.received_ms is not None and received_ms <= self.received_ms
        return position.partition == self.position.partition and position <= self.position


def _number(text: str) -> bool:
    return text.isascii() and text.isdigit()


@dataclass(slots=True, frozen=True)
class Seen:
    """A match as replayed under a view, with every line; ``version`` changes when it may."""

    result: Replay
    lines: list[Line]
    version: str
    stored: list[Stored]

    @property
    def known(self) -> list[Received]:
        """Return the records seen."""
        return records(self.stored)

    def trace(self) -> list[dict[str, Any]]:
        """Return the lines as ``cuelog replay --trace`` prints them."""
        return [line_fields(self.result.match, line, self.result.players) for line in self.lines]


def stored(source: Source, match: str) -> list[Stored]:
    """Return the records of a match in log order."""
    rows = source.rows(_RECORDS, (match, match, match))
    read = iter(receive_all([row[4] for row in rows if row[4] is not None]))
    found: list[Stored] = []
    for partition, offset, seq, id_, raw, time, verified, reason, detail in rows:
        received = None if raw is None else next(read)
        if received is not None and verified:
            received = received.proved()
        elif received is not None and reason in REFUSED:
            received = received.refused(reason, detail)
        found.append(Stored(Position(partition, offset), seq, id_, received, time))
    return found


def stored_at(
    source: Source, match: str, known_at: str | None, as_of: int | None = None
) -> list[Stored]:
    """Return the records of a match as known at a moment; raises ``NoSuchMatch``, ``BadView``.

    ``as_of`` keeps those with a ``seq`` up to it alone, and those whose ``seq`` cannot be read.
    """
    found = stored(source, match)
    if not found:
        raise NoSuchMatch(match)
    if as_of is not None:
        found = [one for one in found if one.seq is None or one.seq <= as_of]
    return found if known_at is None else _known(source, found, known_at)


def records(found: Sequence[Stored]) -> list[Received]:
    """Return the records that have bytes."""
    return [one.received for one in found if one.received is not None]


def received(found: Sequence[Stored]) -> dict[int, int | None]:
    """Return by seq when the log received a record that took it."""
    return {
        one.received.event.seq: one.received_ms
        for one in found
        if one.received is not None and one.received.event is not None and one.received_ms
    }


def recorders(source: Source, match: str) -> dict[int, str | None]:
    """Return by seq the id of the token each event of a match came with, None by another way."""
    return dict(source.rows(_RECORDERS, (match,)))


def look(source: Source, match: str, view: View = NOW) -> Seen:
    """Replay a match under a view; raises ``NoSuchMatch`` and ``BadView``."""
    known = stored_at(source, match, view.known_at)
    if view.rules is not None and view.rules not in {text for _, text in rule_texts()}:
        raise BadView(f"rules: {view.rules} is no rule text; expected SI, PL or LT")
    change = None if view.rules is None else under(view.rules, {})
    lines: list[Line] = []
    result = replay_match(
        match, records(known), as_of=view.as_of, trace=lines.append, change=change
    )
    result.duplicates += [
        Item(one.seq, one.id, "duplicate")
        for one in known
        if one.received is None and (view.as_of is None or (one.seq or 0) <= view.as_of)
    ]
    last = max((one.position for one in known), default=Position(0, -1))
    version = f"{RULES_VERSION} {last.partition}:{last.offset} {view}"
    return Seen(result, lines, version, known)


def _known(source: Source, found: Sequence[Stored], known_at: str) -> list[Stored]:
    """Keep what was in the log at a position or a time."""
    cut = Cut.of(known_at)
    if cut.received_ms is not None:
        # Only events carry their time here; what arrived beside them is told by its place.
        return _until(found, dict(source.rows(_CUT, (cut.received_ms,))))
    return [one for one in found if cut.holds(one.position, 0)]


def _until(found: Sequence[Stored], last: Mapping[int, int]) -> list[Stored]:
    return [one for one in found if one.position.offset <= last.get(one.position.partition, -1)]
