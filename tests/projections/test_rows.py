"""Rows of small matches, worked out by hand."""

from __future__ import annotations

from typing import Any

from projections.store import Store
from tests.domain.scenario import Scenario
from tests.projections.logs import fill, log_of, only, raws_of

Rows = list[dict[str, Any]]


def played(*steps: str | dict[str, Any], rules: str = "PL", **opening: object) -> Store:
    """Return the tables of a match of 14.1; ``A`` breaks."""
    match = Scenario(rules, opening={"breaker": "A"} | opening)
    for step in steps:
        match.play(step)
    return fill(log_of(raws_of(match.events)))


def some(store: Store, table: str, *columns: str) -> list[tuple[Any, ...]]:
    rows = store.rows(f"FROM {table} ORDER BY ALL")
    return [tuple(row[column] for column in columns) for row in rows]


def match_row(store: Store) -> dict[str, Any]:
    return only(store.rows("FROM matches"))


def test_strokes_of_a_run() -> None:
    store = played("A break", "B pot 5", "B pot 6", "B miss", "A pot 7")
    shown = ("seq", "player", "inning", "stroke", "is_break", "call", "attack", "made", "points")
    assert some(store, "rulings", *shown) == [
        (2, "ana", 1, 1, True, "safety", False, False, 0),
        (3, "bor", 2, 1, False, "nominated", True, True, 1),
        (4, "bor", 2, 2, False, "nominated", True, True, 1),
        (5, "bor", 2, 3, False, "nominated", True, False, 0),
        (6, "ana", 3, 1, False, "nominated", True, True, 1),
    ]
    assert some(store, "rulings", "run", "rack_ball", "score", "score_opponent") == [
        (0, 1, 0, 0), (1, 1, 0, 0), (2, 2, 1, 0), (2, 3, 2, 0), (1, 3, 0, 2),
    ]  # fmt: skip


def test_turns_and_their_endings() -> None:
    store = played("A break", "B pot 5", "B pot 6", "B miss", "A foul", "B pot 7")
    shown = ("inning", "player", "strokes", "balls", "points", "run", "ending", "open")
    assert some(store, "innings", *shown) == [
        (1, "ana", 1, 0, 0, 0, "safety", False),
        (2, "bor", 3, 2, 2, 2, "miss", False),
        (3, "ana", 1, 0, -1, 0, "foul", False),
        (4, "bor", 1, 1, 1, 1, "open", True),
    ]
    shown = ("first_is_break", "safety_at_once", "scored_at_once", "paired", "first_rack_ball")
    assert some(store, "innings", *shown) == [
        (True, True, False, True, 1),
        (False, False, True, True, 1),
        (False, False, False, True, 3),
        (False, False, True, True, 3),
    ]
    row = match_row(store)
    assert (row["points1"], row["points2"]) == (-1, 3)
    assert (row["innings1"], row["innings2"]) == (2, 2)
    assert (row["high_run1"], row["high_run2"]) == (0, 2)
    assert (row["fouls1"], row["fouls2"]) == (1, 0)
    assert (row["strokes"], row["strokes_called"], row["strokes_timed"]) == (6, 6, 0)


def test_a_rack_made_in_one_turn() -> None:
    store = played("A break", "B run 15")
    shown = ("rack", "how", "is_open", "strokes", "points2", "completed_by", "completed_inning")
    assert some(store, "racks", *shown) == [
        (1, "racked", False, 15, 14, "bor", 2),
        (2, None, True, 1, 1, None, None),
    ]
    assert some(store, "rulings", "rack", "is_break_shot", "balls_before")[-2:] == [
        (1, False, 2),
        (2, True, 15),
    ]
    assert some(store, "innings", "balls", "run", "rack")[-1] == (15, 15, 1)


def test_racks_of_turns_summed_up() -> None:
    made = {"type": "inning", "player": "A", "made": 30, "end": "miss"}
    store = played(made, {"type": "inning", "player": "B", "made": 3, "end": "safety"})
    shown = ("rack", "how", "first_seq", "last_seq", "completed_by", "points1", "points2")
    assert some(store, "racks", *shown) == [
        (1, "racked", 2, 2, "ana", 14, 0),
        (2, "racked", 2, 2, "ana", 14, 0),
        (3, None, 2, 3, None, 2, 3),
    ]
    shown = ("strokes", "balls", "run", "ending", "is_shots", "scored_at_once", "safety_at_once")
    assert some(store, "innings", *shown) == [
        (None, 30, 30, "miss", False, None, False),
        (None, 3, 3, "safety", False, None, False),
    ]
    row = match_row(store)
    assert (row["innings_by_shots"], row["innings_by_sums"], row["strokes"]) == (0, 2, 0)


def test_the_break_after_a_third_foul_is_a_turn_of_its_own() -> None:
    store = played(
        "A break", "B foul", "A safe", "B foul", "A safe", "warn B", "B foul", "B break", rules="SI"
    )
    third = store.rows("FROM rulings WHERE third_foul")
    assert [(row["player"], row["points"]) for row in third] == [("bor", -15)]
    assert some(store, "innings", "player", "ending", "paired")[-2:] == [
        ("bor", "foul", True),
        ("bor", "safety", False),
    ]
    again = only(store.rows("FROM rulings WHERE restart IS NOT NULL"))
    assert (again["player"], again["restart"], again["is_break"]) == ("bor", "third_foul", True)
    assert some(store, "racks", "how") == [("third_foul",), (None,)]


def test_a_break_ordered_again() -> None:
    store = played("A short", "B rebreak", "A break")
    assert some(store, "innings", "player", "ending", "paired") == [
        ("ana", "break_foul", True),
        ("ana", "safety", False),
    ]
    assert some(store, "racks", "how", "rebreaks") == [("rebreak", 1), (None, 0)]


def test_a_void_stroke_keeps_a_row_and_nothing_else() -> None:
    store = played("A break", "B pot 5", {"type": "void"}, "B pot 6", "B miss")
    assert some(store, "rulings", "seq", "stroke", "void") == [
        (2, 1, False), (3, None, True), (5, 1, False), (6, 2, False),
    ]  # fmt: skip
    assert some(store, "innings", "balls", "points", "first_seq")[-1] == (1, 1, 5)
    row = match_row(store)
    assert (row["points2"], row["score2"], row["strokes"], row["racks"]) == (1, 1, 3, 1)


def test_a_ball_that_settles_belongs_to_its_stroke() -> None:
    settled = {"type": "settled", "ball": "6", "seconds": 2}
    store = played("A break", "B pot 5", settled, "B miss")
    row = store.rows("FROM rulings ORDER BY seq")[1]
    assert (row["balls"], row["points"], row["run"], row["verdict"]) == (2, 2, 2, "legal")
    assert some(store, "innings", "balls", "points", "strokes")[-1] == (2, 2, 2)


def test_how_a_match_may_end() -> None:
    won = played("A break", "B pot 5", "B pot 6", target=2)
    assert some(won, "innings", "ending", "open")[-1] == ("match_won", True)
    assert match_row(won)["result"] == "played"
    assert match_row(won)["winner"] == "bor"
    given_up = played("A break", "B pot 5", {"type": "concession", "player": "A", "of": "match"})
    assert some(given_up, "innings", "ending", "open")[-1] == ("concession", True)
    assert match_row(given_up)["result"] == "concession"
    stopped = played("A break", "B pot 5", {"type": "match_closed", "result": "limit"})
    assert some(stopped, "innings", "ending")[-1] == ("limit",)
    assert match_row(stopped)["result"] == "limit"
    turns = played("A break", "B miss", options={"inning_limit": 1})
    assert match_row(turns)["result"] == "limit"
    assert some(turns, "innings", "ending")[-1] == ("miss",)
    away = played({"type": "match_closed", "result": "walkover", "winner": "B"})
    assert match_row(away)["result"] == "walkover"
    assert some(away, "racks", "rack") == []


def test_penalties_outside_turns() -> None:
    fine = {"type": "sanction", "player": "B", "penalty": "points", "points": 5}
    out = {"type": "shot", "player": "A", "fouls": ["out_of_turn"]}
    store = played("A break", out, fine, "B pot 5")
    row = match_row(store)
    assert (row["points1"], row["points2"]) == (-1, -4)
    assert (row["other_points1"], row["other_points2"]) == (-1, -5)
    stray = only(store.rows("FROM rulings WHERE out_of_turn"))
    assert (stray["player"], stray["stroke"], stray["points"]) == ("ana", None, -1)
    assert some(store, "innings", "player", "points") == [("ana", 0), ("bor", 1)]


def test_a_handicap_is_no_points_made() -> None:
    start = {"score": {"B": 20}}
    row = match_row(played("A break", "B pot 5", start=start))
    assert (row["score2"], row["points2"], row["start2"], row["is_handicapped"]) == (
        21,
        1,
        20,
        True,
    )


def test_names_are_those_of_the_latest_opening() -> None:
    logs: list[bytes] = []
    for number, name in enumerate(("Ana", "Ana Kos", "A. Kos")):
        people = [{"id": "ana", "name": name, "country": "SI"}, "bor"]
        match = Scenario(
            "PL", opening={"players": people, "at": f"2026-05-0{3 - number}T18:00:00Z"}
        )
        logs += raws_of(match.events, f"m{number}")
    store = fill(log_of(logs), 1)
    assert some(store, "players", "player", "name", "country") == [
        ("ana", "Ana", "SI"),
        ("bor", None, None),
    ]
