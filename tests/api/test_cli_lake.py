"""``cuelog lake``: a lake built of an archive, shown, and read by the statistics."""

import sys
from pathlib import Path

import pytest

from tests.api.commands import LOGS, cuelog


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """Return a data directory, its archive, and the lake of that."""
    root = tmp_path_factory.mktemp("lake")
    data, kept, lake = root / "data", root / "kept", root / "lake"
    assert cuelog("ingest", *LOGS.glob("*.jsonl"), "--data", data).status == 0
    assert cuelog("players", "merge", "player-2", "player-1", "--data", data).status == 0
    assert cuelog("archive", kept, "--data", data).status == 0
    assert cuelog("lake", "build", kept, lake, "--workers", "1").status == 0
    return data, kept, lake


def test_a_lake_is_built_and_shown(places: tuple[Path, Path, Path]) -> None:
    _, kept, lake = places
    again = cuelog("lake", "build", kept, lake, "--workers", "1", "--json").json()
    assert (again["made"], again["records"], again["tables"]["matches"]) == (0, 821, 17)
    snooker = next(game for game in again["games"] if game["discipline"] == "snooker")
    assert (snooker["matches"], snooker["best run"]) == (14, 146)
    shown = cuelog("lake", "show", lake).out.splitlines()
    assert shown[0] == f"{lake}: {again['pieces']} pieces, 821 records"
    assert ["matches", "17"] in [line.split() for line in shown]


def test_statistics_read_a_lake_as_they_read_a_node(places: tuple[Path, Path, Path]) -> None:
    data, _, lake = places
    for words in (
        ("averages", "--json"),
        ("high-runs", "--best", "--csv"),
        ("foul-rates", "--json"),
    ):
        told = cuelog("stats", *words, "--data", lake)
        assert (told.status, told.out) == (0, cuelog("stats", *words, "--data", data).out)


def test_what_cannot_be_built_or_read_is_told(
    places: tuple[Path, Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, kept, lake = places
    nothing = cuelog("lake", "build", tmp_path / "none", tmp_path / "lake")
    assert (nothing.status, "`cuelog archive` makes one" in nothing.err) == (2, True)
    wrong = cuelog("lake", "build", kept, data)
    assert (wrong.status, "name another folder" in wrong.err) == (2, True)
    unbuilt = cuelog("lake", "show", tmp_path)
    assert (unbuilt.status, "`cuelog lake build` makes it" in unbuilt.err) == (2, True)
    told = (lake / "lake.json").read_text("utf-8")
    older = told.replace('"rules_version":"20', '"rules_version":"19')
    (tmp_path / "lake.json").write_text(older, "utf-8")
    for words in (("lake", "show", tmp_path), ("stats", "averages", "--data", tmp_path)):
        old = cuelog(*words)
        assert (old.status, "made by other versions" in old.err) == (2, True)
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "projections.lake.ray_runner", raising=False)
    missing = cuelog("lake", "build", kept, tmp_path / "lake", "--runner", "ray")
    assert (missing.status, "extra `ray`" in missing.err) == (2, True)
