"""The same log gives the same tables, whatever the process and the machine are set to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.api.commands import LOGS
from tests.faults.doomed import ROOT

TELL = """
import sys
from pathlib import Path
from api.cli import main
from tests.api.test_processes import derived
assert main(["ingest", *sys.argv[2:], "--data", sys.argv[1]]) == 0
print(sorted(derived(Path(sys.argv[1])).items()))
"""
SETTINGS = (
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C", "POLARS_MAX_THREADS": "1"},
    {"PYTHONHASHSEED": "4711", "TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8"},
)


def test_hash_seed_time_zone_and_locale_change_no_table(tmp_path: Path) -> None:
    files = [str(path) for path in sorted(LOGS.glob("*.jsonl"))]
    told = [
        subprocess.run(
            [sys.executable, "-c", TELL, tmp_path / str(number), *files[::-1 if number else 1]],
            cwd=ROOT, env={**os.environ, **settings}, capture_output=True, text=True, check=True,
        ).stdout.splitlines()[-1]
        for number, settings in enumerate(SETTINGS)
    ]  # fmt: skip
    assert told[0] == told[1]
    assert "('racks', '" in told[0]
