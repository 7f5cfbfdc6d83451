"""The registry stream read as entries: who is who, keys, assignments, erasures."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.events import registry as reg
from ingest.log import LogRecord, ReadableLog, advance


def entries(log: ReadableLog, after: dict[int, int]) -> Iterator[tuple[LogRecord, reg.AnyEntry]]:
    """Yield the entries beyond some offsets, which move past what was read.

    An entry of a newer version, or what is no entry, is not for us.
    """
    while batch := log.read(after):
        advance(after, batch)
        for record in batch:
            try:
                entry = reg.decode_entry(record.raw)
            except msgspec.DecodeError:
                continue
            yield record, entry
