"""Racks of 8-, 9- and 10-ball in pandas."""

from __future__ import annotations

from benchmarks.pandas_peers.frames import (
    KEY,
    RACK_GAMES,
    Answer,
    Tables,
    answer_of,
    by_match,
    rated,
    rows,
)


def rack_results(t: Tables) -> Answer:
    """Return who wins racks, and how."""
    racks = t.counted(t.racks[t.racks.discipline.isin(RACK_GAMES) & t.racks.winner.notna()])
    first = t.turns[["match", "inning", "first_is_break", "strokes", "balls"]]
    first = first.rename(columns={"inning": "first_inning", "strokes": "first_strokes"})
    mine = racks.merge(first, on=["match", "first_inning"], how="left")
    golden = t.rulings[t.rulings.is_break & (t.rulings.verdict == "legal")]
    golden = golden.loc[golden.rack_won_by == golden.player, ["match", "rack"]]
    mine = mine.merge(golden.assign(golden=True), on=["match", "rack"], how="left")
    mine = t.each_player(mine)
    won, broke = mine.winner == mine.player, mine.breaker == mine.player
    on_table, at_once = mine.how == "played", mine.golden.notna()
    alone = (mine.first_strokes == 1) | (mine.first_strokes.isna() & (mine.balls == 0))
    passed = mine.first_is_break.eq(True) & alone & (mine.last_inning > mine.first_inning)  # noqa: FBT003 - may be null
    in_one = on_table & (mine.first_inning == mine.last_inning) & (mine.rebreaks == 0)
    in_one &= mine.push_out_answer.astype(object) != "pass"
    chance = ~broke & (passed | (mine.how == "run_out"))
    answered = on_table & (mine.last_inning == mine.first_inning + 1)
    tests = {
        "racks": 1, "won": won, "breaks": broke, "breaker_won": broke & won,
        "break_and_runs": won & broke & ~at_once & (in_one | (mine.how == "break_and_run")),
        "run_outs": chance & won & (answered | (mine.how == "run_out")),
        "run_out_chances": chance,
        "golden_breaks": won & broke & (at_once | (mine.how == "golden_break")),
        "deciders": mine.is_decider, "deciders_won": mine.is_decider & won,
    }  # fmt: skip
    told = rated(by_match(mine, tests), "won", "racks", "win_rate")
    columns = (
        "player discipline racks won win_rate low high breaks breaker_won break_and_runs run_outs "
        "run_out_chances golden_breaks deciders deciders_won"
    )
    return answer_of(rows(told, columns, "win_rate"), racks)


def push_outs(t: Tables) -> Answer:
    """Return push-outs, their answers, and the racks won after them."""
    racks = t.racks[t.racks.discipline.isin(RACK_GAMES) & t.racks.winner.notna()]
    mine = t.counted(racks[racks.push_out_by.notna()])
    told = (
        mine[["discipline"]]
        .assign(
            player=mine.push_out_by, played=1, accepted=mine.push_out_answer == "accept",
            passed=mine.push_out_answer == "pass", won=mine.winner == mine.push_out_by,
        )
        .groupby(KEY, observed=True)
        .sum()
    )  # fmt: skip
    columns = "player discipline played accepted passed won"
    return answer_of(rows(told, columns, "played"), mine)
