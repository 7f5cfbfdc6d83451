"""``analytics.open``: the same tables and figures, wherever they are."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

import analytics
from analytics import CannotOpen, Tables
from analytics.charts import CHARTS
from analytics.filters import BadFilter
from api.wiring import open_people
from projections.schema import TABLES
from projections.store import Store
from tests.api.commands import STRAIGHT, cuelog
from tests.api.serving import inning, opened
from tests.api.test_processes import ROOT, serve

FIGURES = "averages"
NAMED = {"id": "ana", "name": "Ana Novak"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fill a data directory, hold it no more, and export it."""
    data = tmp_path_factory.mktemp("opened") / "data"
    turns = [
        inning("bor" if turn % 2 else "ana", made, id=f"e{turn}", match="m", seq=turn + 2)
        for turn, made in enumerate((7, 2, 0, 11))
    ]
    log = data.parent / "m.jsonl"
    log.write_text("\n".join(map(json.dumps, [opened(players=[NAMED, "bor"]), *turns])))
    assert cuelog("ingest", log, "--data", data).status == 0
    with open_people(data, None) as people:
        people.name("p-1", "Ana N.")
        people.merge("ana", "p-1")
    assert cuelog("export", "all", "--out", data.parent / "out", "--data", data).status == 0
    kept, lake = data.parent / "kept", data.parent / "lake"
    assert cuelog("archive", kept, "--data", data).status == 0
    assert cuelog("lake", "build", kept, lake, "--workers", "1").status == 0
    return data


@pytest.fixture(params=("directory", "file", "exported", "lake"))
def tables(data: Path, request: pytest.FixtureRequest) -> Iterator[Tables]:
    places = {"directory": data, "file": data / "tables.duckdb", "exported": data.parent / "out"}
    places |= {"lake": data.parent / "lake"}
    with analytics.open(places[request.param]) as found:
        yield found


def test_a_place_gives_relations_frames_and_figures(tables: Tables) -> None:
    assert isinstance(tables.innings, duckdb.DuckDBPyRelation)
    frame = tables.innings.order("inning").pl()
    assert frame["balls"].to_list() == [7, 2, 0, 11]
    assert tables["matches"].pl()["player1"].to_list() == ["ana"], "ids are those of the record"
    made = tables.sql("SELECT sum(balls) FROM innings WHERE player = ?", ["bor"])
    assert made.fetchall() == [(13,)]
    figures = tables.statistic(FIGURES)
    assert figures.select("player", "balls", "average").rows() == [
        ("bor", 13, 6.5),
        ("p-1", 7, 3.5),
    ]
    assert tables.statistic(FIGURES, player="ana")["player"].to_list() == ["p-1"]
    assert tables.position == "0:5"
    assert set(TABLES) <= set(dir(tables))


def test_a_chart_is_shown_by_a_notebook_with_names(data: Path) -> None:
    with analytics.open(data) as tables:
        drawn = tables.chart("inning-sheet", match="m")
        assert {row["name"] for row in drawn.rows} == {"Ana N.", "bor"}
        assert drawn._repr_svg_().startswith("<svg")


def test_a_profile_is_of_the_person(data: Path) -> None:
    with analytics.open(data) as tables:
        told = tables.profile("ana", discipline="14.1")
        assert (told["player"], told["filters"]) == ("p-1", {"discipline": "14.1"})
        assert told["disciplines"]["14.1"]["figures"][0]["value"] == 3.5


def test_a_statistic_without_rows_has_its_columns(data: Path) -> None:
    with analytics.open(data) as tables:
        nothing = tables.statistic(FIGURES, player="nobody")
        assert nothing.is_empty()
        assert nothing.columns == list(analytics.catalogue()[FIGURES].columns)
        assert tables.answer(FIGURES, since="2027-01-01")["filters"] == {"from": "2027-01-01"}


def test_a_log_and_its_records_are_replayed(data: Path) -> None:
    path = data.parent / "m.jsonl"
    one, other = analytics.open(path), analytics.open(path.read_bytes().splitlines())
    assert one.innings.pl()["balls"].sum() == other.innings.pl()["balls"].sum() == 20
    examples = analytics.open(STRAIGHT.parent)
    assert examples.matches.pl().height == len(list(STRAIGHT.parent.glob("*.jsonl")))


def test_a_log_is_ruled_under_another_text(data: Path) -> None:
    log = data.parent / "m.jsonl"
    assert {text: rules_of(log, text) for text in ("SI", "LT", None)} == {
        "SI": "SI", "LT": "LT", None: "PL",
    }  # fmt: skip
    assert set(analytics.open(STRAIGHT.parent, rules="SI").matches.pl()["rules"]) == {"SI", "LT"}
    with pytest.raises(CannotOpen, match="US is no rule text; there are LT, PL, SI"):
        rules_of(log, "US")
    with pytest.raises(CannotOpen, match=r"ruled already; open its log \(.jsonl\)"):
        rules_of(data, "SI")


def rules_of(place: Path, rules: str | None) -> str:
    return analytics.open(place, rules=rules).matches.pl()["rules"].item()


def test_one_exported_file_is_one_table_whatever_it_is_called(data: Path, tmp_path: Path) -> None:
    shutil.copy(data.parent / "out" / "innings.parquet", tmp_path / "turns.parquet")
    tables = analytics.open(tmp_path / "turns.parquet")
    assert tables.innings.count("*").fetchall() == [(4,)]
    with pytest.raises(CannotOpen, match=r"table matches is not among .*`cuelog export matches`"):
        _ = tables.matches


def test_a_lake_says_where_its_records_are(data: Path) -> None:
    lake = data.parent / "lake"
    tables = analytics.open(lake)
    with pytest.raises(CannotOpen, match=r"lake: a lake holds no records.*`cuelog log copy"):
        _ = tables.events
    assert tables.profile("ana", discipline="14.1")["player"] == "p-1"
    with pytest.raises(CannotOpen, match="other versions"):
        analytics.open(of_another_version(lake, data.parent / "older"))


def of_another_version(lake: Path, copy: Path) -> Path:
    told = json.loads((shutil.copytree(lake, copy) / "lake.json").read_bytes())
    (copy / "lake.json").write_text(json.dumps(told | {"format": 0}))
    return copy


def test_a_copied_duckdb_file_is_opened_by_itself(data: Path, tmp_path: Path) -> None:
    shutil.copy(data / "tables.duckdb", tmp_path / "copy.duckdb")
    tables = analytics.open(tmp_path / "copy.duckdb")
    assert tables.statistic(FIGURES)["player"].to_list() == ["bor", "ana"], "nobody is merged there"


def test_an_erased_name_is_in_no_table(data: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(data, tmp_path / "data")
    assert "Ana Novak" in analytics.open(copy).matches.pl()["name1"].to_list()
    assert cuelog("erase", "ana", "--data", copy).status == 0
    tables = analytics.open(copy)
    assert tables.matches.pl()["name1"].to_list() == [None]
    assert tables.events.pl()["raw"].null_count() == 5
    assert set(tables.names(["ana", "p-1", "bor"]).values()) == {"ana", "p-1", "bor"}


@pytest.mark.slow
def test_a_service_is_read_by_its_url_and_through_the_directory_it_holds(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = shutil.copytree(data, data.parent / "served")
    monkeypatch.setenv("CUELOG_READING", "token")
    running = serve(copy)
    try:
        for place in (running.url, f"{running.url}/v1/", copy):  # its owner needs no token
            tables = analytics.open(place, token=None if place == copy else running.token)
            assert tables.statistic(FIGURES)["player"].to_list() == ["bor", "p-1"]
            assert tables.names(["p-1"]) == {"p-1": "Ana N."}
        innings = analytics.open(
            running.url, token=running.token
        ).innings  # outlives what it was asked of
        assert innings.pl()["balls"].sum() == 20
        with pytest.raises(CannotOpen, match=r"/nowhere/v1/players.*is it cuelog\?"):
            analytics.open(f"{running.url}/nowhere", token=running.token)
        with pytest.raises(CannotOpen, match=r"asks who reads: give a token"):
            analytics.open(running.url)
        (copy / "service.json").unlink()
        with pytest.raises(CannotOpen, match="another process holds its tables"):
            analytics.open(copy)
    finally:
        running.end()
    with pytest.raises(CannotOpen, match="no service answers there"):
        analytics.open(running.url)


def test_what_cannot_be_opened_says_why_and_what_to_do(data: Path, tmp_path: Path) -> None:
    alien = duckdb.connect(tmp_path / "alien.duckdb")
    alien.close()
    (tmp_path / "broken.parquet").write_bytes(b"nothing")
    (tmp_path / "notes.txt").touch()
    (tmp_path / "empty").mkdir()
    pl.DataFrame({"one": [1]}).write_parquet(tmp_path / "other.parquet")
    log = tmp_path / "log"
    log.mkdir()
    shutil.copy(data / "log.sqlite", log)
    said = {
        "missing": "nothing is there; name a data directory",
        "empty": "no tables in it; name a data directory",
        "notes.txt": "its name says no kind",
        "alien.duckdb": "none of cuelog",
        "broken.parquet": "no whole Parquet file",
        "other.parquet": "holds no table of cuelog",
        "log": "`cuelog rebuild",
    }
    for name, words in said.items():
        with pytest.raises(CannotOpen, match=words) as found:
            analytics.open(tmp_path / name)
        assert name in str(found.value)


def test_tables_of_other_versions_or_without_their_log_are_refused(
    data: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(data, tmp_path / "data")
    (copy / "log.sqlite").rename(tmp_path / "log.sqlite")
    with pytest.raises(CannotOpen, match=r"log .* is missing, which says whose name is erased"):
        analytics.open(copy)
    store = Store.open(copy / "tables.duckdb")
    store.cursor().execute("UPDATE meta SET value = '0' WHERE name = 'rules_version'").fetchall()
    store.close()
    with pytest.raises(CannotOpen, match="other versions than this cuelog; `cuelog rebuild`"):
        analytics.open(copy)


def test_wrong_names_are_answered_with_the_right_ones(data: Path) -> None:
    with analytics.open(data) as tables:
        with pytest.raises(AttributeError, match="no table is called runs; there are events, "):
            _ = tables.runs
        with pytest.raises(
            analytics.UnknownStatistic, match=r"no statistic is called hits; .*form"
        ):
            tables.statistic("hits")
        with pytest.raises(BadFilter, match="player1 is no filter"):
            tables.statistic(FIGURES, player1="ana")


def test_what_is_opened_may_be_read_by_others_and_is_let_go(data: Path) -> None:
    one, other = analytics.open(data), analytics.open(data)
    assert one.innings.pl().equals(other.innings.pl())
    one.close()
    other.close()
    assert json.loads(cuelog("stats", FIGURES, "--json", "--data", data).out)["matches"] == 1


def test_the_page_for_data_scientists_does_what_it_says(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "data-scientists.md").read_text(encoding="utf-8")
    examples = [part.split("```")[0] for part in page.split("```python\n")[1:]]
    shutil.copytree(data, tmp_path / ".cuelog")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec("".join(examples), names)  # noqa: S102 - our own page
    assert names["made"].sort("player").rows() == [("ana", 7), ("bor", 11)]
    assert names["averages"]["player"].to_list() == ["bor", "p-1"]
    assert names["picture"].startswith(b"\x89PNG")
    assert all(f"`{kind}`" in page for kind in CHARTS)
    names["tables"].close()


def test_the_dictionary_asks_the_same_in_every_place(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")
    commands, lines = (page.split(f"```{kind}\n")[1].split("```")[0] for kind in ("sh", "python"))
    command = commands.splitlines()[0].removeprefix("cuelog ").split()
    shutil.copytree(data, data.parent / ".cuelog")
    monkeypatch.chdir(data.parent)
    names: dict[str, Any] = {}
    exec(lines, names)  # noqa: S102 - our own page
    names["tables"].close()
    assert names["answer"] == cuelog(*command, "--data", ".cuelog").json()
    assert names["answer"]["rows"]
