"""The README says what is so: its example, its table of clauses, its links."""

import re
from pathlib import Path

from api.cli import COMMANDS
from api.reference import coverage, coverage_table
from domain.clauses import Status, register
from tests.api.commands import cuelog

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    return found


def test_example_prints_what_is_shown() -> None:
    done = cuelog("replay", "-", "--rulings", stdin=block("json").encode())
    assert done.status == 0
    assert done.out == block("text")


def test_table_of_clauses_is_current() -> None:
    (shown,) = re.findall(r"<!-- coverage -->\n(.*?)\n<!-- /coverage -->", README, re.DOTALL)
    assert shown == coverage_table()


def test_no_clause_is_left_to_do() -> None:
    assert [clause.id for clause in register().values() if clause.status is Status.TODO] == []
    assert sum(one.todo for one in coverage()) == 0


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_commands_named_exist() -> None:
    named = set(re.findall(r"cuelog ([a-z]+)", README)) - {"replays", "serves"}
    assert named <= set(COMMANDS)


def test_short_enough_to_read() -> None:
    assert len(README.splitlines()) < 150
