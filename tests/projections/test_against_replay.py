"""The tables against the replay they come from, and against each other, worked out another way."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from domain.events import Inning, Shot
from domain.replay import Line, Replay, by_match, replay
from ingest.wire import receive_all
from projections.store import Store
from tests.domain.scenario import Scenario
from tests.laws.strategies import matches
from tests.projections.logs import fill, log_of, raws_of, vector_logs

Rows = list[dict[str, Any]]
LOGS = vector_logs()


def replayed(raws: list[bytes]) -> list[tuple[Replay, list[Line]]]:
    found: list[tuple[Replay, list[Line]]] = []
    for match, records in by_match(receive_all(raws)):
        lines: list[Line] = []
        found.append((replay(match, records, trace=lines.append), lines))
    return found


def check(raws: list[bytes]) -> None:
    store = fill(log_of(raws))
    for result, lines in replayed(raws):
        if result.events or result.waiting:
            check_match(store, result, lines)
            check_strokes(store, result, lines)
            check_innings(store, result.match)
            check_racks(store, result.match)
    counted = [result for result, _ in replayed(raws)]
    for table, lists in (
        ("quarantine", [result.quarantined for result in counted]),
        ("duplicates", [result.duplicates for result in counted]),
    ):
        told = Counter((item.seq, item.id) for items in lists for item in items)
        kept = store.rows(f"FROM {table}")
        assert Counter((row["seq"], row["id"]) for row in kept) == told


def check_match(store: Store, result: Replay, lines: list[Line]) -> None:
    (row,) = store.rows("SELECT * FROM matches WHERE match = ?", [result.match])
    assert row["events"] == result.events
    assert row["waiting"] == len(result.waiting)
    assert row["rejected"] == len(result.rejected)
    found = store.rows("SELECT * FROM findings WHERE match = ?", [result.match])
    assert Counter((f["code"], f["seq"], f["detail"]) for f in found) == Counter(
        (f.code, f.seq, f.detail) for f in result.findings
    )
    severities = Counter(found.severity for found in result.findings)
    for name, severity in (("errors", "error"), ("warnings", "warning"), ("notes", "note")):
        assert row[name] == severities[severity]
    state = result.state
    if state is None or result.players is None:
        assert row["status"] == "not_open"
        return
    assert row["status"] == state["status"]
    assert row["winner"] == state["winner"]
    assert row["open_protests"] == len(state["protests"])
    assert (row["awarded_winner"] if row["is_awarded"] else None) == (
        state["awarded"]["winner"] if state["awarded"] else None
    )
    assert (row["result"] is None) == (state["status"] == "open")
    for side, player in enumerate(result.players, start=1):
        assert row[f"player{side}"] == player
        assert row[f"score{side}"] == state["score"][player]
        gained = sum(line.ruling.points[side - 1] for line in lines)
        assert row[f"points{side}"] == gained


def check_strokes(store: Store, result: Replay, lines: list[Line]) -> None:
    """Every accepted stroke has a row that says what its ruling and the state before it say."""
    rows = store.rows("SELECT * FROM rulings WHERE match = ? ORDER BY seq, part", [result.match])
    struck = [
        (line, before.state)
        for before, line in zip([lines[0], *lines], lines, strict=False)
        if isinstance(line.step.event, Shot | Inning)
        and line.ruling.verdict != "rejected"
        and not line.step.struck
    ]
    amended = any(type(line.step.event).__name__ == "Settled" for line in lines)
    assert [(row["seq"], row["part"]) for row in rows] == [
        (line.step.seq, line.step.part) for line, _ in struck
    ]
    for row, (line, before) in zip(rows, struck, strict=True):
        ruling, event = line.ruling, line.step.event
        assert isinstance(event, Shot | Inning)
        assert before is not None
        assert row["player"] == event.player
        assert row["kind"] == ("shot" if isinstance(event, Shot) else "inning")
        assert row["score"] == before["score"][event.player]
        assert row["phase"] == ("break" if before["phase"] == "break" else "play")
        assert row["cue_ball"] == before["cue_ball"]
        assert row["inning"] == before["inning"] + (before["phase"] == "choice")
        assert row["rack"] == before["rack"] + (before["phase"] == "rerack")
        if before["frame_score"] is not None:
            assert row["frame_score"] == before["frame_score"][event.player]
        if not amended:
            assert row["verdict"] == ruling.verdict
            assert tuple(row["fouls"]) == ruling.fouls
            assert tuple(row["clauses"]) == ruling.clauses
            assert row["run"] == ruling.run
            assert row["rack_won_by"] == ruling.rack_won_by
            assert row["match_won_by"] == ruling.match_won_by


def check_innings(store: Store, match: str) -> None:
    """Turns are what their strokes add up to."""
    rows: Rows = store.rows(
        """
        SELECT inning, any_value(player) AS player, min(seq) AS first_seq, max(seq) AS last_seq,
            sum(balls)::INT AS balls, sum(points)::INT AS points, max(run) AS run,
            count(*) AS strokes, max(stroke) AS last_stroke, bool_or(kind = 'inning') AS summed,
            count(*) FILTER (n_fouls > 0) AS fouls, bool_or(inferred) AS inferred,
            arg_min(is_break, (seq, coalesce(part, 0))) AS first_is_break,
            arg_min(in_hand, (seq, coalesce(part, 0))) AS started_in_hand,
            arg_min(rack, (seq, coalesce(part, 0))) AS rack,
            arg_min(restart IS NULL, (seq, coalesce(part, 0))) AS paired
        FROM rulings WHERE match = ? AND NOT void AND NOT out_of_turn
        GROUP BY inning ORDER BY inning
        """,
        [match],
    )
    innings = store.rows("SELECT * FROM innings WHERE match = ? ORDER BY inning", [match])
    assert [row["inning"] for row in innings] == [row["inning"] for row in rows]
    for inning, row in zip(innings, rows, strict=True):
        assert row["strokes"] == row["last_stroke"]
        assert inning["strokes"] == (None if row["summed"] else row["strokes"])
        assert inning["is_shots"] is not row["summed"]
        same = (
            "player", "first_seq", "last_seq", "balls", "points", "run", "fouls", "inferred",
            "first_is_break", "started_in_hand", "rack", "paired",
        )  # fmt: skip
        assert {name: inning[name] for name in same} == {name: row[name] for name in same}


def check_racks(store: Store, match: str) -> None:
    """Racks hold the strokes that name them."""
    rows = store.rows(
        """
        SELECT rack, count(*) FILTER (kind = 'shot') AS strokes, min(seq) AS first_seq
        FROM rulings WHERE match = ? AND NOT void AND NOT out_of_turn GROUP BY rack
        """,
        [match],
    )
    if any(b"position_set" in raw for raw in store.raw_events(match)):
        return
    racks = {row["rack"]: row for row in store.rows("SELECT * FROM racks WHERE match = ?", [match])}
    for row in rows:
        assert racks[row["rack"]]["strokes"] == row["strokes"]
    for rack, row in racks.items():
        assert row["strokes"] == sum(one["strokes"] for one in rows if one["rack"] == rack)


@pytest.mark.parametrize("raws", [raws for _, raws in LOGS], ids=[name for name, _ in LOGS])
def test_a_conformance_vector(raws: list[bytes]) -> None:
    check(raws)


@pytest.mark.slow
@pytest.mark.timeout(900)
@given(matches())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_generated_matches(match: Scenario) -> None:
    check(raws_of(match.events))
