"""A backup put back as a data directory; what was erased since it was made stays erased."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from api.backup import Manifest, extract
from api.people import People
from api.refusal import Refused
from api.wiring import directory, log_url
from ingest.snapshot import flush
from projections.lock import LOG_FILE, DirectoryHeld


def restore(
    backup: Path, data: Path, *, replace: bool, erased_in: Sequence[Path]
) -> tuple[Manifest, list[str], Path | None]:
    """Put a backup in the place of a data directory; raises ``Refused`` and ``LogError``.

    Returns what it held, the ids whose names were erased since and are again, and where the
    directory that was there has gone. ``erased_in`` names directories or newer backups that may
    know of later erasures; the directory replaced is always asked.
    """
    used = data.exists() and any(data.iterdir())
    if used and not replace:
        raise Refused(f"{data} is not empty; name another with --data, or say --replace")
    data.absolute().parent.mkdir(parents=True, exist_ok=True)
    fresh = data.absolute().with_name(f".{data.absolute().name}.restoring")
    shutil.rmtree(fresh, ignore_errors=True)
    manifest = extract(backup, fresh)
    try:
        known = [data] if used else []
        again = _erase_again(fresh, manifest, _erased([*known, *erased_in]))
        flush(fresh)
        aside = _put(fresh, data, used=used)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return manifest, again, aside


def _erase_again(fresh: Path, manifest: Manifest, erased: set[str]) -> list[str]:
    url = manifest.log or f"sqlite:{fresh / LOG_FILE}"
    with closing(People(fresh, url)) as people:
        missing = sorted(erased - people.erased())
        for player in missing:
            people.erase(player)
        people.forget()
    return missing


def _erased(places: Sequence[Path]) -> set[str]:
    """Return the ids erased according to directories and backups."""
    found: set[str] = set()
    for place in places:
        if place.is_dir():
            with closing(People(place, log_url(place, None))) as people:
                found |= people.erased()
        else:
            with TemporaryDirectory(dir=place.absolute().parent, prefix=".erased-") as work:
                manifest = extract(place, Path(work) / "files")
                url = manifest.log or f"sqlite:{Path(work) / 'files' / LOG_FILE}"
                with closing(People(Path(work) / "files", url)) as people:
                    found |= people.erased()
    return found


def _put(fresh: Path, data: Path, *, used: bool) -> Path | None:
    """Put the new directory in place; the one that is there is put aside, never thrown away."""
    if not used:
        if data.exists():
            data.rmdir()
        fresh.rename(data.absolute())
        flush(data.absolute().parent)
        return None
    held = directory(data)
    try:
        held.acquire()
    except DirectoryHeld as error:
        raise Refused(f"{error}") from error
    try:
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
        aside = data.absolute().with_name(f"{data.absolute().name}.before-{stamp}")
        data.absolute().rename(aside)
        fresh.rename(data.absolute())
        flush(data.absolute().parent)
    finally:
        held.release()
    return aside
