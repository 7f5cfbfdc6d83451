"""What an archive holds: its files with their hashes, and how far the log is in them."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
from filelock import FileLock, Timeout

from projections.durable import put

MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
"""Grows with every change of the files that a reader must know of."""


class ArchiveError(Exception):
    """An archive cannot be written or read as asked; the words say what to do."""


class ArchiveFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file: its name from the folder of the archive on, and what is in it.

    ``of`` names the file it supplements; one that supplements none is of its ``day`` (UTC).
    """

    name: str
    day: str
    records: int
    matches: int
    bytes: int
    sha256: str
    of: str | None = None


class Manifest(msgspec.Struct, frozen=True):
    """All files of a stream, the next offset of each partition, and what the last record was.

    ``last`` holds of each partition the SHA-256 of the record before its next offset: a log that
    has another one there is another log.
    """

    format: int = FORMAT
    positions: dict[int, int] = {}
    last: dict[int, str] = {}
    files: tuple[ArchiveFile, ...] = ()

    @property
    def records(self) -> int:
        """How many records are in it."""
        return sum(file.records for file in self.files)

    def bases(self) -> list[ArchiveFile]:
        """Return the files that supplement no other, in order of day."""
        return [file for file in self.files if file.of is None]

    def supplements(self, base: str) -> list[ArchiveFile]:
        """Return what came later to a file, in order."""
        return [file for file in self.files if file.of == base]


def load(folder: Path) -> Manifest:
    """Return the manifest of a folder, an empty one where nothing is archived yet."""
    path = folder / MANIFEST
    if not path.exists():
        if any(folder.rglob("*.parquet")):
            raise ArchiveError(f"{path} is missing beside the files it lists; restore it")
        return Manifest()
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except msgspec.DecodeError as error:
        raise ArchiveError(f"{path} is no manifest of an archive: {error}; restore it") from error
    if found.format > FORMAT:
        raise ArchiveError(f"{path} is of format {found.format}; use the version that wrote it")
    return found


def save(folder: Path, manifest: Manifest) -> None:
    """Put a manifest in place; its files are there already."""
    put(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))


@contextmanager
def held(folder: Path) -> Generator[None]:
    """Be the only process that writes to a folder, which is made where it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / ".lock", timeout=0):
            yield
    except Timeout as error:
        raise ArchiveError(f"{folder} is being written by another process; wait for it") from error
    except OSError as error:
        raise ArchiveError(f"{folder}: {error.strerror or error}; name another place") from error
