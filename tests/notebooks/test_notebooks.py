"""The notebooks run from top to bottom, and what they say is so."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path
from typing import Any

import pytest
from marimo._lint import run_check

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))
LAYERS = {"analytics", "ingest", "projections", "domain", "api", "benchmarks", "tests"}
Said = tuple[dict[str, Any], str]


def run(name: str) -> Said:
    """Run a notebook; return what its cells define, and all of its text."""
    outputs, defined = importlib.import_module(f"notebooks.{name}").app.run()
    prose = [output.text for output in outputs if type(output).__name__ == "_md"]
    return dict(defined), " ".join("".join(prose).split())


@pytest.mark.slow
def test_the_tour_agrees_with_the_tables_and_the_dictionary() -> None:
    found, said = run("tour")
    assert found["matches"]["discipline"].n_unique() == 5
    assert (found["sums"].height, found["differing"]) == (2, 0)
    joined = found["by_hand"].join(
        found["foul_rates"].rename({"per_stroke": "told", "strokes": "n"}),
        on=["player", "discipline"],
    )
    assert joined.height == found["by_hand"].height == found["foul_rates"].height
    assert joined["per_stroke"].to_list() == pytest.approx(joined["told"].to_list())
    assert joined["strokes"].to_list() == joined["n"].to_list()
    assert set(found["locked"]["unlock"]) == {"rows"}
    assert [found[chart].name for chart in ("race", "lengths")] == ["score-race", "run-lengths"]
    assert found["tables"].position in said


@pytest.mark.slow
def test_a_season_tells_a_coach_what_is_sure() -> None:
    found, said = run("season")
    mine, field = found["mine"], found["field"]
    assert found["who"].value == mine["player"]
    assert mine["low"] < mine["average"] < mine["high"]
    ranked = found["averages"]["average"].to_list()
    worse = sum(one < mine["average"] for one in ranked) / (len(ranked) - 1)
    assert field.row(0, named=True)["percentile"] == pytest.approx(100 * worse)
    assert field.filter(field["low"] > field["percentile"]).is_empty()
    assert found["run_ends"].rows[0]["ball"] == 1
    assert sum(found["by_code"].values()) >= found["straight"]["fouls"][0]["fouls"] > 0
    outcomes = found["safeties"].select("forced_foul", "no_pot", "returned", "failed")
    assert outcomes.sum_horizontal().to_list() == found["safeties"]["answered"].to_list()
    assert found["nerves"] is False
    assert "no difference" in said
    assert set(found["wanted"]["figure"]) <= {"rating_change", "low", "high", "held"}


@pytest.mark.slow
def test_an_audit_names_what_differs() -> None:
    found, said = run("audit")
    assert found["report"].matches == 362
    assert (found["differing"].height, found["turned"].height) == (20, 7)
    assert found["differing"]["missing"].min() == 1
    claimed = {row["result"]: row["matches"] for row in found["known"].to_dicts()}
    assert claimed == {"played": 290, "only claimed": 72}
    assert found["findings"].rows() == [
        ("claim_differs", "error", 72),
        ("claims_disagree", "error", 20),
    ]
    assert found["ratings"]["provisional"].all()
    assert found["apart"] is False
    assert "are <strong>not told apart</strong>" in said
    assert "highest" in found["unlock"]


@pytest.mark.slow
def test_the_texts_part_at_the_third_foul() -> None:
    found, said = run("texts")
    assert found["changed"].height == 4
    assert set(found["parted"]["text"]) == {"SI"}
    assert found["parted"]["third_foul"].all()
    assert set(found["parted"]["points"] - found["parted"]["under_PL"]) == {1}
    assert found["undecided"] == ["sim-3-000009"]
    counts = {row["text"]: row["third_fouls"] for row in found["counted"].to_dicts()}
    unsaid = {row["text"]: row["third_fouls"] for row in found["unsaid"].to_dicts()}
    assert counts == {"SI": 6, "PL": 6, "LT": 6}
    assert unsaid == {"SI": 6, "PL": 6, "LT": 0}
    assert "6 of 6" in said


@pytest.mark.slow
def test_equal_players_have_unequal_high_runs() -> None:
    found, said = run("high_run")
    often, seldom = found["summary"].to_dicts()
    assert often["run"] - seldom["run"] >= 5
    assert found["overlap"] is True
    for row in found["recovered"].to_dicts():
        assert abs(row["chance"] - found["chance"]) < 1.96 * row["error"]
    luck = found["luck"]
    assert luck["median"].is_sorted()
    assert luck.filter(
        (luck["low"] >= luck["median"]) | (luck["median"] >= luck["high"])
    ).is_empty()
    # The median of the best of n runs, in closed form: the k at which (1 - p^k)^n passes a half.
    p, n = found["chance"], luck.row(2, named=True)["innings"]
    exact = next(k for k in range(200) if (1 - p ** (k + 1)) ** n >= 0.5)
    assert abs(luck.row(2, named=True)["median"] - exact) <= 1
    assert 0.5 < found["apart"] < 0.8
    assert "as they should for equals" in said


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_imports_analytics_and_what_makes_its_records(notebook: Path) -> None:
    tree = ast.parse(notebook.read_text(encoding="utf-8"))
    names = {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    names |= {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    ours = {name for name in names if name.split(".")[0] in LAYERS}
    allowed = ("analytics", "ingest.simulate", "ingest.importers", "ingest.wire")
    assert "analytics" in ours
    assert {name for name in ours if not name.startswith(allowed)} == set()


@pytest.mark.slow
def test_marimo_finds_nothing_wrong_with_them() -> None:
    assert len(NOTEBOOKS) == 5
    found = run_check(tuple(map(str, NOTEBOOKS)))
    assert [one.skipped or one.failed for one in found.files] == [False] * len(NOTEBOOKS)
    assert {one.file: one.diagnostics for one in found.files if one.diagnostics} == {}
