"""The pages name the commands there are."""

import re
from pathlib import Path

import pytest

from api.cli import COMMANDS
from tests.api.commands import cuelog

ROOT = Path(__file__).parents[2]


def test_commands_the_readme_names_exist() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert set(re.findall(r"cuelog ([a-z]+)", readme)) <= set(COMMANDS)


def test_every_command_is_in_the_manual() -> None:
    manual = (ROOT / "docs" / "cli.md").read_text("utf-8")
    assert [name for name in COMMANDS if f"| `{name}" not in manual] == []


def examples(page: Path) -> list[str]:
    """Return the commands that a page shows as typed at a console."""
    blocks = re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    lines = "".join(blocks).splitlines()
    return [line.removeprefix("$ cuelog ") for line in lines if line.startswith("$ cuelog ")]


# What a page sets up in words or files of the reader's own is shown in blocks of other kinds.
PAGES = [page for page in sorted((ROOT / "docs").glob("*.md")) if examples(page)]


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_shows_runs_from_a_fresh_directory(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("CUELOG_DATA", str(tmp_path / "data"))
    for line in examples(page):
        done = cuelog(*line.split())
        # 1 is what a command found, such as a doubt; 2 is a command that could not be run.
        assert done.status in (0, 1), (line, done.err)
        assert done.out, line


def test_every_page_is_in_the_table_of_the_manual() -> None:
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    names = {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md"}
    assert {name for name in names if f"]({name})" not in index} == set()
