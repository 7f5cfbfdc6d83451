"""A lake holds the tables of a node row for row, whatever the runner, pieces and crashes."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path

import duckdb
import polars as pl
import pytest

from analytics import answer, catalogue
from ingest.log import EventLog, NewRecord, open_log
from ingest.simulate import play
from ingest.wire import receive_all
from projections.archive.manifest import ArchiveError
from projections.archive.writing import archive
from projections.grouping import Judges
from projections.lake import tasks
from projections.lake.building import Who, build
from projections.lake.folding import KEY, SUMMED, merged, sums
from projections.lake.reading import Lake
from projections.lake.runners import Runner, Work, local
from projections.projector import Projector
from projections.schema import DERIVED
from projections.store import Store, table_hash
from tests.projections.logs import SEASON, season_log, vector_logs

COMPARED = (*DERIVED, "quarantine", "duplicates", "positions", "meta")
NOBODY = Who()


@cache
def whole_log() -> EventLog:
    """Return a log of every vector and a season, with records sent twice and what is none."""
    log = season_log()
    raws = list(chain.from_iterable(records for _, records in vector_logs()))
    log.append([NewRecord(None, raw) for raw in (*raws, *raws[::7])])
    return log


@cache
def node() -> Store:
    store = Store.open(None)
    Projector(store, receive_all).load(whole_log())
    return store


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an archive made in rounds, so that matches have supplements."""
    folder = tmp_path_factory.mktemp("archive") / "events"
    assert sum(archive(whole_log(), folder, Judges(receive_all), round_=1_500, largest=500)) > 4_000
    return folder


def built(kept: Path, lake: Path, runner: Runner | None = None, who: Who = NOBODY) -> list[bool]:
    """Build a lake; return of each piece whether it was made."""
    return [made for _, made in build(kept, lake, receive_all, runner or local(1), who)]


def hashes(con: duckdb.DuckDBPyConnection) -> dict[str, str]:
    return {table: table_hash(con, table) for table in COMPARED}


def assert_is_the_node(lake: Path) -> None:
    with Lake(lake) as tables, node().reading() as con:
        assert hashes(tables.con) == hashes(con)


def test_the_tables_are_those_of_the_node(kept: Path, tmp_path: Path) -> None:
    assert all(built(kept, tmp_path))
    assert_is_the_node(tmp_path)
    with Lake(tmp_path) as tables:
        assert [one for one in COMPARED if not tables.con.table(one).shape[0]] == []
        for name in sorted(catalogue())[::3]:
            assert answer(name, tables) == answer(name, _Rows(node())), name


class _Rows:
    """A store as statistics read it."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        with self.store.reading() as con:
            return con.execute(query, list(values)).fetchall()


@pytest.mark.slow
def test_two_processes_make_the_same(kept: Path, tmp_path: Path) -> None:
    built(kept, tmp_path, local(2))
    assert_is_the_node(tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(900)  # a busy machine needs several starts of Ray
def test_ray_makes_the_same(kept: Path, tmp_path: Path) -> None:
    """In a process of its own: Ray leaves processes and sockets to the end of it."""
    words = ["lake", "build", kept.parent, tmp_path, "--runner", "ray", "--workers", "1"]
    run = "import sys; from api.cli import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", run, *words], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert_is_the_node(tmp_path)


def shuffled(work: Work, todo: Sequence[tasks.Task]) -> Iterator[tasks.Done]:
    """Do the work in another order, and some of it twice."""
    for task in random.Random(3).sample(todo, len(todo)):  # noqa: S311 - a seed
        work(task)
        yield work(task)


def test_a_lake_broken_off_is_gone_on_with(kept: Path, tmp_path: Path) -> None:
    def breaks(work: Work, todo: Sequence[tasks.Task]) -> Iterator[tasks.Done]:
        yield from map(work, todo[:3])
        raise ArchiveError("the power failed")

    with pytest.raises(ArchiveError, match="the power failed"):
        built(kept, tmp_path, breaks)
    with pytest.raises(ArchiveError, match="holds no lake"):
        Lake(tmp_path)
    assert sum(not made for made in built(kept, tmp_path, shuffled)) == 3
    assert_is_the_node(tmp_path)
    next((tmp_path / "innings").iterdir()).unlink()
    assert sum(built(kept, tmp_path)) == 1
    assert_is_the_node(tmp_path)
    (tmp_path / "lake.json").write_text("{}")
    with pytest.raises(ArchiveError, match="cannot be read"):
        Lake(tmp_path)


def test_only_pieces_whose_records_grew_are_made_again(tmp_path: Path) -> None:
    log, kept, lake = open_log("memory:"), tmp_path / "kept", tmp_path / "lake"
    for number, records in enumerate(play(SEASON)):
        log.append([NewRecord(SEASON.name(number), raw) for raw in records])
    sum(archive(log, kept, Judges(receive_all), largest=300))
    pieces = len(built(kept, lake))
    late = json.loads(SEASON.match(0)[-1]) | {"id": "late", "seq": 9_000}
    log.append([NewRecord(None, json.dumps(late).encode())])
    sum(archive(log, kept, Judges(receive_all)))
    assert sorted(built(kept, lake)) == [False] * (pieces - 1) + [True]
    assert len(list((lake / "matches").iterdir())) == pieces
    with Lake(lake) as tables:
        assert tables.rows("SELECT waiting FROM matches WHERE waiting > 0") == [(1,)]


def test_sums_merge_in_any_order_to_those_of_the_whole(kept: Path, tmp_path: Path) -> None:
    built(kept, tmp_path)
    rng = random.Random(5)  # noqa: S311 - a seed
    with Lake(tmp_path) as tables, node().reading() as con:
        whole = sums(con.sql("FROM matches").pl())
        parts = [pl.read_parquet(path) for path in (tmp_path / "sums").iterdir()]
        for _ in range(5):
            rng.shuffle(parts)
            cut = rng.randrange(1, len(parts))
            assert merged([merged(parts[:cut]), merged(parts[cut:])]).equals(whole)
        columns = ", ".join((*KEY, *SUMMED, "high_run"))
        told = tables.con.sql(f"SELECT {columns} FROM sums").pl()  # noqa: S608 - names of ours
        assert told.sort(KEY).equals(whole)


def test_erased_names_are_not_in_a_lake(kept: Path, tmp_path: Path) -> None:
    with node().reading() as con:
        named = con.sql("SELECT player, name FROM players WHERE name IS NOT NULL").fetchall()
    player, name = named[0]
    built(kept, tmp_path)
    assert all(built(kept, tmp_path, who=Who([player])))
    with Lake(tmp_path) as tables:
        assert tables.rows("SELECT name FROM players WHERE player = ?", [player]) == [(None,)]
        sides = "SELECT 1 FROM matches WHERE ? IN (name1, name2) AND ? IN (player1, player2)"
        assert tables.rows(sides, [name, player]) == []
