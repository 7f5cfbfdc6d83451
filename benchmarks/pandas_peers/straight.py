"""14.1 in pandas: runs, averages, and what happens at each ball of the rack."""

from __future__ import annotations

import numpy as np

from analytics.intervals import ENOUGH_MATCHES, Z, draws
from benchmarks.pandas_peers.frames import (
    Answer,
    Frame,
    Tables,
    answer_of,
    bounds,
    by_match,
    pd,
    rated,
    rows,
    summed,
)

FAILED = ["miss", "foul", "break_foul", "deliberate_foul"]


def high_runs(t: Tables) -> Answer:
    """Return every run, the longest first."""
    mine = t.counted(t.innings[(t.innings.discipline == "14.1") & (t.innings.run > 0)])
    order = ["run", "player", "match", "inning"]
    told = mine.sort_values(order, ascending=[False, True, True, True])
    at = pd.to_datetime(told.at_ms, unit="ms").to_numpy("datetime64[ms]")
    text = pd.Series(at.astype(str), told.index, object) + "Z"
    told = told.assign(at=text.mask(told.at_ms.isna(), None))
    columns = "player discipline rules match rack inning run open at"
    return answer_of(told[columns.split()].to_dict("records"), mine)


def averages(t: Tables) -> Answer:
    """Return points an inning, with the best of one match won."""
    mine = t.counted(t.innings[t.innings.discipline == "14.1"])
    tests = {
        "innings": 1, "innings_paired": mine.paired, "points": mine.points, "balls": mine.balls,
        "scoreless": mine.balls == 0,
    }  # fmt: skip
    counts = by_match(mine, tests)
    names = ["match", "player1", "player2", "winner", "result"]
    names += ["start1", "start2", "other_points1", "other_points2"]
    sides = t.matches.loc[t.matches.discipline == "14.1", names]
    sides = t.sides(sides, "start", "other_points")
    sides = sides.set_index(["player", "match"]).reindex(counts.index.droplevel("discipline"))
    counts["points"] += sides.other_points1.to_numpy().astype(int)
    told = summed(counts)
    low, high = bounds(counts, "points", "innings", share=False)
    won = (sides.winner == sides.index.get_level_values("player")) & (sides.result == "played")
    full = counts[(won & (sides.start1 == 0)).to_numpy()]
    best = (full.points / full.innings).groupby(level="player", observed=True).max()
    told = told.assign(
        matches=counts.groupby(level=[0, 1], observed=True).size(),
        average=told.points / told.innings, low=low, high=high, gross=told.balls / told.innings,
        best=best.reindex(told.index.get_level_values("player")).to_numpy(),
        scoreless=told.scoreless / told.innings,
    )  # fmt: skip
    columns = (
        "player discipline matches innings innings_paired points balls average low high gross best "
        "scoreless"
    )
    return answer_of(rows(told, columns, "average"), mine)


def run_survival(t: Tables) -> Answer:
    """Return the Kaplan-Meier curve of each player."""
    mine = t.innings[t.innings.discipline == "14.1"]
    mine = mine[~((mine.run == 0) & (mine.safety_at_once | (mine.ending == "safety")))]
    mine = t.counted(mine)
    failed = mine.ending.isin(FAILED)
    runs = mine[["player", "match"]].assign(failed=failed, tried=mine.run + failed)
    curves = [
        row
        for player, own in runs.groupby("player", observed=True)
        for row in _curve(own).assign(player=player)[CURVE].to_dict("records")
    ]
    return answer_of(curves, runs)


HAZARD = ["player", "ball", "at_risk", "ended", "hazard", "low", "high"]
CURVE = ["player", "k", "at_risk", "ended", "censored", "survival", "low", "high"]


def _curve(runs: Frame) -> Frame:
    counts = runs.groupby(["match", "tried"], observed=True).failed.agg(["size", "sum"])
    tried = range(runs.tried.max() + 1)
    size, ended = (
        counts.reset_index()
        .pivot_table(name, "match", "tried", fill_value=0, observed=True)
        .reindex(columns=tried, fill_value=0)
        for name in ("size", "sum")
    )
    risk = size.iloc[:, ::-1].cumsum(axis=1).iloc[:, ::-1]
    told = pd.DataFrame({"at_risk": risk.sum(), "ended": ended.sum()})
    told["censored"] = size.sum() - told.ended
    told = told.iloc[1:]
    told["survival"] = (1 - told.ended / told.at_risk).cumprod()
    if len(risk) >= ENOUGH_MATCHES:
        told["low"], told["high"] = _bands(risk.to_numpy()[:, 1:], ended.to_numpy()[:, 1:])
    else:
        told["low"], told["high"] = _greenwood(told)
    return told.rename_axis("k").reset_index()


def _bands(risk: Frame, ended: Frame) -> Frame:
    drawn: Frame = np.concatenate([*draws(len(risk))]).astype(float)
    at_risk, failed = drawn @ risk, drawn @ ended
    hazard: Frame = np.divide(failed, at_risk, out=np.zeros_like(failed), where=at_risk > 0)
    return pd.DataFrame(1 - hazard).cumprod(axis=1).quantile([0.025, 0.975]).to_numpy()


def _greenwood(told: Frame) -> tuple[Frame, Frame]:
    left = told.at_risk - told.ended
    spread = (told.ended / (told.at_risk * left.where(left > 0))).fillna(0).cumsum()
    inside = told.survival.where((told.survival > 0) & (told.survival < 1))
    half = Z * np.sqrt(spread) / np.log(inside)
    return inside ** np.exp(-half), inside ** np.exp(half)


def run_hazard(t: Tables) -> Answer:
    """Return the chance that a run ends, by ball of the rack."""
    mine = t.counted(t.shots[t.shots.attack & t.shots.rack_ball.notna()])
    tests = {"at_risk": 1, "ended": (mine.balls == 0) | (mine.n_fouls > 0)}
    key = ["player", "rack_ball"]
    told = rated(by_match(mine, tests, key), "ended", "at_risk", "hazard", key)
    told = told.reset_index().astype({"rack_ball": int}).rename(columns={"rack_ball": "ball"})
    return answer_of(told[HAZARD].to_dict("records"), mine)


def break_shots(t: Tables) -> Answer:
    """Return what the first stroke into each new rack came to."""
    strokes = t.rulings[(t.rulings.kind == "shot") & (t.rulings.discipline == "14.1")]
    following = strokes.groupby("match", observed=True)[["balls", "inning"]].shift(-1)
    mine = strokes.join(following.add_prefix("next_"))
    mine = t.counted(mine[mine.is_break_shot & ~mine.inferred])
    scored, foul, safety = mine.balls > 0, mine.n_fouls > 0, mine.call == "safety"
    continued = scored & (mine.next_inning == mine.inning) & (mine.next_balls > 0)
    tests = {
        "shots": 1, "continued": continued, "made": scored & ~continued,
        "missed": ~scored & ~foul & ~safety, "safety": ~scored & ~foul & safety, "foul": foul,
        "good": scored & ~foul,
    }  # fmt: skip
    told = rated(by_match(mine, tests, ["player"]), "good", "shots", key=["player"])
    columns = "player shots continued made missed safety foul rate low high"
    return answer_of(rows(told, columns, "rate", ["player"]), mine)


def rack_completion(t: Tables) -> Answer:
    """Return racks completed in one inning, and the most in a row."""
    racks = t.counted(t.racks[(t.racks.discipline == "14.1") & ~t.racks.is_open])
    mine = t.each_player(racks)
    mine["done"] = mine.completed_by == mine.player
    told = mine.groupby("player", observed=True).done.agg(racks="size", completed="sum")
    row = mine[mine.done].groupby(["player", "match", "completed_inning"], observed=True).size()
    most = row.groupby(level="player", observed=True).max()
    told["consecutive"] = most.reindex(told.index, fill_value=0)
    columns = "player racks completed consecutive"
    return answer_of(rows(told, columns, "completed", ["player"]), racks)
