"""A log into an archive, in rounds: each is in the manifest whole, or not at all.

Files are only added. A retry writes the files of a round that was broken off again, under the same
names; so a crash anywhere, or a second run, does no harm. Memory holds a round.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

import polars as pl

from domain.replay import match_of
from projections.archive import files, manifest
from projections.archive.manifest import ArchiveError, ArchiveFile, Manifest
from projections.archive.places import day_of, place
from projections.grouping import Judges
from projections.records import Log, LogRecord
from projections.rulings import instant

ROUND: Final = 500_000
"""Records of a round: some 300 MB."""
BATCH: Final = 20_000
LARGEST: Final = 200_000
"""Records after which a day gets another file; a match of more has a file of its own."""
_ROWS: Final[Mapping[str, Any]] = {**files.COLUMNS, "at": pl.Int64}


class WholeLog(Log, Protocol):
    """A log that also says where it ends."""

    def ends(self) -> Mapping[int, int]:
        """Return for every partition the offset that its next record will get."""
        ...


def archive(
    log: WholeLog, folder: Path, judges: Judges, *, round_: int = ROUND, largest: int = LARGEST
) -> Iterator[int]:
    """Add to an archive what it lacks of a log; yield after each round how many records it took.

    Raises ``ArchiveError`` where the folder archives another log, or another process writes it.
    """
    with manifest.held(folder):
        kept = manifest.load(folder)
        manifest.save(folder, kept)  # before any file: without a manifest they tell nothing
        _sweep(folder, kept)
        _check_ends(log, kept)
        while (found := _gather(log, kept, judges, round_)).count:
            kept = _kept(folder, kept, found, largest)
            manifest.save(folder, kept)
            yield found.count


def _sweep(folder: Path, kept: Manifest) -> None:
    """Remove files of a round that was broken off: the manifest does not know them."""
    known = {folder / (file.name + files.SUFFIX) for file in kept.files}
    for path in folder.rglob(f"????-??-??.*{files.SUFFIX}*"):
        if path not in known:
            path.unlink()


def _check_ends(log: WholeLog, kept: Manifest) -> None:
    ends = log.ends()
    for partition, offset in kept.positions.items():
        if ends.get(partition, 0) < offset:
            raise ArchiveError(
                f"partition {partition} of the log ends at {ends.get(partition, 0)} but is "
                f"archived up to {offset}: it is another log, or lost its end"
            )


@dataclass(slots=True)
class _Found:
    """Records read in a round, and how far they reach."""

    positions: dict[int, int]
    last: dict[int, str]
    frames: list[pl.DataFrame] = field(default_factory=list[pl.DataFrame])
    count: int = 0


def _gather(log: Log, kept: Manifest, judges: Judges, most: int) -> _Found:
    """Read a round; the record before it shows that the log is the one archived."""
    found = _Found(dict(kept.positions), dict(kept.last))
    after = {part: offset - 1 for part, offset in kept.positions.items()}
    while found.count < most and (batch := log.read(after, min(BATCH, most))):
        for record in batch:
            after[record.position.partition] = record.position.offset + 1
        fresh = [record for record in batch if _is_fresh(record, kept)]
        for record in fresh:
            part, offset = record.position.partition, record.position.offset
            found.positions[part] = offset + 1
        for part, raw in {record.position.partition: record.raw for record in fresh}.items():
            found.last[part] = hashlib.sha256(raw).hexdigest()
        if fresh:
            found.frames.append(_frame(fresh, judges))
            found.count += len(fresh)
    return found


def _is_fresh(record: LogRecord, kept: Manifest) -> bool:
    part, offset = record.position.partition, record.position.offset
    if offset >= kept.positions.get(part, 0):
        return True
    if hashlib.sha256(record.raw).hexdigest() != kept.last[part]:
        raise ArchiveError(
            f"record {part}:{offset} of the log is not the one archived: archive this log elsewhere"
        )
    return False


def _frame(records: Sequence[LogRecord], judges: Judges) -> pl.DataFrame:
    """Return records as rows, judged."""
    received = judges.receive_all([record.raw for record in records])
    rows: list[tuple[Any, ...]] = []
    for record, read in zip(records, received, strict=True):
        match, told = match_of(read), read.event or read.fault
        refused, proved = judges.judge(record, read, match)
        rows.append(
            (
                match, told and told.seq, record.position.partition, record.position.offset,
                record.received_ms, record.match, record.recorder, record.signature, proved,
                *(refused or (None, None)), record.raw, read.event and instant(read.event.at),
            )
        )  # fmt: skip
    columns = zip(_ROWS.items(), zip(*rows, strict=True), strict=True)
    made = pl.DataFrame([pl.Series(name, values, kind) for (name, kind), values in columns])
    return made.with_columns(day_of(pl.col("at")).alias("day")).drop("at")


def _kept(folder: Path, kept: Manifest, found: _Found, largest: int) -> Manifest:
    """Write the files of a round and return the manifest with them."""
    placed = place(pl.concat(found.frames), folder, kept, largest)
    made: list[ArchiveFile] = []
    for (name, day, of), rows in placed.partition_by("file", "day", "of", as_dict=True).items():
        made.append(files.write(folder, name, day, of, rows.select(list(files.COLUMNS))))
    made.sort(key=lambda file: file.name)
    return Manifest(positions=found.positions, last=found.last, files=(*kept.files, *made))
