"""An official's right in the tables: proved once, kept, and quarantined where it must be proved."""

from typing import Any

import pytest

from domain.ledger import Received
from domain.replay import replay
from ingest.log import LogRecord, Position
from ingest.wire import receive_all
from projections.projector import Projector
from projections.records import Officials
from projections.store import Store
from tests.domain.test_corrections import correction, log, pot
from tests.projections.logs import ListLog, assert_equal, raws_of

PLACED = {"type": "position_set", "score": {"ana": 7}}


def recorded(record: Any) -> bool:  # noqa: ANN401 - a record of a log
    return record.recorder is not None


def official_log(*proved: int) -> ListLog:
    """Return a match with two officials' events, 3 and 5; those named have a recorder."""
    raws = raws_of(log(pot("5"), PLACED, pot("6"), correction(4, None), pot("7")).events)
    return ListLog(
        [
            LogRecord(Position(0, n), "m", raw, n, "token" if n + 1 in proved else None)
            for n, raw in enumerate(raws)
        ]
    )


def fill(records: ListLog, *, required: bool = False, events_kept: int = 100) -> Store:
    store = Store.open(None, threads=1)
    officials = Officials(recorded, required=required)
    projector = Projector(store, receive_all, officials=officials, events_kept=events_kept)
    for record in records.records:
        projector.apply([record])
    return store


def found(store: Store) -> list[int]:
    rows = store.rows("FROM findings WHERE code = 'unverified_official' ORDER BY seq")
    return [row["seq"] for row in rows]


@pytest.mark.parametrize(("proved", "expected"), [((), [3, 5]), ((3,), [5]), ((3, 5), [])])
def test_what_is_not_proved_has_a_finding(proved: tuple[int, ...], expected: list[int]) -> None:
    records = official_log(*proved)
    store = fill(records)
    assert found(store) == expected
    told = store.rows("FROM events WHERE verified ORDER BY seq")
    assert [row["seq"] for row in told] == list(proved)
    assert_equal(store, fill(records, events_kept=0))


def test_the_replay_of_the_tables_agrees() -> None:
    store = fill(official_log(3))
    rows = store.rows("FROM events ORDER BY seq")
    read = receive_all([row["raw"] for row in rows])
    known: list[Received] = [
        one.proved() if row["verified"] else one for one, row in zip(read, rows, strict=True)
    ]
    codes = [(one.seq, one.code) for one in replay("m", known).findings]
    assert codes == [(5, "unverified_official")]


def test_what_has_to_be_proved_waits_for_a_proof() -> None:
    records = official_log(5)
    store = fill(records, required=True)
    (row,) = store.rows("FROM quarantine")
    assert (row["seq"], row["reason"], row["log_offset"]) == (3, "unverified_official", 2)
    assert store.rows("SELECT events, waiting FROM matches") == [{"events": 2, "waiting": 3}]
    again = official_log(3).records[2]
    projector = Projector(store, receive_all, officials=Officials(recorded, required=True))
    projector.apply([LogRecord(Position(0, 6), "m", again.raw, 6, "token")])
    assert found(store) == []
    assert store.rows("SELECT events, waiting FROM matches") == [{"events": 6, "waiting": 0}]
    assert_equal(store, fill(official_log(3, 5)))
