"""Faults of names that scoring systems had (``docs/known-faults.md``, 91)."""

from __future__ import annotations

from pathlib import Path

from ingest.importers.mapping import Mapping
from ingest.importers.report import Report
from ingest.importers.run import read
from ingest.importers.source import Source

HEAD = "date,player_a,player_b,score_a,score_b,discipline,rules\n"


def test_91_spaces_that_cannot_be_seen_part_no_name(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    rows = (
        "2026-05-09,Ana  Kos,Bor Lah,5,3,9-ball,LT\n2026-05-10,Ana\u00a0Kos,Bor Lah,2,5,9-ball,LT\n"
    )
    path.write_text(HEAD + rows, encoding="utf-8")
    made = list(read([Source(path.name, path)], Mapping(), bytes(32), Report()))
    ids = {named.player for one in made for named in one.named if named.name != "Bor Lah"}
    assert len(made) == 2
    assert len(ids) == 1
