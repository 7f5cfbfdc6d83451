"""``cuelog archive``: a log kept as Parquet files, and made a log of again."""

from pathlib import Path

import pytest

from ingest.log import NewRecord, open_log
from tests.api.commands import LOGS, cuelog, recorded
from tests.ingest.conformance import read_all


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return recorded(tmp_path / "data")


def test_a_log_is_archived_and_made_a_log_of_again(data: Path, tmp_path: Path) -> None:
    kept, source = tmp_path / "kept", f"sqlite:{data / 'log.sqlite'}"
    done = cuelog("archive", kept, "--data", data)
    assert (done.status, done.out.splitlines()[0]) == (0, f"{kept}: 821 records of events added")
    log = open_log(source)
    log.append([NewRecord(None, b"came later")])
    told = {one["stream"]: one for one in cuelog("archive", kept, "--data", data, "--json").json()}
    assert (told["events"]["added"], told["events"]["records"]) == (1, 822)
    assert (told["registry"]["added"], told["registry"]["records"]) == (0, 1)

    copy = tmp_path / "copy.sqlite"
    done = cuelog("log", "copy", f"archive:{kept}", f"sqlite:{copy}")
    assert done.out.splitlines() == ["registry: 1 record copied", "events: 822 records copied"]
    made = open_log(f"sqlite:{copy}")
    for was, now in zip(read_all(log), read_all(made), strict=True):
        assert (was.position, was.match, was.raw) == (now.position, now.match, now.raw)
    again = cuelog("log", "copy", f"archive:{kept}", f"sqlite:{copy}")
    assert "events: 0 records copied, 822 were there before" in again.out
    made.close()
    log.close()


def test_what_cannot_be_archived_is_told(data: Path, tmp_path: Path) -> None:
    kept, other = tmp_path / "kept", tmp_path / "other"
    assert cuelog("archive", kept, "--data", data).status == 0
    assert cuelog("ingest", LOGS / "sample-to-100.jsonl", "--data", other).status == 0
    refused = cuelog("archive", kept, "--data", other)
    assert (refused.status, "it is another log" in refused.err) == (2, True)
    nothing = cuelog("log", "copy", f"archive:{tmp_path / 'none'}", f"sqlite:{tmp_path / 'copy'}")
    assert (nothing.status, "`cuelog archive` makes one" in nothing.err) == (2, True)
    into = cuelog("log", "copy", f"sqlite:{data / 'log.sqlite'}", f"archive:{kept}")
    assert (into.status, "is no log" in into.err) == (2, True)
    place = cuelog("archive", data / "log.sqlite" / "kept", "--data", data)
    assert (place.status, "name another place" in place.err) == (2, True)
