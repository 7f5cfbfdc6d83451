"""14.1 a second time, over lists."""

from __future__ import annotations

from collections import defaultdict

from tests.analytics.second.record import Record, Row, attack, each, following, named, tally

FAILED = ("miss", "foul", "break_foul", "deliberate_foul")


def _runs(rec: Record) -> list[Row]:
    """Return each turn as one row."""
    return [
        {
            "player": turn[0]["player"], "match": turn[0]["match"], "rack": turn[0]["rack"],
            "inning": turn[0]["inning"], "discipline": "14.1", "rules": turn[0]["rules"],
            "run": sum(row["balls"] for row in turn), "points": sum(row["points"] for row in turn),
            "paired": turn[0]["restart"] is None,
        }
        for turn in rec.turns("14.1")
        if not any(row["inferred"] for row in turn)
    ]  # fmt: skip


def high_runs(rec: Record) -> list[Row]:
    columns = ("player", "discipline", "rules", "match", "rack", "inning", "run")
    return [{name: row[name] for name in columns} for row in _runs(rec) if row["run"] > 0]


def averages(rec: Record) -> list[Row]:
    runs = _runs(rec)
    rows: list[Row] = []
    for player in {row["player"] for row in runs}:
        mine = [row for row in runs if row["player"] == player]
        outside = {
            match["match"]: match[f"other_points{side}"]
            for who, _, side, match in rec.sides()
            if who == player
        }
        used = {row["match"] for row in mine}
        points = sum(row["points"] for row in mine) + sum(outside[match] for match in used)
        best = [
            (sum(row["points"] for row in mine if row["match"] == match) + outside[match])
            / sum(row["match"] == match for row in mine)
            for match in used
            if _full(rec.matches[match], player)
        ]
        rows.append(
            {
                "player": player,
                "discipline": "14.1",
                "matches": len(used),
                "innings": len(mine),
                "innings_paired": sum(row["paired"] for row in mine),
                "points": points,
                "balls": sum(row["run"] for row in mine),
                "average": points / len(mine),
                "gross": sum(row["run"] for row in mine) / len(mine),
                "best": max(best, default=None),
                "scoreless": sum(row["run"] == 0 for row in mine) / len(mine),
            }
        )
    return rows


def _full(match: Row, player: str) -> bool:
    start = match["start1"] if match["player1"] == player else match["start2"]
    return match["winner"] == player and match["result"] == "played" and start == 0


def break_shots(rec: Record) -> list[Row]:
    shots = [row for row in rec.strokes if row["kind"] == "shot"]
    rows: list[Row] = []
    for row, after in following(shots):
        if row["is_break_shot"] and not row["inferred"]:
            scored = after is not None and after["inning"] == row["inning"] and after["balls"] > 0
            rows.append(row | {"went_on": scored})
    found = tally(
        rows, ("player",),
        shots=each,
        continued=lambda row: row["balls"] and row["went_on"],
        made=lambda row: row["balls"] and not row["went_on"],
        foul=lambda row: bool(row["fouls"]),
        safety=lambda row: not row["balls"] and not row["fouls"] and row["call"] == "safety",
        missed=lambda row: not row["balls"] and not row["fouls"] and row["call"] != "safety",
    )  # fmt: skip
    rows = named(found, ("player",))
    return [row | {"rate": (row["continued"] + row["made"]) / row["shots"]} for row in rows]


def run_hazard(rec: Record) -> list[Row]:
    rows = [
        row | {"ball": 16 - row["balls_before"]}
        for row in rec.shots("14.1")
        if attack(row) and 2 <= row["balls_before"] <= 15
    ]
    found = tally(
        rows, ("player", "ball"),
        at_risk=each,
        ended=lambda row: bool(row["fouls"]) or not row["balls"],
    )  # fmt: skip
    return named(found, ("player", "ball"), hazard=("ended", "at_risk"))


def run_survival(rec: Record) -> list[Row]:
    """Kaplan-Meier as a product over the balls that were tried, counted anew at each."""
    runs: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for row in rec.innings:
        safety = row["run"] == 0 and (row["safety_at_once"] or row["ending"] == "safety")
        if row["discipline"] == "14.1" and not row["inferred"] and not safety:
            runs[row["player"]].append((row["run"], row["ending"] in FAILED))
    rows: list[Row] = []
    for player, mine in runs.items():
        survival = 1.0
        for k in range(1, max(length for length, _ in mine) + 2):
            tried = [run for run in mine if run[0] >= k or (run[0] == k - 1 and run[1])]
            if not tried:
                break
            ended = sum(length == k - 1 for length, _ in tried)
            survival *= (len(tried) - ended) / len(tried)
            censored = sum(run == (k, False) for run in mine)
            counts = {"at_risk": len(tried), "ended": ended, "censored": censored}
            rows.append({"player": player, "k": k, **counts, "survival": survival})
    return rows


def rack_completion(rec: Record) -> list[Row]:
    rows: list[Row] = []
    played = [row for row in rec.racks if row["discipline"] == "14.1" and not row["is_open"]]
    for player in {who for who, _, _, match in rec.sides() if match["discipline"] == "14.1"}:
        own = {m["match"] for who, _, _, m in rec.sides() if who == player}
        racks = [row for row in played if row["match"] in own]
        marks = [
            (row["match"], row["completed_inning"]) if row["completed_by"] == player else None
            for row in racks
        ]
        streaks = [0]
        for place, mark in enumerate(marks):
            goes_on = mark is not None and place > 0 and marks[place - 1] == mark
            streaks.append(streaks[-1] + 1 if goes_on else int(mark is not None))
        if racks:
            done = {"completed": len(marks) - marks.count(None), "consecutive": max(streaks)}
            rows.append({"player": player, "racks": len(racks), **done})
    return rows
