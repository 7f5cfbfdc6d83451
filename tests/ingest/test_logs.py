"""The logs that need nothing but this machine, against the one suite; and their addresses."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from ingest.log import EventLog, LogError, NewRecord, UnknownLog, open_log
from tests.ingest.conformance import LogConformance, Place


class TestLogs(LogConformance):
    @pytest.fixture(params=["memory", "sqlite", "sqlite-registry"])
    def place(self, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
        opened: list[EventLog] = []
        stream = "registry" if request.param == "sqlite-registry" else "events"
        url = "memory:" if request.param == "memory" else f"sqlite:{tmp_path / 'log.sqlite'}"

        def open_again() -> EventLog:
            opened.append(open_log(url, stream))
            return opened[-1]

        yield Place(open_again, keeps=request.param != "memory")
        for log in opened:
            with suppress(LogError):
                log.close()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("", "is no log"),
        ("log.sqlite", "is no log"),
        ("postgres://host/log", "is no log"),
        ("sqlite:", "names no file"),
        ("memory:shared", "has no name"),
    ],
)
def test_address_of_no_log_is_explained(url: str, words: str) -> None:
    with pytest.raises(UnknownLog, match=words):
        open_log(url)


def test_adapter_that_does_not_exist_yet_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.log._ADAPTERS", {"kafka": "ingest.no_such_adapter"})
    with pytest.raises(UnknownLog, match="cannot open a kafka log yet"):
        open_log("kafka://127.0.0.1:9092/cuelog.events")


def test_adapter_that_is_broken_is_not_hidden(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "broken_adapter.py").write_text("import no_such_library\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr("ingest.log._ADAPTERS", {"kafka": "broken_adapter"})
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        open_log("kafka://127.0.0.1:9092/cuelog.events")


def test_logs_in_memory_are_apart() -> None:
    one, other = open_log("memory:"), open_log("memory:")
    one.append([NewRecord("m", b"x")])
    assert other.read({}) == []
