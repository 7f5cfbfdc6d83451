"""What must hold after any fault."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

from ingest.sqlite_log import SqliteLog
from ingest.wire import receive
from tests.api.commands import STRAIGHT, cuelog
from tests.api.test_processes import derived

EVENTS = {
    f"{event['match']}/{event['id']}"
    for event in map(json.loads, STRAIGHT.read_bytes().splitlines())
}
"""The events of the match the tests play with."""


def ids(data: Path) -> list[str]:
    """Return the ids of all records of the log, in its order."""
    with closing(SqliteLog(data / "log.sqlite")) as log:
        records = log.read({}, 1_000_000)
    events = [receive(record.raw).event for record in records]
    return [f"{event.match}/{event.id}" for event in events if event is not None]


def assert_intact(data: Path, acknowledged: set[str]) -> None:
    """Nothing acknowledged is lost, nothing counts twice, the tables equal a rebuild."""
    told = cuelog("status", "--json", "--data", data).json()
    assert (told["behind"], told["trouble"], told["quarantined"]) == (0, None, {})
    written = ids(data)
    assert acknowledged <= set(written)
    assert told["events"] == len(set(written))
    assert told["events"] + told["duplicates"] == len(written)
    before = derived(data)
    assert cuelog("rebuild", "--data", data).status == 0
    assert derived(data) == before
