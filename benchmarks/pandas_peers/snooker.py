"""Snooker in pandas: breaks, frames and foul points."""

from __future__ import annotations

from typing import Any

from benchmarks.pandas_peers.frames import Answer, Frame, Tables, answer_of, pd, rows

COUNTS = [
    "breaks", "fifty", "seventy", "hundred", "maximum", "clearances", "frames", "frames_won",
    "points", "visits", "without_reply", "deciders", "deciders_won",
]  # fmt: skip
MAXIMUM, FULL_FRAME_REDS = 147, 15


def snooker_breaks(t: Tables) -> Answer:
    """Return the breaks of each player, and his frames."""
    visits = t.counted(t.turns[t.turns.discipline == "snooker"])
    frames = t.counted(t.racks[(t.racks.discipline == "snooker") & t.racks.winner.notna()])
    recorded = visits.assign(clearances=visits.clearance, visits=~visits.inferred)
    sides = t.each_player(frames)
    won = sides.winner == sides.player
    sides = sides.assign(
        frames=1, frames_won=won, deciders=sides.is_decider, deciders_won=sides.is_decider & won
    )
    names = ["frames", "frames_won", "deciders", "deciders_won"]
    parts = [
        _breaks(t, pd.concat([visits[["match", "player", "run"]], _stated(t, frames)])),
        recorded.groupby("player", observed=True)[["clearances", "points", "visits"]].sum(),
        sides.groupby("player", observed=True)[names].sum(),
        _without_reply(visits),
    ]
    told = pd.concat(parts, axis=1).rename_axis("player")
    told[COUNTS] = told[COUNTS].fillna(0).astype(int)
    columns = (
        "player breaks highest fifty seventy hundred maximum clearances frames frames_won points "
        "visits without_reply deciders deciders_won"
    )
    return answer_of(rows(told, columns, "highest", ["player"]), visits, frames)


def _stated(t: Tables, frames: Frame) -> Frame:
    """Return the breaks stated for frames summed up."""
    told = frames[frames.break_players.str.len() > 0]
    told = told[["match", "break_players", "break_points"]].explode(
        ["break_players", "break_points"]
    )
    told = told.rename(columns={"break_players": "player", "break_points": "run"})
    return told.astype({"player": t.turns.player.dtype, "run": int})


def _breaks(t: Tables, runs: Frame) -> Frame:
    """Count the breaks of each player by their points."""
    mine = runs[runs.run > 0].merge(t.matches[["match", "reds"]], on="match")
    run, full = mine.run, mine.reds.fillna(FULL_FRAME_REDS) == FULL_FRAME_REDS
    by = mine.assign(
        breaks=1, fifty=run >= 50, seventy=run >= 70, hundred=run >= 100,
        maximum=(run >= MAXIMUM) & full, highest=run,
    ).groupby("player", observed=True)  # fmt: skip
    names = ["breaks", "fifty", "seventy", "hundred", "maximum"]
    return by[names].sum().assign(highest=by.highest.max())


def _without_reply(visits: Frame) -> Frame:
    """Return the most points of each player in a frame while the other scored none."""
    names = ["match", "rack", "inning", "player", "opponent", "points", "points_opponent"]
    own = visits[names]
    other = {
        "player": "opponent", "opponent": "player", "points": "points_opponent",
        "points_opponent": "points",
    }  # fmt: skip
    both = pd.concat([own.assign(own=True), own.rename(columns=other).assign(own=False)])
    both = both.sort_values(["player", "match", "rack", "inning"])
    reply = both.points_opponent != 0
    key = ["player", "match", "rack"]
    replies = reply.groupby([both[name] for name in key], observed=True).cumsum()
    # The points of a foul in an own visit come after what the visit made.
    both["run"] = replies - (reply & both.own)
    totals = both.groupby([*key, "run"], observed=True).points.sum()
    return totals.groupby(level="player", observed=True).max().rename("without_reply")


def foul_points(t: Tables) -> Answer:
    """Return the foul points given away and received."""
    fouls = t.counted(
        t.rulings[(t.rulings.discipline == "snooker") & (t.rulings.points_opponent > 0)]
    )
    stated = t.racks[(t.racks.discipline == "snooker") & t.racks.winner.notna()]
    stated = t.counted(stated[stated[["foul_points1", "foul_points2"]].sum(axis=1) > 0])
    columns = ["match", "player1", "player2"]
    sides = t.sides(stated.merge(t.matches[columns], on="match"), "foul_points")
    given = pd.concat(
        [
            fouls[["player", "points_opponent"]].set_axis(["player", "given"], axis=1),
            fouls[["opponent", "points_opponent"]].set_axis(["player", "received"], axis=1),
            sides[["player", "foul_points1", "foul_points2"]].set_axis(
                ["player", "given", "received"], axis=1
            ),
        ]
    )
    told = given.groupby("player", observed=True).sum().astype(int)
    by_value: dict[Any, dict[str, int]] = {player: {} for player in told.index}
    sizes = fouls.groupby(["player", "points_opponent"], observed=True).size()
    for (player, value), number in sizes.items():
        by_value[player][str(value)] = number
    told["by_value"] = [*by_value.values()]
    columns = "player given received by_value"
    return answer_of(rows(told, columns, "given", ["player"]), fouls, stated)
