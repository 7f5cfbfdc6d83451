"""What the tests of faults share."""

from __future__ import annotations

import resource
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from tests.api.commands import STRAIGHT, cuelog
from tests.faults.doomed import Doomed


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave all to one worker, which then loads everything to be forked once."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)
            if config.pluginmanager.hasplugin("xdist"):
                item.add_marker(pytest.mark.xdist_group("faults"))


@pytest.fixture(scope="session")
def doomed() -> Iterator[Doomed]:
    with Doomed() as started:
        yield started


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with one match, in the log and in the tables; not to be changed."""
    data = tmp_path_factory.mktemp("filled") / "data"
    assert cuelog("ingest", STRAIGHT, "--data", data).status == 0
    return data


@pytest.fixture
def data(filled: Path, tmp_path: Path) -> Path:
    """A directory of the test's own with that match."""
    return shutil.copytree(filled, tmp_path / "data")


@pytest.fixture
def many_files() -> Generator[None]:
    """Let this process and those it starts have thousands of connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
