# ruff: noqa: D103 - each is the statistic of its name
# pandas has no types of its own
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false
"""The statistics in pandas, from tables already in memory: what a careful analyst would write.

The figures are those of ``analytics``: the same counts, and for rates the same bootstrap over the
same draws. Left out in favour of pandas: reading the tables, leaving out matches that do not count,
the order of rows, the bands of run survival, and the change of rating in form.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd

from analytics.intervals import interval
from analytics.ratings import Contest, fit

Frame = Any
"""A pandas frame or series, of which pyright knows too little."""
KEY = ["player", "discipline"]
RACK_GAMES = ["8-ball", "9-ball", "10-ball"]
LIMIT_MS = 30_000


class Tables:
    """The tables as frames, ids as categories: what pandas groups fastest."""

    def __init__(self, connection: Any) -> None:  # noqa: ANN401 - a DuckDB connection
        self.rulings = _frame(connection, "FROM rulings WHERE NOT void AND NOT inferred")
        self.innings = _frame(connection, "FROM innings WHERE NOT inferred")
        self.racks = _frame(connection, "FROM racks")
        self.matches = _frame(connection, "FROM matches")
        self.shots = self.rulings[self.rulings.kind == "shot"]


def _frame(connection: Any, query: str) -> Frame:  # noqa: ANN401
    frame = connection.sql(query).df()
    for name in ("match", "player", "opponent", "discipline", "verdict", "call", "ending"):
        if name in frame:
            frame[name] = frame[name].astype("category")
    return frame


def _tally(
    frame: Frame,
    tests: dict[str, Frame],
    rates: Sequence[tuple[str, str]],
    key: Sequence[str] = KEY,
) -> Frame:
    """Count by key and match, then add up by key with the interval of each rate."""
    named = frame[[*key, "match"]].assign(**tests)
    counts = named.groupby([*key, "match"], observed=True).sum()
    told = counts.groupby(level=list(key), observed=True).sum()
    for top, bottom in rates:
        told[f"{top}_rate"] = told[top] / told[bottom]
        pairs = counts[[top, bottom]].groupby(level=list(key), observed=True)
        bounds = {name: interval(map(tuple, mine.to_numpy().tolist())) for name, mine in pairs}
        names = [name if len(key) > 1 else (name,) for name in told.index]
        told[f"{top}_low"] = [bounds[name].low for name in names]
        told[f"{top}_high"] = [bounds[name].high for name in names]
    return told


def high_runs(t: Tables) -> Frame:
    mine = t.innings[(t.innings.discipline == "14.1") & (t.innings.run > 0)]
    columns = ["player", "discipline", "rules", "match", "rack", "inning", "run", "open", "at_ms"]
    return mine[columns].sort_values("run", ascending=False)


def averages(t: Tables) -> Frame:
    mine = t.innings[t.innings.discipline == "14.1"]
    tests = {"innings": 1, "paired": mine.paired, "points": mine.points, "balls": mine.balls}
    told = _tally(mine, tests | {"scoreless": mine.balls == 0}, [("points", "innings")])
    won = mine.merge(t.matches[["match", "winner"]], on="match")
    won = won[won.winner == won.player.astype(object)]
    each = won.groupby(["player", "match"], observed=True).points.agg(["sum", "count"])
    return told, (each["sum"] / each["count"]).groupby(level="player", observed=True).max()


def foul_rates(t: Tables, shots: Frame | None = None) -> Frame:
    mine = t.shots if shots is None else shots
    told = _tally(mine, {"strokes": 1, "fouls": mine.n_fouls > 0}, [("fouls", "strokes")])
    told["innings"] = (
        mine.drop_duplicates([*KEY, "match", "inning"]).groupby(KEY, observed=True).size()
    )
    codes = mine.loc[mine.n_fouls > 0, [*KEY, "fouls"]].explode("fouls")
    return told, codes.groupby([*KEY, "fouls"], observed=True).size()


def foul_rates_by_month(t: Tables) -> Frame:
    months = pd.to_datetime(t.shots.at_ms, unit="ms").dt.to_period("M")
    return [foul_rates(t, mine) for _, mine in t.shots.groupby(months)]


def break_success(t: Tables) -> Frame:
    mine = t.shots[t.shots.is_break & (t.shots.discipline != "snooker")]
    answers = t.innings[["match", "inning", "player", "balls"]].rename(
        columns={"player": "opponent", "balls": "answer"}
    )
    answers["inning"] -= 1
    mine = mine.merge(answers, on=["match", "inning", "opponent"], how="left")
    legal, made = mine.verdict == "legal", mine.balls > 0
    won = mine.rack_won_by == mine.player.astype(object)
    straight = mine.discipline == "14.1"
    tests = {
        "breaks": 1, "success": legal & (straight | made | won), "made": legal & made,
        "dry": legal & ~made, "won": won, "illegal": mine.verdict == "illegal_break",
        "foul": mine.n_fouls > 0, "held": legal & ~made & (mine.answer == 0),
    }  # fmt: skip
    return _tally(mine, tests, [("success", "breaks")])


def _with_next(t: Tables, *names: str) -> Frame:
    following = t.shots.groupby("match", observed=True)[list(names)].shift(-1)
    return t.shots.join(following.add_prefix("next_"))


def break_shots(t: Tables) -> Frame:
    mine = _with_next(t, "balls", "inning")
    mine = mine[mine.is_break_shot]
    made = (mine.balls > 0) & (mine.n_fouls == 0)
    went_on = made & (mine.next_inning == mine.inning) & (mine.next_balls > 0)
    tests = {"shots": 1, "good": made, "continued": went_on, "safety": mine.call == "safety"}
    return _tally(mine, tests | {"foul": mine.n_fouls > 0}, [("good", "shots")], ["player"])


def run_hazard(t: Tables) -> Frame:
    mine = t.shots[t.shots.attack & t.shots.rack_ball.notna()]
    tests = {"at_risk": 1, "ended": (mine.balls == 0) | (mine.n_fouls > 0)}
    return _tally(mine, tests, [("ended", "at_risk")], ["player", "rack_ball"])


def run_survival(t: Tables) -> Frame:  # without its interval
    mine = t.innings[t.innings.discipline == "14.1"]
    mine = mine[~((mine.run == 0) & (mine.safety_at_once | (mine.ending == "safety")))]
    failed = mine.ending.isin(["miss", "foul", "break_foul", "deliberate_foul"])
    told: list[tuple[Any, ...]] = []
    for (player,), runs in mine.assign(failed=failed).groupby(["player"], observed=True):
        tried = runs.run + runs.failed
        for k in range(1, int(tried.max()) + 1):
            ended = (runs.failed & (tried == k)).groupby(runs.match, observed=True).sum()
            at_risk = (tried >= k).groupby(runs.match, observed=True).sum()
            told.append((player, k, int(ended.sum()), int(at_risk.sum())))
    return pd.DataFrame(told, columns=["player", "k", "ended", "at_risk"])


def rack_completion(t: Tables) -> Frame:
    mine = _by_player(t, t.racks[(t.racks.discipline == "14.1") & ~t.racks.is_open])
    mine = mine.sort_values(["player", "match", "rack"])
    done = mine.completed_by == mine.player
    row = (done & (mine.completed_inning == mine.completed_inning.shift())).groupby(
        (~done).cumsum()
    )
    return (
        mine.assign(done=done, run=row.cumsum() + done)
        .groupby("player")
        .agg(racks=("done", "size"), completed=("done", "sum"), consecutive=("run", "max"))
    )


def _by_player(t: Tables, racks: Frame) -> Frame:
    """Return racks once for each player of their match."""
    sides = t.matches[["match", "player1", "player2"]]
    one = sides.set_axis(["match", "player", "opponent"], axis=1)
    two = sides.set_axis(["match", "opponent", "player"], axis=1)
    return racks.merge(pd.concat([one, two]), on="match")


def safeties(t: Tables) -> Frame:
    mine = _with_next(t, "player", "rack", "n_fouls", "call", "balls")
    safe = (mine.call == "safety") & (mine.n_fouls == 0) & (mine.discipline != "9-ball")
    answered = (mine.next_player == mine.opponent.astype(object)) & (mine.next_rack == mine.rack)
    mine = mine[safe & answered]
    foul, again = mine.next_n_fouls > 0, mine.next_call == "safety"
    made = mine.next_balls > 0
    tests = {
        "answered": 1, "forced_foul": foul, "no_pot": ~foul & ~made & ~again,
        "returned": ~foul & again, "failed": ~foul & made & ~again,
        "success": foul | (~made & ~again),
    }  # fmt: skip
    return _tally(mine, tests, [("success", "answered")])


def accuracy(t: Tables) -> Frame:
    mine = t.shots[t.shots.attack]
    tests = {"attempts": 1, "made": mine.made & (mine.verdict == "legal")}
    return _tally(mine, tests, [("made", "attempts")])


def conversion(t: Tables) -> Frame:
    mine = t.innings[t.innings.is_shots & t.innings.started_in_hand & ~t.innings.first_is_break]
    points = mine.points.where(mine.discipline.isin(["14.1", "snooker"]), mine.balls)
    tests = {"chances": 1, "scored": mine.scored_at_once.astype(bool), "points": points}
    return _tally(mine, tests, [("scored", "chances")])


def rack_results(t: Tables) -> Frame:
    racks = t.racks[t.racks.discipline.isin(RACK_GAMES) & t.racks.winner.notna()]
    first = t.innings[["match", "inning", "first_is_break", "strokes"]]
    mine = _by_player(
        t,
        racks.merge(
            first, left_on=["match", "first_inning"], right_on=["match", "inning"], how="left"
        ),
    )
    won, broke = mine.winner == mine.player, mine.breaker == mine.player
    passed = mine.first_is_break & (mine.strokes_y == 1) & (mine.last_inning > mine.first_inning)
    at_once = (mine.first_inning == mine.last_inning) & (mine.rebreaks == 0)
    out = ~broke & passed & won & (mine.last_inning == mine.first_inning + 1)
    tests = {
        "racks": 1, "won": won, "breaks": broke, "breaker_won": broke & won,
        "break_and_runs": broke & won & at_once, "run_outs": out,
        "run_out_chances": ~broke & passed, "deciders": mine.is_decider,
        "deciders_won": mine.is_decider & won,
    }  # fmt: skip
    return _tally(mine, tests, [("won", "racks")])


def push_outs(t: Tables) -> Frame:
    racks = t.racks[t.racks.push_out_by.notna() & t.racks.winner.notna()]
    told = racks.assign(
        accepted=racks.push_out_answer == "accept", passed=racks.push_out_answer == "pass",
        won=racks.winner == racks.push_out_by,
    )  # fmt: skip
    return told.groupby(["push_out_by", "discipline"], observed=True)[
        ["accepted", "passed", "won"]
    ].sum()


def snooker_breaks(t: Tables) -> Frame:
    mine = t.innings[t.innings.discipline == "snooker"]
    by = mine.assign(
        fifty=mine.run >= 50, seventy=mine.run >= 70, hundred=mine.run >= 100, scored=mine.run > 0
    ).groupby("player", observed=True)
    names = ["fifty", "seventy", "hundred", "scored", "points", "clearance"]
    frames = _by_player(t, t.racks[(t.racks.discipline == "snooker") & t.racks.winner.notna()])
    won = frames.assign(won=frames.winner == frames.player).groupby("player")
    return by[names].sum(), by.run.max(), won[["won", "is_decider"]].sum()


def foul_points(t: Tables) -> Frame:
    mine = t.shots[(t.shots.discipline == "snooker") & (t.shots.points_opponent > 0)]
    given = mine.groupby(["player", "points_opponent"], observed=True).size()
    return given, mine.groupby("opponent", observed=True).points_opponent.sum()


def stroke_times(t: Tables) -> Frame:
    mine = t.shots[t.shots.duration_ms.notna() & ~t.shots.after_timeout]
    by = mine.assign(slow=mine.duration_ms > LIMIT_MS).groupby(KEY, observed=True)
    return by.duration_ms.agg(["count", "mean", "median"]).join(by.slow.mean())


def head_to_head(t: Tables) -> Frame:
    done = t.matches[t.matches.status == "finished"]
    names = ["discipline", "winner", "player1", "player2", "score1", "score2", "points1", "points2"]
    one = done[names]
    two = one.rename(columns={name: f"{name[:-1]}{3 - int(name[-1])}" for name in names[2:]})
    both = pd.concat([one, two])
    both["won"] = both.winner == both.player1
    return both.groupby(["player1", "player2", "discipline"], observed=True)[
        ["won", "score1", "score2", "points1", "points2"]
    ].agg(["size", "sum"])


def ratings(t: Tables) -> Frame:
    done = t.matches[(t.matches.status == "finished") & ~t.matches.is_handicapped]
    told: list[Any] = []
    for discipline, mine in done.groupby("discipline", observed=True):
        one, two = mine.score1.clip(0), mine.score2.clip(0)
        weight = 10 * one.where(one > two, two) / 100 / (one + two) if discipline == "14.1" else 1
        games = zip(
            mine.match, mine.player1, mine.player2, one * weight, two * weight, mine.first_ms,
            strict=True,
        )  # fmt: skip
        told.append(fit([Contest(*game) for game in games]))
    return told


def form(t: Tables) -> Frame:
    sides = _by_player(t, t.matches[t.matches.status == "finished"]).sort_values("first_ms")
    sides["won"] = sides.winner == sides.player
    innings = t.innings.groupby(["match", "player"], observed=True).points.agg(["sum", "count"])
    sides = sides.merge(innings.reset_index(), on=["match", "player"], how="left")
    by = sides.groupby(KEY, observed=True)
    windows = [
        by.tail(size).groupby(KEY, observed=True)[["won", "sum", "count"]].sum()
        for size in (5, 10, 20)
    ]
    months = pd.to_datetime(sides.opened_ms, unit="ms").dt.strftime("%Y-%m")
    return [*windows, sides.groupby([*KEY, months], observed=True)[["won", "sum", "count"]].sum()]


PEERS: dict[str, Callable[[Tables], Frame]] = {
    "high-runs": high_runs, "averages": averages, "foul-rates": foul_rates,
    "foul-rates by month": foul_rates_by_month, "break-success": break_success,
    "break-shots": break_shots, "run-hazard": run_hazard, "run-survival": run_survival,
    "rack-completion": rack_completion, "safeties": safeties, "accuracy": accuracy,
    "conversion": conversion, "rack-results": rack_results, "push-outs": push_outs,
    "snooker-breaks": snooker_breaks, "foul-points": foul_points, "stroke-times": stroke_times,
    "head-to-head": head_to_head, "ratings": ratings, "form": form,
}  # fmt: skip
"""The peer of every statistic."""
