"""The pages name the commands there are."""

import re
from pathlib import Path

from api.cli import COMMANDS

ROOT = Path(__file__).parents[2]


def test_commands_the_readme_names_exist() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert set(re.findall(r"cuelog ([a-z]+)", readme)) <= set(COMMANDS)


def test_every_command_is_in_the_manual() -> None:
    manual = (ROOT / "docs" / "cli.md").read_text("utf-8")
    assert [name for name in COMMANDS if f"| `{name}" not in manual] == []
