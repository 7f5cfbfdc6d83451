"""Whole tables as files: equal in every format, of one position, the dictionary beside them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa  # pyright: ignore[reportMissingTypeStubs]
import pyarrow.parquet as pq  # pyright: ignore[reportMissingTypeStubs]
import pytest

from api.exporting import SUFFIXES, opened, written
from projections.schema import TABLES
from tests.api.commands import STRAIGHT, cuelog
from tests.api.serving import Served, inning, serving
from tests.api.serving import opened as opening
from tests.api.test_http_reading import post

VERSIONS = {"position", "rules_version", "dictionary_version", "citation"}


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("data")) as service:
        for path in (STRAIGHT, *sorted(STRAIGHT.parent.glob("snooker-2020-1*.jsonl"))):
            post(service, path)
        yield service


def whole(served: Served, table: str, kind: str) -> bytes:
    return b"".join(written(opened(served.node, table), SUFFIXES[kind]))


@pytest.mark.parametrize("table", TABLES)
def test_every_format_holds_the_same_rows_in_the_order_of_the_key(
    shown: Served, table: str
) -> None:
    rows = json.loads(whole(shown, table, "json"))
    assert [json.loads(line) for line in whole(shown, table, "ndjson").splitlines()] == rows
    frame = pl.read_parquet(whole(shown, table, "parquet"))
    assert pl.read_ipc_stream(whole(shown, table, "arrow")).equals(frame)
    names = [column.name for column in TABLES[table].columns]
    assert frame.columns == names
    binary = [name for name, kind in frame.schema.items() if kind == pl.Binary]
    texts = [{**row, **{name: row[name].decode() for name in binary}} for row in frame.to_dicts()]
    assert texts == rows
    sheet = list(csv.reader(io.StringIO(whole(shown, table, "csv").decode())))
    assert sheet[0] == names
    assert len(sheet) == len(rows) + 1
    key = TABLES[table].key
    places = [tuple(row[name] for name in key) for row in rows]
    assert places == sorted(places), "numbers by size, not as text"


@pytest.mark.parametrize("kind", SUFFIXES)
def test_the_same_position_gives_the_same_file(shown: Served, kind: str) -> None:
    one, other = (whole(shown, "rulings", kind) for _ in range(2))
    if kind != "arrow":
        assert one == other
        return
    # An Arrow stream has bytes between its columns that nobody sets: what is read is compared.
    columnar: Any = pa
    first, second = (columnar.ipc.open_stream(raw).read_all() for raw in (one, other))
    assert first.equals(second, check_metadata=True)


def test_column_files_carry_what_they_are_of(shown: Served) -> None:
    about = shown.get("/v1/tables/innings/about").json()
    columnar: Any = pa
    parquet: Any = pq
    schemas = (
        parquet.read_schema(columnar.BufferReader(whole(shown, "innings", "parquet"))),
        columnar.ipc.open_stream(whole(shown, "innings", "arrow")).schema,
    )
    for schema in schemas:
        told: dict[str, str] = {
            key.decode().removeprefix("cuelog."): value.decode()
            for key, value in schema.metadata.items()
        }
        assert {name: told[name] for name in VERSIONS} == {name: about[name] for name in VERSIONS}
        for column in about["columns"]:
            field: dict[bytes, bytes] = schema.field(column["name"]).metadata
            assert field[b"meaning"].decode() == column["meaning"]
            assert field[b"unit"].decode() == (column["unit"] or "")
    assert about["position"] in about["citation"]
    assert about["rules_version"] in about["citation"]


def test_a_table_is_of_one_position_whatever_is_appended_meanwhile(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as served:
        served.post("/v1/matches", opening("m"))
        for turn in range(10):
            body = inning("bor" if turn % 2 else "ana", id=f"e{turn}")
            assert served.post("/v1/matches/m/events", body).status_code == 201
        export = opened(served.node, "innings")
        pieces = written(export, SUFFIXES["ndjson"])
        first = next(pieces)
        later = inning("ana", 3, id="later")
        assert served.post("/v1/matches/m/events", later).status_code == 201
        rows = [json.loads(line) for line in (first + b"".join(pieces)).splitlines()]
        assert len(rows) == 10
        assert export.position == "0:11"
        assert [row["inning"] for row in rows] == list(range(1, 11))


def test_the_route_names_position_and_dictionary(shown: Served) -> None:
    for path, accept in (("innings.csv", "*/*"), ("innings", "text/csv")):
        answer = shown.get(f"/v1/tables/{path}", headers={"Accept": accept})
        assert answer.headers["content-type"].startswith("text/csv")
        about = shown.get(answer.links["describedby"]["url"]).json()
        assert answer.headers["Cuelog-Position"] == about["position"]
        assert answer.headers["Cuelog-Citation"] == about["citation"]
    assert shown.get("/v1/tables/innings.csv?bom=true").content.startswith(b"\xef\xbb\xbfmatch,")
    assert shown.get("/v1/tables/nonsense.csv").status_code == 404
    assert shown.get("/v1/tables/nonsense/about").status_code == 404
    assert shown.get("/v1/tables/innings.doc").status_code == 404


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "a=1", "'=1"])
def test_no_cell_of_text_is_run_by_a_spreadsheet(tmp_path: Path, text: str) -> None:
    with serving(tmp_path / "data") as served:
        assert served.post("/v1/matches", opening("m", event=text)).status_code == 201
        cells = csv.DictReader(io.StringIO(served.get("/v1/tables/matches.csv").text, newline=""))
        (cell,) = [row["event"] for row in cells]
        assert cell == (f"'{text}" if text[0] in "=+-@\t\r" else text)
        assert served.get("/v1/tables/matches.json").json()[0]["event"] == text


def test_numbers_below_zero_stay_numbers(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as served:
        served.post("/v1/matches", opening("m", start={"score": {"ana": -7, "bor": 0}}))
        (row,) = csv.DictReader(io.StringIO(served.get("/v1/tables/matches.csv").text))
        assert row["start1"] == "-7"


@pytest.mark.parametrize("kind", ["parquet", "arrow", "csv", "ndjson", "json"])
def test_erased_names_are_in_no_file(tmp_path: Path, kind: str) -> None:
    named = [{"id": "ana", "name": "Ana Zver"}, {"id": "bor", "name": "Bor Klun"}]
    with serving(tmp_path / "data") as served:
        assert served.post("/v1/matches", opening("m", players=named)).status_code == 201
        told = {table: names_in(whole(served, table, kind), kind) for table in TABLES}
        assert {table for table, names in told.items() if names["Ana Zver"]} == {
            "events", "matches", "players",
        }  # fmt: skip
        served.node.people.erase("ana")
        told = {table: names_in(whole(served, table, kind), kind) for table in TABLES}
        assert not any(names["Ana Zver"] for names in told.values())
        assert told["matches"]["Bor Klun"]


def names_in(data: bytes, kind: str) -> dict[str, bool]:
    readers: dict[str, Any] = {"parquet": pl.read_parquet, "arrow": pl.read_ipc_stream}
    text = repr(readers[kind](data).rows()) if kind in readers else data.decode()
    return {name: name in text for name in ("Ana Zver", "Bor Klun")}


@pytest.fixture
def filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CUELOG_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    assert cuelog("ingest", STRAIGHT).status == 0
    return tmp_path


def test_the_command_writes_a_table_with_its_dictionary(filled: Path) -> None:
    assert cuelog("export", "innings").status == 0
    about = json.loads((filled / "innings.about.json").read_text("utf-8"))
    assert pl.read_parquet(filled / "innings.parquet").height == 92
    assert about["citation"] in cuelog("export", "innings", "--out", "a.csv", "--bom").out
    assert (filled / "a.csv").read_bytes().startswith(b"\xef\xbb\xbfmatch,")
    assert {column["name"] for column in about["columns"]} == {
        column.name for column in TABLES["innings"].columns
    }


def test_the_command_writes_all_tables(filled: Path) -> None:
    assert cuelog("export", "all", "--out", "season", "--format", "ndjson").status == 0
    names = {path.name for path in (filled / "season").iterdir()}
    assert names == {f"{table}.{end}" for table in TABLES for end in ("ndjson", "about.json")}
    assert "innings" in cuelog("export").out


def test_the_command_refuses_what_it_cannot_write(filled: Path) -> None:
    assert "lists them" in cuelog("export", "nonsense").err
    assert "--format" in cuelog("export", "innings", "--out", "a.doc").err
    missing = cuelog("export", "innings", "--out", filled / "none" / "a.csv")
    assert (missing.status, "--out" in missing.err) == (2, True)
    assert list(filled.glob("*.part")) == []
