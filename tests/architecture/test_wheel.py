"""The wheel holds the packages with their data, and nothing else."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.architecture.repository import PACKAGES, ROOT, relative, tracked

BUILD = "import sys, uv_build; print(uv_build.build_wheel(sys.argv[1]))"


def test_the_wheel_holds_the_packages_and_their_data(tmp_path: Path) -> None:
    binaries = str(Path(sys.executable).parent)  # where the backend's own program is
    environment = os.environ | {"PATH": os.pathsep.join([binaries, os.environ["PATH"]])}
    built = subprocess.run(
        [sys.executable, "-c", BUILD, tmp_path],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    with zipfile.ZipFile(tmp_path / built.stdout.split()[-1]) as wheel:
        names = {name for name in wheel.namelist() if not name.endswith("/")}
    shipped = {name for name in names if ".dist-info/" not in name}
    assert shipped == {relative(path) for path in tracked(*(f"{name}/*" for name in PACKAGES))}
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
