"""The pure function of the lake: records of whole matches in, rows of every table and sums out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

import polars as pl

from projections.archive.reading import Archived, records_of
from projections.columns import arrow
from projections.grouping import Judges
from projections.live import Live
from projections.projector import no_collector
from projections.records import LogRecord, Officials, ReceiveAll, Refusal
from projections.rows import Chunk
from projections.schema import NAMES

AT_ONCE: Final = 20_000
"""Records folded before their rows become columns; a match of more is folded whole."""
LOG_ORDER: Final = ("match", "log_partition", "log_offset")
KEY: Final = ("discipline", "rules", "player")
SUMMED: Final = ("matches", "won", "points", "balls", "innings", "fouls")
Tables = dict[str, pl.DataFrame]


def fold(rows: pl.DataFrame, receive_all: ReceiveAll, erased: Sequence[str] = ()) -> Tables:
    """Return the rows of each table, and ``sums``, of the records of an archive file.

    All records of each match must be among ``rows``; those of some ids lose their names. Tables
    without rows are left out; the records themselves stay in the archive.
    """
    judges = Judges(receive_all, _refused, Officials(_verified))
    parts = defaultdict[str, list[pl.DataFrame]](list)
    with no_collector():
        for some in _slices(rows.sort(LOG_ORDER)):
            for name, frame in _folded(records_of(some), judges):
                parts[name].append(frame)
    tables = {name: pl.concat(frames) for name, frames in parts.items()}
    if "matches" in tables:
        tables["matches"] = _without(tables["matches"], erased)
        tables["sums"] = sums(tables["matches"])
    return tables


def _folded(records: Sequence[Archived], judges: Judges) -> list[tuple[str, pl.DataFrame]]:
    """Fold matches as a node that gets all their records at once."""
    chunk = Chunk()
    for match, group in judges.grouped(records, chunk).items():
        live = Live(match)
        if chunk.take(live, group):
            live.advance()
            chunk.write(live)
    del chunk.rows["events"]
    return [(name, pl.DataFrame(arrow(name, rows))) for name, rows in chunk.rows.items() if rows]


def _slices(rows: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Yield the rows of whole matches, some thousands at once."""
    start = end = 0
    for length in rows.group_by("match", maintain_order=True).len().get_column("len"):
        if end - start + length > AT_ONCE and end > start:
            yield rows[start:end]
            start = end
        end += length
    if end > start:
        yield rows[start:end]


def _refused(record: LogRecord, match: str | None) -> Refusal | None:
    del match
    archived = cast("Archived", record)
    return None if archived.refused is None else Refusal(archived.refused, archived.detail)


def _verified(record: LogRecord) -> bool:
    return cast("Archived", record).verified


def _without(matches: pl.DataFrame, erased: Sequence[str]) -> pl.DataFrame:
    """Take the names of some ids out of rows of ``matches``."""
    return matches.with_columns(
        pl.when(pl.col(owner).is_in(list(erased))).then(None).otherwise(pl.col(name)).alias(name)
        for name, owner in NAMES["matches"].items()
    )


def sums(matches: pl.DataFrame) -> pl.DataFrame:
    """Return the integer figures of each player in each game, as far as these matches tell."""
    sides = [
        matches.filter(pl.col("player1").is_not_null()).select(
            "discipline",
            "rules",
            pl.col(f"player{side}").alias("player"),
            pl.lit(1, pl.Int64).alias("matches"),
            (pl.col("winner") == pl.col(f"player{side}")).fill_null(value=False).alias("won"),
            *(pl.col(f"{name}{side}").alias(name) for name in SUMMED[2:]),
            pl.col(f"high_run{side}").alias("high_run"),
        )
        for side in (1, 2)
    ]
    return merged(sides)


def merged(parts: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Merge sums: in whatever order and grouping, the result is the same."""
    added: list[Any] = [pl.col(name).cast(pl.Int64).sum() for name in SUMMED]
    return pl.concat(parts).group_by(KEY).agg(*added, pl.col("high_run").max()).sort(KEY)
