"""Fouls, breaks, safeties, accuracy, ball in hand and times a second time, over lists."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from statistics import fmean, median
from typing import Any

from tests.analytics.second.record import (
    RACK_GAMES,
    Record,
    Row,
    attack,
    each,
    following,
    named,
    tally,
)

KEY = ("player", "discipline")
APART = {"deliberate_touch", "deliberate_stop", "unsporting"}


def foul_rates(rec: Record) -> list[Row]:
    rows: list[Row] = []
    groups: dict[tuple[Any, ...], list[Row]] = defaultdict(list)
    for row in rec.strokes:
        if not row["inferred"]:
            groups[row["player"], row["discipline"]].append(row)
    for (player, discipline), mine in groups.items():
        fouls = [row for row in mine if row["fouls"] and not APART & set(row["fouls"])]
        shots = [row for row in mine if row["kind"] == "shot"]
        turns = {(row["match"], row["inning"]) for row in mine if not row["out_of_turn"]}
        by_code = Counter(code for row in mine for code in row["fouls"])
        struck = sum(row["kind"] == "shot" for row in fouls)
        rows.append(
            {
                "player": player,
                "discipline": discipline,
                "matches": len({row["match"] for row in mine}),
                "strokes": len(shots),
                "innings": len(turns),
                "fouls": len(fouls),
                "per_stroke": struck / len(shots) if shots else None,
                "per_inning": len(fouls) / len(turns) if turns else None,
                "by_code": dict(by_code),
            }
        )
    return rows


def break_success(rec: Record) -> list[Row]:
    balls = {(row["match"], row["inning"], row["player"]): row["balls"] for row in rec.innings}
    rows: list[Row] = []
    groups: dict[tuple[Any, ...], list[tuple[str, bool]]] = defaultdict(list)
    for row in rec.shots("14.1", *RACK_GAMES):
        if row["phase"] == "break":
            answer = balls.get((row["match"], row["inning"] + 1, row["opponent"]))
            held = row["verdict"] == "legal" and not row["balls"] and answer == 0
            groups[row["player"], row["discipline"]].append((_outcome(row), held))
    for (player, discipline), mine in groups.items():
        straight = discipline == "14.1"
        good = ("made", "legal") if straight else ("won", "made")
        success = sum(outcome in good for outcome, _ in mine)
        rows.append(
            {
                "player": player,
                "discipline": discipline,
                "breaks": len(mine),
                "success": success,
                "rate": success / len(mine),
                "outcomes": dict(Counter(outcome for outcome, _ in mine)),
                "held": sum(held for _, held in mine) if straight else None,
            }
        )
    return rows


def _outcome(row: Row) -> str:
    if row["discipline"] == "14.1":
        if row["fouls"]:
            return "breaking_foul" if "break_foul" in row["fouls"] else "foul"
        return "made" if row["balls"] else "legal"
    if row["verdict"] != "legal" and "scratch" in row["fouls"]:
        return "scratch"
    if row["verdict"] in ("illegal_break", "break_foul"):
        return "illegal"
    if row["verdict"] != "legal":
        return "foul"
    if row["rack_won_by"] == row["player"]:
        return "won"
    return "made" if row["balls"] else "dry"


def safeties(rec: Record) -> list[Row]:
    rows: list[Row] = []
    for row, answer in following(rec.strokes):
        declared = row["kind"] == "shot" and row["call"] == "safety" and not row["fouls"]
        if not declared or row["inferred"] or row["discipline"] == "9-ball" or answer is None:
            continue
        recorded = answer["kind"] == "shot" and not answer["inferred"]
        same_rack = answer["rack"] == row["rack"]
        if recorded and same_rack and answer["player"] == row["opponent"]:
            rows.append(row | {"outcome": _answered(answer)})
    found = tally(
        rows, KEY,
        answered=each,
        **{name: _answer_was(name) for name in ("forced_foul", "no_pot", "returned", "failed")},
        good=lambda row: row["outcome"] in ("forced_foul", "no_pot"),
    )  # fmt: skip
    return named(found, KEY, rate=("good", "answered"))


def _answer_was(outcome: str) -> Callable[[Row], bool]:
    def test(row: Row) -> bool:
        return row["outcome"] == outcome

    return test


def _answered(answer: Row) -> str:
    if answer["fouls"]:
        return "forced_foul"
    if answer["call"] == "safety":
        return "returned"
    return "failed" if answer["balls"] else "no_pot"


def accuracy(rec: Record) -> list[Row]:
    rows = [row for row in rec.shots() if attack(row)]
    found = tally(
        rows, KEY,
        attempts=each,
        made=lambda row: row["made"] and not row["fouls"],
    )  # fmt: skip
    return named(found, KEY, rate=("made", "attempts"))


def conversion(rec: Record) -> list[Row]:
    rows: list[Row] = []
    for turn in rec.turns("14.1", "snooker", *RACK_GAMES):
        first = turn[0]
        whole = all(row["kind"] == "shot" and not row["inferred"] for row in turn)
        if whole and first["cue_ball"] in ("head", "anywhere", "D") and not first["is_break"]:
            by_points = first["discipline"] in ("14.1", "snooker")
            made = sum(row["points" if by_points else "balls"] for row in turn)
            rows.append(first | {"after": made, "scored": first["made"]})
    found = tally(
        rows, KEY,
        chances=each,
        scored=lambda row: row["scored"],
        points=lambda row: row["after"],
    )  # fmt: skip
    return named(found, KEY, rate=("scored", "chances"))


def stroke_times(rec: Record) -> list[Row]:
    times: dict[tuple[str, str], list[int]] = defaultdict(list)
    for row in rec.shots():
        if row["duration_ms"] is not None and not row["after_timeout"]:
            times[row["player"], row["discipline"]].append(row["duration_ms"])
    return [
        {
            "player": player,
            "discipline": discipline,
            "n": len(mine),
            "mean_ms": fmean(mine),
            "median_ms": median(mine),
            "over_limit": sum(one > 30_000 for one in mine) / len(mine),
        }
        for (player, discipline), mine in times.items()
    ]
