"""The wheel holds the packages with their data and nothing else, and needs no checkout."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.repository import PACKAGES, ROOT, relative, tracked

BUILD = "import sys, uv_build; print(uv_build.build_wheel(sys.argv[1]))"
WHERE = "import json, sys, api, cyclopts; print(json.dumps([api.__file__, *sys.path]))"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as an installer does."""
    place = tmp_path_factory.mktemp("wheel")
    binaries = str(Path(sys.executable).parent)  # where the backend's own program is
    environment = os.environ | {"PATH": os.pathsep.join([binaries, os.environ["PATH"]])}
    command = [sys.executable, "-c", BUILD, str(place)]
    built = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    return place / built.stdout.split()[-1]


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """Install it into an environment of its own; what it needs is read from the one of the tests.

    A line of a path file is a place to import from, whose own path files are not followed: the
    editable install that leads to the checkout stays out.
    """
    home = wheel.parent / "home"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    quiet = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-compile"]
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", *quiet, str(wheel)]
    subprocess.run(command, check=True)
    paths = sysconfig.get_paths(vars={"base": str(home), "platbase": str(home)})
    (Path(paths["purelib"]) / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home


@pytest.fixture
def outside(installed: Path, tmp_path: Path) -> dict[str, str]:
    """Return the variables of somebody who has neither the checkout, nor make, nor git."""
    return {"PATH": str(installed / "bin"), "HOME": str(tmp_path)}


def test_the_wheel_holds_the_packages_and_their_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    shipped = {name for name in names if ".dist-info/" not in name}
    assert shipped == {relative(path) for path in tracked(*(f"{name}/*" for name in PACKAGES))}
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


@pytest.mark.slow
def test_installed_it_is_imported_from_its_own_place(
    installed: Path, outside: dict[str, str], tmp_path: Path
) -> None:
    command = [installed / "bin" / "python", "-c", WHERE]
    done = subprocess.run(command, cwd=tmp_path, env=outside, check=True, capture_output=True)
    ours, *searched = json.loads(done.stdout)
    assert Path(ours).is_relative_to(installed)
    assert str(ROOT) not in searched


@pytest.fixture
def served(installed: Path, outside: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """Serve the examples from what is installed, in an empty directory; return the address."""
    log = tmp_path / "log"
    command = [installed / "bin" / "cuelog", "serve", "--examples", "--port", "0"]
    with (
        log.open("wb") as told,
        subprocess.Popen(
            command, cwd=tmp_path, env=outside, stdout=subprocess.PIPE, stderr=told, text=True
        ) as process,
    ):
        assert process.stdout is not None
        hits = (re.search(r"cuelog serves (\S+)", line) for line in process.stdout)
        found = next(filter(None, hits), None)
        assert found is not None, log.read_text("utf-8")
        yield found[1]
        process.send_signal(signal.SIGINT)
    assert process.returncode == 0, log.read_text("utf-8")


def get(url: str) -> bytes:
    """Return the body of an answer of status 200."""
    with urllib.request.urlopen(url, timeout=30) as answer:  # noqa: S310 - our own service
        return answer.read()


@pytest.mark.slow
def test_installed_it_serves_the_examples(served: str) -> None:
    assert json.loads(get(f"{served}/readyz"))["status"] == "ready"
    match = "14.1-sample-urbanfly"
    assert match in get(f"{served}/").decode()
    assert match in get(f"{served}/matches/{match}").decode()
    audit = json.loads(get(f"{served}/v1/matches/{match}/audit"))
    assert audit["result"]["replayed"]["score"] == {"player-1": 70, "player-2": 56}
