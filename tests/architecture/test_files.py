"""What may be in a tracked file."""

import re
import subprocess
import sys

from tests.architecture.repository import ROOT, relative, tracked

LOCKS = ("requirements/*", "*.lock", "*lock.json", "*constraints*.txt", "*pylock*.toml")
LONGEST = 400  # lines of Python
MACHINE_PATH = re.compile(rb"(?<![\w.:/-])/(?:work|root|home|Users)(?![\w-])")


def test_pins_hold_no_address() -> None:
    locks = tracked(*LOCKS)
    assert locks
    assert [relative(path) for path in locks if b"://" in path.read_bytes()] == []


def test_pins_are_exact_and_hashed() -> None:
    for path in tracked("requirements/*.txt"):
        entries = re.split(r"\n(?=\S)", path.read_text("utf-8").strip())
        loose = [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry]
        assert loose == [], relative(path)


def test_pins_are_installed_as_they_stand() -> None:
    makefile, dockerfile = ((ROOT / name).read_text("utf-8") for name in ("Makefile", "Dockerfile"))
    command = re.search(r"^INSTALL := (.*)$", makefile, re.MULTILINE)
    assert command is not None
    assert "--no-deps" in command[1].split()
    whole = f"{makefile}\n{dockerfile}".replace("$(INSTALL)", command[1]).replace("\\\n", " ")
    installing = [
        line for line in whole.splitlines() if " install " in line and "-r requirements/" in line
    ]
    assert len(installing) == 3  # what runs, what tests, the image
    asked = {"--no-deps", "--require-hashes"}
    assert [line for line in installing if not asked <= set(line.split())] == []


def test_pins_lack_nothing() -> None:
    command = [sys.executable, "-m", "pip", "check"]
    looked = subprocess.run(command, check=False, capture_output=True, text=True)
    assert looked.returncode == 0, looked.stdout


def test_locks_that_name_hosts_are_not_tracked() -> None:
    assert tracked("uv.lock", "*/uv.lock", "pylock*.toml", "*/pylock*.toml") == []


def test_python_files_are_short() -> None:
    lengths = {relative(path): len(path.read_bytes().splitlines()) for path in tracked("*.py")}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_no_file_holds_a_path_of_some_machine() -> None:
    found = [
        f"{relative(path)}: {match.group().decode()}"
        for path in tracked()
        if (match := MACHINE_PATH.search(path.read_bytes()))
    ]
    assert found == []
