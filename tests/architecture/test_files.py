"""What may be in a tracked file."""

import re

from tests.architecture.repository import relative, tracked

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
