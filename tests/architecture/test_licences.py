"""Every package that is installed with ours says its licence, and all may be passed on."""

from __future__ import annotations

import re

from tests.architecture.licences import PAGE, page

COPYLEFT = re.compile(r"GPL|SSPL|Business|Proprietary|\| \?", re.IGNORECASE)


def test_the_page_of_licences_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.architecture.licences"


def test_none_asks_for_more_than_to_be_named() -> None:
    assert [line for line in page().splitlines() if COPYLEFT.search(line)] == []
