"""The file of tables: thrown away when of no use, put in place whole, one process at a time."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path

import pytest

from ingest.log import LogRecord
from ingest.wire import receive_all
from projections.projector import Projector, rebuild
from projections.records import Refusal
from projections.store import Store, StoreBusy, StoreError
from projections.writing import run
from tests.projections.logs import (
    ListLog,
    assert_equal,
    file_store,
    fill,
    log_of,
    only,
    vector_logs,
)

OPEN = "import sys; from pathlib import Path; from projections.store import Store; "


def some_log() -> ListLog:
    return log_of(chain.from_iterable(raws for _, raws in vector_logs()[:20]))


def test_a_store_keeps_tables_and_positions(tmp_path: Path) -> None:
    log = some_log()
    fill(log, 7, store=file_store(tmp_path)).close()
    again = file_store(tmp_path)
    assert not again.emptied
    assert again.positions() == {0: len(log.records)}
    assert_equal(fill(log), again)
    again.close()


@pytest.mark.parametrize("name", ["schema_version", "rules_version", "dictionary_version"])
def test_a_store_of_another_version_starts_anew(tmp_path: Path, name: str) -> None:
    log = some_log()
    store = fill(log, store=file_store(tmp_path))
    with store.reading() as con:
        con.execute("UPDATE meta SET value = 'older' WHERE name = ?", [name]).fetchall()
    store.close()
    again = file_store(tmp_path)
    assert again.emptied
    assert again.positions() == {}
    Projector(again, receive_all).load(log)
    assert_equal(fill(log), again)
    again.close()


@pytest.mark.parametrize("content", [b"", b"x" * 10, b"no database " * 1000])
def test_a_file_that_cannot_be_read_is_put_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tables.duckdb"
    path.write_bytes(content)
    store = Store.open(path)
    assert store.positions() == {}
    store.close()
    if content:
        assert (tmp_path / "tables.unreadable").read_bytes() == content


def test_a_place_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="nowhere"):
        Store.open(tmp_path / "nowhere" / "tables.duckdb")
    with pytest.raises(StoreError, match="memory"):
        Store.open(None).swap(tmp_path / "other")


def test_one_process_has_the_file(tmp_path: Path) -> None:
    store = file_store(tmp_path)
    code = f"{OPEN}Store.open(Path(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "tables.duckdb"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert StoreBusy.__name__ in done.stderr
    store.close()


def test_readers_see_whole_batches_and_a_rebuild_waits_for_them(tmp_path: Path) -> None:
    log = some_log()
    store = fill(log, store=file_store(tmp_path))
    (before,) = store.rows("SELECT count(*) AS n FROM rulings")
    with store.reading() as con:
        thread = threading.Thread(target=rebuild, args=(store, log, receive_all))
        thread.start()
        thread.join(0.5)
        assert con.execute("SELECT count(*) FROM rulings").fetchall() == [(before["n"],)]
    thread.join()
    assert store.rows("SELECT count(*) AS n FROM rulings") == [before]
    store.close()


def test_a_rebuild_broken_off_leaves_the_tables(tmp_path: Path) -> None:
    log = some_log()
    store = fill(log, store=file_store(tmp_path))

    class Breaks(ListLog):
        def read(self, after: Mapping[int, int], limit: int = 1000) -> Sequence[LogRecord]:
            raise OSError(f"the log is gone at {after}, {limit}")

    with pytest.raises(OSError, match="gone"):
        rebuild(store, Breaks(log.records), receive_all)
    assert_equal(fill(log), store)
    rebuild(store, log, receive_all)
    assert_equal(fill(log), store)
    store.close()


def test_raw_events_are_as_received_in_log_order() -> None:
    raws = [raw for name, raws in vector_logs() if name == "P01-lt" for raw in raws]
    mixed = list(reversed(raws))
    store = fill(log_of(mixed), 2)
    assert store.raw_events("p01-lt") == mixed
    assert store.raw_events("another") == []


def test_what_takes_no_place_is_kept_with_its_reason() -> None:
    raws = [raw for name, raws in vector_logs() if name == "P01-lt" for raw in raws]
    other = raws[1].replace(b'"seq": 2', b'"seq": 3')
    odd = [b"no json", b'{"match": "p01-lt", "seq": 9}', b'{"seq": 1.0}', other, raws[0]]
    store = fill(log_of([*raws, *odd]))
    kept = store.rows("SELECT * EXCLUDE (detail) FROM quarantine ORDER BY log_offset")
    assert [(row["match"], row["seq"], row["reason"]) for row in kept] == [
        (None, None, "malformed"),
        ("p01-lt", 9, "malformed"),
        (None, None, "malformed"),
        ("p01-lt", 3, "id_conflict"),
    ]
    assert [row["raw"] for row in kept] == odd[:4]
    assert only(store.rows("FROM duplicates"))["log_offset"] == len(raws) + 4


def test_a_log_may_refuse_a_record() -> None:
    log = some_log()
    store = Store.open(None)

    def refuse(record: object, match: str | None) -> Refusal:
        return Refusal("wrong_key", f"{record} is not in the place of {match}")

    Projector(store, receive_all, refuse=refuse).load(log)
    assert store.rows("SELECT count(*) AS n FROM quarantine WHERE reason = 'wrong_key'") == [
        {"n": len(log.records)}
    ]
    assert store.rows("FROM matches") == []


def test_cores_are_left_to_others(tmp_path: Path) -> None:
    def threads(store: Store) -> int:
        with closing(store), store.reading() as con:
            return run(con, "SELECT current_setting('threads')")[0][0]

    cores = threads(Store.open(None))
    path = tmp_path / "tables.duckdb"
    assert threads(Store.open(path, spare=1)) == max(1, cores - 1)
    assert threads(Store.open(path, spare=1_000)) == 1
    assert threads(Store.open(path, spare=1, threads=3)) == 3
