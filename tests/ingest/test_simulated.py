"""Simulated games: another program's ruling beside ours, stroke by stroke.

The simulator's contacts, cushions and pockets are imported as facts; what it made of them (legal or
not, who goes on, points, where the cue ball is, who won) is compared with our replay. Each
difference is listed here with the clause of the text that makes it.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final, NamedTuple

from domain import events as ev
from domain.replay import Line, replay
from ingest.importers.pooltool import player_id
from ingest.wire import encode, receive_all
from tests.ingest.import_cases import GOLDEN, run

FILE = GOLDEN.parent / "simulated" / "pooltool.json"
GAMES: Final[list[dict[str, Any]]] = json.loads(FILE.read_text("utf-8"))
LEGAL: Final = {"legal"}
IN_HAND: Final = {
    "none": "position",
    "anywhere": "anywhere",
    "behind_line": "head",
    "semicircle": "D",
}
EXPLAINED: Final = {
    # The 8 on the break wins nothing: the breaker has it spotted, or breaks once more.
    ("EIGHTBALL", 2, 1, "end"): "LT-8-BRK-7",
    # After a foul on the break the cue ball is in hand behind the head string, not anywhere.
    ("EIGHTBALL", 0, 2, "cue ball"): "LT-8-BRK-10b",
    # An illegal break is no foul: the opponent takes the table as it is, or has it racked again.
    ("EIGHTBALL", 4, 2, "cue ball"): "LT-8-BRK-6",
}


class Stroke(NamedTuple):
    """A stroke as it was simulated, our line for it, and the line before it."""

    told: dict[str, Any]
    ours: Line
    before: Line


def strokes() -> list[tuple[tuple[str, int], list[Stroke]]]:
    made, report = run([FILE])
    assert report.counts["contradictory"] == report.counts["refused"] == 0
    found: list[tuple[tuple[str, int], list[Stroke]]] = []
    for match, game in zip(made, GAMES, strict=True):
        lines: list[Line] = []
        replay(match.match, receive_all([*map(encode, match.events)]), trace=lines.append)
        shots = [at for at, line in enumerate(lines) if isinstance(line.step.event, ev.Shot)]
        listed = [
            Stroke(told, lines[at], lines[at - 1])
            for told, at in zip(game["shots"], shots, strict=True)
        ]
        found.append(((game["game"], game["seed"]), listed))
    return found


def differences(game: str, stroke: Stroke, points: Counter[str]) -> list[str]:
    """Return in what a stroke differs; ``points`` are the simulator's before it."""
    told, ruling, state = stroke.told, stroke.ours.ruling, stroke.ours.state or {}
    before = stroke.before.state or {}
    found: list[str] = []
    if told["legal"] != (ruling.verdict in LEGAL):
        found.append("legal")
    finished = state["status"] == "finished"
    winner = player_id(told["winner"]) if told["winner"] else None
    if (told["game_over"], winner) != (finished, state["winner"]):
        found.append("end")
    following = told["player"] if not told["turn_over"] else "AB".replace(told["player"], "")
    if not told["game_over"] and state["to_act"] != player_id(following):
        found.append("turn")
    if IN_HAND[told["ball_in_hand"]] != before["cue_ball"]:
        found.append("cue ball")
    if game == "NINEBALL" and told["on"][0] != before["on"]:
        found.append("ball on")
    if game == "SNOOKER":
        now: Counter[str] = Counter(told["score"])
        gained = {player: now[player] - points[player] for player in "AB"}
        if tuple(gained.values()) != ruling.points:
            found.append("points")
        points.clear()
        points.update(now)
    return found


def test_every_difference_is_one_the_text_makes() -> None:
    found: dict[tuple[str, int, int, str], set[str]] = {}
    count = 0
    for (game, seed), listed in strokes():
        points: Counter[str] = Counter()
        for stroke in listed:
            count += 1
            cited = {*stroke.ours.ruling.clauses, *stroke.before.ruling.clauses}
            for what in differences(game, stroke, points):
                found[game, seed, stroke.told["n"], what] = cited
    assert count == 332
    assert found.keys() == EXPLAINED.keys()
    missing = {key for key, clause in EXPLAINED.items() if clause not in found[key]}
    assert missing == set(), {key: found[key] for key in missing}


def test_fouls_carry_the_code_of_the_reason_told() -> None:
    codes = {
        "Lowest ball not hit first": "wrong_ball_first",
        "First contact wasn't made with target balls": "wrong_ball_first",
        "First contact made with a ball that's not on!": "wrong_ball_first",
        "Cue ball in pocket!": "scratch",
        "Pocketed a ball that's not on!": "wrong_ball_potted",
    }
    seen: Counter[str] = Counter()
    for _, listed in strokes():
        for stroke in listed:
            code = codes.get(stroke.told["reason"])
            if code is not None:
                seen[code] += 1
                assert code in stroke.ours.ruling.fouls
    assert seen == {"wrong_ball_first": 47, "scratch": 12, "wrong_ball_potted": 14}
