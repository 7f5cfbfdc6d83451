"""Which file of an archive a record belongs to: a match is never split between days."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

import polars as pl

from projections.archive.files import SUFFIX
from projections.archive.manifest import Manifest

_NAMED: Final = pl.col("match").is_not_null()


def day_of(ms: pl.Expr) -> pl.Expr:
    """Return the UTC day of milliseconds of Unix time, as text."""
    return ms.cast(pl.Datetime("ms")).dt.strftime("%Y-%m-%d")


def place(rows: pl.DataFrame, folder: Path, kept: Manifest, largest: int) -> pl.DataFrame:
    """Return rows with ``file``, ``day`` and ``of``: the file they supplement, if any.

    ``day`` of the rows given is that of each event, null where a record is none. A match is of the
    day of its event with the lowest ``seq``, what cannot be read of the day it was received.
    """
    received = day_of(pl.col("received_ms"))
    firsts = (
        rows.filter(_NAMED)
        .sort("seq", "log_partition", "log_offset", nulls_last=True)
        .group_by("match")
        .agg(pl.col("day").drop_nulls().first().alias("first"))
    )
    homes = _homes(folder, kept, firsts.select("match"))
    owned = (
        rows.drop("day")
        .join(firsts, on="match", how="left")
        .join(homes, on="match", how="left")
        .with_columns(pl.coalesce("home_day", "first", received).alias("day"))
    )
    return pl.concat([_late(owned, kept), _fresh(owned, kept, largest)])


def _homes(folder: Path, kept: Manifest, matches: pl.DataFrame) -> pl.DataFrame:
    """Return the file that each match archived before is in, as ``of``, with its ``home_day``."""
    bases = {str(folder / (file.name + SUFFIX)): file for file in kept.bases()}
    if not bases:
        nothing = {"match": pl.String, "of": pl.String, "home_day": pl.String}
        return pl.DataFrame(schema=nothing)
    listed = {
        "path": list(bases),
        "of": [file.name for file in bases.values()],
        "home_day": [file.day for file in bases.values()],
    }
    return (
        pl.scan_parquet(list(bases), include_file_paths="path")
        .select("match", "path")
        .join(matches.lazy(), on="match", how="semi")
        .unique()
        .join(pl.LazyFrame(listed), on="path")
        .drop("path")
        .collect()
    )


def _late(owned: pl.DataFrame, kept: Manifest) -> pl.DataFrame:
    """Place what belongs to matches archived before into supplements of their files."""
    late = owned.filter(pl.col("of").is_not_null())
    bases = late.get_column("of").unique().to_list()
    names = {base: f"{base}+{len(kept.supplements(base)) + 1:03d}" for base in bases}
    return _chosen(late.with_columns(_named("of", names)))


def _named(column: str, names: dict[str, str]) -> pl.Expr:
    return pl.col(column).replace_strict(names, return_dtype=pl.String).alias("file")


def _fresh(owned: pl.DataFrame, kept: Manifest, largest: int) -> pl.DataFrame:
    """Place the other matches into new files of their days."""
    fresh = owned.filter(pl.col("of").is_null()).sort("day", "match")
    before = pl.int_range(pl.len()).over("day")
    numbered = fresh.with_columns(before.alias("index")).with_columns(
        pl.col("index").min().over("day", "match").floordiv(largest).alias("part")
    )
    there = Counter(file.day for file in kept.bases())
    number = pl.col("part").rank("dense").over("day").cast(pl.Int64) + pl.col("day").replace_strict(
        dict(there), default=0, return_dtype=pl.Int64
    )
    name = pl.format(
        "{}/{}.{}", pl.col("day").str.head(4), "day", number.cast(pl.String).str.zfill(3)
    )
    return _chosen(numbered.with_columns(name.alias("file")))


def _chosen(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.drop("first", "home_day", "index", "part", strict=False)
