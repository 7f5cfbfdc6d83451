"""Two hundred viewers behind one address: each hears every event once, whoever loses the line."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from benchmarks.viewers import LOSES_EVERY, MATCH, PLAYERS, serving, watched
from tests.api.serving import opened


@pytest.mark.slow
def test_everybody_who_watches_hears_every_event_once(tmp_path: Path) -> None:
    strokes = LOSES_EVERY + 2
    with serving(tmp_path / "data") as served:
        served.post("/v1/matches", opened(MATCH, players=PLAYERS))
        heard, _ = asyncio.run(watched(served, 200, strokes))
    assert len(heard) == 200
    assert {tuple(one.seqs) for one in heard} == {tuple(range(1, strokes + 2))}
