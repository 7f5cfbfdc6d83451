"""The checks of `make check`, so that one run and its closing line tell everything."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.repository import ROOT

CHECKS = (
    "check-format",
    "check-lint",
    "check-imports",
    "check-deps",
    pytest.param("check-types", marks=pytest.mark.slow),
)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("target", CHECKS)
def test_check(target: str) -> None:
    # The make that runs the tests has its own flags and job server: neither is for this one.
    environment = {name: text for name, text in os.environ.items() if "MAKE" not in name}
    binaries = Path(sys.executable).parent
    done = subprocess.run(
        ["make", target, f"BIN={binaries}"],
        cwd=ROOT,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
