"""``cuelog sheet`` and ``GET /v1/matches/{match}/sheet``."""

from __future__ import annotations

from pathlib import Path

from tests.api.commands import STRAIGHT, cuelog
from tests.api.serving import Served
from tests.ingest.import_cases import GOLDEN

SHEET = GOLDEN / "lines-cp1250" / "turniej.csv"
SAMPLE = "14.1-sample-urbanfly"


def test_a_sheet_out_and_in_again_changes_nothing(tmp_path: Path) -> None:
    data, out = tmp_path / "d", tmp_path / "out.xlsx"
    told = cuelog("import", "--data", data, "--json", SHEET).json()
    match = told["states"][0]["match"]
    for name in ("csv", "xlsx"):
        done = cuelog(
            "sheet", "--data", data, match, "--as", name, "--language", "lt", "--output", out
        )
        assert (done.status, done.err) == (0, "")
        again = cuelog("import", "--data", data, "--json", out).json()
        assert (again["unchanged"], again["appended"], again["refused"]) == (1, 0, 0)


def test_a_match_of_another_keeper_is_not_overwritten_by_its_sheet(tmp_path: Path) -> None:
    data, out = tmp_path / "d", tmp_path / "out.csv"
    cuelog("ingest", "--data", data, STRAIGHT)
    done = cuelog("sheet", "--data", data, SAMPLE, "--output", out)
    assert done.status == 0
    assert "not held" in done.err
    again = cuelog("import", "--data", data, out)
    assert again.status == 2
    assert "is kept by score-app" in again.out


def test_a_log_comes_out_as_it_went_in(tmp_path: Path) -> None:
    cuelog("ingest", "--data", tmp_path, STRAIGHT)
    done = cuelog("sheet", "--data", tmp_path, SAMPLE, "--as", "log")
    assert done.out.encode() == STRAIGHT.read_bytes()


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    cuelog("ingest", "--data", tmp_path, STRAIGHT)
    for arguments in ((), ("nobody",), (SAMPLE, "--as", "clubcloud")):
        done = cuelog("sheet", "--data", tmp_path, *arguments)
        assert done.status == 2
        assert done.err.startswith("cuelog: ")


def test_the_service_writes_them_too(served: Served) -> None:
    files = {"file": (SHEET.name, SHEET.read_bytes())}
    told = served.client.post("/v1/imports", files=files, headers=served.headers).json()
    address = f"/v1/matches/{told['states'][0]['match']}/sheet"
    answered = served.get(address, params={"language": "sl"})
    assert answered.headers["Cuelog-Not-Held"] == "0"
    assert "Zofia Łąka" in answered.content.decode("utf-8-sig")
    assert served.get(address, params={"form": "xlsx"}).content.startswith(b"PK")
    assert served.get(address, params={"form": "clubcloud"}).status_code == 422
    assert served.get("/v1/matches/none/sheet").status_code == 404
    headers = {"Authorization": f"Bearer {served.house.key}"}
    asked = {"matches": [told["states"][0]["match"]], "form": "csv", "language": "pl", "bom": True}
    inside = served.client.post("/internal/sheet", json=asked, headers=headers)
    assert inside.json()["lost"] == {}
