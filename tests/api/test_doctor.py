"""The doctor finds what is wrong, says what to do, and changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.api.commands import STRAIGHT, cuelog
from tests.api.serving import serving
from tests.faults.damage import corrupt


@pytest.fixture
def data(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    assert cuelog("ingest", STRAIGHT, "--data", data).status == 0
    return data


def found(data: Path, state: str) -> dict[str, dict[str, Any]]:
    told = cuelog("doctor", "--json", "--data", data).json()
    return {one["what"]: one for one in told if one["state"] == state}


def test_nothing_is_wrong(data: Path) -> None:
    before = sorted(path.name for path in data.iterdir())
    done = cuelog("doctor", "--data", data)
    assert (done.status, "records applied" in done.out) == (0, True)
    assert sorted(path.name for path in data.iterdir()) == before


def test_what_is_not_there_is_not_made(tmp_path: Path) -> None:
    assert cuelog("doctor", "--data", tmp_path / "none").status == 1
    assert not (tmp_path / "none").exists()


def test_a_damaged_log_is_found_and_a_restore_advised(data: Path) -> None:
    corrupt(data / "log.sqlite")
    told = found(data, "error")["log"]
    assert "cuelog restore BACKUP --replace" in told["remedy"]


def test_files_others_may_read_are_found(data: Path) -> None:
    cuelog("token", "--data", data)
    (data / "tokens.json").chmod(0o644)
    assert found(data, "error")["tokens.json"]["remedy"].startswith("chmod 600 ")


def test_settings_that_cannot_be_used_are_found(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUELOG_PROT", "1")
    assert "CUELOG_PORT" in found(data, "error")["settings"]["words"]


def test_tables_that_cannot_be_read_are_a_warning(data: Path) -> None:
    (data / "tables.duckdb").write_bytes(b"no tables" * 1_000)
    assert "made anew" in found(data, "warning")["tables"]["remedy"]


def test_a_service_is_asked(tmp_path: Path) -> None:
    with serving(tmp_path):
        told = found(tmp_path, "ok")["service"]
    assert told["words"] == "a command holds the directory"
