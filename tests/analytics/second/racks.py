"""Racks, push-outs, frames, foul points and records a second time, over lists."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from tests.analytics.second.record import RACK_GAMES, Record, Row, each, named, tally

KEY = ("player", "discipline")


def _finished(rec: Record, *disciplines: str) -> list[Row]:
    """Return finished racks once for each player, with the strokes of the rack."""
    strokes: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rec.strokes:
        strokes[row["match"], row["rack"]].append(row)
    return [
        rack
        | {
            "player": match[f"player{side}"],
            "side": side,
            "strokes": strokes[rack["match"], rack["rack"]],
        }
        for rack in rec.racks
        for match in (rec.matches[rack["match"]],)
        if rack["discipline"] in disciplines and rack["winner"] is not None
        for side in (1, 2)
    ]


def rack_results(rec: Record) -> list[Row]:
    found = tally(
        _finished(rec, *RACK_GAMES), KEY,
        racks=each,
        won=lambda row: row["winner"] == row["player"],
        breaks=lambda row: row["breaker"] == row["player"],
        breaker_won=lambda row: row["breaker"] == row["winner"] == row["player"],
        golden_breaks=_golden,
        break_and_runs=_break_and_run,
        run_out_chances=_chance,
        run_outs=_run_out,
        deciders=lambda row: row["is_decider"],
        deciders_won=lambda row: row["is_decider"] and row["winner"] == row["player"],
    )  # fmt: skip
    return named(found, KEY, win_rate=("won", "racks"))


def _golden(rack: Row) -> bool:
    won = rack["winner"] == rack["breaker"] == rack["player"]
    return won and (rack["how"] == "golden_break" or _won_on_the_break(rack["strokes"]))


def _won_on_the_break(strokes: Sequence[Row]) -> bool:
    return any(
        row["is_break"] and row["verdict"] == "legal" and row["rack_won_by"] == row["player"]
        for row in strokes
    )


def _break_and_run(rack: Row) -> bool:
    if rack["winner"] != rack["player"] or rack["breaker"] != rack["player"]:
        return False
    if rack["how"] == "break_and_run":
        return True
    strokes = rack["strokes"]
    breaks = sum(row["is_break"] for row in strokes)
    in_one_turn = len({row["inning"] for row in strokes}) == 1
    passed_back = rack["push_out_answer"] == "pass"
    whole = rack["how"] == "played" and in_one_turn and breaks <= 1 and rack["rebreaks"] == 0
    return whole and not passed_back and not _won_on_the_break(strokes)


def _chance(rack: Row) -> bool:
    """Tell whether the other's break passed the table to the player."""
    if rack["player"] == rack["breaker"]:
        return False
    strokes = [row for row in rack["strokes"] if not row["out_of_turn"]]
    turns = sorted({row["inning"] for row in strokes})
    first = [row for row in strokes if row["inning"] == turns[0]] if turns else []
    broke = len(first) == 1 and first[0]["is_break"] and (
        first[0]["kind"] == "shot" or not first[0]["balls"]
    )  # fmt: skip
    return rack["how"] == "run_out" or (broke and len(turns) > 1)


def _run_out(rack: Row) -> bool:
    if not _chance(rack) or rack["winner"] != rack["player"]:
        return False
    turns = {row["inning"] for row in rack["strokes"] if not row["out_of_turn"]}
    return rack["how"] == "run_out" or (rack["how"] == "played" and len(turns) == 2)


def push_outs(rec: Record) -> list[Row]:
    rows = [rack for rack in _finished(rec, *RACK_GAMES) if rack["push_out_by"] == rack["player"]]
    found = tally(
        rows, KEY,
        played=each,
        accepted=lambda row: row["push_out_answer"] == "accept",
        passed=lambda row: row["push_out_answer"] == "pass",
        won=lambda row: row["winner"] == row["player"],
    )  # fmt: skip
    return named(found, KEY)


def foul_points(rec: Record) -> list[Row]:
    fouls = [(r["player"], r["opponent"], r["points_opponent"], True) for r in rec.strokes
             if r["discipline"] == "snooker" and r["points_opponent"]]  # fmt: skip
    for rack in _finished(rec, "snooker"):
        match, side = rec.matches[rack["match"]], rack["side"]
        stated = rack[f"foul_points{side}"]
        if stated:
            fouls.append((rack["player"], match[f"player{3 - side}"], stated, False))
    names = {name for giver, given_to, *_ in fouls for name in (giver, given_to)}
    return [
        {
            "player": name,
            "given": sum(points for giver, _, points, _ in fouls if giver == name),
            "received": sum(points for _, given_to, points, _ in fouls if given_to == name),
            "by_value": dict(
                Counter(str(p) for giver, _, p, one in fouls if giver == name and one)
            ),
        }
        for name in names
    ]


def snooker_breaks(rec: Record) -> list[Row]:
    turns = rec.turns("snooker")
    frames = _finished(rec, "snooker")
    names = {row["player"] for row in frames} | {turn[0]["player"] for turn in turns}
    names |= {turn[0]["opponent"] for turn in turns}
    return [_career(rec, name, turns, frames) for name in names]


def _career(rec: Record, name: str, turns: Sequence[list[Row]], frames: Sequence[Row]) -> Row:
    mine = [turn for turn in turns if turn[0]["player"] == name]
    own = [frame for frame in frames if frame["player"] == name]
    made = [(turn[-1]["run"], _reds(rec, turn[0]["match"])) for turn in mine if turn[-1]["run"]]
    for frame in own:
        stated = zip(frame["break_players"] or (), frame["break_points"] or (), strict=True)
        made += [(points, _reds(rec, frame["match"])) for who, points in stated if who == name]
    runs = [run for run, _ in made]
    return {
        "player": name,
        "breaks": len(runs),
        "highest": max(runs, default=None),
        "fifty": sum(run >= 50 for run in runs),
        "seventy": sum(run >= 70 for run in runs),
        "hundred": sum(run >= 100 for run in runs),
        "maximum": sum(run >= 147 and reds == 15 for run, reds in made),
        "frames": len(own),
        "frames_won": sum(frame["winner"] == name for frame in own),
        "points": sum(row["points"] for turn in mine for row in turn),
        "visits": sum(not any(row["inferred"] for row in turn) for turn in mine),
        "without_reply": _without_reply(turns, name),
        "deciders": sum(bool(frame["is_decider"]) for frame in own),
        "deciders_won": sum(bool(frame["is_decider"]) and frame["winner"] == name for frame in own),
    }


def _reds(rec: Record, match: str) -> int:
    return 15 if rec.matches[match]["reds"] is None else rec.matches[match]["reds"]


def _without_reply(turns: Sequence[list[Row]], name: str) -> int:
    """Return the longest sum of a player's points in a frame between two points of the other."""
    frames: dict[tuple[str, int], list[int]] = defaultdict(list)
    for turn in turns:
        first = turn[0]
        if name in (first["player"], first["opponent"]):
            sign = 1 if first["player"] == name else -1
            made, given = (sum(r[c] for r in turn) for c in ("points", "points_opponent"))
            frames[first["match"], first["rack"]] += [sign * made, -sign * given]
    best = 0
    for changes in frames.values():
        run = 0
        for change in changes:
            run = 0 if change < 0 else run + change
            best = max(best, run)
    return best


def head_to_head(rec: Record, everything: Sequence[Row]) -> list[Row]:
    """Count over all matches, those that were not played at the table too."""
    found: dict[tuple[Any, ...], Row] = {}
    for match in everything:
        if match["status"] != "finished" or match["result"] == "abandoned":
            continue
        for me, other in ((1, 2), (2, 1)):
            player, opponent = match[f"player{me}"], match[f"player{other}"]
            names = (
                "matches",
                "won",
                "racks",
                "racks_won",
                "points",
                "points_against",
                "walkovers",
            )
            row = found.setdefault((player, opponent, match["discipline"]), dict.fromkeys(names, 0))
            won = match["winner"] == player
            if match["match"] not in rec.matches:
                row["walkovers"] += won
                continue
            row["matches"] += 1
            row["won"] += won
            if match["discipline"] == "14.1":
                row["points"] += match[f"points{me}"]
                row["points_against"] += match[f"points{other}"]
            else:
                row["racks"] += match["score1"] + match["score2"]
                row["racks_won"] += match[f"score{me}"]
    return [
        {"player": player, "opponent": opponent, "discipline": discipline, **row}
        for (player, opponent, discipline), row in found.items()
    ]
