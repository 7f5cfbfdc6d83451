"""The composition root: the one place where the log, the tables and the statistics meet."""

from __future__ import annotations

from pathlib import Path

from api.files import Files, Placed
from ingest.log import BATCH, LogError, advance, open_log
from ingest.wire import receive_all

LOG_FILE = "log.sqlite"


def log_url(data: Path, log: str | None) -> str:
    """Return the address of the log: the one named, or the data directory's own."""
    return log or f"sqlite:{data / LOG_FILE}"


def read_log(data: Path, url: str | None) -> Files:
    """Read a whole log; the place of a record is its partition and offset."""
    found = Files()
    try:
        log = open_log(log_url(data, url))
    except LogError as error:
        found.problems.append(str(error))
        return found
    try:
        after: dict[int, int] = {}
        while batch := log.read(after, BATCH):
            advance(after, batch)
            received = receive_all([record.raw for record in batch])
            found.records += [
                Placed(f"log {record.position.partition}", record.position.offset, one)
                for record, one in zip(batch, received, strict=True)
            ]
    except LogError as error:
        found.problems.append(str(error))
    finally:
        log.close()
    return found
