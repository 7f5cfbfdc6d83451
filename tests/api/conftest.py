"""A service for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.serving import Served, serving


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "data") as service:
        yield service
