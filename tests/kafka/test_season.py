"""A season through the real broker: the tables equal those of the embedded log, nothing is hidden.

100,000 strokes of 2,000 matches come from four processes at once, each in its own disorder, while
one node follows; a second comes late.
"""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from api.node import Node
from api.wiring import hold
from ingest.log import NewRecord
from ingest.sqlite_log import SqliteLog
from projections.schema import DERIVED
from projections.store import table_hash
from tests.architecture.repository import ROOT
from tests.kafka.conftest import OpenLog
from tests.kafka.season import SHARES, Share, share

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(900)]

MATCHES, EVENTS, STROKES = 2_000, 54, 100_000


def hashes(node: Node) -> dict[str, str]:
    with node.store.reading() as con:
        return {table: table_hash(con, table) for table in DERIVED}


def wait_for_all(node: Node) -> None:
    ends = {part: end for part, end in node.log.ends().items() if end}
    deadline = time.monotonic() + 600
    while node.reached() != ends:
        assert time.monotonic() < deadline, (node.reached(), ends, node.trouble)
        time.sleep(0.1)


@contextmanager
def node_of(data: Path, log: str) -> Generator[Node]:
    with hold(data, log) as node:
        node.catch_up()
        yield node


def embedded(data: Path, shares: list[Share]) -> dict[str, str]:
    """Return the hashes of the tables of an embedded log that got each record once, in order."""
    data.mkdir()
    log = SqliteLog(data / "log.sqlite")
    for one in shares:
        log.append([NewRecord(match, raw) for match, raw in one.plain])
    log.close()
    with node_of(data, f"sqlite:{data / 'log.sqlite'}") as node:
        assert node.rows("SELECT count(*) FROM rulings")[0][0] >= STROKES
        assert node.rows("SELECT count(*) FROM quarantine")[0][0] == 0
        return hashes(node)


def test_a_season_in_disorder(kafka: str, topic: str, open_log: OpenLog, tmp_path: Path) -> None:
    shares = [share(number, MATCHES // SHARES, EVENTS) for number in range(SHARES)]
    url = f"kafka://{kafka}/{topic}"
    open_log(kafka)
    with ExitStack() as stack:
        node = stack.enter_context(node_of(tmp_path / "first", url))
        node.start()
        sizes = (str(MATCHES // SHARES), str(EVENTS))
        command = [sys.executable, "-m", "tests.kafka.season", kafka, topic]
        senders = [
            subprocess.Popen([*command, str(number), *sizes], cwd=ROOT) for number in range(SHARES)
        ]
        assert [sender.wait(600) for sender in senders] == [0] * SHARES
        wait_for_all(node)
        expected = embedded(tmp_path / "own", shares)
        assert hashes(node) == expected
        reasons = node.rows("SELECT reason, count(*) FROM quarantine GROUP BY 1")
        told = sum((one.quarantined for one in shares), Counter[str]())
        assert dict(reasons) == dict(told)
        duplicates = node.rows("SELECT count(*) FROM duplicates")[0][0]
        assert duplicates == sum(one.duplicates for one in shares)
        late = stack.enter_context(node_of(tmp_path / "late", url))
        assert hashes(late) == expected
    (tmp_path / "first" / "tables.duckdb").unlink()
    with node_of(tmp_path / "first", url) as again:
        assert hashes(again) == expected
