"""Promises and faults others had name tests that exist, and every link leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NUMBERS = {
    "promises": [f"P{number:02}" for number in range(1, 21)],
    "known-faults": [f"{number:02}" for number in range(1, 100, 2)],
}


@pytest.mark.parametrize("page", NUMBERS)
def test_each_is_there_with_tests_that_exist(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| P?\d\d \|.*$", text, re.MULTILINE)
    assert [row.split()[1] for row in rows] == NUMBERS[page]
    for row in rows:
        named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", row)
        vectors = re.findall(r"`(tests/vectors/[\w./-]+\.jsonl)`", row)
        assert named or vectors, row
        assert [path for path in vectors if not (ROOT / path).is_file()] == []
        for path, name in named:
            assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), (path, name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_within_the_manual_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    ours = [link for link in links if "://" not in link and not link.startswith("mailto:")]
    assert [link for link in ours if not (page.parent / link).exists()] == []
