"""The repository as its own tests see it: the tracked files and the declared packages."""

import subprocess
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
PYPROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

PACKAGES: Final[tuple[str, ...]] = tuple(PYPROJECT["tool"]["uv"]["build-backend"]["module-name"])
BESIDE: Final = ("notebooks", "benchmarks", "tests")  # imported here, never shipped


def tracked(*patterns: str) -> list[Path]:
    """Give the files git tracks, or is about to, that match the patterns."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"]
    listed = subprocess.run([*command, *patterns], cwd=ROOT, check=True, capture_output=True)
    names = listed.stdout.decode().split("\0")
    return [path for name in sorted(set(names)) if name and (path := ROOT / name).is_file()]


def relative(path: Path) -> str:
    """Name a file as the repository does."""
    return path.relative_to(ROOT).as_posix()
