# pyright: reportMissingTypeStubs=false
"""The tables as frames, and what all peers do with them: the matches that count, counts, rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as typed  # noqa: ICN001 - the name is for what has no types

from analytics.intervals import interval

pd: Any = typed
"""pandas, whose types say too little of what is in a frame to check anything by."""
Frame = Any
"""A pandas frame or series, or what comes of one."""
Rows = list[dict[str, Any]]
KEY = ["player", "discipline"]
AWARDED = ["walkover", "forfeit", "abandoned"]
RACK_GAMES = ["8-ball", "9-ball", "10-ball"]
PLAYERS = (
    "player", "opponent", "player1", "player2", "winner", "rack_won_by", "breaker", "push_out_by",
    "completed_by",
)  # fmt: skip
TEXTS = (
    "kind", "rules", "verdict", "call", "ending", "how", "push_out_answer", "status", "result",
    "opened_precision",
)  # fmt: skip
NULLABLE = ("scored_at_once", "clearance", "is_handicapped")
"""Booleans that may be null, which counts as false wherever they are asked for."""


class Tables:
    """The tables as frames in the order of play, ids as categories they share.

    That is how pandas groups, joins and compares fastest. ``rulings`` are without void ones,
    ``standing`` without inferred ones too, ``shots`` are those of them recorded as strokes;
    ``turns`` are all innings, ``innings`` those not inferred.
    """

    def __init__(self, connection: Any) -> None:  # noqa: ANN401 - a DuckDB connection
        ids = connection.sql("SELECT match FROM matches ORDER BY match").df().match
        players = connection.sql("SELECT player FROM players ORDER BY player").df().player
        kinds = ["10-ball", "14.1", "8-ball", "9-ball", "snooker"]
        types = dict.fromkeys(PLAYERS, pd.CategoricalDtype(players.astype(object)))
        types |= {"match": pd.CategoricalDtype(ids.astype(object))}
        types |= {"discipline": pd.CategoricalDtype(kinds), **dict.fromkeys(TEXTS, "category")}

        def frame(query: str) -> Frame:
            found = connection.sql(query).df()
            for name in set(NULLABLE).intersection(found):
                found[name] = found[name].eq(True)  # noqa: FBT003 - null is not true
            return found.astype({name: types[name] for name in found if name in types})

        self.matches = frame("FROM matches ORDER BY match")
        self.rulings = frame(
            "SELECT * EXCLUDE clauses FROM rulings WHERE NOT void ORDER BY match, seq, part"
        )
        self.standing = self.rulings[~self.rulings.inferred]
        self.shots = self.standing[self.standing.kind == "shot"]
        self.turns = frame("FROM innings ORDER BY match, inning")
        self.innings = self.turns[~self.turns.inferred]
        self.racks = frame("FROM racks ORDER BY match, rack")

    def counted(self, frame: Frame) -> Frame:
        """Leave out what belongs to a match that was not played."""
        played = self.matches.match[~self.matches.result.isin(AWARDED)]
        return frame[frame.match.isin(played)]

    def sides(self, frame: Frame, *pairs: str) -> Frame:
        """Return matches once for each player; of each pair of columns his own comes first."""
        other = {"1": "2", "2": "1"}
        names = ["player1", "player2", *(f"{name}{side}" for name in pairs for side in "12")]
        turned = frame.rename(columns={name: name[:-1] + other[name[-1]] for name in names})
        sides = pd.concat([frame, turned], ignore_index=True)
        return sides.rename(columns={"player1": "player", "player2": "opponent"})

    def each_player(self, racks: Frame) -> Frame:
        """Return racks once for each player of their match."""
        return racks.merge(self.sides(self.matches[["match", "player1", "player2"]]), on="match")


class Answer(NamedTuple):
    """The rows of a statistic, and how many matches they are of."""

    rows: Rows
    matches: int


def answer_of(rows: Rows, *used: Frame) -> Answer:
    """Say how many matches rows are of, which these frames name."""
    return Answer(rows, pd.concat([frame.match for frame in used]).nunique())


def by_match(frame: Frame, tests: dict[str, Frame], key: Sequence[str] = KEY) -> Frame:
    """Add up by key and match."""
    named = frame[[*key, "match"]].assign(**tests)
    return named.groupby([*key, "match"], observed=True).sum()


def summed(counts: Frame, key: Sequence[str] = KEY) -> Frame:
    """Add up by key what was added up by match."""
    return counts.groupby(level=list(key), observed=True).sum()


def bounds(
    counts: Frame, top: str, bottom: str, key: Sequence[str] = KEY, *, share: bool = True
) -> tuple[list[float | None], list[float | None]]:
    """Return the bounds of a rate by key, from counts by match."""
    ends = counts.groupby(level=list(key), observed=True).size().cumsum()
    pairs = np.split(counts[[top, bottom]].to_numpy(), ends[:-1])
    found = [interval(one.tolist(), share=share) for one in pairs]
    return [one.low for one in found], [one.high for one in found]


def rated(
    counts: Frame, top: str, bottom: str, name: str = "rate", key: Sequence[str] = KEY
) -> Frame:
    """Add up by key, with a share of trials and its interval."""
    told = summed(counts, key)
    low, high = bounds(counts, top, bottom, key)
    return told.assign(**{name: told[top] / told[bottom]}, low=low, high=high)


def rows(told: Frame, columns: str, first: str, key: Sequence[str] = KEY) -> Rows:
    """Return rows with these columns, descending by one of them, then by the key."""
    flat = told.reset_index().sort_values([first, *key], ascending=[False, *(True for _ in key)])
    return flat[columns.split()].to_dict("records")
