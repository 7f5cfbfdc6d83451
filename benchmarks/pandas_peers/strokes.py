"""Strokes in pandas: breaks, safeties, accuracy, ball in hand, times."""

from __future__ import annotations

from benchmarks.pandas_peers.frames import (
    KEY,
    RACK_GAMES,
    Answer,
    Frame,
    Rows,
    Tables,
    answer_of,
    by_match,
    rated,
    rows,
)

LIMIT_MS = 30_000
BREAKS = "player discipline breaks success rate low high outcomes held"


def break_success(t: Tables) -> Answer:
    """Return what the opening breaks came to."""
    mine = t.counted(t.shots[t.shots.is_break & (t.shots.discipline != "snooker")])
    straight, others = mine.discipline == "14.1", mine.discipline.isin(RACK_GAMES)
    told = _straight(t, mine[straight]) + _rack_games(mine[others])
    told.sort(key=lambda row: (-row["rate"], row["player"], row["discipline"]))
    return answer_of(told, mine)


def _straight(t: Tables, mine: Frame) -> Rows:
    turns = t.turns[t.turns.discipline == "14.1"]
    answers = turns[["match", "inning", "player", "balls"]].assign(inning=turns.inning - 1)
    answers = answers.rename(columns={"player": "opponent", "balls": "answer"})
    mine = mine.merge(answers, on=["match", "inning", "opponent"], how="left")
    legal, made = mine.verdict == "legal", mine.balls > 0
    foul, breaking = mine.n_fouls > 0, _has(mine, "break_foul")
    outcomes = {
        "made": legal & made, "legal": legal & ~made, "breaking_foul": breaking,
        "foul": foul & ~breaking,
    }  # fmt: skip
    held = legal & ~made & (mine.answer == 0)
    return _breaks(mine, legal, outcomes, held)


def _rack_games(mine: Frame) -> Rows:
    legal, made = mine.verdict == "legal", mine.balls > 0
    won, going = mine.rack_won_by == mine.player, mine.rack_won_by.isna()
    illegal, breaking = mine.verdict == "illegal_break", mine.verdict == "break_foul"
    scratch = _has(mine, "scratch")
    outcomes = {
        "won": legal & won, "made": legal & going & made, "dry": legal & going & ~made,
        "illegal": illegal | (breaking & ~scratch),
        "foul": ~legal & ~illegal & ~breaking & ~scratch, "scratch": ~legal & scratch,
    }  # fmt: skip
    return _breaks(mine, legal & (won | made), outcomes, None)


def _has(mine: Frame, code: str) -> Frame:
    """Tell which strokes have a foul of that code."""
    codes = mine.fouls[mine.n_fouls > 0].explode()
    return mine.index.isin(codes.index[codes == code])


def _breaks(mine: Frame, success: Frame, outcomes: dict[str, Frame], held: Frame | None) -> Rows:
    tests = {"breaks": 1, "success": success, **outcomes}
    told = rated(
        by_match(mine, tests | ({} if held is None else {"held": held})), "success", "breaks"
    )
    told["outcomes"] = told[list(outcomes)].to_dict("records")
    if held is None:
        told["held"] = None
    return told.reset_index()[BREAKS.split()].to_dict("records")


def safeties(t: Tables) -> Answer:
    """Return what the opponent made of each declared safety."""
    mine = t.rulings[t.rulings.discipline != "9-ball"]
    mine = mine.assign(stroke=(mine.kind == "shot") & ~mine.inferred)
    names = ["player", "rack", "stroke", "n_fouls", "call", "balls"]
    following = mine.groupby("match", observed=True)[names].shift(-1).add_prefix("next_")
    safe = mine.stroke & (mine.call == "safety") & (mine.n_fouls == 0)
    mine = mine[safe].join(following)
    answered = (mine.next_player == mine.opponent) & (mine.next_rack == mine["rack"])
    mine = t.counted(mine[answered & mine.next_stroke.eq(True)])  # noqa: FBT003 - null is not
    foul, again, made = mine.next_n_fouls > 0, mine.next_call == "safety", mine.next_balls > 0
    tests = {
        "answered": 1, "forced_foul": foul, "no_pot": ~foul & ~made & ~again,
        "returned": ~foul & again, "failed": ~foul & made & ~again,
        "success": foul | (~made & ~again),
    }  # fmt: skip
    told = rated(by_match(mine, tests), "success", "answered")
    columns = "player discipline answered forced_foul no_pot returned failed rate low high"
    return answer_of(rows(told, columns, "rate"), mine)


def accuracy(t: Tables) -> Answer:
    """Return balls pocketed of those aimed at."""
    mine = t.counted(t.shots[t.shots.attack])
    tests = {"attempts": 1, "made": mine.made & (mine.verdict == "legal")}
    told = rated(by_match(mine, tests), "made", "attempts")
    columns = "player discipline attempts made rate low high"
    return answer_of(rows(told, columns, "rate"), mine)


def conversion(t: Tables) -> Answer:
    """Return what was made of ball in hand."""
    mine = t.innings[t.innings.is_shots & t.innings.started_in_hand & ~t.innings.first_is_break]
    mine = t.counted(mine)
    points = mine.points.where(mine.discipline.isin(["14.1", "snooker"]), mine.balls)
    tests = {"chances": 1, "scored": mine.scored_at_once, "points": points}
    told = rated(by_match(mine, tests), "scored", "chances")
    columns = "player discipline chances scored rate low high points"
    return answer_of(rows(told, columns, "rate"), mine)


def stroke_times(t: Tables) -> Answer:
    """Return the time a stroke takes."""
    mine = t.counted(t.shots[t.shots.duration_ms.notna() & ~t.shots.after_timeout])
    by = mine.assign(over=mine.duration_ms > LIMIT_MS).groupby(KEY, observed=True)
    told = by.duration_ms.agg(n="count", mean_ms="mean", median_ms="median")
    told["over_limit"] = by.over.mean()
    columns = "player discipline n mean_ms median_ms over_limit"
    return answer_of(rows(told, columns, "mean_ms"), mine)
