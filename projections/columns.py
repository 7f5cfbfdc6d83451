"""Many strokes, or turns summed up, as the columns of ``rulings``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

import polars as pl

from domain import events as ev
from domain.rulings import Ruling
from projections.schema import CALLS, CUE_BALLS, VERDICTS
from projections.strokes import (
    ATTACK,
    BREAK,
    BREAK_SHOT,
    CALL,
    CONTACT,
    CUSHION,
    FULL,
    HANDS,
    IN_HAND,
    INFERRED,
    INNING,
    MADE,
    OUT_OF_TURN,
    PRECISE,
    TIMED,
    VOID,
    balls_made,
)

Frame = dict[str, pl.Series]


NOTED: Final = ("part", "number", "over", "extra", "phase", "turn", "turn_no", "rack_no", "count")
STRUCK: Final = ("event", "ruling", *NOTED, "cue", "first", "second", "frame")
"""Names for the parts of ``Struck``."""
TYPES: Final = {"over": pl.Boolean, "phase": pl.String}


def noted(strokes: Sequence[Sequence[Any]], owners: Frame) -> pl.DataFrame:
    """Return what was noted of strokes, given column by column as in ``Struck``, as a frame.

    ``owners`` holds of each row its match: ``match``, ``discipline``, ``rules``, ``one``, ``two``.
    """
    events, rulings, *was, cue, first, second, frames = strokes
    raw = owners | _ruled(rulings) | _seen(events, rulings)
    for name, values in zip(NOTED, was, strict=True):
        raw[name] = pl.Series(values, dtype=TYPES.get(name, pl.Int32))
    raw |= {"cue": pl.Series(cue, dtype=pl.String), "first": _ints(first), "second": _ints(second)}
    if any(frames):
        raw |= _pair("frame", [pair or (None, None) for pair in frames])
    else:
        raw["frame1"] = raw["frame2"] = pl.repeat(None, len(events), dtype=pl.Int32, eager=True)
    return pl.DataFrame(raw)


def rulings(raw: pl.DataFrame) -> pl.DataFrame:
    """Return rows of ``rulings`` of what was noted."""
    return raw.with_columns(_SIDE).select(_ROW)


FACTS: Final = ("strokes", "called", "contact", "cushion", "timed")
"""What a match counts of the strokes that stand: all, and those of which so much was recorded."""


def recorded(raw: pl.DataFrame, owner: Sequence[int]) -> pl.DataFrame:
    """Return the counts ``FACTS`` of what was noted, a row an owner."""
    counted = pl.DataFrame({"owner": pl.Series(owner, dtype=pl.UInt32)}).hstack(raw.select(_KNOWN))
    return counted.group_by("owner").agg(pl.col(FACTS).sum())


def _ints(values: Sequence[int | None]) -> pl.Series:
    return pl.Series(values, dtype=pl.Int32)


def _pair(name: str, pairs: Sequence[Any]) -> Frame:
    """Return pairs by player as two columns."""
    return {
        f"{name}1": _ints([one for one, _ in pairs]),
        f"{name}2": _ints([two for _, two in pairs]),
    }


def _ruled(rulings: Sequence[Ruling]) -> Frame:
    """Return what the rulings say."""
    return _pair("points", [ruling.points for ruling in rulings]) | {
        "verdict": pl.Series([ruling.verdict for ruling in rulings], dtype=pl.Enum(VERDICTS)),
        "fouls": _sets([ruling.fouls for ruling in rulings]),
        "run": _ints([ruling.run for ruling in rulings]),
        "rack_won_by": pl.Series([ruling.rack_won_by for ruling in rulings], dtype=pl.String),
        "match_won_by": pl.Series([ruling.match_won_by for ruling in rulings], dtype=pl.String),
        "clauses": _sets([ruling.clauses for ruling in rulings]),
    }


def _seen(events: Sequence[ev.Shot | ev.Inning], rulings: Sequence[Ruling]) -> Frame:
    """Return what was recorded."""
    common = {
        "seq": _ints([event.seq for event in events]),
        "at": pl.Series(
            [event.at if event.at_precision in PRECISE else None for event in events],
            dtype=pl.String,
        ),
        "inferred": pl.Series([event.inferred for event in events]),
    }
    if events and isinstance(events[0], ev.Inning):
        return common | _summed(cast("Sequence[ev.Inning]", events), rulings)
    shots = cast("Sequence[ev.Shot]", events)
    calls = [shot.call for shot in shots]
    return common | {
        "called": pl.Series([call is not None for call in calls]),
        "call": pl.Series(
            [
                "none" if call is None else call if type(call) is str else "nominated"
                for call in calls
            ],
            dtype=pl.String,
        ),
        "contact": pl.Series([shot.first_contact is not None for shot in shots]),
        "cushion": pl.Series(
            [shot.cue_to_cushion is not None or shot.balls_to_cushion is not None for shot in shots]
        ),
        "seconds": pl.Series([shot.duration_s for shot in shots], dtype=pl.Float64),
        "balls": _ints([len(ruling.pocketed) for ruling in rulings]),
    }


def _summed(innings: Sequence[ev.Inning], rulings: Sequence[Ruling]) -> Frame:
    """Return what a sheet says of turns: nothing of a single stroke."""
    nothing = pl.repeat(value=False, n=len(innings), eager=True)
    ends = [inning.end for inning in innings]
    pairs = zip(innings, rulings, strict=True)
    return {
        "called": nothing,
        "call": pl.Series(
            [end if end in ("safety", "push_out") else "sum" for end in ends], dtype=pl.String
        ),
        "contact": nothing,
        "cushion": nothing,
        "seconds": pl.repeat(None, len(innings), dtype=pl.Float64, eager=True),
        "balls": _ints([balls_made(inning, ruling) for inning, ruling in pairs]),
    }


def _sets(values: Sequence[tuple[str, ...]]) -> pl.Series:
    """Return lists of codes; few different ones occur, so each is converted once."""
    known: dict[tuple[str, ...], int] = {}
    places = [known.setdefault(value, len(known)) for value in values]
    lists = pl.Series([list(value) for value in known], dtype=pl.List(pl.String))
    return lists[pl.Series(places, dtype=pl.UInt32)]


def _bit(condition: pl.Expr, bit: int) -> pl.Expr:
    return condition.cast(pl.Int32) * bit


def _own(first: str, second: str) -> pl.Expr:
    """Choose of two columns that of the striker, whose side is 0 or 1."""
    return pl.when(pl.col("side") == 0).then(pl.col(first)).otherwise(pl.col(second))


def instant(name: str) -> pl.Expr:
    """Read RFC 3339 instants as milliseconds of Unix time."""
    read = pl.col(name).str.to_datetime("%+", time_unit="ms", time_zone="UTC", strict=False)
    return read.cast(pl.Int64)


_STANDS: Final = pl.col("extra") & (VOID | INNING) == 0
_KNOWN: Final = (
    _STANDS.alias("strokes"),
    *((_STANDS & pl.col(name)).alias(name) for name in ("called", "contact", "cushion")),
    (_STANDS & pl.col("seconds").is_not_null()).alias("timed"),
)
_DUE: Final = pl.col("phase") == "rerack"
_OPENING: Final = pl.col("phase") == "break"
_CUE: Final = (
    pl.when((pl.col("discipline") == "snooker") & (pl.col("cue") == "head"))
    .then(pl.lit("D"))
    .otherwise(pl.col("cue"))
)
_SIDE: Final = (
    pl.when(pl.col("extra") & OUT_OF_TURN != 0)
    .then(1 - pl.col("turn"))
    .otherwise(pl.col("turn"))
    .alias("side")
)
_AIMED: Final = pl.col("call").is_in(["ball", "nominated"]) | (
    (pl.col("discipline") == "9-ball") & (pl.col("call") == "none")
)
_FLAGS: Final = (
    pl.col("extra")
    | _bit(_OPENING, BREAK)
    | _bit(_DUE, BREAK_SHOT)
    | _bit(pl.col("cue").is_in(list(HANDS)).fill_null(value=False), IN_HAND)
    | _bit((pl.col("balls") > 0) & ~pl.col("over"), MADE)
    | _bit(_AIMED & ~_OPENING, ATTACK)
    | _bit(pl.col("inferred"), INFERRED)
    | _bit(pl.col("called"), CALL)
    | _bit(pl.col("contact"), CONTACT)
    | _bit(pl.col("cushion"), CUSHION)
    | _bit(pl.col("seconds").is_not_null(), TIMED)
)
_ROW: Final = (
    pl.col("match"),
    pl.col("seq"),
    pl.col("part"),
    _own("one", "two").alias("player"),
    _own("two", "one").alias("opponent"),
    pl.col("discipline"),
    pl.col("rules"),
    (pl.col("rack_no") + _DUE.cast(pl.Int32)).alias("rack"),
    (pl.col("turn_no") + (pl.col("phase") == "choice").cast(pl.Int32)).alias("inning"),
    pl.col("number").alias("stroke"),
    instant("at").alias("at_ms"),
    pl.col("call").replace("sum", "none").cast(pl.Enum(CALLS)),
    pl.col("verdict"),
    pl.col("fouls"),
    _own("points1", "points2").alias("points"),
    _own("points2", "points1").alias("points_opponent"),
    pl.col("balls"),
    pl.col("run"),
    _CUE.cast(pl.Enum(CUE_BALLS)).alias("cue_ball"),
    pl.col("rack_won_by"),
    pl.col("match_won_by"),
    (pl.col("seconds") * 1000).round().cast(pl.Int64).alias("duration_ms"),
    _own("first", "second").alias("score"),
    _own("second", "first").alias("score_opponent"),
    _own("frame1", "frame2").alias("frame_score"),
    _own("frame2", "frame1").alias("frame_score_opponent"),
    pl.when(_DUE).then(pl.lit(FULL, pl.Int32)).otherwise(pl.col("count")).alias("balls_before"),
    _FLAGS.alias("flags"),
    pl.col("clauses"),
)
