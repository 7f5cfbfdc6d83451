"""``cuelog import`` and ``POST /v1/imports``: all or nothing, again without effect, corrections."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.api.commands import cuelog
from tests.api.serving import Served
from tests.ingest.import_cases import GOLDEN

SHEET = GOLDEN / "lines-cp1250" / "turniej.csv"
ODD = GOLDEN / "clubcloud" / "result.csv"


def imported(data: Path, *arguments: object) -> tuple[int, dict[str, Any]]:
    done = cuelog("import", "--data", data, "--json", *arguments)
    return done.status, done.json()


def corrected(folder: Path) -> Path:
    """Return the sheet with another run in its third line."""
    path = folder / SHEET.name
    path.write_bytes(SHEET.read_bytes().replace(b";12;", b";11;").replace(b";10;20", b";9;20", 1))
    return path


def test_a_sheet_comes_into_the_log_and_names_into_the_register(tmp_path: Path) -> None:
    status, told = imported(tmp_path, SHEET)
    assert (status, told["imported"], told["new"], told["names"]) == (0, True, 7, 2)
    assert [one["status"] for one in told["states"]] == ["finished"]
    players = cuelog("players", "--data", tmp_path, "--json").json()
    assert sorted(one["name"] for one in players) == ["Bartek Żuk", "Zofia Łąka"]
    assert {one["name_from"] for one in players} == {"register"}
    assert "Zofia" not in (tmp_path / "log.sqlite").read_bytes().decode("utf-8", "replace")


def test_again_it_changes_nothing(tmp_path: Path) -> None:
    imported(tmp_path, SHEET)
    status, told = imported(tmp_path, SHEET)
    assert (status, told["appended"], told["unchanged"], told["names"]) == (0, 0, 1, 0)


def test_a_corrected_file_gives_corrections(tmp_path: Path) -> None:
    imported(tmp_path / "d", SHEET)
    _, told = imported(tmp_path / "d", corrected(tmp_path))
    assert (told["new"], told["corrections"]) == (0, 2)
    _, again = imported(tmp_path / "d", corrected(tmp_path))
    assert again["appended"] == 0
    _, back = imported(tmp_path / "d", SHEET)
    assert back["corrections"] == 2
    assert back["states"][0]["status"] == "finished"


def test_a_dry_run_appends_nothing_and_makes_no_key(tmp_path: Path) -> None:
    status, told = imported(tmp_path, "--dry-run", SHEET)
    assert (status, told["imported"], told["new"]) == (0, False, 7)
    assert not (tmp_path / "import.key").exists()
    assert cuelog("status", "--data", tmp_path, "--json").json()["events"] == 0


def test_one_refused_row_keeps_all_out_unless_partial(tmp_path: Path) -> None:
    status, told = imported(tmp_path, SHEET, ODD)
    assert (status, told["imported"], told["refused"]) == (2, False, 1)
    assert cuelog("status", "--data", tmp_path, "--json").json()["events"] == 0
    status, told = imported(tmp_path, "--partial", SHEET, ODD)
    assert (status, told["imported"], told["new"]) == (1, True, 11)


def test_the_report_is_a_table_with_places(tmp_path: Path) -> None:
    done = cuelog("import", "--data", tmp_path, ODD)
    assert done.status == 2
    assert "refused" in done.out
    assert "E3" in done.out
    assert "mend what is refused" in done.out


def test_standard_input_is_a_file(tmp_path: Path) -> None:
    done = cuelog("import", "--data", tmp_path, "--json", "-", stdin=SHEET.read_bytes())
    assert done.json()["formats"] == {"standard input": "innings"}


def test_an_unknown_format_a_missing_file_and_a_bad_mapping_are_refused(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text("[headers]\nball = 'x'\n")
    for arguments in (
        ("--format", "tea", SHEET),
        (tmp_path / "none.csv",),
        ("--mapping", tmp_path / "m.toml", SHEET),
    ):
        done = cuelog("import", "--data", tmp_path / "d", *arguments)
        assert done.status == 2
        assert done.err.startswith("cuelog: ")


def test_the_formats_are_listed() -> None:
    done = cuelog("import")
    assert done.status == 0
    assert "cuescore" in done.out


def test_an_erased_name_is_not_put_back(tmp_path: Path) -> None:
    imported(tmp_path, SHEET)
    player = cuelog("players", "--data", tmp_path, "--json").json()[0]["player"]
    assert cuelog("players", "erase", player, "--data", tmp_path).status == 0
    imported(tmp_path, SHEET)
    listed = {one["player"]: one for one in cuelog("players", "--data", tmp_path, "--json").json()}
    assert listed[player]["name"] is None


def post(served: Served, path: Path, **query: bool) -> Any:  # noqa: ANN401 - a response
    files = {"file": (path.name, path.read_bytes())}
    return served.client.post("/v1/imports", files=files, params=query, headers=served.headers)


def test_the_service_does_the_same(served: Served) -> None:
    first = post(served, SHEET).json()
    assert (first["imported"], first["new"], first["states"][0]["status"]) == (True, 7, "finished")
    assert post(served, SHEET).json()["appended"] == 0
    assert post(served, SHEET, dry_run=True).json()["imported"] is False


def test_a_refusal_is_a_problem_with_the_report(served: Served) -> None:
    answered = post(served, ODD)
    assert answered.status_code == 422
    problem = answered.json()
    assert problem["type"] == "/problems/import_refused"
    assert problem["report"]["notes"][0]["cell"] == "E3"
    assert post(served, ODD, partial=True).json()["imported"] is True


def test_importing_needs_a_token_a_form_and_a_file(served: Served) -> None:
    files = {"file": (SHEET.name, SHEET.read_bytes())}
    assert served.client.post("/v1/imports", files=files).status_code == 401
    assert served.post("/v1/imports", {}).status_code == 400
    nothing = {"mapping": (None, "")}
    sent = served.client.post("/v1/imports", files=nothing, headers=served.headers)
    assert (sent.status_code, sent.json()["type"]) == (400, "/problems/invalid_body")
    bad = {**files, "mapping": (None, "[headers]\nball = 'x'")}
    sent = served.client.post("/v1/imports", files=bad, headers=served.headers)
    assert (sent.status_code, sent.json()["type"]) == (400, "/problems/invalid_parameter")


def test_an_upload_too_large_is_refused(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.uploads.LARGEST", 100)
    assert post(served, SHEET).status_code == 413


def test_a_command_asks_the_service_that_holds_the_directory(served: Served) -> None:
    asked = {
        "sources": [[SHEET.name, str(SHEET)]],
        "mapping": {"constants": {"source": "x"}},
        "dry_run": False,
        "partial": False,
    }
    headers = {"Authorization": f"Bearer {served.house.key}"}
    sent = served.client.post("/internal/imports", json=asked, headers=headers)
    assert sent.json()["new"] == 7
    assert served.client.post("/internal/imports", json=asked).status_code == 401
