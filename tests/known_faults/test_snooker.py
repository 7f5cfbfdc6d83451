"""Faults of snooker that scoring systems had (``docs/known-faults.md``, 45)."""

from __future__ import annotations

from analytics import answer
from tests.analytics.conftest import Tables


def test_45_a_frame_without_its_visits_has_no_highest_break() -> None:
    tables = Tables()
    frame = {"match": "m1", "discipline": "snooker"}
    tables.put("matches", {**frame, "score1": 1})
    tables.put("racks", {**frame, "rack": 1, "winner": "ana", "points1": 71, "points2": 20})
    rows = {row["player"]: row for row in answer("snooker-breaks", tables)["rows"]}
    assert (rows["ana"]["frames_won"], rows["bor"]["frames"]) == (1, 1)
    assert [rows[player]["highest"] for player in ("ana", "bor")] == [None, None]
