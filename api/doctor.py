"""What may be wrong with a data directory and the machine it is on, one check after the other.

Nothing is changed, made or mended: each finding says what to do.
"""

from __future__ import annotations

import platform
import stat
import time
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Final, Literal, NamedTuple

from api.auth import REGISTER_FILE, SHOWN_FILE
from api.imports import KEY_FILE
from api.people import People
from api.readiness import disk_troubles
from api.remote import NotReached, Remote, RemoteProblem
from api.settings import Settings, faults
from api.wiring import log_url
from domain.rulesets import RULES_VERSION
from ingest.log import LogError, open_log
from ingest.names import NAMES_FILE
from ingest.snapshot import damage
from projections.lock import ADDRESS_FILE, DataDirectory, LockError
from projections.store import Store, StoreError

State = Literal["ok", "warning", "error"]
PRIVATE: Final = (NAMES_FILE, KEY_FILE, REGISTER_FILE, SHOWN_FILE, ADDRESS_FILE)
"""Files only their owner may read."""
AHEAD_S: Final = 60.0
"""Seconds the last record may have come after now."""
LEFT: Final = ("*.unreadable", "*.rebuilding", "*.compared.duckdb")


class Finding(NamedTuple):
    """What was looked at, how it is, and what to do about it."""

    what: str
    state: State
    words: str
    remedy: str = ""


def examine(data: Path, log: str | None) -> list[Finding]:
    """Look at everything, and go on after what is wrong."""
    found = [Finding("cuelog", "ok", _versions()), *_settings()]
    if not data.is_dir():
        words, remedy = "there is no such directory", "`cuelog serve` makes it, or name another"
        return [*found, Finding(f"directory {data}", "error", words, remedy)]
    wanted = Settings.model_fields["ready_free"].default
    troubles = disk_troubles(data, wanted)
    found += [
        Finding(f"directory {data}", "error", words, "make room, or make it writable")
        for words in troubles
    ] or [Finding(f"directory {data}", "ok", "can be written to, with room to spare")]
    found += [*_files(data), *_log(data, log), *_people(data, log)]
    return [*found, *_service(data, log), *_left(data)]


def _versions() -> str:
    system = f"{platform.system()} {platform.machine()}"
    return (
        f"{version('cuelog')}, rules {RULES_VERSION}, Python {platform.python_version()}, {system}"
    )


def _settings() -> Iterator[Finding]:
    _, told = faults({})
    for words in told:
        yield Finding("settings", "error", words, "docs/settings.md lists what can be set")
    if not told:
        yield Finding("settings", "ok", "all can be used")


def _files(data: Path) -> Iterator[Finding]:
    """Tell which private files others may read."""
    for name in PRIVATE:
        path = data / name
        if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            words = f"others may read it (mode {stat.S_IMODE(path.stat().st_mode):o})"
            yield Finding(name, "error", words, f"chmod 600 {path}")


def _log(data: Path, address: str | None) -> Iterator[Finding]:
    """Look at every page of the log and at its last record."""
    url = log_url(data, address)
    path = Path(url.removeprefix("sqlite:")) if url.startswith("sqlite:") else None
    if path is not None and not path.exists():
        yield Finding("log", "warning", "there is none yet", "`cuelog ingest FILE` makes it")
        return
    if path is not None and (flaws := damage(path)):
        remedy = "stop what writes it; `cuelog restore BACKUP --replace` puts a backup in its place"
        yield Finding("log", "error", "; ".join(flaws[:3]), remedy)
        return
    try:
        with closing(open_log(url)) as log:
            ends = log.ends()
            last = log.read({part: max(0, end - 1) for part, end in ends.items()}, 1)
    except LogError as error:
        yield Finding("log", "error", str(error), "see the words; nothing was changed")
        return
    yield Finding("log", "ok", f"{sum(ends.values())} records in {url}")
    ahead = max((one.received_ms for one in last), default=0) / 1000 - time.time()
    if ahead > AHEAD_S:
        words = f"the last record was received {ahead:.0f} s after what is now"
        remedy = "set the clock right; records keep their order, times stand still until then"
        yield Finding("clock", "warning", words, remedy)


def _people(data: Path, address: str | None) -> Iterator[Finding]:
    """Look at the names, and whether one that was erased is still there."""
    path = data / NAMES_FILE
    if not path.exists():
        return
    if flaws := damage(path):
        remedy = "put it back from a backup: `cuelog restore`"
        yield Finding("names", "error", "; ".join(flaws[:3]), remedy)
        return
    try:
        with closing(People(data, log_url(data, address))) as people:
            left = people.unforgotten()
    except LogError as error:
        yield Finding("names", "warning", f"the registry does not answer: {error}")
        return
    if left:
        words = f"kept though erased: {', '.join(left)}"
        yield Finding("names", "error", words, "`cuelog erase ID` takes each out again")
    else:
        yield Finding("names", "ok", "none that was erased is kept")


def _service(data: Path, address: str | None) -> Iterator[Finding]:
    """Ask the service, or where none has the directory look at the tables."""
    held = DataDirectory(data)
    try:
        used = held.is_held()
    except LockError as error:
        yield Finding("service", "warning", f"whether one runs is not known: {error}")
        return
    if used:
        holder = Remote.find(data)
        try:
            told = None if holder is None else holder.get("/readyz")
        except (NotReached, RemoteProblem) as error:
            yield Finding("service", "error", str(error), "look at its log; start it anew")
        else:
            words = "a command holds the directory" if told is None else "ready"
            behind = "" if told is None else f", {told['behind']} records behind the log"
            yield Finding("service", "ok", f"{words}{behind}")
        return
    yield Finding("service", "ok", "none runs on this directory")
    if held.store.exists():
        yield _tables(held, address)


def _tables(held: DataDirectory, address: str | None) -> Finding:
    try:
        with closing(Store.open(held.store, read_only=True)) as store:
            told = {row["name"]: row["value"] for row in store.rows("SELECT name, value FROM meta")}
            reached = store.positions()
    except StoreError as error:
        remedy = f"delete {held.store}: the tables are made anew from the log"
        return Finding("tables", "warning", str(error), remedy)
    if told.get("rules_version") != RULES_VERSION:
        words = f"made by rules {told.get('rules_version')}, this is {RULES_VERSION}"
        return Finding("tables", "warning", words, "`cuelog diff` lists what changes")
    words = f"rules {RULES_VERSION}, {sum(reached.values())} records applied"
    return Finding("tables", "ok", f"{words} of {log_url(held.path, address)}")


def _left(data: Path) -> Iterator[Finding]:
    for pattern in LEFT:
        for path in sorted(data.glob(pattern)):
            yield Finding(path.name, "warning", "left over", "delete it: the log has all of it")
