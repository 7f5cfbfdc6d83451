"""The README says what is so: its example, its coverage table, its length."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.cli import main
from api.coverage import coverage

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_it_is_short() -> None:
    assert len(README.splitlines()) < 150


def test_the_coverage_table_is_current() -> None:
    _, after = README.split("<!-- coverage -->\n")
    table, _ = after.split("<!-- /coverage -->")
    assert table == coverage()


def test_the_example_prints_what_it_shows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    _, after = README.split("```console\n$ cuelog ")
    command, shown = after.split("```")[0].split("\n", 1)
    assert main(command.split()) == 0
    assert capsys.readouterr().out == shown


def test_every_page_it_links_is_there() -> None:
    links = [part.split(")")[0] for part in README.split("](")[1:]]
    assert links
    assert [link for link in links if not (ROOT / link).is_file()] == []
